"""The rules; the numbers are those of the words. Rules use ints, the fields of the state, loops and other rules."""

from __future__ import annotations

from ludotheque.kernel.rule import rule
from ludotheque.kernel.state import CHANCE, OVER

from .actions import DEAL, FINISHED, PLAY, ROLL
from .state import COPIES, HAND, State


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Starts before the first card is dealt. (N1)"""
    s.players = players
    s.phase, s.to_act = DEAL, CHANCE


@rule
def weight(s: State, outcome: int) -> int:
    """Returns the cards of a value in the deck; the sides of the die are alike. (N2, N3)"""
    return 1 if s.phase == ROLL else in_deck(s, outcome)


@rule
def in_deck(s: State, value: int) -> int:
    """Returns the cards of a value that are in no hand and were not played."""
    left = COPIES - s.played[value]
    for p in range(s.players):
        left -= s.hand[p][value]
    return left


@rule
def happen(s: State, outcome: int) -> None:
    """Deals a card, or rolls the die. (N2, N3)"""
    if s.phase == ROLL:
        s.roll = outcome + 1
        s.phase, s.to_act = PLAY, s.turn % s.players
        return
    s.hand[s.dealt // HAND][outcome] += 1
    s.dealt += 1
    if s.dealt == HAND * s.players:
        s.phase = ROLL


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids the action: a card must be in the hand. (N4)"""
    return 0 if s.hand[s.to_act][action] > 0 else 4


@rule
def act(s: State, action: int) -> None:
    """Plays a card: it scores if the roll is as high. (N4, N5, N6)"""
    p = s.to_act
    s.hand[p][action] -= 1
    s.played[action] += 1
    if action + 1 <= s.roll:
        s.score[p] += action + 1
    s.turn += 1
    s.roll = 0
    s.phase, s.to_act = ROLL, CHANCE
    if s.turn == HAND * s.players:
        s.phase, s.to_act = FINISHED, OVER
