"""Secret Requests: drawing, discarding and what is known about them. (F52)

`request` says where each card is. `shuffled` marks the cards of the last reshuffle by the seat
that had discarded them, until it draws them again or somebody plays them: the one thing that a
seat can know about a card it does not see.
"""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import MOST_REQUESTS, PLAYERS, REQUESTS
from ..state import DECK, DISCARD_OF, HAND, NONE, PLAYED_BY, State
from .travel import lead, seat_after


@rule
def next_drawer(s: State) -> int:
    """Returns the first seat in lead order that has to draw a Request, or NONE. (F28, F43, F44)"""
    for i in range(s.players):
        p = seat_after(s, lead(s), i)
        if s.draws[p] > 0:
            return p
    return NONE


@rule
def reshuffle(s: State) -> None:
    """Turns all discarded Requests into the deck. (F50)"""
    for r in range(REQUESTS):
        s.shuffled[r] = NONE
        if DISCARD_OF <= s.request[r] < DISCARD_OF + PLAYERS:
            s.shuffled[r] = s.request[r] - DISCARD_OF
            s.request[r] = DECK
            s.requests_left += 1
    for p in range(s.players):
        s.discarded[p] = 0
        s.drawn[p] = 0


@rule
def draw_request(s: State, p: int, r: int) -> None:
    """Takes a Request from the deck into the hand. (F50)"""
    s.request[r] = HAND + p
    s.requests_left -= 1
    s.holding[p] += 1
    s.drawn[p] += 1
    s.draws[p] -= 1
    if s.shuffled[r] == p:
        s.shuffled[r] = NONE


@rule
def discard_request(s: State, p: int, r: int) -> None:
    """Puts a Request from the hand face down on the discard. (F51, F52)"""
    s.request[r] = DISCARD_OF + p
    s.holding[p] -= 1
    s.discarded[p] += 1


@rule
def holds_too_many(s: State, p: int) -> bool:
    """Tells whether a seat must discard; Requests it has played do not count. (F51)"""
    return s.holding[p] > MOST_REQUESTS


@rule
def lay_open(s: State, p: int, r: int) -> None:
    """Puts a Request from the hand face up before its owner. (F77)"""
    s.request[r] = PLAYED_BY + p
    s.holding[p] -= 1
    s.shuffled[r] = NONE
    place = 0 if s.played[p][0] == NONE else 1
    s.played[p][place] = r
