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

from .box import COLOURS, SLOTS, SOURCES

TAKE = 0
RESET = TAKE + SOURCES * COLOURS
STRIP = RESET + 1
JOKERS = STRIP + SLOTS
PANE = JOKERS + 3
ACTIONS = PANE + COLOURS

PHASES = ("SETUP", "FILL", "TURN", "PLACE", "JOKER", "PANE", "OVER")
SETUP, FILL, TURN, PLACE, JOKER_SPACES, PANE_CHOICE, FINISHED = range(len(PHASES))

MOST_LEGAL = TURN_ACTIONS = RESET + 1  # no phase asks for more
MOST_OUTCOMES = 16
