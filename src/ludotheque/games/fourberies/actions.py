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

from ...contract.phases import Phase
from .box import ACTORS, CHAMELEON, CITIES, FIRE_EATER, JUGGLER, KINDS, PLAYERS, REQUESTS, STRONGMAN

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

# The windows for Acrobats (F24) come first, then the other decisions, then chance and the end. `rules/asking.py` finds
# in the state what an Acrobat asks for, and the rules of the second coin and of other deals. An answer is asked even if
# it leaves no choice: being asked must reveal nothing.
PHASE_TABLE = (
    Phase("departure", 24, PASS, PLAY + JUGGLER),
    Phase("revelation", 24, PASS, PLAY + STRONGMAN),
    Phase("curtain", 24, PASS, PLAY + FIRE_EATER),
    Phase("travel", 11, CITY, OPPONENT - 1),
    Phase("replace", 27, CITY, OPPONENT - 1),
    Phase("theft", 34, OPPONENT, ACTOR - 1),
    Phase("court", 39, ACTOR, KEEP),
    Phase("discard", 51, REQUEST, NO_REQUEST - 1),
    Phase("acrobat", 25, CITY, CHAMELEONS - 1),
    Phase("chameleon", 71, CHAMELEONS, REQUEST - 1),
    Phase("request", 76, REQUEST, NO_REQUEST, always=True),  # F116
    Phase("coin", 2),
    Phase("deal", 61),
    Phase("draw", 50),
    Phase("friend", 102),
    Phase("over", 90),
)
PHASES = tuple(phase.name for phase in PHASE_TABLE)
(DEPARTURE, REVELATION, CURTAIN, TRAVEL, REPLACE, THEFT, COURT, DISCARD, DETAIL, DECLARATION,
 ANSWER, COIN, DEAL, DRAW, FRIEND, FINISHED) = range(len(PHASES))  # fmt: skip
LAST_WINDOW = CURTAIN

MOST_LEGAL = ACTORS + 1  # every kind of Actor for Court, or KEEP: no phase can ask for more
MOST_OUTCOMES = KINDS
