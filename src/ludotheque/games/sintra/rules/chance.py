"""Chance: which events happen, in which order and with which weights."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import FILL, SETUP
from ..box import COLOURS, SLOTS
from ..state import State
from .rounds import fill
from .setup import FIRST_STRIP, indicator_event, indicator_weight, set_up, strip_weight


@rule
def outcome_count(s: State) -> int:
    """Returns the number of outcome ids of the chance event."""
    if s.phase == SETUP and s.laid < FIRST_STRIP:
        return s.players
    if s.phase == SETUP and s.laid < indicator_event(s):
        return 2 * SLOTS
    return COLOURS


@rule
def weight(s: State, outcome: int) -> int:
    """Returns how often this outcome occurs, relative to the other outcomes of the event."""
    if s.phase == FILL:
        return s.bag[outcome]  # S11, S48
    if s.laid < FIRST_STRIP:
        return 1  # every seat may start (S10)
    if s.laid < indicator_event(s):
        return strip_weight(s, outcome)
    return indicator_weight(s, outcome)


@rule
def happen(s: State, outcome: int) -> None:
    """Applies an outcome of the chance event."""
    if s.phase == FILL:
        fill(s, outcome)
    else:
        set_up(s, outcome)
