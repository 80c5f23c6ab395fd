"""The plan: every bot plays every deal in every seat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

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
    planned = fixtures([("a", "b", "b", "b")], 8)
    assert [fixture.seats.index("a") for fixture in planned] == [0, 3, 2, 1] * 2
    assert [fixture.deal for fixture in planned] == [0] * 4 + [1] * 4
    orders = fixtures([("a", "a", "b", "b")], 6)
    assert ["".join(fixture.seats) for fixture in orders] == ["aabb", "abba", "bbaa", "baab", "abab", "baba"]


def test_two_change_seats_with_every_deal() -> None:
    planned = fixtures([("b", "a")], 4)
    assert ["".join(fixture.seats) for fixture in planned] == ["ba", "ab"] * 2


@pytest.mark.parametrize(("players", "orders"), [(3, 2), (4, 6), (5, 24)])
def test_every_order_around_the_table_is_played(players: int, orders: int) -> None:
    """The pairs of neighbours are nearly balanced all the time, and balanced after all orders."""
    table = ("c", "b", "a", "d", "e")[:players]
    planned = fixtures([table], players * orders)
    assert len({fixture.seats for fixture in planned}) == len(planned) == players * orders
    assert planned[0].seats == table
    for deals, most in ((4, 1), (orders, 0)):
        counts = Counter(
            (mine, next_one)
            for fixture in planned
            if fixture.deal < deals
            for mine, next_one in zip(fixture.seats, fixture.seats[1:] + fixture.seats[:1], strict=True)
        )
        pairs = [counts[pair] // players for pair in permutations(table, 2)]
        assert max(pairs) - min(pairs) <= most


def test_bad_plans_are_refused_with_a_sentence() -> None:
    with pytest.raises(ludotheque.Error, match="needs at least 3 different players"):
        round_robin(["a", "b"], 3)
    with pytest.raises(ludotheque.Error, match="cannot be named twice"):
        ladder(["a", "a"], 2)
    with pytest.raises(ludotheque.Error, match="at least one game, not 0"):
        fixtures([("a", "b")], 0)
