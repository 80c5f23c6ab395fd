"""What a seat may know: its own hand, and all that was played. A game without secrets has no such file."""

from __future__ import annotations

from ludotheque.kernel.chance import Random, random_below
from ludotheque.kernel.rule import rule

from .actions import DEAL, VALUES
from .rules import in_deck
from .state import HAND, UNKNOWN, State


def sees_choice(s: State, seat: int) -> bool:
    """Tells whether the seat (-1: a spectator) learns a choice when it is made: of dealt cards only its own. (N2)"""
    return s.phase != DEAL or seat == s.dealt // HAND


@rule
def hide(s: State, seat: int) -> None:
    """Blanks what the seat may not know: the hands of the others. (N2)"""
    for p in range(s.players):
        if p != seat:
            for value in range(VALUES):
                s.hand[p][value] = UNKNOWN


@rule
def redeal(s: State, seat: int, random: Random) -> None:
    """Deals the others' cards anew, so that the seat cannot tell the difference."""
    for p in range(s.players):
        if p != seat:
            for value in range(VALUES):
                s.hand[p][value] = 0
    for p in range(s.players):
        if p != seat:
            for _ in range(held(s, p)):
                s.hand[p][draw(s, random)] += 1


@rule
def held(s: State, p: int) -> int:
    """Returns the number of cards in a hand, which everybody can see."""
    return min(max(s.dealt - HAND * p, 0), HAND) - (s.turn + s.players - 1 - p) // s.players


@rule
def draw(s: State, random: Random) -> int:
    """Returns the value of a random card of the deck."""
    cards = 0
    for value in range(VALUES):
        cards += in_deck(s, value)
    left = random_below(random, cards)
    value = 0
    while left >= in_deck(s, value):
        left -= in_deck(s, value)
        value += 1
    return value
