"""The leaf evaluation: points at risk, assets, and the turns left."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position
from ludotheque.bots import engine, tree_search
from ludotheque.bots.levels import level_of

from .build import GAME, Json, position, seat

EVALUATION = GAME.edition.module("evaluation")
LEAF = GAME.edition.module("leaf_evaluation")
POINT: int = LEAF.POINT


def lead(p: Position) -> int:
    """How much more the first seat can expect than the second one."""
    return int(EVALUATION.evaluate_leaf(p.state(), 0) - EVALUATION.evaluate_leaf(p.state(), 1))


def gain(mine: Json, **words: Any) -> int:
    """How much better the first seat stands with this table of its own than with an empty one."""
    return lead(position(mine, **words)) - lead(position(seat(), **words))


def test_the_turns_left_fall_from_a_whole_game_to_the_last_one() -> None:
    tables = [
        *(position(refills=refills) for refills in range(3)),
        *(position(last_turn=turn) for turn in "ABC"),
    ]
    left = [LEAF.turns_left(table.state()) for table in tables]
    assert left == sorted(left, reverse=True)
    assert (left[0], left[-1]) == (39, 1)


def test_a_round_is_nearer_its_end_with_every_character_that_leaves_the_board() -> None:
    full, taken = position(refills=1), position(refills=1, board="D.D LLL .RR AAA PPP")
    assert LEAF.turns_left(full.state()) - LEAF.turns_left(taken.state()) == 2


def test_who_has_passed_out_expects_the_points_that_he_has() -> None:
    out = position(seat(passed=1, ship=16, books="A A", money=15), act=1, last_turn="B")
    assert EVALUATION.evaluate_leaf(out.state(), 0) == POINT * out.scores()[0]


@pytest.mark.parametrize("refills", [0, 1, 2])
def test_a_prize_that_others_can_still_win_counts_less_than_its_points(refills: int) -> None:
    tiles = gain(seat(bonus_tiles="TD3", discs=""), refills=refills)
    later = gain(seat(bonus_tiles="TD3", discs=""), refills=refills + 1, last_turn="C" if refills == 2 else None)
    assert tiles < later <= 13 * POINT


@pytest.mark.parametrize(
    "mine",
    [
        seat(money=15),
        seat(ship=4),
        seat(books="D"),
        seat(discs="R D"),
        seat(helpers="blue"),
        seat(helpers="blue", ship=4),
    ],
)
def test_what_may_become_points_counts_by_the_turns_left(mine: Json) -> None:
    first, last = gain(mine), gain(mine, last_turn="C")
    assert first > 10 * last >= 0


PLAN = "Pt D D - - -"  # for a masterpiece of Discoveries: M12 is covered there, M5 needs 4, M17 the help of Politics


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (seat(workers="Pt D - - - -"), seat(workers=PLAN)),
        (seat(workers="Pt D L - - -"), seat(workers=PLAN)),  # masters of one art rather than novices of two
        (seat(workers=PLAN), seat(workers=PLAN, recruits="D - - -")),
        (seat(workers=PLAN, discs="R L"), seat(workers=PLAN, discs="R D")),
        (seat(workers="Pt D D D D -"), seat(workers="Pt D D D D P")),
    ],
)
def test_the_nearer_a_masterpiece_is_the_more_it_counts(less: Json, more: Json) -> None:
    assert gain(less) < gain(more)


def test_a_masterpiece_counts_more_when_it_is_made() -> None:
    master = seat(workers="Pt D D D D D")
    assert lead(position(master, pillars={"D.M8": 0})) > lead(position(master)) + 4 * POINT


def test_a_first_artwork_counts_less_in_a_leaf() -> None:
    table = position(seat(artworks="sculpture"))
    assert EVALUATION.evaluate(table.state(), 0) - EVALUATION.evaluate(table.state(), 1) > 12 * POINT
    assert 0 < lead(table) < 8 * POINT


def test_the_search_evaluates_leaves_by_evaluate_leaf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EVALUATION, "evaluate_leaf", lambda s, p: 100 * POINT * p)
    monkeypatch.setattr(tree_search, "search_of", tree_search.search_of.__wrapped__)
    found = engine.Engine(GAME.edition, 2).search(
        position().state(), 0, level_of("stanza", "master").tuning, iterations=20
    )
    assert found.shares[1] > 0.99
