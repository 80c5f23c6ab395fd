"""The state of a game of Harvest: everything is public."""

from __future__ import annotations

from ludotheque.kernel.state import StateBase, field

from .about import LEDGER, SEATS
from .actions import BARNS

PLAYERS = max(SEATS)
TURNS = 8  # turns of each seat
EMPTY = 0


class State(StateBase):
    """One game."""

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")
    players: int = field("i8")
    turn: int = field("i8", low=0, high=TURNS * PLAYERS)  # turns played by all seats together
    roll: int = field("i8", low=0, high=6)  # 0 before the roll
    barn: list[list[int]] = field("i1", PLAYERS, BARNS, seats=True, low=0, high=6)
    score: list[int] = field("i2", PLAYERS, seats=True, low=0)
    ledger: list[list[int]] = field("i2", PLAYERS, len(LEDGER), memory=True, seats=True)
