"""Refilling the rooms."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE
from ..actions import ACTION, END_OF_TURN, REFILL
from ..box import BONUS_SPACE, DISCIPLINES, ROUNDS, SPACES, SPACES_PER_ROOM, STARTING
from ..state import EMPTY, State

ROOMS_TO_EMPTY = 2  # L23


@rule
def go_on_after_taking(s: State) -> None:
    """Refills after a tile has left the board, if two rooms are empty; then the turn goes on. (L23, L27)"""
    if s.refills < ROUNDS[s.players] and empty_rooms(s) >= ROOMS_TO_EMPTY:  # L28
        s.phase, s.to_act = REFILL, CHANCE
        prepare_draw(s)
    else:
        resume_turn(s)


@rule
def empty_rooms(s: State) -> int:
    """Counts the discipline rooms without a tile. (L23, L27)"""
    rooms = 0
    for room in range(DISCIPLINES):
        tiles = 0
        for i in range(SPACES_PER_ROOM):
            if s.board[1 + SPACES_PER_ROOM * room + i] != EMPTY:
                tiles += 1
        if tiles == 0:
            rooms += 1
    return rooms


@rule
def next_space(s: State) -> int:
    """Returns the first space without a tile, or SPACES. (L24)"""
    for space in range(1, SPACES):
        if s.board[space] == EMPTY:
            return space
    return SPACES


@rule
def prepare_draw(s: State) -> None:
    """Makes sure that a tile can be drawn for the next space, or ends the refill. (L24, L25)"""
    if next_space(s) == SPACES:
        end_refill(s)
    elif s.apart == 0 and pile_is_empty(s):
        turn_discard_over(s)
        if pile_is_empty(s):
            set_starters_apart(s)
            if s.apart == 0:
                end_refill(s)


@rule
def pile_is_empty(s: State) -> bool:
    """Tells whether no character can be drawn from the pile. (L24)"""
    for d in range(DISCIPLINES):
        if s.pile[d] > 0:
            return False
    return True


@rule
def turn_discard_over(s: State) -> None:
    """Turns the discard pile into the draw pile. (L24)"""
    for d in range(DISCIPLINES):
        s.pile[d] = s.discard[d]
        s.discard[d] = 0


@rule
def set_starters_apart(s: State) -> None:
    """Sets one removed starting tile of each discipline apart; it counts as removed until drawn. (L25)"""
    for d in range(DISCIPLINES):
        if s.removed[d] > 0:
            s.apart |= 1 << d


@rule
def refill_weight(s: State, d: int) -> int:
    """Returns how often the next tile is of this discipline. (L24, L25)"""
    if s.apart:
        return (s.apart >> d) & 1
    return s.pile[d]


@rule
def refill(s: State, d: int) -> None:
    """Lays the drawn tile on the next space. (L24, L25)"""
    space = next_space(s)
    if s.apart:
        s.apart &= ~(1 << d)
        s.removed[d] -= 1
        s.board[space] = STARTING + d
        if s.apart == 0:  # once per refill: spaces still empty stay empty (L25)
            end_refill(s)
            return
    else:
        s.pile[d] -= 1
        s.board[space] = d
    prepare_draw(s)


@rule
def end_refill(s: State) -> None:
    """Advances the round marker, and goes on with the turn where it was. (L26)"""
    s.refills += 1
    s.apart = 0
    s.to_act = s.turn
    resume_turn(s)


@rule
def resume_turn(s: State) -> None:
    """Goes on with the action after a walk; in the bonus room (TD4) the turn is over. (L14, L62)"""
    s.phase = END_OF_TURN if s.figure[s.turn] == BONUS_SPACE else ACTION
