"""Who plays whom: tables of players, and the fixtures in which everybody has every seat with every deal.

Who sits before whom changes from deal to deal, until every order around the table has been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count, permutations
from typing import NamedTuple

from ludotheque.errors import Error

Table = tuple[str, ...]
"""The names of the players at a table, whatever their seats."""


class Fixture(NamedTuple):
    """One game of a contest."""

    number: int
    deal: int  # fixtures with the same deal get the same chance
    seats: Table  # by seat


def round_robin(bots: Sequence[str], players: int) -> list[Table]:
    """Every table of so many different players."""
    _check(bots, players)
    return list(combinations(bots, players))


def ladder(bots: Sequence[str], players: int) -> list[Table]:
    """Every player with its next neighbours, from the first to the last."""
    _check(bots, players)
    return [tuple(bots[first : first + players]) for first in range(len(bots) - players + 1)]


def _check(bots: Sequence[str], players: int) -> None:
    if len(set(bots)) < len(bots):
        raise Error("A player cannot be named twice: give the tables instead.")
    if len(bots) < players:
        raise Error(f"A table of {players} needs at least {players} different players, or give the tables instead.")


def fixtures(tables: Sequence[Table], games: int) -> list[Fixture]:
    """At least so many games of every table: each deal is played once from every seat."""
    if games < 1:
        raise Error(f"A table needs at least one game, not {games}.")
    return list(_fixtures(tables, games))


def _fixtures(tables: Sequence[Table], games: int) -> Iterator[Fixture]:
    """Deal by deal, so that whatever is played so far is balanced."""
    orders, played, numbers = [circles(table) for table in tables], [0] * len(tables), count()
    for deal in range(games):
        for which, known in enumerate(orders):
            if played[which] < games:
                for seats in rotations(known[deal % len(known)]):
                    yield Fixture(next(numbers), deal, seats)
                    played[which] += 1


def rotations(table: Table) -> list[Table]:
    """The table rotated until everybody has had every seat; rotations that look alike count once."""
    return list(dict.fromkeys(table[first:] + table[:first] for first in range(len(table))))


def circles(table: Table) -> list[Table]:
    """Every order around the table once, the one given first, then those first that bring new neighbours."""
    left = sorted({min(rotations(order)) for order in permutations(table)} - {min(rotations(table))})
    found, met = [table], Counter(_pairs(table))
    while left:
        back = min(rotations(found[-1][::-1]))
        found.append(min(left, key=lambda order: (sum(met[pair] for pair in _pairs(order)), order != back)))
        left.remove(found[-1])
        met.update(_pairs(found[-1]))
    return found


def _pairs(table: Table) -> list[Table]:
    """Who sits before whom."""
    return list(zip(table, table[1:] + table[:1], strict=True))
