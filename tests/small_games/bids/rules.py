"""The rules of Bids; the numbers are those of the words."""

from __future__ import annotations

from ludotheque.kernel.rule import rule
from ludotheque.kernel.state import CHANCE, OVER

from .actions import BID, DEAL, FINISHED, PRIZE
from .state import COPIES, HAND, NONE, PLAYERS, State


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Starts before the first card is dealt. (B1, B2)"""
    s.players, s.double_last = players, options[0]
    s.phase, s.to_act = DEAL, CHANCE
    for p in range(PLAYERS):
        s.bid[p] = NONE


@rule
def weight(s: State, outcome: int) -> int:
    """Returns the cards of a value in the deck; the sides of the die are alike. (B2, B3)"""
    return 1 if s.phase == PRIZE else in_deck(s, outcome)


@rule
def in_deck(s: State, value: int) -> int:
    """Returns the cards of a value that are in no hand and were not bid."""
    left = COPIES - s.gone[value]
    for p in range(s.players):
        left -= s.hand[p][value]
    return left


@rule
def happen(s: State, outcome: int) -> None:
    """Deals a card, or rolls the prize. (B2, B3)"""
    if s.phase == PRIZE:
        s.prize = outcome + 1
        s.phase, s.to_act = BID, 0
        return
    s.hand[s.dealt // HAND][outcome] += 1
    s.dealt += 1
    if s.dealt == HAND * s.players:
        s.phase = PRIZE


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Refuses a card that is not in the hand. (B4)"""
    return 0 if s.hand[s.to_act][action] > 0 else 4


@rule
def act(s: State, action: int) -> None:
    """Lays a card face down; after the last one all are revealed. (B4)"""
    s.bid[s.to_act] = action
    s.to_act += 1
    if s.to_act == s.players:
        reveal(s)


@rule
def reveal(s: State) -> None:
    """Gives the prize to the highest bid that nobody else made; the cards are gone. (B5, B6, B7)"""
    best = NONE
    for p in range(s.players):
        alone = True
        for q in range(s.players):
            if q != p and s.bid[q] == s.bid[p]:
                alone = False
        if alone and (best == NONE or s.bid[p] > s.bid[best]):
            best = p
    s.round += 1
    if best != NONE:
        s.score[best] += s.prize * (2 if s.double_last and s.round == HAND else 1)
    for p in range(s.players):
        s.hand[p][s.bid[p]] -= 1
        s.gone[s.bid[p]] += 1
        s.bid[p] = NONE
    s.prize = 0
    s.phase, s.to_act = PRIZE, CHANCE
    if s.round == HAND:
        s.phase, s.to_act = FINISHED, OVER


@rule
def held(s: State, p: int) -> int:
    """Returns the number of cards in a hand, from what everybody knows."""
    return min(max(s.dealt - HAND * p, 0), HAND) - s.round
