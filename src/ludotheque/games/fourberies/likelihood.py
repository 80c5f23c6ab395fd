"""Likelihoods, in percent, of events at the end of the season.

The numbers were counted in 900 games of the search with two and four seats: how often a thing came true, by the turns
to come and by what was missing for it. They use no secrets except those of the seat itself.
"""

from __future__ import annotations

from ...kernel.rule import rule, table
from .box import (
    ACTORS,
    AMBASSADOR,
    AMBASSADOR_CARAVELS,
    ASTROLOGER,
    ASTROLOGER_SPACE,
    CAPTAIN,
    CAPTAIN_ACTORS,
    CAPTAIN_EXPERIENCE,
    CARDINAL,
    CITIES,
    COMEDIAN,
    CONFESSOR,
    CONFESSOR_EXPERIENCE,
    DANCING_MASTER,
    DANCING_MASTER_ACTORS,
    DAUPHIN,
    DAUPHIN_COMEDIANS,
    DUCHESS,
    EXPERIENCES,
    FAVOURITE,
    FAVOURITE_DIFFERENCE,
    HUNT_ACROBATS,
    JESTER,
    JESTER_EXPERIENCE,
    MARQUISE,
    MASTER_OF_THE_HUNT,
    NURSE,
    NURSE_ACTORS,
    NURSE_EXPERIENCE,
    PHYSICIAN,
    PHYSICIAN_SPACE,
    PRINCESS,
    QUEEN_MOTHER,
    QUEEN_MOTHER_TRAGEDIANS,
    REBEL,
    SUPERINTENDENT,
    TRAGEDIAN,
    TUTOR,
    TUTOR_VALUES,
)
from .rules.objectives import (
    count_acrobats,
    count_actors,
    count_experienced,
    count_values,
    difference,
    is_met,
    needle_space,
    pleasure,
    total_experience,
)
from .rules.travel import FRIENDLY_PLAYERS, caravels_on_board
from .state import State

TURNS = 6  # columns of the tables: the turns to come; the last column also holds for more
FAR = 3  # the last row of the tables: the missing cards; it also holds for more

# LASTING: what a seat collects. CONTESTED: comparisons with other seats, which are lost more easily. FLEETING: what
# depends on the needle, the stage and the balance of a troupe.
LASTING: list[list[int]] = table([
    [97, 96, 95, 93, 90, 88],
    [10, 27, 41, 51, 52, 55],
    [4, 10, 19, 27, 32, 37],
    [1, 3, 8, 13, 16, 19],
])  # fmt: skip
CONTESTED: list[list[int]] = table([
    [93, 82, 74, 66, 62, 60],
    [12, 26, 33, 38, 41, 45],
    [5, 12, 17, 22, 25, 27],
    [1, 3, 7, 10, 12, 15],
])  # fmt: skip
FLEETING: list[list[int]] = table([
    [76, 56, 45, 38, 38, 38],
    [10, 22, 28, 30, 32, 33],
    [8, 18, 24, 27, 30, 30],
    [6, 14, 18, 22, 25, 25],
])  # fmt: skip
ON_THE_WAY, AWAY = 65, 8  # the Ambassador: whether the turns to come can bring enough Caravels


@rule
def turns_to_come(s: State) -> int:
    """The turns of this season after this one."""
    return (s.cards_left + CITIES - 1) // CITIES


@rule
def lasts(s: State) -> int:
    """The King's mood is the same at the end of the season."""
    turns, space = turns_to_come(s), needle_space(s)
    far = space if s.players == FRIENDLY_PLAYERS else 1
    if turns == 0:
        return 84 + 2 * space
    if turns == 1:
        return 54 + 4 * far
    return 46 + 4 * far if turns == 2 else 50


@rule
def pleases(s: State, lean: int) -> int:
    """A show that leans by `lean` towards the mood pleases the King."""
    sure = 9 * max(3 - turns_to_come(s), 0)
    return min(54 + sure + 4 * lean, 97) if lean >= 1 else max(46 - sure + 4 * lean, 3)


@rule
def is_best(s: State, lead: int) -> int:
    """A pleasing show with this lead over all others is the best one."""
    even = 78 if s.players == FRIENDLY_PLAYERS else 54
    sure = max(3 - turns_to_come(s), 0)
    if lead > 0:
        return min(even + (92 - even) * sure // 3 + 3 * lead, 98)
    if lead == 0:
        return even
    return max(even - (even - 32) * sure // 3 + 2 * lead, 5)


@rule
def is_fulfilled(s: State, p: int, request: int, fewest_ecus: int) -> int:
    """A seat meets the objective of a Request."""
    turns = min(turns_to_come(s), TURNS - 1)
    if request == AMBASSADOR:
        caravels = caravels_on_board(s, p) + turns
        return ON_THE_WAY if AMBASSADOR_CARAVELS <= caravels < CITIES - 1 else AWAY
    short = 0 if is_met(s, p, request, fewest_ecus) else min(max(missing(s, p, request, fewest_ecus), 1), FAR)
    if request == FAVOURITE or DUCHESS <= request <= MARQUISE or PRINCESS <= request <= SUPERINTENDENT:
        return CONTESTED[short][turns]
    if request == DANCING_MASTER or request > SUPERINTENDENT:
        return FLEETING[short][turns]
    return LASTING[short][turns]


@rule
def missing(s: State, p: int, request: int, fewest_ecus: int) -> int:
    """Roughly how many cards a seat lacks for an objective that it does not meet."""
    if request == FAVOURITE:
        return cards_for(FAVOURITE_DIFFERENCE - abs(difference(s, p)))
    if request == DAUPHIN:
        return DAUPHIN_COMEDIANS - count_actors(s, p, COMEDIAN, ACTORS)
    if request == QUEEN_MOTHER:
        return QUEEN_MOTHER_TRAGEDIANS - count_actors(s, p, TRAGEDIAN, COMEDIAN)
    if request == JESTER:
        return cards_for(JESTER_EXPERIENCE - total_experience(s, p, COMEDIAN))
    if request == CONFESSOR:
        return cards_for(CONFESSOR_EXPERIENCE - total_experience(s, p, TRAGEDIAN))
    if DUCHESS <= request <= MARQUISE or request == PRINCESS:
        return missing_to_others(s, p, request)
    if request == TUTOR:
        return TUTOR_VALUES - count_values(s, p)
    if request == CAPTAIN:
        return CAPTAIN_ACTORS - count_experienced(s, p, CAPTAIN_EXPERIENCE, EXPERIENCES)
    if request == NURSE:
        return NURSE_ACTORS - count_experienced(s, p, 1, NURSE_EXPERIENCE)
    if request == MASTER_OF_THE_HUNT:
        return HUNT_ACROBATS - count_acrobats(s, p)
    if request == SUPERINTENDENT:
        return cards_for(s.ecus[p] - fewest_ecus)
    return missing_at_court(s, p, request)


@rule
def missing_at_court(s: State, p: int, request: int) -> int:
    """As `missing`, for objectives about the needle, the mood and the balance of a troupe."""
    if request == DANCING_MASTER:
        few = DANCING_MASTER_ACTORS - count_actors(s, p, TRAGEDIAN, ACTORS)
        return max(few, cards_for(abs(difference(s, p))))
    if request == REBEL:
        return cards_for(pleasure(s, p))
    if request == ASTROLOGER:
        return cards_for(needle_space(s) - ASTROLOGER_SPACE)
    if request == PHYSICIAN:
        return cards_for(PHYSICIAN_SPACE - needle_space(s))
    return 1


@rule
def missing_to_others(s: State, p: int, request: int) -> int:
    """How far a seat is behind the seat with most, or above the seat with fewest. (R6-R9, R16)"""
    own, most, fewest = compared(s, p, request), 0, ACTORS * EXPERIENCES
    for q in range(s.players):
        count = compared(s, q, request)
        most, fewest = max(most, count), min(fewest, count)
    return own - fewest if request == MARQUISE else most - own


@rule
def compared(s: State, p: int, request: int) -> int:
    """The number that these Requests compare between seats."""
    if request == PRINCESS:
        return count_acrobats(s, p)
    first = COMEDIAN if request == DUCHESS else TRAGEDIAN
    return count_actors(s, p, first, COMEDIAN if request == CARDINAL else ACTORS)


@rule
def cards_for(experience: int) -> int:
    """The Actors needed for this experience, three each on average."""
    return (experience + 2) // 3
