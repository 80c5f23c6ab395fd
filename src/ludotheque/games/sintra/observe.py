"""What a seat may know of Sintra as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ludotheque.contract import observation
from ludotheque.contract.observation import PRESENT, ObservationVersion, choice, cut, flag, number, seat

from ...kernel.observation import Row, put_numbers, put_zeros
from ...kernel.rule import rule
from . import actions, box
from .actions import ACTIONS, PHASES
from .box import COLOURS, PATTERN, PER_COLOUR, PLAYERS, ROUNDS, SLOTS, SPACES
from .state import GONE, State

HISTORY = (ObservationVersion(1, "0.2.0", "First version."),)
KINDS = COLOURS + 1  # the kinds of spaces; joker spaces are the last kind
MOST_OUT = box.FACTORIES * box.PER_FACTORY  # panes on the table in a round


@rule
def write_other_side(s: State, p: int, row: Row, at: int) -> None:
    """Writes the spaces that strips will have when they are turned. (S36)"""
    for slot in range(SLOTS):
        if s.face[p][slot] == GONE or s.panes[p][slot] > 0:
            put_zeros(row, at + slot * KINDS, KINDS)
        else:
            put_numbers(row, at + slot * KINDS, PATTERN[s.strip[p][slot]][1 - s.face[p][slot]], KINDS)


COMMON = (
    choice("phase", f"What is asked: {', '.join(PHASES)}.", len(PHASES)),
    seat("to_act", "The seat that decides; none at chance and when the game is over.", PLAYERS),
    flag("side", "1 with side B of the palace boards (S2)."),
    flag("floor_zero", "1 with the option that no score falls below zero (S45)."),
    choice("round", "The round, 1 to 6; none in the set-up.", ROUNDS, first=1),
    choice("indicator", "The colour of each round's pane.", ROUNDS, COLOURS),
    number("bag", PER_COLOUR, "Panes of each colour in the bag.", COLOURS),
    number("tower", PER_COLOUR, "Panes of each colour in the tower.", COLOURS),
    number("offer", PER_COLOUR, "Panes on factories 1-9 and in the centre, by colour.", box.SOURCES, COLOURS),
    seat("tile_seat", "The seat that holds the starting-player tile, or put it in the centre.", PLAYERS),
    flag("tile_in_centre", "1 while the starting-player tile lies in the centre."),
    number("hand", MOST_OUT, "Panes taken and not yet placed."),
    choice("hand_colour", "Their colour.", COLOURS),
)
EACH_SEAT = (
    PRESENT,
    cut("score", "Points so far."),
    cut("lost", "Points lost on the broken-glass track in the whole game.", low=0),
    number("broken", box.LAST_SPACE, "The marker's space on the broken-glass track."),
    choice("glazier", "The slot below the glazier.", SLOTS),
    flag("strip", "1 for a slot whose strip is still in the game.", SLOTS,
         value=lambda s, p, slot: s.face[p][slot] != GONE),
    number("empty", SPACES, "Empty spaces of each strip by colour, joker spaces last.", SLOTS, KINDS),
    observation.written("other_side", SPACES, "Spaces on the other side of a strip still to be turned.", SLOTS, KINDS,
                        by=write_other_side),
    number("placed", SPACES, "Panes on each strip by colour.", SLOTS, COLOURS),
    choice("window", "The colours of the panes in the upper and lower cell of each window.", SLOTS, 2, COLOURS),
)  # fmt: skip

ACTION_TABLE = observation.action_table(ACTIONS, {
    actions.TAKE: "Take the panes of a colour: 5 x source + colour; sources 0-8 are the factories 1-9, "
                  "9 is the centre; colours 0-4 are blue, white, yellow, orange, pink (S17, S18).",
    actions.RESET: "Move the glazier back to the leftmost strip (S39).",
    actions.STRIP: "Place the panes on the strip of slot 1-8 (S25, S26).",
    actions.JOKERS: "Put 0, 1 or 2 of the panes on joker spaces (S31).",
    actions.PANE: "Put a pane of this colour in the window (S36).",
})  # fmt: skip
