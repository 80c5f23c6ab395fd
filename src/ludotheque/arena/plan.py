"""Lineups of bots, and the fixtures in which every bot plays every deal from every seat.

The order around the table changes from deal to deal, until every order has been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count, permutations
from typing import NamedTuple

from ludotheque.errors import Error

Lineup = tuple[str, ...]
"""The names of the bots at a table."""


class Fixture(NamedTuple):
    """One game of a contest."""

    number: int
    deal: int  # fixtures with the same deal have the same chance
    seats: Lineup  # by seat


def round_robin(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every lineup of different bots."""
    _check(bots, players)
    return list(combinations(bots, players))


def ladder(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every bot with its next neighbours, from the first to the last."""
    _check(bots, players)
    return [tuple(bots[first : first + players]) for first in range(len(bots) - players + 1)]


def _check(bots: Sequence[str], players: int) -> None:
    if len(set(bots)) < len(bots):
        raise Error("A player cannot be named twice: give the tables instead.")
    if len(bots) < players:
        raise Error(f"A table of {players} needs at least {players} different players, or give the tables instead.")


def fixtures(tables: Sequence[Lineup], games: int) -> list[Fixture]:
    """At least `games` games of every lineup; each deal is played once from every seat."""
    if games < 1:
        raise Error(f"A table needs at least one game, not {games}.")
    return list(_fixtures(tables, games))


def _fixtures(tables: Sequence[Lineup], games: int) -> Iterator[Fixture]:
    """Deal by deal, so that the games played so far are always balanced."""
    orders, played, numbers = [circles(table) for table in tables], [0] * len(tables), count()
    for deal in range(games):
        for which, known in enumerate(orders):
            if played[which] < games:
                for seats in rotations(known[deal % len(known)]):
                    yield Fixture(next(numbers), deal, seats)
                    played[which] += 1


def rotations(table: Lineup) -> list[Lineup]:
    """The lineup in all rotations; equal rotations count once."""
    return list(dict.fromkeys(table[first:] + table[:first] for first in range(len(table))))


def circles(table: Lineup) -> list[Lineup]:
    """Every order around the table once: first the given one, then those with most new neighbours."""
    left = sorted({min(rotations(order)) for order in permutations(table)} - {min(rotations(table))})
    found, met = [table], Counter(_pairs(table))
    while left:
        back = min(rotations(found[-1][::-1]))
        found.append(min(left, key=lambda order: (sum(met[pair] for pair in _pairs(order)), order != back)))
        left.remove(found[-1])
        met.update(_pairs(found[-1]))
    return found


def _pairs(table: Lineup) -> list[Lineup]:
    """The pairs of neighbours, clockwise."""
    return list(zip(table, table[1:] + table[:1], strict=True))
