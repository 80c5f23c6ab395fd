"""What a seat can expect: how the search judges a table where it stops looking.

`worth` counts both majorities as if the game ended now, which in the first round says less about the end
than nothing would. Here points that others can still take away count less the more turns are left, and
what may still become points counts by the turns left. Masterpieces count before they are made. The numbers
were found by games between players that differed in all of them at once (docs/players.md).
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

POINT = 60  # all worths are in sixtieths of a point
WHOLE = 40  # turns in a whole game of two
TWO_ROUNDS = 23  # turns from a refill to the second next one

# What does not count of a point that others can still take away, and what things are worth besides:
# all of it while the whole game lies ahead.
MUSEUM_RISK, BONUS_RISK, TILE_RISK = 50, 78, 60
FLORIN, TOP_UP_FLORIN, SHIP_STEP = 40, 260, -50
BOOK, ART_VALUE, MASTERPIECE = 200, 145, 200
HELPER, DISC, RELIGION_DISC = 50, 130, 40
TILE, OPEN_TILES = 300, 480

# What a point of a masterpiece counts before it is made, by the strength that is missing for it.
NEAR: list[int] = table([24, 15, 8, 4, 1])

ROOT_LEFT: list[int] = table([round(100 * (turns / WHOLE) ** 0.5) for turns in range(WHOLE + 1)])  # in percent
TEMPO, EARLY_TEMPO = 83, 19  # to have the turn at the end and at the start of the game


@rule
def outlook(s: State, p: int) -> int:
    """The points that a seat can expect at the end, less what all seats can alike."""
    points = POINT * score(s, p)
    if s.place[p] > 0:
        return points
    turns = turns_left(s)
    if s.turn == p:
        points += TEMPO - (TEMPO - EARLY_TEMPO) * turns // WHOLE
    return points + chances(s, p) * turns // WHOLE + (plans(s, p) - risks(s, p)) * ROOT_LEFT[turns] // 100


@rule
def turns_left(s: State) -> int:
    """About how many turns are left, as if there were two players: each takes a character off the board."""
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
def chances(s: State, p: int) -> int:
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
    """What the masterpieces that are near are worth: no search looks as far ahead as making one takes."""
    n = 0
    for d in range(DISCIPLINES):
        if not has_masterpiece(s, p, d):
            n += best_plan(s, p, d)
    return n


@rule
def best_plan(s: State, p: int, d: int) -> int:
    """The most promising masterpiece of a discipline, with the discs and a recruit who are there. (L37, L38, L54)"""
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
    """1 if somebody of the discipline can be hired."""
    for slot in range(RECRUITS):
        if is_of(s.recruits[p][slot], d):
            return 1
    return 0


@rule
def open_disciplines(s: State, p: int) -> int:
    """How many disciplines have a bonus tile that the player could take now. (L63)"""
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
