"""The objectives of the 22 Secret Requests, judged on the table as it is. (F75)"""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..state import NONE, State
from .court import COMEDY, mood
from .travel import caravels_on_board


@rule
def count_actors(s: State, p: int, first: int, last: int) -> int:
    """Counts the Actors of a troupe of the kinds first..last-1."""
    n = 0
    for actor in range(first, last):
        n += s.troupe[p][actor]
    return n


@rule
def count_acrobats(s: State, p: int) -> int:
    """Counts the Acrobats of a seat, Chameleons included."""
    n = 0
    for acrobat in range(box.ACROBATS):
        n += s.acrobats[p][acrobat]
    return n


@rule
def total_experience(s: State, p: int, nature: int) -> int:
    """Adds up the experience of all Tragedians, or of all Comedians, of a troupe.

    An Actor of at least so much experience counts once for each such step: a sum of products of
    these numbers is compiled wrongly for a GPU (docs/gpu.md).
    """
    n, so_many = 0, 0
    for e in range(box.EXPERIENCES - 1, -1, -1):
        so_many += s.troupe[p][nature + e]
        n += so_many
    return n


@rule
def difference(s: State, p: int) -> int:
    """Returns Comedians' experience less Tragedians'; a declared Chameleon counts 1 on its side. (F72)"""
    n = total_experience(s, p, box.COMEDIAN) - total_experience(s, p, box.TRAGEDIAN)
    if s.declared[p] != NONE:
        n += 2 * s.declared[p] - s.acrobats[p][box.CHAMELEON]
    return n


@rule
def pleasure(s: State, p: int) -> int:
    """Returns the difference in the direction of the King's mood; the show pleases him from 1 on. (F73)"""
    n = difference(s, p)
    return n if mood(s) == COMEDY else -n


@rule
def has_most_actors(s: State, p: int, first: int, last: int) -> bool:
    """Tells whether a seat has an Actor of these kinds, and nobody has more of them. (R6, R7, R8)"""
    own = count_actors(s, p, first, last)
    for q in range(s.players):
        if count_actors(s, q, first, last) > own:
            return False
    return own > 0


@rule
def has_fewest_actors(s: State, p: int) -> bool:
    """Tells whether nobody has fewer Actors. (R9)"""
    own = count_actors(s, p, box.TRAGEDIAN, box.ACTORS)
    for q in range(s.players):
        if count_actors(s, q, box.TRAGEDIAN, box.ACTORS) < own:
            return False
    return True


@rule
def has_most_acrobats(s: State, p: int) -> bool:
    """Tells whether a seat has an Acrobat, and nobody has more of them. (R16)"""
    own = count_acrobats(s, p)
    for q in range(s.players):
        if count_acrobats(s, q) > own:
            return False
    return own > 0


@rule
def count_experienced(s: State, p: int, lowest: int, highest: int) -> int:
    """Counts the Actors of a troupe whose experience is in lowest..highest. (R12, R13)"""
    n = 0
    for e in range(box.EXPERIENCES):
        if lowest <= e + 1 <= highest:
            n += s.troupe[p][box.TRAGEDIAN + e] + s.troupe[p][box.COMEDIAN + e]
    return n


@rule
def count_values(s: State, p: int) -> int:
    """Counts the different values of experience in a troupe. (R10)"""
    n = 0
    for e in range(box.EXPERIENCES):
        if s.troupe[p][box.TRAGEDIAN + e] + s.troupe[p][box.COMEDIAN + e] > 0:
            n += 1
    return n


@rule
def has_twins(s: State, p: int) -> bool:
    """Tells whether a Comedian and a Tragedian have the same experience. (R14)"""
    for e in range(box.EXPERIENCES):
        if s.troupe[p][box.TRAGEDIAN + e] > 0 and s.troupe[p][box.COMEDIAN + e] > 0:
            return True
    return False


@rule
def needle_space(s: State) -> int:
    """Returns where the needle is on its colour: 1 for a central space. (R20, R22)"""
    return s.needle - box.SIDE + 1 if s.needle >= box.SIDE else box.SIDE - s.needle


@rule
def is_met(s: State, p: int, request: int, fewest_ecus: int) -> bool:
    """Tells whether a seat meets an objective. (F75)

    The fewest Ecus of any seat are those of the snapshot: nothing else that is judged here
    changes while Requests are paid.
    """
    if request < box.DUCHESS:
        return is_met_by_show(s, p, request)
    if request == box.DUCHESS:
        return has_most_actors(s, p, box.COMEDIAN, box.COMEDIAN + box.EXPERIENCES)
    if request == box.CARDINAL:
        return has_most_actors(s, p, box.TRAGEDIAN, box.TRAGEDIAN + box.EXPERIENCES)
    if request == box.STEWARD:
        return has_most_actors(s, p, box.TRAGEDIAN, box.ACTORS)
    if request == box.MARQUISE:
        return has_fewest_actors(s, p)
    if request < box.MASTER_OF_THE_HUNT:
        return is_met_by_troupe(s, p, request)
    if request == box.MASTER_OF_THE_HUNT:
        return count_acrobats(s, p) >= box.HUNT_ACROBATS
    if request == box.PRINCESS:
        return has_most_acrobats(s, p)
    if request == box.SUPERINTENDENT:
        return s.ecus[p] <= fewest_ecus
    return is_met_by_court(s, p, request)


@rule
def is_met_by_show(s: State, p: int, request: int) -> bool:
    """Tells whether a seat meets one of R1 to R5, which judge the natures of a troupe."""
    if request == box.FAVOURITE:
        return abs(difference(s, p)) >= box.FAVOURITE_DIFFERENCE
    if request == box.DAUPHIN:
        return count_actors(s, p, box.COMEDIAN, box.COMEDIAN + box.EXPERIENCES) >= box.DAUPHIN_COMEDIANS
    if request == box.QUEEN_MOTHER:
        return count_actors(s, p, box.TRAGEDIAN, box.TRAGEDIAN + box.EXPERIENCES) >= box.QUEEN_MOTHER_TRAGEDIANS
    if request == box.JESTER:
        return total_experience(s, p, box.COMEDIAN) >= box.JESTER_EXPERIENCE
    return request == box.CONFESSOR and total_experience(s, p, box.TRAGEDIAN) >= box.CONFESSOR_EXPERIENCE


@rule
def is_met_by_troupe(s: State, p: int, request: int) -> bool:
    """Tells whether a seat meets one of R10 to R14, which judge the experience in a troupe."""
    if request == box.TUTOR:
        return count_values(s, p) >= box.TUTOR_VALUES
    if request == box.DANCING_MASTER:
        actors = count_actors(s, p, box.TRAGEDIAN, box.ACTORS)
        return actors >= box.DANCING_MASTER_ACTORS and abs(difference(s, p)) <= box.DANCING_MASTER_DIFFERENCE
    if request == box.CAPTAIN:
        return count_experienced(s, p, box.CAPTAIN_EXPERIENCE, box.EXPERIENCES) >= box.CAPTAIN_ACTORS
    if request == box.NURSE:
        return count_experienced(s, p, 1, box.NURSE_EXPERIENCE) >= box.NURSE_ACTORS
    return request == box.TWINS and has_twins(s, p)


@rule
def is_met_by_court(s: State, p: int, request: int) -> bool:
    """Tells whether a seat meets one of R18 to R22, which judge stage, mood, needle and board."""
    if request == box.SET_DESIGNER:
        return s.stage[p] >= box.SET_DESIGNER_MANAGERS
    if request == box.REBEL:
        return pleasure(s, p) < 1
    if request == box.ASTROLOGER:
        return needle_space(s) <= box.ASTROLOGER_SPACE
    if request == box.AMBASSADOR:
        return caravels_on_board(s, p) >= box.AMBASSADOR_CARAVELS
    return request == box.PHYSICIAN and needle_space(s) >= box.PHYSICIAN_SPACE
