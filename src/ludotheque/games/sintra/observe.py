"""What a seat may know of Sintra as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ...kernel.observation import (
    MOST,
    Actions,
    Change,
    Field,
    Row,
    clockwise,
    flags,
    length,
    make_observe,
    put,
    put_choice,
    put_cut,
    put_numbers,
    put_zeros,
)
from ...kernel.rule import rule
from .actions import ACTIONS, JOKERS, PANE, PHASES, RESET, STRIP, TAKE
from .box import (
    COLOURS,
    FACTORIES,
    LAST_SPACE,
    PATTERN,
    PER_COLOUR,
    PER_FACTORY,
    PLAYERS,
    ROUNDS,
    SLOTS,
    SOURCES,
    SPACES,
)
from .state import GONE, State

HISTORY = (Change(1, "0.2.0", "First version."),)
PHASE_COUNT = len(PHASES)
MOST_OUT = FACTORIES * PER_FACTORY  # panes on the table in a round

COMMON = (
    flags("phase", f"What is asked: {', '.join(PHASES)}.", PHASE_COUNT),
    flags("to_act", "The seat that decides; none at chance and when the game is over.", PLAYERS),
    flags("side", "1 with side B of the palace boards (S2)."),
    flags("floor_zero", "1 with the option that no score falls below zero (S45)."),
    flags("round", "The round, 1 to 6; none in the set-up.", ROUNDS),
    flags("indicator", "The colour of each round's pane.", ROUNDS, COLOURS),
    Field("bag", (COLOURS,), 0, PER_COLOUR, "Panes of each colour in the bag."),
    Field("tower", (COLOURS,), 0, PER_COLOUR, "Panes of each colour in the tower."),
    Field("offer", (SOURCES, COLOURS), 0, PER_COLOUR, "Panes on factories 1-9 and in the centre, by colour."),
    flags("tile_seat", "The seat that holds the starting-player tile, or put it in the centre.", PLAYERS),
    flags("tile_in_centre", "1 while the starting-player tile lies in the centre."),
    Field("hand", (1,), 0, MOST_OUT, "Panes taken and not yet placed."),
    flags("hand_colour", "Their colour.", COLOURS),
)
EACH_SEAT = (
    flags("present", "1 if the game has this seat; if not, its other fields are 0."),
    Field("score", (1,), -MOST, MOST, "Points so far."),
    Field("lost", (1,), 0, MOST, "Points lost on the broken-glass track in the whole game."),
    Field("broken", (1,), 0, LAST_SPACE, "The marker's space on the broken-glass track."),
    flags("glazier", "The slot below the glazier.", SLOTS),
    flags("strip", "1 for a slot whose strip is still in the game.", SLOTS),
    Field("empty", (SLOTS, COLOURS + 1), 0, SPACES, "Empty spaces of each strip by colour, joker spaces last."),
    Field("other_side", (SLOTS, COLOURS + 1), 0, SPACES, "Spaces on the other side of a strip still to be turned."),
    Field("placed", (SLOTS, COLOURS), 0, SPACES, "Panes on each strip by colour."),
    flags("window", "The colours of the panes in the upper and lower cell of each window.", SLOTS, 2, COLOURS),
)
SCORE = "score"  # the field that holds a seat's points
SEAT_LENGTH = length(EACH_SEAT, (), 0)
OBSERVATION = length(COMMON, EACH_SEAT, PLAYERS)

ACTION_TABLE = (
    Actions(TAKE, RESET - TAKE, "Take the panes of a colour: 5 x source + colour; sources 0-8 are the factories 1-9, "
            "9 is the centre; colours 0-4 are blue, green, yellow, orange, pink (S17, S18)."),
    Actions(RESET, 1, "Move the glazier back to the leftmost strip (S39)."),
    Actions(STRIP, SLOTS, "Place the panes on the strip of slot 1-8 (S25, S26)."),
    Actions(JOKERS, 3, "Put 0, 1 or 2 of the panes on joker spaces (S31)."),
    Actions(PANE, ACTIONS - PANE, "Put a pane of this colour in the window (S36)."),
)  # fmt: skip


@rule
def observe_table(s: State, seat: int, row: Row) -> int:
    """The fields of COMMON; returns where the first seat begins."""
    seat = max(seat, 0)
    at = put_choice(row, 0, s.phase, PHASE_COUNT)
    at = put_choice(row, at, clockwise(s.to_act, seat, s.players), PLAYERS)
    at = put(row, at, s.side)
    at = put(row, at, s.floor_zero)
    at = put_choice(row, at, s.round - 1, ROUNDS)
    for r in range(ROUNDS):
        at = put_choice(row, at, s.indicator[r], COLOURS)
    at = put_numbers(row, at, s.bag, COLOURS)
    at = put_numbers(row, at, s.tower, COLOURS)
    at = put_numbers(row, at, s.offer, SOURCES * COLOURS)
    at = put_choice(row, at, clockwise(s.tile_seat, seat, s.players), PLAYERS)
    at = put(row, at, s.tile_in_centre)
    at = put(row, at, s.hand)
    return put_choice(row, at, s.hand_colour, COLOURS)


@rule
def observe_seat(s: State, p: int, row: Row, at: int) -> int:
    """The fields of EACH_SEAT for one player; returns where the next one begins."""
    at = put(row, at, 1)
    at = put_cut(row, at, s.score[p])
    at = put_cut(row, at, s.lost[p])
    at = put(row, at, s.broken[p])
    at = put_choice(row, at, s.glazier[p], SLOTS)
    for slot in range(SLOTS):
        at = put(row, at, 1 if s.face[p][slot] != GONE else 0)
    for slot in range(SLOTS):
        at = put_numbers(row, at, s.empty[p][slot], COLOURS + 1)
    for slot in range(SLOTS):
        at = observe_other_side(s, p, slot, row, at)
    for slot in range(SLOTS):
        at = put_numbers(row, at, s.placed[p][slot], COLOURS)
    for slot in range(SLOTS):
        for cell in range(2):
            at = put_choice(row, at, s.window[p][slot][cell], COLOURS)
    return at


@rule
def observe_other_side(s: State, p: int, slot: int, row: Row, at: int) -> int:
    """The spaces that the strip will have when it is turned. (S36)"""
    if s.face[p][slot] == GONE or s.panes[p][slot] > 0:
        return put_zeros(row, at, COLOURS + 1)
    return put_numbers(row, at, PATTERN[s.strip[p][slot]][1 - s.face[p][slot]], COLOURS + 1)


observe = make_observe(observe_table, observe_seat, PLAYERS, SEAT_LENGTH)
