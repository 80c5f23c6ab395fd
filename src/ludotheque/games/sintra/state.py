"""The state of a game of Sintra: everything is public, even the hidden sides of strips."""

from __future__ import annotations

from ...kernel.state import StateBase, field
from .about import LEDGER
from .box import COLOURS, PLAYERS, ROUNDS, SLOTS, SOURCES

NONE = -1  # no pane, nobody
GONE = 2  # the face of a strip that is removed (or not laid yet)


class State(StateBase):
    """One game. Slots, windows and factories are counted from 0, seats clockwise."""

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")  # actions.PHASES
    players: int = field("i8")
    side: int = field("i8")  # the side of the palace boards: 0 = A, 1 = B
    first_seat: int = field("i8")  # the option: NONE = random
    floor_zero: int = field("i8")  # the option: no score below zero
    laid: int = field("i8")  # chance events of the set-up so far, the starting seat included
    unlaid: int = field("i8")  # strips that the seat being set up still has, a bit each
    round: int = field("i8")  # 1..6
    tile_seat: int = field("i8")  # the seat that holds the starting-player tile or put it in the centre
    tile_in_centre: int = field("i8")
    out: int = field("i8")  # panes on the factories and in the centre
    hand: int = field("i8")  # panes taken and not yet placed
    hand_colour: int = field("i8")  # the colour of these panes
    indicator: list[int] = field("i1", ROUNDS)  # colour of each round's pane
    bag: list[int] = field("i1", COLOURS)
    tower: list[int] = field("i1", COLOURS)
    offer: list[int] = field("i1", SOURCES * COLOURS)  # panes by TAKE action: 5 x source + colour
    strip: list[list[int]] = field("i1", PLAYERS, SLOTS, seats=True)  # the strip in the slot; its back is known (S5)
    face: list[list[int]] = field("i1", PLAYERS, SLOTS, seats=True)  # FRONT, BACK or GONE
    empty: list[list[list[int]]] = field("i1", PLAYERS, SLOTS, COLOURS + 1, seats=True)  # spaces, jokers last
    placed: list[list[list[int]]] = field("i1", PLAYERS, SLOTS, COLOURS, seats=True)  # panes on the strip
    panes: list[list[int]] = field("i1", PLAYERS, SLOTS, seats=True)  # panes in the window: 0, 1 or 2
    window: list[list[list[int]]] = field("i1", PLAYERS, SLOTS, 2, seats=True)  # upper and lower cell
    glazier: list[int] = field("i1", PLAYERS, seats=True)  # slot
    broken: list[int] = field("i1", PLAYERS, seats=True)  # index on the broken-glass track
    score: list[int] = field("i2", PLAYERS, seats=True)
    lost: list[int] = field("i2", PLAYERS, seats=True)  # points lost on the track in the whole game
    ledger: list[list[int]] = field("i2", PLAYERS, len(LEDGER), memory=True, seats=True)  # where points came from
