"""The rules of Harvest; the numbers are those of the words."""

from __future__ import annotations

from ludotheque.kernel.rule import rule
from ludotheque.kernel.state import CHANCE, OVER

from .actions import BARNS, FINISHED, LET_GO, ROLL, SELL, STORE, TURN
from .state import EMPTY, TURNS, State

H5_SALES, H7_LEFT = range(2)  # columns of the ledger


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Starts with empty barns. (H1, H2)"""
    s.players = players
    s.phase, s.to_act = ROLL, CHANCE


@rule
def happen(s: State, outcome: int) -> None:
    """Rolls the die for the seat whose turn it is. (H3)"""
    s.roll = outcome + 1
    s.phase, s.to_act = TURN, s.turn % s.players


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Refuses a barn that holds as much or more, and the sale of an empty barn. (H4, H5)"""
    if action < SELL:
        return 0 if s.barn[s.to_act][action - STORE] < s.roll else 4
    if action < LET_GO:
        return 0 if s.barn[s.to_act][action - SELL] > EMPTY else 5
    return 0


@rule
def act(s: State, action: int) -> None:
    """Stores the roll, sells a barn or does nothing; then the turn passes on. (H4, H5, H6)"""
    p = s.to_act
    if action < SELL:
        s.barn[p][action - STORE] = s.roll
    elif action < LET_GO:
        gain(s, p, H5_SALES, s.barn[p][action - SELL])
        s.barn[p][action - SELL] = EMPTY
    s.turn += 1
    s.roll = 0
    s.phase, s.to_act = ROLL, CHANCE
    if s.turn == TURNS * s.players:
        end(s)


@rule
def end(s: State) -> None:
    """Scores a point for each barn that is not empty. (H7)"""
    for p in range(s.players):
        for barn in range(BARNS):
            if s.barn[p][barn] > EMPTY:
                gain(s, p, H7_LEFT, 1)
    s.phase, s.to_act = FINISHED, OVER


@rule
def gain(s: State, p: int, column: int, points: int) -> None:
    """Adds points to the score and to its line of the score sheet."""
    s.score[p] += points
    s.ledger[p][column] += points
