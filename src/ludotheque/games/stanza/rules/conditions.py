"""Which bonus tiles a player may take."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..state import ON_GRID, State
from .scoring import artworks_value


@rule
def forbids_tile(s: State, p: int, tile: int) -> int:
    """Refuses a tile that is not on the grid or whose discipline is closed to the player. (L63)"""
    if s.owner[tile] != ON_GRID:
        return 63
    return forbids_tiles_of(s, p, tile // box.TILES_EACH)


@rule
def can_take_a_tile(s: State, p: int) -> bool:
    """Tells whether some tile of the grid may be taken. (L18)"""
    for d in range(box.TILE_DISCIPLINES):
        if forbids_tiles_of(s, p, d) == 0:
            for i in range(box.TILES_EACH):
                if s.owner[box.TILES_EACH * d + i] == ON_GRID:
                    return True
    return False


@rule
def forbids_tiles_of(s: State, p: int, d: int) -> int:
    """Refuses a discipline without a helper, a disc, or the condition of the next tile. (L63)"""
    if s.helpers[p][d] == 0 and s.helpers[p][box.WHITE] == 0:
        return 63
    owned = tiles_owned(s, p, d)
    if owned == box.TILES_IN_PLAY:
        return 67  # L67
    if merit(s, p, d) < box.CONDITION[d][owned]:
        return 63
    return 0 if has_disc(s, p) else 66  # L66


@rule
def tiles_owned(s: State, p: int, d: int) -> int:
    """Counts the bonus tiles of a discipline that a player has."""
    n = 0
    for i in range(box.TILES_EACH):
        if s.owner[box.TILES_EACH * d + i] == p:
            n += 1
    return n


@rule
def has_disc(s: State, p: int) -> bool:
    """Tells whether a disc is left to be put on the grid. (L63, L66)"""
    if s.supply[p] > 0:
        return True
    for slot in range(box.DISCIPLINES):
        if s.discs[p][slot] > 0:
            return True
    return False


@rule
def merit(s: State, p: int, d: int) -> int:
    """Returns how much the player has of what the conditions of a discipline ask for; TA2 does not count. (L64)"""
    if d == box.DISCOVERIES:
        return s.ship[p]
    if d == box.LITERATURE:
        return full_columns(s, p)
    if d == box.RELIGION:
        return slots_with_discs(s, p)
    return artworks_value(s, p)


@rule
def full_columns(s: State, p: int) -> int:
    """Counts full columns: as many as there are books of the scarcest colour. (L70)"""
    fewest = box.SHELF
    for colour in range(box.BOOK_COLOURS):
        fewest = min(fewest, s.books[p][colour])
    return fewest


@rule
def slots_with_discs(s: State, p: int) -> int:
    """Counts the slots of the Religion room, the R slot included, with enough discs. (L64)"""
    n = 0
    for slot in range(box.DISCIPLINES):
        if s.discs[p][slot] >= box.DISCS_TOGETHER:
            n += 1
    return n
