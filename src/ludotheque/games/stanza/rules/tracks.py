"""Tiles on the recruitment and worker tracks: making room, discarding."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import PATRON, RECRUITS, STARTING, WORKERS
from ..state import EMPTY, State


@rule
def is_of(tile: int, d: int) -> bool:
    """Tells whether a tile is a character of the discipline, a starting one included."""
    return tile == d or tile == STARTING + d


@rule
def make_room(track: list[int], slot: int, last: int) -> int:
    """Shifts the tiles from a slot up to the first empty one to the right; returns what falls off. (L21, L58)"""
    gap = slot
    while gap < last and track[gap] != EMPTY:
        gap += 1
    fallen = track[gap]
    for i in range(gap, slot, -1):
        track[i] = track[i - 1]
    track[slot] = EMPTY
    return fallen


@rule
def discard(s: State, tile: int) -> None:
    """Puts a character on the discard pile, and a starting tile out of the game. (L22)"""
    if tile >= STARTING:
        s.removed[tile - STARTING] += 1
    elif tile != EMPTY:
        s.discard[tile] += 1


@rule
def recruit(s: State, p: int, tile: int, slot: int) -> None:
    """Puts a tile taken from the board on a recruitment slot, shifting the others. (L21, L68)"""
    discard(s, make_room(s.recruits[p], slot, RECRUITS - 1))
    s.recruits[p][slot] = tile


@rule
def patron_slot(s: State, p: int) -> int:
    """Returns the worker slot that the patron is on."""
    slot = 0
    while s.workers[p][slot] != PATRON:
        slot += 1
    return slot


@rule
def move_patron(s: State, p: int, slot: int) -> None:
    """Moves the patron, who leaves his slot empty and pushes the characters from his new one on. (L58, L59, L69)"""
    s.workers[p][patron_slot(s, p)] = EMPTY
    discard(s, make_room(s.workers[p], slot, WORKERS - 1))
    s.workers[p][slot] = PATRON
