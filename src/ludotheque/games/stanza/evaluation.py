"""The evaluation of a position for a seat, for the greedy bot and for a search without a network."""

from __future__ import annotations

from ...kernel.rule import rule
from . import box
from .rules.activation import base_strength
from .rules.conditions import full_columns
from .rules.last_turns import LAST_TURN_C
from .rules.masterpieces import has_masterpiece
from .rules.scoring import artworks_value, score
from .rules.tracks import patron_slot
from .state import EMPTY, State

POINT = 60  # values are in sixtieths of a point

# Values at the start of the game; they fall with the rounds left.
FLORIN = 15
HELPER, WHITE_HELPER = 40, 70
DISC = 60  # a disc in a slot of the Religion room
BOOK, COLUMN = 60, 60
SHIP_STEP = 60
ART_VALUE = 30
RECRUIT, MATCHING_RECRUIT = 8, 16
TILE = 120  # permanent help of a bonus tile, and of its majority
STRENGTH = 12  # times the square of a strength: a few masters count more than many novices
OPEN_MASTERPIECE = 8


@rule
def evaluate(s: State, p: int) -> int:
    """The points now and, for a seat that has not passed out, its assets by the rounds left."""
    if s.place[p] > 0:
        return POINT * score(s, p)
    rounds = box.ROUNDS[s.players]
    left = rounds + LAST_TURN_C - s.refills - s.last_turn
    return POINT * score(s, p) + assets(s, p) * left // (rounds + LAST_TURN_C)


@rule
def assets(s: State, p: int) -> int:
    """What may still become points: workers, money, ship, books, artworks, discs, helpers, tiles."""
    n = FLORIN * min(s.money[p], box.TOP_UP[s.ship[p]]) + SHIP_STEP * s.ship[p] + ART_VALUE * artworks_value(s, p)
    n += FLORIN * box.COST[patron_slot(s, p)] + COLUMN * full_columns(s, p)
    for colour in range(box.BOOK_COLOURS):
        n += BOOK * s.books[p][colour]
    for d in range(box.DISCIPLINES):
        n += DISC * s.discs[p][d] + (WHITE_HELPER if d == box.WHITE else HELPER) * s.helpers[p][d]
        n += strength_value(s, p, d)
    for tile in range(box.TILES):
        if s.owner[tile] == p:
            n += TILE
    return n + track_value(s, p)


@rule
def strength_value(s: State, p: int, d: int) -> int:
    """The square of the strength, with a higher weight while there is no masterpiece of the discipline."""
    strength = base_strength(s, p, d)
    return strength * strength * (STRENGTH if has_masterpiece(s, p, d) else STRENGTH + OPEN_MASTERPIECE)


@rule
def track_value(s: State, p: int) -> int:
    """Workers on the left stay longer; a recruit is best where others of his discipline work."""
    n = 0
    for slot in range(box.WORKERS):
        if s.workers[p][slot] != EMPTY and s.workers[p][slot] != box.PATRON:
            n += FLORIN // 2 * box.COST[slot]
    for slot in range(box.RECRUITS):
        if s.recruits[p][slot] != EMPTY:
            n += RECRUIT + MATCHING_RECRUIT * base_strength(s, p, s.recruits[p][slot] % box.STARTING)
    return n
