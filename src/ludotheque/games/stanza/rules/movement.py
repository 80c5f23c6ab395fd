"""Movement, and taking a character."""

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
    """Returns the space of the stop of this number (1..4) within one lap, or NONE. (L15, L17)"""
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
    """Tells whether a space counts: the bonus space always, others with a tile and no opponent's figure. (L16, L19)"""
    if space == BONUS_SPACE:
        return True
    if s.board[space] == EMPTY:
        return False
    for other in range(s.players):
        if s.figure[other] == space and other != p:  # the own figure hides nothing (L17)
            return False
    return True


@rule
def forbids_turn(s: State, p: int, action: int) -> int:
    """Refuses an illegal stop, and passing out before the last turns. (L91)"""
    if action == PASS_OUT:
        return 0 if s.last_turn > 0 else 91
    return forbids_stop(s, p, 1 + action)


@rule
def forbids_stop(s: State, p: int, number: int) -> int:
    """Refuses a stop that does not exist, and the bonus room without a tile for the player. (L17, L18)"""
    space = stop(s, p, number)
    if space == NONE:
        return 17
    return 18 if space == BONUS_SPACE and not can_take_a_tile(s, p) else 0


@rule
def can_walk(s: State, p: int) -> bool:
    """Tells whether the player has a legal stop. (L20)"""
    for number in range(1, STOPS + 1):
        if forbids_stop(s, p, number) == 0:
            return True
    return False


@rule
def walk(s: State, p: int, number: int) -> None:
    """Walks to a stop; takes the character there, or goes for a bonus tile. (L14)"""
    space = stop(s, p, number)
    s.figure[p] = space
    if space == BONUS_SPACE:
        s.phase = TILE  # L62
    else:
        tile = s.board[space]
        s.board[space] = EMPTY
        recruit(s, p, tile, 0)  # L21
        go_on_after_taking(s)
