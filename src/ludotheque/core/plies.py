"""Plies: the choices of a game as records keep them. An action is its id, an outcome of chance is -1 - its id."""

from __future__ import annotations

from collections.abc import Iterable

Trail = tuple["Trail", int] | None
"""The plies that led to a position, last one first; positions share what they have in common."""


def ply_of(choice: int, by_chance: bool) -> int:
    """The ply of an action or, by chance, of an outcome."""
    return -1 - choice if by_chance else choice


def choice_of(ply: int) -> int:
    """The action or outcome of a ply."""
    return -1 - ply if ply < 0 else ply


def plies_of(trail: Trail) -> tuple[int, ...]:
    """The plies of a trail, first one first."""
    plies = []
    while trail is not None:
        trail, ply = trail
        plies.append(ply)
    return tuple(reversed(plies))


def trail_of(plies: Iterable[int]) -> Trail:
    """The trail of these plies."""
    trail: Trail = None
    for ply in plies:
        trail = (trail, ply)
    return trail
