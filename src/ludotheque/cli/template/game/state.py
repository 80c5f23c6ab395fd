"""The state of a game: everything that a position is made of."""

from __future__ import annotations

from ludotheque.kernel.state import StateBase, field

from .about import SEATS
from .actions import VALUES

PLAYERS = max(SEATS)
COPIES = 4  # cards of each value
HAND = 5  # cards in a hand at the start
UNKNOWN = -2  # a card of a hidden hand


class State(StateBase):
    """One game. Values of cards are counted from 0 here, and from 1 in words."""

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")  # an index of actions.PHASE_TABLE
    players: int = field("i8")
    dealt: int = field("i8", low=0, high=HAND * PLAYERS)  # cards
    turn: int = field("i8", low=0, high=HAND * PLAYERS)  # cards played
    roll: int = field("i8", low=0, high=6)  # 0: not rolled yet
    played: list[int] = field("i1", VALUES, low=0, high=COPIES, counts="cards")
    hand: list[list[int]] = field("i1", PLAYERS, VALUES, seats=True, low=0, high=COPIES, counts="cards")
    score: list[int] = field("i2", PLAYERS, seats=True, low=0)
