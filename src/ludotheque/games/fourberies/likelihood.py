"""Likelihoods, in percent, of events at the end of the season.

The numbers were counted in 900 games of the search with two and four seats: how often a thing came true, by the turns
to come and by what was missing for it. They use no secrets except those of the seat itself.
"""

from __future__ import annotations

from ...kernel.rule import rule, table
from . import box
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
    return (s.cards_left + box.CITIES - 1) // box.CITIES


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
    if request == box.AMBASSADOR:
        caravels = caravels_on_board(s, p) + turns
        return ON_THE_WAY if box.AMBASSADOR_CARAVELS <= caravels < box.CITIES - 1 else AWAY
    short = 0 if is_met(s, p, request, fewest_ecus) else min(max(missing(s, p, request, fewest_ecus), 1), FAR)
    if (
        request == box.FAVOURITE
        or box.DUCHESS <= request <= box.MARQUISE
        or box.PRINCESS <= request <= box.SUPERINTENDENT
    ):
        return CONTESTED[short][turns]
    if request == box.DANCING_MASTER or request > box.SUPERINTENDENT:
        return FLEETING[short][turns]
    return LASTING[short][turns]


@rule
def missing(s: State, p: int, request: int, fewest_ecus: int) -> int:
    """Roughly how many cards a seat lacks for an objective that it does not meet."""
    if request == box.FAVOURITE:
        return cards_for(box.FAVOURITE_DIFFERENCE - abs(difference(s, p)))
    if request == box.DAUPHIN:
        return box.DAUPHIN_COMEDIANS - count_actors(s, p, box.COMEDIAN, box.ACTORS)
    if request == box.QUEEN_MOTHER:
        return box.QUEEN_MOTHER_TRAGEDIANS - count_actors(s, p, box.TRAGEDIAN, box.COMEDIAN)
    if request == box.JESTER:
        return cards_for(box.JESTER_EXPERIENCE - total_experience(s, p, box.COMEDIAN))
    if request == box.CONFESSOR:
        return cards_for(box.CONFESSOR_EXPERIENCE - total_experience(s, p, box.TRAGEDIAN))
    if box.DUCHESS <= request <= box.MARQUISE or request == box.PRINCESS:
        return missing_to_others(s, p, request)
    if request == box.TUTOR:
        return box.TUTOR_VALUES - count_values(s, p)
    if request == box.CAPTAIN:
        return box.CAPTAIN_ACTORS - count_experienced(s, p, box.CAPTAIN_EXPERIENCE, box.EXPERIENCES)
    if request == box.NURSE:
        return box.NURSE_ACTORS - count_experienced(s, p, 1, box.NURSE_EXPERIENCE)
    if request == box.MASTER_OF_THE_HUNT:
        return box.HUNT_ACROBATS - count_acrobats(s, p)
    if request == box.SUPERINTENDENT:
        return cards_for(s.ecus[p] - fewest_ecus)
    return missing_at_court(s, p, request)


@rule
def missing_at_court(s: State, p: int, request: int) -> int:
    """As `missing`, for objectives about the needle, the mood and the balance of a troupe."""
    if request == box.DANCING_MASTER:
        few = box.DANCING_MASTER_ACTORS - count_actors(s, p, box.TRAGEDIAN, box.ACTORS)
        return max(few, cards_for(abs(difference(s, p))))
    if request == box.REBEL:
        return cards_for(pleasure(s, p))
    if request == box.ASTROLOGER:
        return cards_for(needle_space(s) - box.ASTROLOGER_SPACE)
    if request == box.PHYSICIAN:
        return cards_for(box.PHYSICIAN_SPACE - needle_space(s))
    return 1


@rule
def missing_to_others(s: State, p: int, request: int) -> int:
    """How far a seat is behind the seat with most, or above the seat with fewest. (R6-R9, R16)"""
    own, most, fewest = compared(s, p, request), 0, box.ACTORS * box.EXPERIENCES
    for q in range(s.players):
        count = compared(s, q, request)
        most, fewest = max(most, count), min(fewest, count)
    return own - fewest if request == box.MARQUISE else most - own


@rule
def compared(s: State, p: int, request: int) -> int:
    """The number that these Requests compare between seats."""
    if request == box.PRINCESS:
        return count_acrobats(s, p)
    first = box.COMEDIAN if request == box.DUCHESS else box.TRAGEDIAN
    return count_actors(s, p, first, box.COMEDIAN if request == box.CARDINAL else box.ACTORS)


@rule
def cards_for(experience: int) -> int:
    """The Actors needed for this experience, three each on average."""
    return (experience + 2) // 3
