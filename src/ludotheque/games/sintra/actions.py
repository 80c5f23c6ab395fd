"""Phases and action ids.

| ids   | action                                                                   |
|-------|--------------------------------------------------------------------------|
| 0-49  | TAKE: 5 x source + colour; sources 0-8 are factories 1-9, 9 is the centre |
| 50    | RESET: move the glazier back                                             |
| 51-58 | STRIP: place on the strip of slot 1-8                                    |
| 59-61 | JOKER: put 0, 1, 2 panes on joker spaces                                 |
| 62-66 | PANE: put a pane of this colour in the window                            |
"""

from __future__ import annotations

from ...contract.phases import Phase
from .box import COLOURS, SLOTS, SOURCES

TAKE = 0
RESET = TAKE + SOURCES * COLOURS
STRIP = RESET + 1
JOKERS = STRIP + SLOTS
PANE = JOKERS + 3
ACTIONS = PANE + COLOURS

# Chance fills the factories (S48); `rules/asking.py` names the rules of the draws before. After 6 rounds nothing is
# asked (S13). A turn is one action (S15), panes go on a strip (S26) and perhaps on joker spaces (S31), and a completed
# strip gives a pane to its window (S36). Only the phase that opens a turn is asked even if it leaves no choice.
PHASE_TABLE = (
    Phase("SETUP", 3),
    Phase("FILL", 48),
    Phase("TURN", 15, TAKE, RESET, always=True),
    Phase("PLACE", 26, STRIP, JOKERS - 1),
    Phase("JOKER", 31, JOKERS, PANE - 1),
    Phase("PANE", 36, PANE, ACTIONS - 1),
    Phase("OVER", 13),
)
PHASES = tuple(phase.name for phase in PHASE_TABLE)
SETUP, FILL, TURN, PLACE, JOKER_SPACES, PANE_CHOICE, FINISHED = range(len(PHASES))

MOST_OUTCOMES = 16
