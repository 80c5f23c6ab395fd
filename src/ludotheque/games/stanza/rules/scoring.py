"""Final scoring, line by line; running scores are the same on the table as it stands."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..state import EMPTY, State
from .tracks import patron_slot

# Lines of the score sheet, in the order of about.LEDGER.
(
    MASTERPIECES, MONEY_TRACK, BOOKS, PASSING, TD5_SHIP, TL3_PATRON, TR5_BOOKS, TA3_CHARACTERS, FLIPPED_PATRON,
    BONUS_MAJORITY, MUSEUM_MAJORITY,
) = range(11)  # fmt: skip

TIE_BREAKS = 3  # they are compared in this order
UNFLIPPED, FURTHER_LEFT, EARLIER = range(TIE_BREAKS)


@rule
def score(s: State, p: int) -> int:
    """Returns the points of a seat on the table as it stands; at the end the final ones. (L100)"""
    points = 0
    for line in range(MUSEUM_MAJORITY + 1):
        points += ledger(s, p, line)
    return points


@rule
def ledger(s: State, p: int, line: int) -> int:
    """Returns the points of a seat from one line of the score sheet (about.LEDGER). (L100)"""
    if line == MASTERPIECES:
        return masterpiece_points(s, p)
    if line == MONEY_TRACK:
        return box.TRACK_POINTS[s.ship[p]]
    if line == BOOKS:
        return book_points(s, p)
    if line == PASSING:
        return box.PASSING_POINTS[s.players][s.place[p] - 1] if s.place[p] > 0 else 0  # L91, L92
    if line == TD5_SHIP:
        return ship_points(s, p) if s.owner[box.TD5] == p else 0
    if line == TL3_PATRON:
        return box.COST[patron_slot(s, p)] if s.owner[box.TL3] == p else 0  # L101
    if line == TR5_BOOKS:
        return religion_book_points(s, p) if s.owner[box.TR5] == p else 0
    if line == TA3_CHARACTERS:
        return box.TA3_POINTS * character_count(s, p) if s.owner[box.TA3] == p else 0
    if line == FLIPPED_PATRON:
        return -box.FLIPPED_LOSES if s.flipped[p] else 0  # L59, L100
    return majority(s, GRID if line == BONUS_MAJORITY else MUSEUM, p)


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Tells whether seat a is ahead of seat b: by points, then by the tie-breaks. (L105)"""
    points_a, points_b = score(s, a), score(s, b)
    if points_a != points_b:
        return points_a > points_b
    return breaks_tie(s, a, b)


@rule
def breaks_tie(s: State, a: int, b: int) -> bool:
    """Tells whether seat a wins a tie with seat b, by the first tie-break in which they differ. (L105)"""
    for which in range(TIE_BREAKS):
        rank_a, rank_b = tie_break(s, which, a), tie_break(s, which, b)
        if rank_a != rank_b:
            return rank_a < rank_b
    return False


@rule
def tie_break(s: State, which: int, p: int) -> int:
    """Returns a rank, less is better: patron unflipped, patron further left, passed out earlier or at all. (L105)"""
    if which == UNFLIPPED:
        return s.flipped[p]
    if which == FURTHER_LEFT:
        return patron_slot(s, p)
    return s.place[p] if s.place[p] > 0 else s.players + 1


# --- One's own table (L100, L101) -----------------------------------------------------------------


@rule
def masterpiece_points(s: State, p: int) -> int:
    """Returns the points of the masterpieces of a player. (L54, L100)"""
    points = 0
    for d in range(box.DISCIPLINES):
        for m in range(box.MASTERPIECE_SPACES):
            if s.masterpiece[d][m] == p:
                points += box.MASTERPIECE_POINTS[m]
    return points


@rule
def book_points(s: State, p: int) -> int:
    """Returns the points of the books of a player, place by place. (L100)"""
    points = 0
    for colour in range(box.BOOK_COLOURS):
        for place in range(s.books[p][colour]):
            points += box.BOOK_POINTS[colour][place]
    return points


@rule
def furthest_ship(s: State) -> int:
    """Returns the space of the ship that is furthest. (L69, L101)"""
    furthest = 0
    for p in range(s.players):
        furthest = max(furthest, s.ship[p])
    return furthest


@rule
def ship_points(s: State, p: int) -> int:
    """Returns the points of TD5 for being furthest, alone or tied. (L101)"""
    if s.ship[p] < furthest_ship(s):
        return 0
    for other in range(s.players):
        if other != p and s.ship[other] == s.ship[p]:
            return box.TD5_TIED
    return box.TD5_ALONE


@rule
def religion_book_points(s: State, p: int) -> int:
    """Returns the points of TR5 for the most Religion books, alone or tied. (L101)"""
    mine = s.books[p][box.RELIGION_BOOK]
    points = box.TR5_ALONE
    for other in range(s.players):
        if s.books[other][box.RELIGION_BOOK] > mine:
            return 0
        if other != p and s.books[other][box.RELIGION_BOOK] == mine:
            points = box.TR5_TIED
    return points


@rule
def character_count(s: State, p: int) -> int:
    """Counts the characters on the worker track, without the patron. (L101)"""
    n = 0
    for slot in range(box.WORKERS):
        if s.workers[p][slot] != EMPTY and s.workers[p][slot] != box.PATRON:
            n += 1
    return n


# --- Majorities -----------------------------------------------------------------------------------

# The two majorities. Those who compete are the seats, and in the museum the neutral player after them.
GRID, MUSEUM = range(2)


@rule
def majority(s: State, which: int, p: int) -> int:
    """Adds up the prizes of the places that the tied ones cover and divides them, rounding down. (L104)"""
    mine = standing(s, which, p)
    if mine == 0:
        return 0
    first = places_before(s, which, mine)
    tied = places_shared(s, which, mine)
    total = 0
    for place in range(first, first + tied):
        total += prize(s, which, place)
    return total // tied


@rule
def competitors(s: State, which: int) -> int:
    """Counts those who compete: in the museum the neutral player too. (L103)"""
    return s.players + 1 if which == MUSEUM else s.players


@rule
def standing(s: State, which: int, p: int) -> int:
    """Returns what is compared; a standing of 0 takes no place. (L102, L103)"""
    if which == GRID:
        return grid_discs(s, p)
    return museum_value(s, p) if p < s.players else neutral_value(s)


@rule
def places_before(s: State, which: int, mine: int) -> int:
    """Counts the places taken by those who have more."""
    n = 0
    for p in range(competitors(s, which)):
        if standing(s, which, p) > mine:
            n += 1
    return n


@rule
def places_shared(s: State, which: int, mine: int) -> int:
    """Counts the places taken by those who have as much. (L104)"""
    n = 0
    for p in range(competitors(s, which)):
        if standing(s, which, p) == mine:
            n += 1
    return n


@rule
def prize(s: State, which: int, place: int) -> int:
    """Returns the prize of a place, counted from 0; beyond the number of players there is none. (L104)"""
    if place >= s.players:
        return 0
    return box.MUSEUM_PRIZES[s.players][place] if which == MUSEUM else box.BONUS_PRIZES[s.players][place]


@rule
def grid_discs(s: State, p: int) -> int:
    """Counts the discs on the grid, one more for TR3; 0 without a tile. (L102)"""
    n = 0
    for tile in range(box.TILES):
        if s.owner[tile] == p:
            n += 1
    return n + box.TR3_MAJORITY if s.owner[box.TR3] == p else n


@rule
def artworks_value(s: State, p: int) -> int:
    """Returns the value of a player's artwork tiles. (L64, L103)"""
    value = 0
    for kind in range(box.KINDS):
        value += box.ART_VALUE[kind] * s.artworks[p][kind]
    return value


@rule
def museum_value(s: State, p: int) -> int:
    """Adds the value of TA2 to the artworks. (L103)"""
    return artworks_value(s, p) + (box.TA2_VALUE if s.owner[box.TA2] == p else 0)


@rule
def neutral_value(s: State) -> int:
    """Returns the value of the artworks left in the Arts room: those of a neutral player. (L103)"""
    value = 0
    for kind in range(box.KINDS):
        value += box.ART_VALUE[kind] * s.art_stock[kind]
    return value
