"""Short texts and sentences for actions and chance outcomes.

| text        | meaning                                    | text     | meaning                     |
|-------------|--------------------------------------------|----------|-----------------------------|
| 3O          | take the orange panes from factory 3       | seat2    | seat 2 starts (counted from 1) |
| CO          | take the orange panes from the centre      | K3.b     | strip K3, back side up      |
| back        | move the glazier back                      | B        | a blue pane                 |
| s5          | place on the strip of slot 5               |          |                             |
| j1          | put one pane on a joker space              |          |                             |
| wB          | put a blue pane in the window              |          |                             |
"""

from __future__ import annotations

import functools
from typing import Any

from ludotheque.contract.phrases import Code, Phrase

from ...kernel.state import CHANCE
from .actions import JOKERS, PANE, RESET, SETUP, STRIP
from .box import CENTRE, COLOURS, LETTERS, NAMES, PER_FACTORY, SLOTS
from .position import STRIP_CODES
from .refusals import refuse as refuse
from .rules.asking import leftmost, matching
from .rules.setup import FIRST_STRIP, SPACES_II_TO_VI, indicator_event
from .state import State

ACTION_TEXTS = [
    *(f"{'C' if source == CENTRE else source + 1}{letter}" for source in range(CENTRE + 1) for letter in LETTERS),
    "back", *(f"s{slot + 1}" for slot in range(SLOTS)), *(f"j{n}" for n in range(PANE - JOKERS)),
    *(f"w{letter}" for letter in LETTERS),
]  # fmt: skip


def outcome_texts(s: State) -> list[str]:
    if s.phase == SETUP and s.laid < FIRST_STRIP:
        return [f"seat{seat + 1}" for seat in range(s.players)]
    if s.phase == SETUP and s.laid < indicator_event(s):
        return STRIP_CODES
    return list(LETTERS)


def describe(s: State, choice: int) -> Phrase:
    """The sentence of an action, or of an outcome at a chance event."""
    if s.to_act == CHANCE:
        return describe_outcome(s, choice)
    if choice < RESET:
        return describe_take(*divmod(choice, COLOURS), s.offer[choice], bool(s.tile_in_centre))
    if choice == RESET:
        return Phrase("actions.reset", {"slot": min(leftmost(s, s.to_act), SLOTS - 1) + 1})
    if choice < JOKERS:
        return describe_place(s, choice - STRIP)
    if choice < PANE:
        return Phrase("actions.joker", {"count": choice - JOKERS})
    return Phrase("actions.pane", {"colour": f"terms.colour_{NAMES[choice - PANE]}"})


@functools.lru_cache(1 << 12)
def describe_take(source: int, colour: int, count: int, with_tile: bool) -> Phrase:
    if count == 0:
        where = "terms.centre" if source == CENTRE else source + 1
        return Phrase("actions.take_nothing", {"colour": f"terms.colour_{NAMES[colour]}", "source": where})
    gaps: dict[str, Any] = {"count": count, "colour": f"terms.{NAMES[colour]}"}
    if source == CENTRE:
        return Phrase("actions.take_centre_tile" if with_tile else "actions.take_centre", gaps)
    return Phrase("actions.take_factory", gaps | {"factory": source + 1})


def describe_place(s: State, slot: int) -> Phrase:
    room = matching(s, s.to_act, slot) if s.hand else 0
    if room == 0:
        return Phrase("actions.place_bare", {"slot": slot + 1})
    placed = min(s.hand, room)
    if placed < s.hand:
        return Phrase("actions.place_breaking", {"count": placed, "slot": slot + 1, "broken": s.hand - placed})
    return Phrase("actions.place", {"count": placed, "slot": slot + 1})


def describe_outcome(s: State, outcome: int) -> Phrase:
    if s.phase == SETUP and s.laid < FIRST_STRIP:
        return Phrase("chance.first_seat", {"seat": Phrase("terms.seat", {"number": outcome + 1})})
    if s.phase == SETUP and s.laid < indicator_event(s):
        return Phrase("chance.strip", {"slot": (s.laid - FIRST_STRIP) % SLOTS + 1, "strip": Code(STRIP_CODES[outcome])})
    colour = f"terms.colour_{NAMES[outcome]}"
    if s.phase == SETUP:
        space = s.laid - indicator_event(s)
        return Phrase("chance.indicator", {"round": space + 2 if space < SPACES_II_TO_VI else 1, "colour": colour})
    return Phrase("chance.fill", {"factory": s.out // PER_FACTORY + 1, "colour": colour})
