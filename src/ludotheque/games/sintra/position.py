"""The position format of Sintra: one JSON object, written and read."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ludotheque.contract.reading import JsonReader

from ...kernel.state import CHANCE, OVER
from .about import OPTIONS, VERSION
from .actions import FILL, FINISHED, JOKER_SPACES, PANE_CHOICE, PHASES, PLACE, SETUP, TURN
from .box import (
    CENTRE,
    COLOURS,
    FACTORIES_IN_USE,
    JOKER,
    KINDS,
    LAST_SPACE,
    LETTERS,
    PATTERN,
    PER_COLOUR,
    PER_FACTORY,
    POINTS_LOST,
    ROUNDS,
    SLOTS,
    SPACES,
    STRIPS,
)
from .rules.points import S7_BEFORE, gain
from .rules.setup import FIRST_STRIP, SPACES_II_TO_VI, indicator_event, lay_strip, unlaid_strips
from .rules.turn import is_complete
from .state import GONE, NONE, State

FACES = "fb"  # front, back
STRIP_CODES = [f"K{k + 1}.{face}" for k in range(SLOTS) for face in FACES]
KEYS = (
    "game", "version", "players", "options", "to_act", "phase", "round", "indicator", "tile_seat", "tile_in_centre",
    "factories", "centre", "bag", "tower", "seats", "pending",
)  # fmt: skip
SEAT_KEYS = ("slots", "windows", "glazier", "score", "broken", "lost")
MOST_POINTS = 10_000  # far beyond any game; keeps numbers within the state's fields


# --- writing ------------------------------------------------------------------------------


def write(s: State) -> dict[str, Any]:
    """The position of a state."""
    return {
        "game": "sintra",
        "version": VERSION,
        "players": s.players,
        "options": written_options(s),
        "to_act": None if s.to_act == OVER else s.to_act,
        "phase": PHASES[s.phase],
        "round": s.round,
        "indicator": "".join(LETTERS[colour] for colour in s.indicator if colour != NONE),
        "tile_seat": None if s.tile_seat == NONE else s.tile_seat,
        "tile_in_centre": bool(s.tile_in_centre),
        "factories": [multiset(panes_at(s, f)) for f in range(FACTORIES_IN_USE[s.players])],
        "centre": multiset(panes_at(s, CENTRE)),
        "bag": dict(zip(LETTERS, s.bag, strict=True)),
        "tower": dict(zip(LETTERS, s.tower, strict=True)),
        "seats": [written_seat(s, p) for p in range(s.players)],
        "pending": {"hand": LETTERS[s.hand_colour] * s.hand} if s.hand else None,
    }


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat may know: everything."""
    return write(s)


def written_options(s: State) -> dict[str, Any]:
    codes = (s.side, s.first_seat + 1, s.floor_zero)
    return {option.name: option.values[code] for option, code in zip(OPTIONS, codes, strict=True)}


def panes_at(s: State, source: int) -> list[int]:
    """The panes of each colour at a factory or in the centre."""
    return s.offer[source * COLOURS : (source + 1) * COLOURS]


def multiset(counts: list[int]) -> str:
    return "".join([letter * n for letter, n in zip(LETTERS, counts, strict=True)])


def written_seat(s: State, p: int) -> dict[str, Any]:
    return {
        "slots": [written_slot(s, p, slot) for slot in range(SLOTS)],
        "windows": ["".join([LETTERS[c] for c in cells if c != NONE]) for cells in s.window[p]],
        "glazier": s.glazier[p] + 1,
        "score": s.score[p],
        "broken": s.broken[p],
        "lost": s.lost[p],
    }


def written_slot(s: State, p: int, slot: int) -> dict[str, str] | None:
    if s.face[p][slot] == GONE:
        return None
    strip, face = s.strip[p][slot], s.face[p][slot]
    panes = written_panes(strip, face, tuple(s.empty[p][slot]), tuple(s.placed[p][slot]))
    return {"strip": STRIP_CODES[len(FACES) * strip + face], "panes": panes}


@functools.lru_cache(1 << 14)  # few strips change from one position to the next
def written_panes(strip: int, face: int, empty: tuple[int, ...], placed: tuple[int, ...]) -> str:
    """The five spaces from the top: each colour fills from the top, jokers in colour order."""
    pattern = PATTERN[strip][face]
    on_own = [pattern[c] - empty[c] for c in range(COLOURS)]
    jokers = "".join(LETTERS[c] * (placed[c] - on_own[c]) for c in range(COLOURS))
    filling = [iter(LETTERS[c] * on_own[c]) for c in range(COLOURS)] + [iter(jokers)]
    spaces = STRIPS[strip][face]
    return "".join(next(filling[KINDS.index(kind)], ".") for kind in spaces)


# --- reading ------------------------------------------------------------------------------


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    top = JsonReader(d)
    top.only(*KEYS)
    read_turn(s, top)
    read_supply(s, top)
    seats = top.items("seats", s.players)
    for p in range(s.players):
        read_seat(s, p, seats.object(str(p)))
    read_hand(s, top)
    read_progress(s, top)
    check_panes(s, top)


def read_turn(s: State, top: JsonReader) -> None:
    """Whose turn it is, which phase, which round."""
    s.phase = top.choice("phase", PHASES)
    if s.phase == FINISHED:
        top.choice("to_act", (None,))
        s.to_act = OVER
    elif s.phase in (SETUP, FILL):
        s.to_act = top.number("to_act", CHANCE, CHANCE)
    else:
        s.to_act = top.number("to_act", 0, s.players - 1)
    if s.phase == SETUP and not top.has("tile_seat"):
        s.tile_seat = NONE
    else:
        s.tile_seat = top.number("tile_seat", 0, s.players - 1)
    s.tile_in_centre = int(top.flag("tile_in_centre"))
    if s.phase in (SETUP, FILL):
        top.unless(not s.tile_in_centre, "tile_in_centre", "it must be false until the round starts.")
    colours = top.letters("indicator", LETTERS, ROUNDS)
    if s.phase == SETUP:
        top.unless(len(colours) <= SPACES_II_TO_VI, "indicator", "its last pane ends the set-up.")
        s.round = top.number("round", 1, 1)
        s.indicator[1 : 1 + len(colours)] = colours
    else:
        over = s.phase == FINISHED
        top.unless(bool(colours) != over, "indicator", "it must be empty when the game is over, and only then.")
        s.round = ROUNDS + 1 - len(colours) if colours else ROUNDS
        top.number("round", s.round, s.round)
        s.indicator[ROUNDS - len(colours) :] = colours
    later = [colour for colour in s.indicator[1:] if colour != NONE]
    top.unless(len(set(later)) == len(later), "indicator", "spaces II to VI hold one pane of each colour (S8).")


def read_supply(s: State, top: JsonReader) -> None:
    """Factories, centre, bag and tower."""
    factories = top.items("factories", FACTORIES_IN_USE[s.players])
    for f in range(len(factories.value)):
        for colour in factories.letters(str(f), LETTERS, PER_FACTORY):
            s.offer[f * COLOURS + colour] += 1
    for colour in top.letters("centre", LETTERS, COLOURS * PER_COLOUR):
        s.offer[CENTRE * COLOURS + colour] += 1
    s.out = sum(s.offer)
    for pile, counts in (("bag", s.bag), ("tower", s.tower)):
        letters = top.object(pile)
        letters.only(*LETTERS)
        counts[:] = [letters.number(letter, 0, PER_COLOUR) for letter in LETTERS]


def read_seat(s: State, p: int, seat: JsonReader) -> None:
    """The slots, windows and markers of one seat."""
    seat.only(*SEAT_KEYS)
    s.glazier[p] = seat.number("glazier", 1, SLOTS) - 1
    s.broken[p] = seat.number("broken", 0, LAST_SPACE - 1)
    s.lost[p] = seat.number("lost", 0, MOST_POINTS)
    overflow = s.lost[p] - (POINTS_LOST[s.broken[p]] if s.phase == FINISHED else 0)
    seat.unless(
        overflow >= 0 and overflow % POINTS_LOST[LAST_SPACE] == 0,
        "lost", f"it must be a multiple of {POINTS_LOST[LAST_SPACE]}, at the end plus the loss of S52.",
    )  # fmt: skip
    gain(s, p, S7_BEFORE, seat.number("score", 0 if s.floor_zero else -MOST_POINTS, MOST_POINTS))
    slots, windows = seat.items("slots", SLOTS), seat.items("windows", SLOTS)
    for slot in range(SLOTS):
        cells = windows.letters(str(slot), LETTERS, 2)
        s.panes[p][slot] = len(cells)
        s.window[p][slot][: len(cells)] = cells
        if slots.has(str(slot)):
            read_slot(s, p, slot, slots.object(str(slot)))
            windows.unless(len(cells) < 2, str(slot), "the strip above a completed window is removed (S36).")
        elif s.phase != SETUP:
            slots.unless(len(cells) == 2, str(slot), "a strip is removed only when its window is completed (S36).")
    laid = [strip for strip in s.strip[p] if strip != NONE]
    seat.unless(len(set(laid)) == len(laid), "slots", "every strip of a seat can lie in one slot only.")


def read_slot(s: State, p: int, slot: int, entry: JsonReader) -> None:
    """A strip and the panes on it."""
    entry.only("strip", "panes")
    strip, face = divmod(entry.choice("strip", STRIP_CODES), len(FACES))
    s.strip[p][slot] = strip
    lay_strip(s, p, slot, face)
    jokers_here, jokers_below = PATTERN[strip][face][JOKER], PATTERN[strip][1 - face][JOKER]
    entry.unless(
        not (jokers_here and s.panes[p][slot] == 0) and not (jokers_below and s.panes[p][slot] == 1),
        "strip", "the joker side lies down until its window holds a pane, and up from then on (S4, S36).",
    )  # fmt: skip
    panes = entry.get("panes")
    entry.unless(isinstance(panes, str) and len(panes) == SPACES, "panes", f"it must be a text of {SPACES} spaces.")
    for space, pane in zip(STRIPS[strip][face], panes, strict=True):
        if pane == ".":
            continue
        entry.unless(pane in LETTERS and space in (pane, KINDS[JOKER]), "panes", f"{pane!r} cannot lie on {space!r}.")
        s.placed[p][slot][LETTERS.index(pane)] += 1
        s.empty[p][slot][KINDS.index(space)] -= 1


def read_hand(s: State, top: JsonReader) -> None:
    """The panes in hand while they are being placed."""
    if s.phase not in (PLACE, JOKER_SPACES):
        top.unless(not top.has("pending"), "pending", "nothing can be pending in this phase.")
        return
    pending = top.object("pending")
    pending.only("hand")
    hand = pending.letters("hand", LETTERS, PER_COLOUR)
    pending.unless(len(hand) > 0 and len(set(hand)) == 1, "hand", "it must hold panes of one colour.")
    s.hand, s.hand_colour = len(hand), hand[0]


def read_progress(s: State, top: JsonReader) -> None:
    """How far set-up, filling and the turn are; nothing may lie on the table too early."""
    for p in range(s.players):
        for slot in range(SLOTS):
            full = s.face[p][slot] != GONE and is_complete(s, p, slot)
            here = s.phase == PANE_CHOICE and p == s.to_act and slot == s.glazier[p]
            top.unless(full == here, f"seats[{p}].slots[{slot}]", "only the strip being completed is full (S36).")
    if s.phase == SETUP:
        read_set_up(s, top)
    else:
        s.laid = indicator_event(s) + ROUNDS
    s.unlaid = unlaid_strips(s)
    if s.phase == FILL:
        whole, rest = divmod(s.out, PER_FACTORY)
        sizes = [sum(panes_at(s, f)) for f in range(FACTORIES_IN_USE[s.players])]
        expected = [PER_FACTORY] * whole + [rest] + [0] * len(sizes)
        in_order = sizes == expected[: len(sizes)] and sum(sizes) < PER_FACTORY * len(sizes)
        top.unless(in_order, "factories", "they are filled one after the other (S48).")
        top.unless(sum(panes_at(s, CENTRE)) == 0, "centre", "it is empty while the factories are filled.")
        top.unless(sum(s.bag) > 0, "bag", "a pane must be there to be drawn (S49).")
    elif s.phase == TURN:
        top.unless(s.out > 0, "factories", "a turn needs a pane on a factory or in the centre (S16).")
    elif s.phase in (SETUP, FINISHED):
        top.unless(s.out == 0, "factories", "no pane lies on a factory or in the centre now.")


def read_set_up(s: State, top: JsonReader) -> None:
    """Set-up goes on in order: starting seat, strips seat by seat, indicator."""
    slots = [s.face[p][slot] != GONE for p in range(s.players) for slot in range(SLOTS)]
    spaces = sum(colour != NONE for colour in s.indicator)
    strips = sum(slots)
    top.unless(slots == sorted(slots, reverse=True), "seats", "strips are laid in the order of seats and slots.")
    top.unless(not spaces or all(slots), "indicator", "it is filled after all strips are laid.")
    top.unless(s.tile_seat != NONE or not strips, "tile_seat", "the starting seat is drawn before the strips.")
    if s.first_seat != NONE:
        top.unless(s.tile_seat == s.first_seat, "tile_seat", "it must be the first_seat of the options.")
    s.laid = 0 if s.tile_seat == NONE else FIRST_STRIP + strips + spaces
    top.unless(sum(s.tower) == 0, "tower", "it is empty during the set-up (S12).")
    for p in range(s.players):
        played = {
            "glazier": s.glazier[p],
            "score": s.score[p],
            "broken": s.broken[p],
            "lost": s.lost[p],
            "windows": sum(s.panes[p]),
            "slots": sum(map(sum, s.placed[p])),
        }
        for key, found in played.items():
            top.unless(found == 0, f"seats[{p}].{key}", "nothing is played during the set-up (S6, S7).")


def check_panes(s: State, top: JsonReader) -> None:
    """There are 20 panes of each colour, wherever they lie."""
    for colour in range(COLOURS):
        n = s.bag[colour] + s.tower[colour] + sum(s.offer[colour::COLOURS])
        n += s.hand if s.hand_colour == colour else 0
        n += s.indicator.count(colour)
        if s.phase == SETUP and colour not in s.indicator:
            n += 1  # lies aside for the indicator
        for p in range(s.players):
            n += sum(s.placed[p][slot][colour] + s.window[p][slot].count(colour) for slot in range(SLOTS))
        top.unless(
            n == PER_COLOUR,
            "bag",
            f"there are {n} panes {LETTERS[colour]} on the table and in the piles, not {PER_COLOUR}.",
        )
