"""What a seat may know: its own hand and bid, and all that was revealed."""

from __future__ import annotations

from ludotheque.kernel.chance import Random, random_below
from ludotheque.kernel.rule import rule

from .actions import BID, DEAL, VALUES
from .rules import held, in_deck
from .state import HAND, NOBODY, NONE, UNKNOWN, State


def sees_choice(s: State, seat: int) -> bool:
    """Tells whether the seat learns a choice when it is made: of cards and bids only its own. (B2, B4)"""
    if s.phase == DEAL:
        return seat == s.dealt // HAND
    return s.phase != BID or seat == s.to_act


@rule
def set_hands(s: State, seat: int, number: int) -> None:
    """Sets the number of every card in the others' hands."""
    for p in range(s.players):
        if p != seat:
            for value in range(VALUES):
                s.hand[p][value] = number


@rule
def hide(s: State, seat: int) -> None:
    """Blanks the others' hands and bids, and whose bid is next. (B2, B4)"""
    set_hands(s, seat, UNKNOWN)
    for p in range(s.players):
        if p != seat and s.phase == BID:
            s.bid[p] = UNKNOWN
    if s.phase == BID and s.to_act != seat:
        s.to_act = NOBODY


@rule
def redeal(s: State, seat: int, random: Random) -> None:
    """Deals the unknown cards anew, and lets the others bid one of theirs."""
    set_hands(s, seat, 0)
    for p in range(s.players):
        if p != seat:
            for _ in range(held(s, p)):
                s.hand[p][pick(s, -1, random)] += 1
            if s.phase == BID:
                s.bid[p] = pick(s, p, random) if p < s.to_act else NONE


@rule
def pick(s: State, p: int, random: Random) -> int:
    """Returns a random card of a hand, or of the deck (-1)."""
    total = 0
    for value in range(VALUES):
        total += s.hand[p][value] if p >= 0 else in_deck(s, value)
    left = random_below(random, total)
    for value in range(VALUES):
        left -= s.hand[p][value] if p >= 0 else in_deck(s, value)
        if left < 0:
            return value
    return NONE


@rule
def take_back(s: State) -> None:
    """Takes back all bids of this round, so that all can be imagined bidding."""
    if s.phase == BID:
        for p in range(s.players):
            s.bid[p] = NONE
        s.to_act = 0
