"""Who plays whom: everybody in every seat, with every deal."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque
from ludotheque.arena import fixtures, ladder, round_robin

FOUR = ["a", "b", "c", "d"]


def test_a_round_robin_has_every_table_once() -> None:
    assert round_robin(FOUR, 3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]


def test_a_ladder_has_neighbours_only() -> None:
    assert ladder(FOUR, 2) == [("a", "b"), ("b", "c"), ("c", "d")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_every_seat_equally_often_with_every_deal(players: int) -> None:
    planned = fixtures(round_robin(FOUR, players), 3 * players)
    assert [fixture.number for fixture in planned] == list(range(len(planned)))
    seats = Counter((fixture.deal, name, seat) for fixture in planned for seat, name in enumerate(fixture.seats))
    assert len(set(seats.values())) == 1
    assert len(seats) == 3 * 4 * players


def test_arrangements_that_look_alike_are_played_once() -> None:
    planned = fixtures([("a", "b", "b", "b")], 4)
    assert [fixture.seats.index("a") for fixture in planned] == [0, 3, 2, 1]
    assert {fixture.deal for fixture in planned} == {0}


def test_bad_plans_are_refused_with_a_sentence() -> None:
    with pytest.raises(ludotheque.Error, match="needs at least 3 different players"):
        round_robin(["a", "b"], 3)
    with pytest.raises(ludotheque.Error, match="cannot be named twice"):
        ladder(["a", "a"], 2)
    with pytest.raises(ludotheque.Error, match="at least one game, not 0"):
        fixtures([("a", "b")], 0)
