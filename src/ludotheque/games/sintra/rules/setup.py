"""Set-up: strips, indicator and starting seat."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE
from ..actions import FILL, SETUP
from ..box import COLOURS, JOKER, PATTERN, PER_COLOUR, PLAYERS, ROUNDS, SLOTS
from ..state import GONE, NONE, State

FIRST_STRIP = 1  # the set-up event 0 is the starting seat
SPACES_II_TO_VI = ROUNDS - 1
ALL_STRIPS = (1 << SLOTS) - 1


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Clears the table for a new game, up to its first chance event."""
    # A new state is all zeros: glaziers above the first slot (S6), markers on the first space of both
    # tracks (S7), and an empty tower (S12).
    s.players = players
    s.side = options[0]  # S2
    s.first_seat = options[1] - 1  # S10
    s.floor_zero = options[2]  # S45
    s.round = 1
    s.phase, s.to_act = SETUP, CHANCE
    s.tile_seat = s.first_seat
    s.hand_colour = NONE
    s.laid = 0 if s.first_seat == NONE else FIRST_STRIP
    s.unlaid = unlaid_strips(s)
    for colour in range(COLOURS):
        s.bag[colour] = PER_COLOUR - 1  # one of each lies aside for the indicator (S8, S9)
    for space in range(ROUNDS):
        s.indicator[space] = NONE
    for p in range(PLAYERS):
        for slot in range(SLOTS):
            s.strip[p][slot] = NONE
            s.face[p][slot] = GONE
            s.window[p][slot][0] = NONE
            s.window[p][slot][1] = NONE


@rule
def indicator_event(s: State) -> int:
    """Returns the number of set-up events before the indicator is filled."""
    return FIRST_STRIP + SLOTS * s.players


@rule
def unlaid_strips(s: State) -> int:
    """Returns the strips that the seat being set up still has, a bit each. (S3)"""
    if s.laid >= indicator_event(s):
        return 0
    event = max(s.laid - FIRST_STRIP, 0)
    strips = ALL_STRIPS
    for earlier in range(event % SLOTS):
        strips ^= 1 << s.strip[event // SLOTS][earlier]
    return strips


@rule
def strip_weight(s: State, outcome: int) -> int:
    """Returns how often a strip and its face come up: both faces alike, but never the joker face. (S3, S4)"""
    strip, face = outcome // 2, outcome % 2
    if (s.unlaid >> strip) & 1 == 0:
        return 0
    if PATTERN[strip][face][JOKER] > 0:
        return 0
    return 2 if PATTERN[strip][1 - face][JOKER] > 0 else 1


@rule
def indicator_weight(s: State, colour: int) -> int:
    """Returns how often a colour is laid: once each on II to VI, then from the bag on I. (S8, S9)"""
    space = s.laid - indicator_event(s)
    if space == SPACES_II_TO_VI:
        return s.bag[colour]
    for earlier in range(space):
        if s.indicator[1 + earlier] == colour:
            return 0
    return 1


@rule
def set_up(s: State, outcome: int) -> None:
    """Applies one event of the set-up: starting seat, strips, indicator."""
    space = s.laid - indicator_event(s)
    if s.laid < FIRST_STRIP:
        s.tile_seat = outcome  # S10
    elif space < 0:
        p, slot = (s.laid - FIRST_STRIP) // SLOTS, (s.laid - FIRST_STRIP) % SLOTS
        s.strip[p][slot] = outcome // 2  # S3, S4
        lay_strip(s, p, slot, outcome % 2)
    elif space < SPACES_II_TO_VI:
        s.indicator[1 + space] = outcome  # S8
    else:
        s.indicator[0] = outcome  # S9
        s.bag[outcome] -= 1
        s.phase = FILL
    s.laid += 1
    s.unlaid = unlaid_strips(s)


@rule
def lay_strip(s: State, p: int, slot: int, face: int) -> None:
    """Lays the strip of a slot on this face, empty. (S3, S36)"""
    s.face[p][slot] = face
    for colour in range(COLOURS):
        s.placed[p][slot][colour] = 0
    for kind in range(COLOURS + 1):
        s.empty[p][slot][kind] = PATTERN[s.strip[p][slot]][face][kind]


@rule
def remove_strip(s: State, p: int, slot: int) -> None:
    """Takes a strip out of the game; all its spaces have been filled. (S36)"""
    s.strip[p][slot] = NONE
    s.face[p][slot] = GONE
    for colour in range(COLOURS):
        s.placed[p][slot][colour] = 0
