"""The evaluation of a position for a seat, for the greedy bot and for a search without a network."""

from __future__ import annotations

from ...kernel.rule import rule
from .box import COLOURS, POINTS_LOST, SLOTS
from .state import State

POINT = 10  # values are in tenths of a point


@rule
def evaluate(s: State, p: int) -> int:
    """Points, less the broken glass, and a little for panes on strips: more on fuller strips."""
    tenths = POINT * (s.score[p] - POINTS_LOST[s.broken[p]])
    for slot in range(SLOTS):
        panes = 0
        for colour in range(COLOURS):
            panes += s.placed[p][slot][colour]
        tenths += panes * panes
    return tenths
