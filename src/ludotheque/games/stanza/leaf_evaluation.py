"""The evaluation of a position for a seat where the search stops: the points that the seat can expect at the end.

`evaluate` counts both majorities as if the game ended now, which is misleading in the first round. Here, points that
others can still take away count less the more turns are left, and what may still become points counts by the turns
left. Masterpieces count before they are made. The numbers come from games between bots that differed in all of them
at once (docs/notebook.md).
"""

from __future__ import annotations

from ...kernel.rule import rule, table
from .box import (
    BOOK_COLOURS,
    DISCIPLINES,
    MASTERPIECE_POINTS,
    MASTERPIECE_SPACES,
    PARTNER_STRENGTH,
    PARTNERED,
    RECRUITS,
    RELIGION,
    ROUNDS,
    SPACES,
    STRENGTH_NEEDED,
    TILE_DISCIPLINES,
    TILES,
    TILES_EACH,
    TOP_UP,
    WHITE,
)
from .rules.activation import base_strength
from .rules.conditions import forbids_tiles_of
from .rules.last_turns import LAST_TURN_C
from .rules.masterpieces import has_masterpiece, partner
from .rules.scoring import BONUS_MAJORITY, MUSEUM_MAJORITY, TD5_SHIP, TR5_BOOKS, artworks_value, ledger, score
from .rules.tracks import is_of
from .state import EMPTY, FREE, ON_GRID, State

POINT = 60  # values are in sixtieths of a point
WHOLE = 40  # turns in a whole game of two
TWO_ROUNDS = 23  # turns between a refill and the refill after the next

# At the start of the game: the part of a point at risk that does not count (in sixtieths), and the values of assets.
MUSEUM_RISK, BONUS_RISK, TILE_RISK = 50, 78, 60
FLORIN, TOP_UP_FLORIN, SHIP_STEP = 40, 260, -50
BOOK, ART_VALUE, MASTERPIECE = 200, 145, 200
HELPER, DISC, RELIGION_DISC = 50, 130, 40
TILE, OPEN_TILES = 300, 480

NEAR: list[int] = table([24, 15, 8, 4, 1])  # a point of an unmade masterpiece, by the strength that is missing for it
ROOT_LEFT: list[int] = table([round(100 * (turns / WHOLE) ** 0.5) for turns in range(WHOLE + 1)])  # in percent
TEMPO, EARLY_TEMPO = 83, 19  # having the turn, at the end and at the start of the game


@rule
def evaluate_leaf(s: State, p: int) -> int:
    """The points that a seat can expect at the end, without those that all seats expect alike."""
    points = POINT * score(s, p)
    if s.place[p] > 0:
        return points
    turns = turns_left(s)
    if s.turn == p:
        points += TEMPO - (TEMPO - EARLY_TEMPO) * turns // WHOLE
    return points + assets(s, p) * turns // WHOLE + (plans(s, p) - risks(s, p)) * ROOT_LEFT[turns] // 100


@rule
def turns_left(s: State) -> int:
    """Roughly the turns left, scaled to two players: each turn takes a character off the board."""
    if s.refills == ROUNDS[s.players]:
        turns = s.players * (LAST_TURN_C - s.last_turn) + 1
    else:
        turns = 1 + (ROUNDS[s.players] - 1 - s.refills) * TWO_ROUNDS // 2
        for space in range(1, SPACES):
            if s.board[space] != EMPTY:
                turns += 1
    return min(2 * turns // s.players, WHOLE)


@rule
def risks(s: State, p: int) -> int:
    """Points that others can still take away: both majorities, TD5 and TR5."""
    tiles = ledger(s, p, TD5_SHIP) + ledger(s, p, TR5_BOOKS)
    majorities = MUSEUM_RISK * ledger(s, p, MUSEUM_MAJORITY) + BONUS_RISK * ledger(s, p, BONUS_MAJORITY)
    return majorities + TILE_RISK * tiles


@rule
def assets(s: State, p: int) -> int:
    """What may still become points: money, ship, books, artworks, masterpieces, discs, helpers, tiles."""
    n = FLORIN * s.money[p] + TOP_UP_FLORIN * TOP_UP[s.ship[p]] + SHIP_STEP * s.ship[p]
    n += ART_VALUE * artworks_value(s, p)
    for colour in range(BOOK_COLOURS):
        n += BOOK * s.books[p][colour]
    for d in range(DISCIPLINES):
        n += (RELIGION_DISC if d == RELIGION else DISC) * s.discs[p][d]
        if d != WHITE:
            n += HELPER * s.helpers[p][d]
        if has_masterpiece(s, p, d):
            n += MASTERPIECE
    for tile in range(TILES):
        if s.owner[tile] == p:
            n += TILE
    return n + OPEN_TILES * open_disciplines(s, p)


@rule
def plans(s: State, p: int) -> int:
    """The value of masterpieces within reach: making one takes longer than the search looks ahead."""
    n = 0
    for d in range(DISCIPLINES):
        if not has_masterpiece(s, p, d):
            n += best_plan(s, p, d)
    return n


@rule
def best_plan(s: State, p: int, d: int) -> int:
    """The most promising masterpiece of a discipline, counting discs and a recruit at hand. (L37, L38, L54)"""
    strength = base_strength(s, p, d) + s.discs[p][d] + has_recruit(s, p, d)
    best = 0
    for m in range(MASTERPIECE_SPACES):
        if s.masterpiece[d][m] == FREE:
            missing = max(0, STRENGTH_NEEDED[m] - strength)
            if m == PARTNERED:
                missing += max(0, PARTNER_STRENGTH - base_strength(s, p, partner(d)))
            if missing < len(NEAR):
                best = max(best, NEAR[missing] * MASTERPIECE_POINTS[m])
    return best


@rule
def has_recruit(s: State, p: int, d: int) -> int:
    """1 if a recruit of the discipline can be hired."""
    for slot in range(RECRUITS):
        if is_of(s.recruits[p][slot], d):
            return 1
    return 0


@rule
def open_disciplines(s: State, p: int) -> int:
    """The number of disciplines with a bonus tile that the player could take now. (L63)"""
    n = 0
    for d in range(TILE_DISCIPLINES):
        if forbids_tiles_of(s, p, d) == 0 and has_tiles_left(s, d):
            n += 1
    return n


@rule
def has_tiles_left(s: State, d: int) -> bool:
    """Whether a bonus tile of the discipline lies on the grid."""
    for tile in range(TILES_EACH * d, TILES_EACH * (d + 1)):
        if s.owner[tile] == ON_GRID:
            return True
    return False
