"""Turn order and movement, and taking a character (L13-L21)."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import PASS_OUT, STOPS, TILE
from ..box import BONUS_SPACE, SPACES
from ..state import EMPTY, NONE, State
from .conditions import can_take_a_tile
from .refill import go_on_after_taking
from .tracks import recruit


@rule
def stop(s: State, p: int, number: int) -> int:
    """The space of the stop of this number (1..4) within one lap, or NONE. (L15-L17)"""
    space = s.figure[p]
    for _ in range(SPACES):
        space = (space + 1) % SPACES
        if is_stop(s, p, space):
            number -= 1
            if number == 0:
                return space
    return NONE


@rule
def is_stop(s: State, p: int, space: int) -> bool:
    """The bonus space, and every space with a tile and without an opponent's figure. (L16, L17)"""
    if space == BONUS_SPACE:
        return True
    if s.board[space] == EMPTY:
        return False
    for other in range(s.players):
        if s.figure[other] == space and other != p:
            return False
    return True


@rule
def forbids_turn(s: State, p: int, action: int) -> int:
    """Walk to a stop, or pass out in a last turn. (L15-L18, L91)"""
    if action == PASS_OUT:
        return 0 if s.last_turn > 0 else 91
    return forbids_stop(s, p, 1 + action)


@rule
def forbids_stop(s: State, p: int, number: int) -> int:
    """The stop must exist; in the bonus room a tile must be there for the player. (L17, L18)"""
    space = stop(s, p, number)
    if space == NONE:
        return 17
    return 18 if space == BONUS_SPACE and not can_take_a_tile(s, p) else 0


@rule
def can_walk(s: State, p: int) -> bool:
    """Whether the player has a legal stop. (L20)"""
    for number in range(1, STOPS + 1):
        if forbids_stop(s, p, number) == 0:
            return True
    return False


@rule
def walk(s: State, p: int, number: int) -> None:
    """Walks to a stop; takes the character there, or goes for a bonus tile. (L14, L21, L62)"""
    space = stop(s, p, number)
    s.figure[p] = space
    if space == BONUS_SPACE:
        s.phase = TILE
    else:
        tile = s.board[space]
        s.board[space] = EMPTY
        recruit(s, p, tile, 0)
        go_on_after_taking(s)
