"""The phases of a game as one table: what each asks for, and the rule that asks.

PHASE_TABLE = (
    Phase("ROLL", rule=2, outcomes=6),           # chance decides
    Phase("TURN", rule=3, first=0, last=8),      # a seat decides
    Phase("OVER", rule=7),                       # the game is over
)
ROLL, TURN, FINISHED = range(len(PHASE_TABLE))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Phase", "PhaseTable"]


class Phase(NamedTuple):
    """One phase. Its actions are the ids from the first to the last: none where no seat decides."""

    name: str
    rule: int  # the number of the rule that asks, or that says what chance does; it forbids all other actions
    first: int = 0
    last: int = -1
    always: bool = False  # asked even where only one action is legal
    outcomes: int = 0  # the most outcomes of its chance event
    pieces: str = ""  # the list `pieces.PIECES` of the words that names its choices: the gap {piece} of their sentence

    @property
    def width(self) -> int:
        return self.last + 1 - self.first


PhaseTable = Sequence[Phase]
