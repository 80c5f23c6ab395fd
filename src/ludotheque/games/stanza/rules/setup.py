"""Set-up: what every player gets, and what chance or an experienced player lays out."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE
from .. import box
from ..actions import ORDER, SETUP, TURN
from ..state import CLOSED, EMPTY, FREE, NONE, ON_GRID, OUT, State

STARTERS = box.WORKERS - 1  # starting tiles of a seat: all slots but the patron's
GRID = box.TILE_DISCIPLINES * box.TILES_IN_PLAY


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Lays out all that needs no chance, up to the first chance event."""
    # A new state is all zeros: ships on the first space (L6), the marker on round 1 (L12).
    s.players = players
    s.experienced, s.expert = options[0], options[1]  # two independent options (L110, L111)
    s.phase, s.to_act, s.turn = SETUP, CHANCE, 0  # seat 0 is the start player (L1)
    s.laid = first_character(s) if s.experienced else 0
    s.discipline, s.recruit, s.tile, s.space = NONE, NONE, NONE, NONE
    for space in range(box.SPACES):
        s.board[space] = EMPTY
    for tile in range(box.TILES):
        s.owner[tile] = OUT
    for d in range(box.DISCIPLINES):
        s.pile[d] = box.PER_DISCIPLINE  # L7
        s.helper_stock[d] = box.PER_COLOUR  # L9
        for m in range(box.MASTERPIECE_SPACES):
            s.masterpiece[d][m] = FREE
    for kind in range(box.KINDS):
        s.art_stock[kind] = players  # L8
    for p in range(box.PLAYERS):
        clear_seat(s, p)
    for p in range(players):
        equip_seat(s, p)


@rule
def clear_seat(s: State, p: int) -> None:
    """Empties the tracks of a seat, taken or not. (L12)"""
    for slot in range(box.WORKERS):
        s.workers[p][slot] = EMPTY
    for slot in range(box.RECRUITS):
        s.recruits[p][slot] = EMPTY


@rule
def equip_seat(s: State, p: int) -> None:
    """Gives a player what everybody starts with. (L2)"""
    s.workers[p][0] = box.PATRON  # L3
    s.money[p] = box.MONEY_AT_START[p]
    s.figure[p] = box.BONUS_SPACE  # L6
    s.discs[p][box.RELIGION] = box.DISCS_AT_START  # L6
    s.supply[p] = box.DISCS - box.DISCS_AT_START
    for colour in range(box.WHITE):
        s.helpers[p][colour] = box.HELPERS_AT_START
        s.helper_stock[colour] -= box.HELPERS_AT_START  # L9


# --- The order of the chance events: starting tiles, characters, bonus tiles, covers -------------


@rule
def first_character(s: State) -> int:
    """Returns the number of set-up events before the first character: the starting tiles. (L4)"""
    return STARTERS * s.players


@rule
def first_bonus_tile(s: State) -> int:
    """Returns the number of set-up events before the first bonus tile. (L7)"""
    return first_character(s) + box.SPACES - 1


@rule
def first_cover(s: State) -> int:
    """Returns the number of set-up events before the first cover tile. (L10)"""
    return first_bonus_tile(s) + GRID


@rule
def last_event(s: State) -> int:
    """Returns the number of set-up events; with 4 players nothing is covered. (L11)"""
    return first_cover(s) + (box.DISCIPLINES if s.players < box.PLAYERS else 0)


@rule
def set_up_rule(s: State) -> int:
    """Returns the number of the rule of the set-up event."""
    if s.laid < first_character(s):
        return 4
    if s.laid < first_bonus_tile(s):
        return 7
    return 10 if s.laid < first_cover(s) else 11


@rule
def set_up_outcomes(s: State) -> int:
    """Returns the number of outcome ids of the set-up event."""
    if s.laid < first_bonus_tile(s):
        return box.DISCIPLINES
    return box.TILES if s.laid < first_cover(s) else box.COVERS


@rule
def set_up_weight(s: State, outcome: int) -> int:
    """Returns how often this outcome occurs, relative to the others of the set-up event."""
    if s.laid < first_character(s):
        return 1 if is_unplaced(s, s.laid // STARTERS, outcome) else 0  # L4
    if s.laid < first_bonus_tile(s):
        return s.pile[outcome]  # L7
    if s.laid < first_cover(s):
        discipline = (s.laid - first_bonus_tile(s)) // box.TILES_IN_PLAY
        return 1 if outcome // box.TILES_EACH == discipline and s.owner[outcome] == OUT else 0  # L10
    left = box.COVER_TILES[outcome]  # L11
    for d in range(box.DISCIPLINES):
        if s.masterpiece[d][outcome] == CLOSED:
            left -= 1
    return left


@rule
def set_up(s: State, outcome: int) -> None:
    """Lays the drawn tile in its place."""
    if s.laid < first_character(s):
        place_starter(s, s.laid // STARTERS, outcome)  # L4
    elif s.laid < first_bonus_tile(s):
        s.pile[outcome] -= 1
        s.board[1 + s.laid - first_character(s)] = outcome  # L7
    elif s.laid < first_cover(s):
        s.owner[outcome] = ON_GRID  # L10
    else:
        s.masterpiece[s.laid - first_cover(s)][outcome] = CLOSED  # L11
    s.laid += 1
    if s.laid == last_event(s):
        s.to_act = 0
        s.phase = ORDER if s.experienced else TURN  # L5, L111


# --- Starting tiles, drawn or chosen -------------------------------------------------------------


@rule
def is_unplaced(s: State, p: int, d: int) -> bool:
    """Tells whether the seat still has to place its starting tile of a discipline. (L4, L5)"""
    for slot in range(1, box.WORKERS):
        if s.workers[p][slot] == box.STARTING + d:
            return False
    return True


@rule
def place_starter(s: State, p: int, d: int) -> int:
    """Puts a starting tile on the next slot from w1 on; returns the slot. (L4, L5)"""
    slot = 1
    while s.workers[p][slot] != EMPTY:
        slot += 1
    s.workers[p][slot] = box.STARTING + d
    return slot


@rule
def order_starter(s: State, p: int, d: int) -> None:
    """Places the starting tile that a seat chooses; after its fifth the next seat chooses. (L5)"""
    if place_starter(s, p, d) == STARTERS:
        s.turn = (p + 1) % s.players
        s.to_act = s.turn
        s.phase = TURN if s.turn == 0 else ORDER
