"""The position format from the fields of the state: numbers and lists, those of the seats in an object for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ..contract import position_fields as kind
from ..contract.phases import PhaseTable
from ..contract.position_fields import AnyState, Fields, FieldTable, Kind
from ..contract.reading import JsonReader, refuse_unless, stop_if_wrong
from ..kernel.edition import Edition
from ..kernel.state import CHANCE, NEEDED_FIELDS, OVER, StateField


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """`write`, `view`, `read` and `read_view`, by the table of fields `POSITION`; the game may check what it reads."""
    position = Fields(table_of(edition))
    check = getattr(own, "check", None)

    def read(s: AnyState, d: Mapping[str, Any]) -> None:
        """Puts the position into a state for which `begin` was called; raises BadPosition."""
        position.read(s, JsonReader(d))
        try:
            if check is not None:
                check(s)
            stop_if_wrong()
            edition.loops.forced(s)
        except (IndexError, ZeroDivisionError):
            refuse_unless(False, "position", "its numbers do not fit together.")

    def read_view(s: AnyState, d: Mapping[str, Any]) -> None:
        """Puts what a seat sees into such a state; `redeal` fills in the rest."""
        position.read(s, JsonReader(d, view=True))

    seeing = getattr(own, "read", read_view)  # a game with a format and secrets of its own defines both
    return {"write": position.write, "view": position.view, "read": read, "read_view": seeing}


def table_of(edition: Edition) -> FieldTable:
    """The head, then the fields of the table, then those of the seats."""
    about, actions = edition.module("about"), edition.module("actions")
    options = {option.name: kind.choice(option.values) for option in about.OPTIONS}
    phases: PhaseTable = getattr(actions, "PHASE_TABLE", ())
    nobody = {n: CHANCE if phase.outcomes else OVER for n, phase in enumerate(phases) if phase.width == 0}
    fields = {name: f for name, f in edition.state.fields.items() if name not in (*NEEDED_FIELDS, *options)}
    return {
        **kind.head(edition.game, about.VERSION, options),
        "to_act": kind.to_act(nobody),
        "phase": kind.choice(actions.PHASES),
        **{name: number(f, f.shape) for name, f in fields.items() if not f.seats},
        "seats": kind.each_seat({name: number(f, f.shape[1:]) for name, f in fields.items() if f.seats}),
    }


def number(f: StateField, shape: tuple[int, ...]) -> Kind:
    """A number of a field, or a list of them; null is nothing, or hidden. Pieces are counted from 1."""
    low, high = f.limits
    if f.counts and len(shape) == 1:
        return counted(shape[0], low, high)
    if shape:
        return kind.items(number(f, shape[1:]), shape[0])
    plain = kind.number(low + bool(f.item), high + bool(f.item), base=bool(f.item))
    return plain if f.low is None else kind.or_null(plain, low - 1)


def counted(kinds: int, low: int, high: int) -> Kind:
    """An object with the number of each kind of which there is a piece; null if they are hidden."""
    pieces = kind.copies([str(n + 1) for n in range(kinds)], high)

    def decode(s: AnyState, found: JsonReader) -> list[int]:
        return [low - 1] * kinds if found.absent else list(pieces.decode(s, found))

    return Kind(lambda s, value: None if min(value) < low else pieces.encode(s, value), decode)
