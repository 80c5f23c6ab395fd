"""What a seat may know of Sintra as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ludotheque.contract import observation
from ludotheque.contract.observation import PRESENT, ObservationVersion, choice, cut, flag, foretold, number, seat

from ...kernel.observation import Row, put_numbers, put_zeros
from ...kernel.rule import rule
from . import actions, box
from .actions import ACTIONS, PHASES, PLACE, RESET, TURN
from .box import CENTRE, COLOURS, JOKER, PATTERN, PER_COLOUR, PLAYERS, ROUNDS, SLOTS, SPACES
from .rules.asking import matching
from .rules.turn import window_points
from .state import GONE, State

HISTORY = (
    ObservationVersion(1, "0.2.0", "First version."),
    ObservationVersion(2, "0.3.0", "`prospects`, `takes` and `places`: what a take or a strip would bring at once."),
)
KINDS = COLOURS + 1  # the kinds of spaces; joker spaces are the last kind
MOST_OUT = box.FACTORIES * box.PER_FACTORY  # panes on the table in a round
MOST_POINTS = 99
TAKES = RESET  # the number of TAKE actions
PROSPECT = 1 + SPACES  # numbers of a colour in `prospects`
PROSPECTS = 2 * COLOURS * PROSPECT


@rule
def write_other_side(s: State, p: int, row: Row, at: int) -> None:
    """Writes the spaces that strips will have when they are turned. (S36)"""
    for slot in range(SLOTS):
        if s.face[p][slot] == GONE or s.panes[p][slot] > 0:
            put_zeros(row, at + slot * KINDS, KINDS)
        else:
            put_numbers(row, at + slot * KINDS, PATTERN[s.strip[p][slot]][1 - s.face[p][slot]], KINDS)


@rule
def write_prospects(s: State, seat: int, row: Row, at: int) -> None:
    """Writes what panes of each colour would bring the observer, and the next seat, on their strips in reach."""
    put_zeros(row, at, PROSPECTS)
    if TURN <= s.phase <= actions.PANE_CHOICE:
        add_prospects(s, seat, row, at)
        add_prospects(s, (seat + 1) % s.players, row, at + COLOURS * PROSPECT)


@rule
def add_prospects(s: State, p: int, row: Row, at: int) -> None:
    """Writes for each colour the most panes that a strip takes, and the most points at once with 1 to 5 panes."""
    bonus = s.indicator[s.round - 1]
    for slot in range(s.glazier[p], SLOTS):  # S23
        if s.face[p][slot] == GONE:
            continue
        jokers, missing = s.empty[p][slot][JOKER], 0
        for kind in range(KINDS):
            missing += s.empty[p][slot][kind]
        for colour in range(COLOURS):
            fitting, here = s.empty[p][slot][colour] + jokers, at + colour * PROSPECT
            row[here] = max(row[here], fitting)
            if fitting == missing:
                points = window_points(s, p, slot) + s.placed[p][slot][bonus] + (missing if colour == bonus else 0)
                for panes in range(missing, PROSPECT):
                    row[here + panes] = max(row[here + panes], points)


@rule
def points_with(row: Row, prospects: int, colour: int, panes: int) -> int:
    """Reads the points at once for so many panes of a colour in the prospects of a seat."""
    return row[prospects + colour * PROSPECT + min(panes, SPACES)] if panes > 0 else 0


@rule
def write_takes(s: State, seat: int, row: Row, at: int) -> None:
    """Writes for each TAKE action what it would bring the observer and the next seat, and what it leaves that seat."""
    put_zeros(row, at, 5 * TAKES)
    mine, theirs = at - PROSPECTS, at - PROSPECTS // 2  # `prospects` stands right before
    if s.phase != TURN:
        return
    for take in range(TAKES):
        panes, colour = s.offer[take], take % COLOURS
        if panes > 0:
            row[at + take] = max(0, panes - row[mine + colour * PROSPECT])
            row[at + TAKES + take] = points_with(row, mine, colour, panes)
            row[at + 2 * TAKES + take] = max(0, panes - row[theirs + colour * PROSPECT])
            row[at + 3 * TAKES + take] = points_with(row, theirs, colour, panes)
    write_left(s, row, at + 4 * TAKES, at + 3 * TAKES, theirs)


@rule
def write_left(s: State, row: Row, at: int, points: int, theirs: int) -> None:
    """Writes for each TAKE action the most points at once that the next seat could make after it."""
    best, second, best_source = 0, 0, CENTRE  # the points at the best two factories, and the best one
    for source in range(CENTRE):
        most = 0
        for colour in range(COLOURS):
            most = max(most, row[points + source * COLOURS + colour])
        if most > best:
            best, second, best_source = most, best, source
        elif most > second:
            second = most
    for take in range(TAKES):
        if s.offer[take] > 0:
            source = take // COLOURS
            most = second if source == best_source else best
            for colour in range(COLOURS):
                panes = s.offer[CENTRE * COLOURS + colour]
                if source != CENTRE and colour != take % COLOURS:
                    panes += s.offer[source * COLOURS + colour]  # S18
                if source != CENTRE or colour != take % COLOURS:
                    most = max(most, points_with(row, theirs, colour, panes))
            row[at + take] = most


@rule
def write_places(s: State, seat: int, row: Row, at: int) -> None:
    """Writes for each strip that can take the hand: panes that would break, panes placed, and points at once."""
    put_zeros(row, at, 3 * SLOTS)
    if s.phase != PLACE or s.to_act != seat:
        return
    bonus = s.indicator[s.round - 1]
    for slot in range(s.glazier[seat], SLOTS):
        fitting = 0 if s.face[seat][slot] == GONE else matching(s, seat, slot)
        if fitting > 0:
            missing = 0
            for kind in range(KINDS):
                missing += s.empty[seat][slot][kind]
            row[at + slot] = max(0, s.hand - fitting)
            row[at + SLOTS + slot] = min(s.hand, fitting)
            if missing == fitting and s.hand >= missing:
                row[at + 2 * SLOTS + slot] = (
                    window_points(s, seat, slot)
                    + s.placed[seat][slot][bonus]
                    + (missing if s.hand_colour == bonus else 0)
                )


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
    foretold(
        "prospects",
        MOST_POINTS,
        "For the observer, then for the next seat, by colour: the most panes "
        "that a strip in reach takes, and the points at once for completing one with 1 to 5 panes.",
        2,
        COLOURS,
        PROSPECT,
        by=write_prospects,
    ),
    foretold(
        "takes",
        MOST_POINTS,
        "When a turn begins, for each TAKE action: panes that would break and "
        "points at once for the observer, the same for the next seat, and the most points at once that "
        "the next seat could make after it.",
        5,
        TAKES,
        by=write_takes,
    ),
    foretold(
        "places",
        MOST_POINTS,
        "For each strip that can take the panes in hand: panes that would break, panes placed, and points at once.",
        3,
        SLOTS,
        by=write_places,
    ),
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
