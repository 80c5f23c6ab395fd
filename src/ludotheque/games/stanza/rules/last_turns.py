"""The next turn, the last turns A, B, C, and passing out."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import OVER
from ..actions import END_OF_TURN, FINISHED, TURN
from ..box import ROUNDS
from ..state import AWAY, NONE, State
from .movement import can_walk

LAST_TURN_C = 3


@rule
def pass_out(s: State, p: int) -> None:
    """Moves the figure to the best free passing place. (L91)"""
    passed = 0
    for other in range(s.players):
        if s.place[other] > 0:
            passed += 1
    s.place[p] = passed + 1
    s.figure[p] = AWAY
    s.phase = END_OF_TURN


@rule
def next_turn(s: State) -> None:
    """Gives the next seat that has one a turn, or ends the game. (L13, L93)"""
    to_next_seat(s)
    while s.turn != NONE and not has_turn(s, s.turn):
        to_next_seat(s)
    if s.turn == NONE:
        s.phase, s.to_act = FINISHED, OVER
    else:
        s.phase, s.to_act = TURN, s.turn


@rule
def to_next_seat(s: State) -> None:
    """Goes clockwise; each lap that begins after the last refill is one of A, B, C. (L82)"""
    s.turn += 1
    if s.turn == s.players:  # the lap of the last refill is finished first (L80)
        s.turn = 0
        if s.last_turn == LAST_TURN_C:
            s.turn = NONE  # L93
        elif s.refills == ROUNDS[s.players]:
            s.last_turn += 1  # at once after a refill in the last seat's turn (L81)


@rule
def has_turn(s: State, p: int) -> bool:
    """Tells whether a seat has a turn: in the last turns if it has not passed out, before if it can walk. (L20, L91)"""
    if s.last_turn > 0:
        return s.place[p] == 0
    return can_walk(s, p)
