"""Final scoring, line by line; running scores are the same on the table as it stands (L100-L105)."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import (
    ART_VALUE,
    BONUS_PRIZES,
    BOOK_COLOURS,
    BOOK_POINTS,
    COST,
    DISCIPLINES,
    FLIPPED_LOSES,
    KINDS,
    MASTERPIECE_POINTS,
    MASTERPIECE_SPACES,
    MUSEUM_PRIZES,
    PASSING_POINTS,
    PATRON,
    RELIGION_BOOK,
    TA2,
    TA2_VALUE,
    TA3,
    TA3_POINTS,
    TD5,
    TD5_ALONE,
    TD5_TIED,
    TILES,
    TL3,
    TR3,
    TR3_MAJORITY,
    TR5,
    TR5_ALONE,
    TR5_TIED,
    TRACK_POINTS,
    WORKERS,
)
from ..state import EMPTY, State
from .tracks import patron_slot

# Lines of the score sheet, in the order of about.LEDGER.
(
    MASTERPIECES, MONEY_TRACK, BOOKS, PASSING, TD5_SHIP, TL3_PATRON, TR5_BOOKS, TA3_CHARACTERS, FLIPPED_PATRON,
    BONUS_MAJORITY, MUSEUM_MAJORITY,
) = range(11)  # fmt: skip


@rule
def score(s: State, p: int) -> int:
    """The points of a seat on the table as it stands; at the end the final ones. (L100)"""
    points = 0
    for line in range(MUSEUM_MAJORITY + 1):
        points += ledger(s, p, line)
    return points


@rule
def ledger(s: State, p: int, line: int) -> int:
    """The points of a seat from one line of the score sheet (about.LEDGER). (L100)"""
    if line == MASTERPIECES:
        return masterpiece_points(s, p)
    if line == MONEY_TRACK:
        return TRACK_POINTS[s.ship[p]]
    if line == BOOKS:
        return book_points(s, p)
    if line == PASSING:
        return PASSING_POINTS[s.place[p] - 1] if s.place[p] > 0 else 0
    if line == TD5_SHIP:
        return ship_points(s, p) if s.owner[TD5] == p else 0
    if line == TL3_PATRON:
        return COST[patron_slot(s, p)] if s.owner[TL3] == p else 0
    if line == TR5_BOOKS:
        return religion_book_points(s, p) if s.owner[TR5] == p else 0
    if line == TA3_CHARACTERS:
        return TA3_POINTS * character_count(s, p) if s.owner[TA3] == p else 0
    if line == FLIPPED_PATRON:
        return -FLIPPED_LOSES if s.flipped[p] else 0
    return bonus_majority(s, p) if line == BONUS_MAJORITY else museum_majority(s, p)


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Whether a stands before b: points, unflipped patron, patron further left, passed out earlier. (L105)"""
    points_a, points_b = score(s, a), score(s, b)
    if points_a != points_b:
        return points_a > points_b
    if s.flipped[a] != s.flipped[b]:
        return s.flipped[a] < s.flipped[b]
    if patron_slot(s, a) != patron_slot(s, b):
        return patron_slot(s, a) < patron_slot(s, b)
    return s.place[a] > 0 and (s.place[b] == 0 or s.place[a] < s.place[b])


# --- One's own table (L100, L101) -----------------------------------------------------------------


@rule
def masterpiece_points(s: State, p: int) -> int:
    """The masterpieces of a player. (L54)"""
    points = 0
    for d in range(DISCIPLINES):
        for m in range(MASTERPIECE_SPACES):
            if s.masterpiece[d][m] == p:
                points += MASTERPIECE_POINTS[m]
    return points


@rule
def book_points(s: State, p: int) -> int:
    """The books of a player, place by place. (L100)"""
    points = 0
    for colour in range(BOOK_COLOURS):
        for place in range(s.books[p][colour]):
            points += BOOK_POINTS[colour][place]
    return points


@rule
def furthest_ship(s: State) -> int:
    """The space of the ship that is furthest. (L69, L101)"""
    furthest = 0
    for p in range(s.players):
        furthest = max(furthest, s.ship[p])
    return furthest


@rule
def ship_points(s: State, p: int) -> int:
    """TD5: for being furthest, alone or tied. (L101)"""
    if s.ship[p] < furthest_ship(s):
        return 0
    for other in range(s.players):
        if other != p and s.ship[other] == s.ship[p]:
            return TD5_TIED
    return TD5_ALONE


@rule
def religion_book_points(s: State, p: int) -> int:
    """TR5: for the most Religion books, alone or tied. (L101)"""
    mine = s.books[p][RELIGION_BOOK]
    points = TR5_ALONE
    for other in range(s.players):
        if s.books[other][RELIGION_BOOK] > mine:
            return 0
        if other != p and s.books[other][RELIGION_BOOK] == mine:
            points = TR5_TIED
    return points


@rule
def character_count(s: State, p: int) -> int:
    """The characters on the worker track, without the patron. (L101)"""
    n = 0
    for slot in range(WORKERS):
        if s.workers[p][slot] != EMPTY and s.workers[p][slot] != PATRON:
            n += 1
    return n


# --- Majorities (L102-L104) -----------------------------------------------------------------------


@rule
def share(prizes: list[int], places: int, higher: int, tied: int) -> int:
    """The tied ones add the prizes of the places they cover, and divide them, rounded down. (L104)"""
    total = 0
    for place in range(higher, min(higher + tied, places)):
        total += prizes[place]
    return total // tied


@rule
def grid_discs(s: State, p: int) -> int:
    """Discs on the grid, one more for TR3; 0 without a tile. (L102)"""
    n = 0
    for tile in range(TILES):
        if s.owner[tile] == p:
            n += 1
    return n + TR3_MAJORITY if s.owner[TR3] == p else n


@rule
def bonus_majority(s: State, p: int) -> int:
    """The prize for bonus tiles. (L102)"""
    mine = grid_discs(s, p)
    if mine == 0:
        return 0
    higher, tied = 0, 0
    for other in range(s.players):
        theirs = grid_discs(s, other)
        if theirs > mine:
            higher += 1
        elif theirs == mine:
            tied += 1
    return share(BONUS_PRIZES, s.players, higher, tied)


@rule
def artworks_value(s: State, p: int) -> int:
    """The value of a player's artwork tiles. (L64, L103)"""
    value = 0
    for kind in range(KINDS):
        value += ART_VALUE[kind] * s.artworks[p][kind]
    return value


@rule
def museum_value(s: State, p: int) -> int:
    """Artworks and TA2. (L103)"""
    return artworks_value(s, p) + (TA2_VALUE if s.owner[TA2] == p else 0)


@rule
def neutral_value(s: State) -> int:
    """The artworks left in the Arts room are those of a neutral player. (L103)"""
    value = 0
    for kind in range(KINDS):
        value += ART_VALUE[kind] * s.art_stock[kind]
    return value


@rule
def museum_majority(s: State, p: int) -> int:
    """The prize for artworks; the neutral player takes part, and his prize is lost. (L103, L104)"""
    mine = museum_value(s, p)
    if mine == 0:
        return 0
    higher, tied = 0, 0
    for other in range(s.players + 1):
        theirs = museum_value(s, other) if other < s.players else neutral_value(s)
        if theirs > mine:
            higher += 1
        elif theirs == mine:
            tied += 1
    return share(MUSEUM_PRIZES, s.players, higher, tied)
