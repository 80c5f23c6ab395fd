"""The next turn, the last turns A, B, C, and passing out (L13, L20, L80-L82, L91-L93)."""

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
    """The figure goes to the best free passing place. (L91)"""
    passed = 0
    for other in range(s.players):
        if s.place[other] > 0:
            passed += 1
    s.place[p] = passed + 1
    s.figure[p] = AWAY
    s.phase = END_OF_TURN


@rule
def next_turn(s: State) -> None:
    """The next seat that has a turn; before the last turns, one that can walk. (L13, L20, L82)"""
    to_next_seat(s)
    while s.turn != NONE and not has_turn(s, s.turn):
        to_next_seat(s)
    if s.turn == NONE:
        s.phase, s.to_act = FINISHED, OVER
    else:
        s.phase, s.to_act = TURN, s.turn


@rule
def to_next_seat(s: State) -> None:
    """Clockwise; after the last refill every lap is the next last turn, after C nobody's. (L80-L82, L93)"""
    s.turn += 1
    if s.turn == s.players:
        s.turn = 0
        if s.last_turn == LAST_TURN_C:
            s.turn = NONE
        elif s.refills == ROUNDS[s.players]:
            s.last_turn += 1


@rule
def has_turn(s: State, p: int) -> bool:
    """In the last turns who has not passed out; before, who has a legal stop. (L20, L91)"""
    if s.last_turn > 0:
        return s.place[p] == 0
    return can_walk(s, p)
