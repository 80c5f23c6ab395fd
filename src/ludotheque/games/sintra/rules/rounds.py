"""Rounds: the factories are filled, turns go clockwise, the indicator moves on."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE, OVER
from ..actions import FILL, FINISHED, TURN
from ..box import COLOURS, FACTORIES_IN_USE, PER_FACTORY, ROUNDS
from ..state import NONE, State
from .scoring import score_end


@rule
def fill(s: State, colour: int) -> None:
    """Lays one drawn pane on the next factory. (S11, S48)"""
    s.bag[colour] -= 1
    s.offer[s.out // PER_FACTORY * COLOURS + colour] += 1
    s.out += 1
    if s.out == PER_FACTORY * FACTORIES_IN_USE[s.players]:
        start_round(s)
    elif bag_is_empty(s):
        pour_tower(s)
        if bag_is_empty(s):
            start_round(s)  # the last factories stay empty or partly filled (S49)


@rule
def bag_is_empty(s: State) -> bool:
    """Tells whether a pane cannot be drawn before the tower is poured into the bag. (S48)"""
    for colour in range(COLOURS):
        if s.bag[colour] > 0:
            return False
    return True


@rule
def pour_tower(s: State) -> None:
    """Pours the glass tower into the empty bag. (S48)"""
    for colour in range(COLOURS):
        s.bag[colour] = s.tower[colour]
        s.tower[colour] = 0


@rule
def start_round(s: State) -> None:
    """Puts the tile in the centre and gives its holder the first turn. (S14)"""
    s.tile_in_centre = 1
    s.phase, s.to_act = TURN, s.tile_seat


@rule
def end_turn(s: State) -> None:
    """Passes the turn clockwise while a pane lies on the table, and ends the round otherwise. (S14, S16)"""
    s.phase = TURN
    s.to_act = (s.to_act + 1) % s.players
    if s.out == 0:
        end_round(s)


@rule
def end_round(s: State) -> None:
    """Moves the round's pane to the tower; then the next round or the final scoring follows."""
    s.tower[s.indicator[s.round - 1]] += 1  # S46
    s.indicator[s.round - 1] = NONE
    if s.round == ROUNDS:  # S13, S47
        for p in range(s.players):
            score_end(s, p)
        s.phase, s.to_act = FINISHED, OVER
        return
    s.round += 1  # panes stay on the strips (S33)
    s.tile_in_centre = 0  # a tile that nobody took goes back to the seat that put it there (S49)
    s.phase, s.to_act = FILL, CHANCE  # S48
    if bag_is_empty(s):
        pour_tower(s)
