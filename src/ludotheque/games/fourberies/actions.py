"""Phases and action ids.

| ids   | action                                         | asked for                                         |
|-------|------------------------------------------------|---------------------------------------------------|
| 0-7   | CITY 1-8                                       | Travel card, replacement card (A3), A2, A10       |
| 8-11  | OPPONENT, 1-4 seats clockwise                  | theft, A6, A9                                     |
| 12-21 | ACTOR T1-T5, C1-C5                             | Court, A9                                         |
| 22    | KEEP: send nobody to Court                     | Court                                             |
| 23    | PASS                                           | windows                                           |
| 24-33 | PLAY A1-A10                                    | windows                                           |
| 34-37 | NEEDLE 2 red, 1 red, 1 yellow, 2 yellow        | A5                                                |
| 38-40 | CHAMELEONS: 0, 1, 2 of them as Comedians       | scoring                                           |
| 41-62 | REQUEST R1-R22                                 | discard, scoring                                  |
| 63    | NO REQUEST                                     | scoring                                           |
"""

from __future__ import annotations

from .box import ACTORS, CHAMELEON, CITIES, KINDS, PLAYERS, REQUESTS

CITY = 0
OPPONENT = CITY + CITIES
ACTOR = OPPONENT + PLAYERS - 1
KEEP = ACTOR + ACTORS
PASS = KEEP + 1
PLAY = PASS + 1
NEEDLE = PLAY + CHAMELEON
CHAMELEONS = NEEDLE + 4
REQUEST = CHAMELEONS + 3
NO_REQUEST = REQUEST + REQUESTS
ACTIONS = NO_REQUEST + 1

PHASES = (
    "departure", "revelation", "curtain", "travel", "replace", "theft", "court", "discard", "acrobat", "chameleon",
    "request", "coin", "deal", "draw", "friend", "over",
)  # fmt: skip
(DEPARTURE, REVELATION, CURTAIN, TRAVEL, REPLACE, THEFT, COURT, DISCARD, DETAIL, DECLARATION,
 ANSWER, COIN, DEAL, DRAW, FRIEND, FINISHED) = range(len(PHASES))  # fmt: skip
LAST_WINDOW = CURTAIN  # the windows for Acrobats come first
LAST_DECISION = ANSWER  # then the other decisions, then chance and the end

MOST_LEGAL = ACTORS + 1  # every kind of Actor for Court, or KEEP: no phase can ask for more
MOST_OUTCOMES = KINDS
