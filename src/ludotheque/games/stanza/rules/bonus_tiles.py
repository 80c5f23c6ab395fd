"""The bonus-tile room: paying for a tile, and its immediate effect."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..actions import BOOK, DISC, DISC_SOURCE, PAY, PAY_WHITE, TD4_SLOT, TD4_SPACE
from ..state import EMPTY, NONE, State
from .activation import pay_helper
from .effects import carry_on, push
from .refill import go_on_after_taking
from .rewards import put_disc, sail, take_helper, write_book
from .scoring import furthest_ship
from .tracks import move_patron, recruit

# --- Taking a tile (L62, L65, L66) ----------------------------------------------------------------


@rule
def choose_tile(s: State, tile: int) -> None:
    """Chooses the one tile to take, which must be paid first. (L62)"""
    s.tile = tile
    s.phase = PAY


@rule
def forbids_pay(s: State, p: int, action: int) -> int:
    """Refuses a helper that the player lacks; the tile's colour or white pays. (L65)"""
    return 0 if s.helpers[p][paid_colour(s, action)] > 0 else 65


@rule
def paid_colour(s: State, action: int) -> int:
    """Returns the colour of the helper that pays for the tile. (L65)"""
    return box.WHITE if action == PAY_WHITE else s.tile // box.TILES_EACH


@rule
def pay_for_tile(s: State, p: int, action: int) -> None:
    """Pays the helper; without a disc in the supply, one must come from a slot. (L65, L66)"""
    pay_helper(s, p, paid_colour(s, action))
    if s.supply[p] == 0:
        s.phase = DISC_SOURCE
    else:
        s.supply[p] -= 1
        take_tile(s, p)


@rule
def forbids_source(s: State, p: int, slot: int) -> int:
    """Refuses a slot without a disc of the player's. (L66)"""
    return 0 if s.discs[p][slot] > 0 else 66


@rule
def take_disc_from(s: State, p: int, slot: int) -> None:
    """Takes the disc for the grid from the Religion room. (L66)"""
    s.discs[p][slot] -= 1
    take_tile(s, p)


@rule
def take_tile(s: State, p: int) -> None:
    """Exchanges tile and disc; the tile's immediate effect follows. (L65, L68)"""
    tile = s.tile
    s.tile = NONE
    s.owner[tile] = p
    if tile == box.TD4:
        s.phase = TD4_SPACE
    else:
        bring_about(s, p, tile)
        carry_on(s)


# --- Immediate effects (L68, L69) -----------------------------------------------------------------


@rule
def bring_about(s: State, p: int, tile: int) -> None:
    """Brings about the immediate effect of a tile, if it has one. (L68, L69)"""
    if tile == box.TD3:
        s.money[p] += box.TD3_FLORINS
    elif tile == box.TL2:
        sail(s, p, box.TL2_STEPS)
    elif tile == box.TL4:
        sail(s, p, furthest_ship(s) - s.ship[p])
    elif tile == box.TR2:
        for _ in range(box.TR2_DISCS):
            put_disc(s, p, box.RELIGION)
    elif tile == box.TR3:
        push(s, BOOK, box.TR3_BOOKS)
    elif tile == box.TR5:
        write_book(s, p, box.RELIGION_BOOK)
    elif tile == box.TA3:
        push(s, DISC, box.TA3_DISCS)
    elif tile == box.TA4:
        write_book(s, p, box.ARTS_BOOK)
        move_patron(s, p, 0)
    elif tile == box.TA5:
        for _ in range(box.TA5_HELPERS):
            take_helper(s, p, box.WHITE)


@rule
def choose_space(s: State, space: int) -> None:
    """Chooses the character that TD4 takes, from under a figure too. (L68)"""
    s.space = space
    s.phase = TD4_SLOT


@rule
def forbids_recruit_slot(slot: int) -> int:
    """Refuses a slot that the recruitment track does not have, for TD4. (L68)"""
    return 0 if slot < box.RECRUITS else 68


@rule
def take_character(s: State, p: int, slot: int) -> None:
    """Puts the character taken by TD4 on the slot; the board may have to be refilled. (L23, L68)"""
    tile = s.board[s.space]
    s.board[s.space] = EMPTY
    s.space = NONE
    recruit(s, p, tile, slot)
    go_on_after_taking(s)
