"""The state of a game of Bids."""

from __future__ import annotations

from ludotheque.kernel.state import StateBase, field

from .about import SEATS
from .actions import VALUES

PLAYERS = max(SEATS)
COPIES = 3  # copies of each card
HAND = 6  # cards in a hand at the start
NONE, UNKNOWN = -1, -2
NOBODY = -3  # the value of to_act in a hidden state


class State(StateBase):
    """One game."""

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")
    players: int = field("i8")
    double_last: int = field("i8")  # the option
    dealt: int = field("i8", low=0, high=HAND * PLAYERS)  # cards
    round: int = field("i8", low=0, high=HAND)
    prize: int = field("i8", low=0, high=6)
    gone: list[int] = field("i1", VALUES, low=0, high=COPIES, counts="cards")  # cards that were bid
    hand: list[list[int]] = field("i1", PLAYERS, VALUES, seats=True, low=0, high=COPIES, counts="cards")
    bid: list[int] = field("i1", PLAYERS, seats=True, low=0, high=VALUES - 1, item="cards")  # still in the hand
    score: list[int] = field("i2", PLAYERS, seats=True, low=0)
