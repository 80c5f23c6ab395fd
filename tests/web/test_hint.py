"""Hints in words: how the advised action differs from the next best one."""

from __future__ import annotations

from math import nan

import pytest

import ludotheque
from ludotheque.core.lessons import lesson_of
from ludotheque.review.reasons import Reply, TurnReason, changes_of, turn_with
from ludotheque.web.views.hint import hint_of
from ludotheque.web.views.speech import speech
from ludotheque.web.work import think_pool
from ludotheque.web.work.think_pool import Advised, AdvisedMove, judged
from tests.bots.games_of_bots import random_positions

NAMES = ("Ann", "Bea")


def test_a_hint_tells_points_what_only_its_turn_changes_and_what_it_denies() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    seat = position.to_act
    assert seat is not None

    def changes(action: int) -> tuple[str, ...]:
        return changes_of(turn_with(position, seat, (action,)), seat, "en", NAMES)

    best, *others = position.legal()
    other = next(action for action in others if not set(changes(action)) >= set(changes(best)))
    reasons = TurnReason(3, Reply(1, 2)), TurnReason(1, Reply(1, 6))
    advised = Advised(best, 0.5, False, reasons[0], other, reasons[1], ((best,), (other,)))
    only = [change for change in changes(best) if change not in changes(other)]
    points, prepared, denied = hint_of(position, advised, NAMES, speech("en")).reasons
    assert "3 points" in points
    assert prepared.endswith(f"it leads to: {'; '.join(only[:2])}.")
    assert denied.startswith("Bea can then make 2 points")


def test_equal_turns_give_no_reasons() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    best, other = position.legal()[:2]
    same = TurnReason(0, None)
    advised = Advised(best, 0.5, False, same, other, same, ((best,), (best,)))
    assert hint_of(position, advised, NAMES, speech("en")).reasons == ()


def test_a_hint_always_has_a_reason() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    best, other = position.legal()[:2]
    same = TurnReason(0, None)
    for share, text in ((0.5, "A close choice"), (0.1, "It leads to: ")):
        moves = AdvisedMove((best,), 0.5), AdvisedMove((other,), share)
        advised = Advised(best, 0.5, False, same, other, same, ((best,), (best,)), moves, 0.4)
        hint = hint_of(position, advised, NAMES, speech("en"))
        assert hint.reasons[0].startswith(text)
        assert all(move.brings for move in hint.moves)


def test_compared_moves_are_judged_by_searches_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    moves = [AdvisedMove((action,), share) for action, share in zip(position.legal(), (0.36, 0.39, 0.2), strict=False)]
    own = {move.actions[0]: share for move, share in zip(moves, (0.4, 0.3, 0.41), strict=True)}
    monkeypatch.setattr(think_pool, "own_share", lambda _, __, action, *___: own[action])
    assert [move.share for move in judged(position, 0, moves, 1)] == [0.41, 0.4, 0.3]
    monkeypatch.setattr(think_pool, "own_share", lambda *_: nan)  # chance comes next
    assert [move.share for move in judged(position, 0, moves, 1)] == [0.36, 0.2]


def test_turns_that_a_search_cut_short_are_compared_at_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_pool, "is_compiled", lambda _: False)  # the lines of a short search are cut
    monkeypatch.setattr(think_pool, "compile_soon", lambda _: None)
    position = next(each for each in random_positions("stanza", 2, 5) if len(each.legal()) > 2)
    advised = think_pool.advise("stanza", position.to_dict(), 0)
    turns = [*advised.turns, *(move.actions for move in advised.moves)]
    assert len(turns) == 3
    assert all(turn_with(position, position.to_act or 0, turn)[-1].to_act != position.to_act for turn in turns)


def test_tiles_tell_the_points_now_later_and_denied() -> None:
    position = lesson_of("sintra").steps[5].start
    turn = (14, 55, 62)
    reasons = TurnReason(7, Reply(1, 2)), TurnReason(0, Reply(1, 6))
    moves = AdvisedMove(turn[:1], 0.5), AdvisedMove((10,), 0.3)  # a first look knows only the first step of each
    advised = Advised(14, 0.5, False, reasons[0], 10, reasons[1], (turn, (10,)), moves, 0.4)
    tiles = hint_of(position, advised, NAMES, speech("en")).tiles
    assert [(tile.kind, tile.points, tile.label) for tile in tiles] == [
        ("now", 7, "now"),
        ("later", -1, "later"),
        ("denied", -4, "denied to Bea"),
    ]
    assert [[rule.number for rule in tile.rules] for tile in tiles] == [["S35", "S37"], ["S51"], []]
    assert hint_of(position, advised._replace(moves=(), other_reason=reasons[0]), NAMES, speech("en")).tiles == ()
