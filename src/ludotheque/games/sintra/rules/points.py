"""Points and broken glass: only this module changes a score."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import LAST_SPACE, POINTS_LOST
from ..state import State

# Columns of the ledger, in the order of about.LEDGER.
S7_BEFORE, S35_BONUS, S37_WINDOWS, S43_OVERFLOW, S45_FLOOR, S51_SETS, S52_BROKEN, S53_SIDE = range(8)


@rule
def gain(s: State, p: int, column: int, points: int) -> None:
    """Gives points, and writes in the ledger which rule gave them."""
    s.score[p] += points
    s.ledger[p][column] += points


@rule
def lose(s: State, p: int, column: int, points: int) -> None:
    """Takes points for broken glass and adds up the loss; with the option no score falls below zero. (S44, S45)"""
    s.lost[p] += points
    gain(s, p, column, -points)
    if s.floor_zero and s.score[p] < 0:
        gain(s, p, S45_FLOOR, -s.score[p])


@rule
def step_down(s: State, p: int) -> None:
    """Moves the marker one step down the broken-glass track; the last space costs points at once. (S43)"""
    s.broken[p] += 1
    if s.broken[p] == LAST_SPACE:
        s.broken[p] = 0
        lose(s, p, S43_OVERFLOW, POINTS_LOST[LAST_SPACE])
