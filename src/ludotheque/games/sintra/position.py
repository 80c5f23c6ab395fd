"""The position format of Sintra: one table of fields, written and read."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from itertools import product
from typing import Any

from ludotheque.contract import position_fields as kind
from ludotheque.contract.position_fields import FLAG, SEAT, Fields, Kind, PositionField
from ludotheque.contract.reading import JsonReader, name_of, refuse_unless, respelt

from ...kernel.state import CHANCE, OVER
from . import box
from .about import VERSION
from .actions import FILL, FINISHED, JOKER_SPACES, PANE_CHOICE, PHASES, PLACE, SETUP, TURN
from .box import COLOURS, JOKER, KINDS, LETTERS, PATTERN, PER_COLOUR, PER_FACTORY, POINTS_LOST, ROUNDS, SLOTS, STRIPS
from .rules.points import S7_BEFORE, gain
from .rules.setup import FIRST_STRIP, indicator_event, lay_strip, unlaid_strips
from .rules.turn import is_complete
from .state import GONE, NONE, State

FACES = "fb"  # front, back
STRIP_CODES = [f"K{k + 1}.{face}" for k in range(SLOTS) for face in FACES]
MOST_POINTS = 10_000  # far beyond any game; keeps numbers within the state's fields


# --- the fields that only Sintra has ----------------------------------------------------------


def read_indicator(s: State, found: JsonReader) -> list[int]:
    """In the set-up the panes laid so far, from space II on; later those of this round and the next ones."""
    colours = found.pieces(LETTERS, ROUNDS)
    found.unless(s.phase != SETUP or len(colours) < ROUNDS, "its last pane ends the set-up.")
    return [NONE] * (1 if s.phase == SETUP else ROUNDS - len(colours)) + colours


def in_use(s: State) -> int:
    return box.FACTORIES_IN_USE[s.players]


def colour_name(letter: str) -> str:
    return name_of("terms", f"colour_{box.NAMES[LETTERS.index(letter)]}")


def panes_at(offer: list[int], source: int) -> list[int]:
    """The panes of each colour at a factory or in the centre."""
    return offer[source * COLOURS : (source + 1) * COLOURS]


@functools.lru_cache(1 << 14)  # few strips change from one position to the next
def written_panes(strip: int, face: int, empty: tuple[int, ...], placed: tuple[int, ...]) -> str:
    """The five spaces from the top: each colour fills from the top, jokers in colour order."""
    on_own = [PATTERN[strip][face][c] - empty[c] for c in range(COLOURS)]
    jokers = "".join(LETTERS[c] * (placed[c] - on_own[c]) for c in range(COLOURS))
    filling = [iter(LETTERS[c] * on_own[c]) for c in range(COLOURS)] + [iter(jokers)]
    return "".join(next(filling[KINDS.index(space)], ".") for space in STRIPS[strip][face])


def write_slots(s: State, p: int, viewer: int | None) -> list[dict[str, str] | None]:
    """The strip in each slot and the panes on it; null for a strip that is removed or not laid yet."""
    written: list[dict[str, str] | None] = []
    for strip, face, empty, placed in zip(s.strip[p], s.face[p], s.empty[p], s.placed[p], strict=True):
        panes = "" if face == GONE else written_panes(strip, face, (*empty,), (*placed,))
        written.append({"strip": STRIP_CODES[2 * strip + face], "panes": panes} if panes else None)
    return written


def read_slots(s: State, p: int, found: JsonReader) -> None:
    known = ", ".join(f"{colour_name(letter)} ({letter})" for letter in LETTERS)
    for slot, entry in enumerate(found.items(SLOTS, SLOTS)):
        if entry.absent:
            continue
        entry.only(("strip", "panes"))
        s.strip[p][slot], face = divmod(entry["strip"].choice(STRIP_CODES), len(FACES))
        lay_strip(s, p, slot, face)
        panes, spaces = entry["panes"], STRIPS[s.strip[p][slot]][face]
        fits = isinstance(panes.value, str) and len(panes.value) == len(spaces)
        panes.unless(fits, f"it must be a string of {len(spaces)} spaces.")
        for space, pane in zip(spaces, panes.value, strict=True):
            if pane != ".":
                panes.unless(pane in LETTERS, f"{pane!r} is no pane: choose from {known}.")
                if space not in (pane, KINDS[JOKER]):
                    panes.refuse(f"a pane is {colour_name(pane)}, its space {colour_name(space)} (S24).")
                s.placed[p][slot][LETTERS.index(pane)] += 1
                s.empty[p][slot][KINDS.index(space)] -= 1


def read_hand(s: State, p: None, found: JsonReader) -> None:
    hand = found.pieces(LETTERS, PER_COLOUR)
    found.unless(len(set(hand)) == 1, "it must hold panes of one colour.")
    s.hand, s.hand_colour = len(hand), hand[0]


# --- the table --------------------------------------------------------------------------------

FACTORY = kind.multiset(LETTERS, PER_FACTORY)
FACTORIES = Kind(
    lambda s, offer: [FACTORY.encode(s, panes_at(offer, f)) for f in range(in_use(s))],
    lambda s, found: [n for panes in kind.items(FACTORY, in_use).decode(s, found) for n in panes],
)
# Positions are written often, and few windows can be told apart.
WINDOW_TEXTS = {
    cells: "".join(LETTERS[c] for c in cells if c != NONE) for cells in product(range(NONE, COLOURS), repeat=2)
}
WINDOWS = kind.items(kind.ordered(LETTERS, 2), SLOTS)._replace(
    encode=lambda s, windows: [WINDOW_TEXTS[upper, lower] for upper, lower in windows]
)
HAND = {"hand": PositionField(lambda s, p, viewer: LETTERS[s.hand_colour] * s.hand, read_hand)}

POSITION = Fields({
    **kind.head("sintra", VERSION, {
        "side": kind.choice(box.SIDES),
        "first_seat": kind.or_null(SEAT),
        "score_floor_zero": kind.of("floor_zero", FLAG),
    }),
    "to_act": kind.to_act({SETUP: CHANCE, FILL: CHANCE, FINISHED: OVER}),
    "phase": kind.choice(PHASES),
    "round": kind.number(1, ROUNDS),
    "indicator": Kind(kind.ordered(LETTERS, ROUNDS).encode, read_indicator, late=True),
    "tile_seat": kind.or_null(SEAT),
    "tile_in_centre": FLAG,
    "factories": kind.of("offer", FACTORIES),
    "centre": kind.of("offer", kind.multiset(LETTERS, COLOURS * PER_COLOUR), start=box.CENTRE * COLOURS),
    "bag": kind.counts(LETTERS, PER_COLOUR),
    "tower": kind.counts(LETTERS, PER_COLOUR),
    "seats": kind.each_seat({
        "slots": PositionField(write_slots, read_slots),
        "windows": kind.of("window", WINDOWS),
        "glazier": kind.number(1, SLOTS, base=1),
        "score": kind.number(lambda s: 0 if s.floor_zero else -MOST_POINTS, MOST_POINTS),
        "broken": kind.number(0, box.LAST_SPACE - 1),
        "lost": kind.number(0, MOST_POINTS),
    }),
    "pending": kind.by_phase({PLACE: HAND, JOKER_SPACES: HAND}),
})  # fmt: skip

write, view = POSITION.write, POSITION.view


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    old, new = box.BOX["strips"]["renamed"]
    is_old = isinstance(d.get("bag"), Mapping) and old in d["bag"]  # a bag names all its colours
    POSITION.read(s, JsonReader(respelt(d, old, new) if is_old else d))
    s.out = sum(s.offer)
    check_round(s)
    for p in range(s.players):
        points, s.score[p] = s.score[p], 0
        gain(s, p, S7_BEFORE, points)
        s.panes[p] = [2 - cells.count(NONE) for cells in s.window[p]]
        check_seat(s, p)
    if s.phase == SETUP:
        check_set_up(s)
    else:
        s.laid = indicator_event(s) + ROUNDS
    check_offer(s)
    check_panes(s)
    s.unlaid = unlaid_strips(s)


# --- what must fit together -------------------------------------------------------------------


def check_round(s: State) -> None:
    """Checks the indicator, the round and the starting-player tile."""
    left, later = ([colour for colour in s.indicator[first:] if colour != NONE] for first in (0, 1))
    refuse_unless(len(set(later)) == len(later), "indicator", "spaces II to VI hold one pane of each colour (S8).")
    if s.phase in (SETUP, FILL):
        refuse_unless(not s.tile_in_centre, "tile_in_centre", "it must be false until the round starts.")
    if s.phase != SETUP:
        refuse_unless(s.tile_seat != NONE, "tile_seat", "somebody holds it once the starting seat is drawn.")
        ended = s.phase == FINISHED
        refuse_unless(bool(left) != ended, "indicator", "it must be empty when the game is over, and only then.")
    expected = 1 if s.phase == SETUP else min(ROUNDS + 1 - len(left), ROUNDS)
    refuse_unless(s.round == expected, "round", f"it must be {expected} with this indicator.")


def check_seat(s: State, p: int) -> None:
    """Checks the losses of a seat, and the strips above its windows."""
    at, step = f"seats[{p}]", POINTS_LOST[box.LAST_SPACE]
    overflow = s.lost[p] - (POINTS_LOST[s.broken[p]] if s.phase == FINISHED else 0)
    fits = overflow >= 0 and overflow % step == 0
    refuse_unless(fits, f"{at}.lost", f"it must be a multiple of {step}, at the end plus the marker's loss (S43, S52).")
    for slot, (strip, face, panes) in enumerate(zip(s.strip[p], s.face[p], s.panes[p], strict=True)):
        here = f"{at}.slots[{slot}]"
        if face == GONE:
            fits = panes == 2 or s.phase == SETUP
            refuse_unless(fits, here, "a strip is removed only when its window is completed (S36).")
            continue
        refuse_unless(panes < 2, f"{at}.windows[{slot}]", "the strip above a completed window is removed (S36).")
        fits = PATTERN[strip][1 - face if panes else face][JOKER] == 0
        sentence = "the joker side lies down until its window holds a pane, and up from then on (S4, S36)."
        refuse_unless(fits, f"{here}.strip", sentence)
        fits = is_complete(s, p, slot) == (s.phase == PANE_CHOICE and p == s.to_act and slot == s.glazier[p])
        refuse_unless(fits, here, "only the strip being completed is full (S36).")
    laid = [strip for strip in s.strip[p] if strip != NONE]
    refuse_unless(len(set(laid)) == len(laid), f"{at}.slots", "every strip of a seat can lie in one slot only.")


def check_set_up(s: State) -> None:
    """Checks that the set-up goes on in order: starting seat, strips seat by seat, indicator."""
    slots = [face != GONE for p in range(s.players) for face in s.face[p]]
    spaces = ROUNDS - s.indicator.count(NONE)
    refuse_unless(slots == sorted(slots, reverse=True), "seats", "strips are laid in the order of seats and slots.")
    refuse_unless(not spaces or all(slots), "indicator", "it is filled after all strips are laid.")
    fits = s.tile_seat != NONE or not any(slots)
    refuse_unless(fits, "tile_seat", "the starting seat is drawn before the strips.")
    fits = s.first_seat in (NONE, s.tile_seat)
    refuse_unless(fits, "tile_seat", "it must be the starting seat of the options.")
    refuse_unless(sum(s.tower) == 0, "tower", "it is empty during the set-up (S12).")
    s.laid = 0 if s.tile_seat == NONE else FIRST_STRIP + sum(slots) + spaces
    for p in range(s.players):
        played = {"glazier": s.glazier[p], "score": s.score[p], "broken": s.broken[p], "lost": s.lost[p]}
        played |= {"windows": sum(s.panes[p]), "slots": sum(map(sum, s.placed[p]))}
        for key, number in played.items():
            refuse_unless(number == 0, f"seats[{p}].{key}", "nothing is played during the set-up (S6, S7).")


def check_offer(s: State) -> None:
    """Checks that panes lie on the factories and in the centre when they should."""
    if s.phase == FILL:
        full, rest = divmod(s.out, PER_FACTORY)
        sizes = [sum(panes_at(s.offer, f)) for f in range(in_use(s))]
        fits = full < len(sizes) and sizes == ([PER_FACTORY] * full + [rest] + [0] * len(sizes))[: len(sizes)]
        refuse_unless(fits, "factories", "they are filled one after the other, before the centre (S48).")
        refuse_unless(sum(s.bag) > 0, "bag", "a pane must be there to be drawn (S49).")
    elif s.phase == TURN:
        refuse_unless(s.out > 0, "factories", "a turn needs a pane on a factory or in the centre (S16).")
    elif s.phase in (SETUP, FINISHED):
        refuse_unless(s.out == 0, "factories", "no pane lies on a factory or in the centre now.")


def check_panes(s: State) -> None:
    """Checks that there are 20 panes of each colour, wherever they lie."""
    for colour, letter in enumerate(LETTERS):
        n = s.bag[colour] + s.tower[colour] + sum(s.offer[colour::COLOURS]) + s.indicator.count(colour)
        n += s.hand if s.hand_colour == colour else 0
        n += s.phase == SETUP and colour not in s.indicator  # lies aside for the indicator
        for p in range(s.players):
            n += sum(s.placed[p][slot][colour] + s.window[p][slot].count(colour) for slot in range(SLOTS))
        sentence = f"there are {n} {colour_name(letter)} panes on the table and in the piles, not {PER_COLOUR}."
        refuse_unless(n == PER_COLOUR, "bag", sentence)
