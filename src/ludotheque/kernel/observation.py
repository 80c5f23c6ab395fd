"""Observations: what a seat may know as a row of small whole numbers, for programs that learn.

`make_observe` turns the tables of a game's `observe.py` (`contract/observation.py`) into the rule
`observe(s, seat, row)` of a state that `hide` has blanked for the seat. Every row looks from the seat
that observes: seat 0 of a row is that seat, then the others clockwise.
"""

from __future__ import annotations

import linecache
import math
from typing import Any

from ludotheque.contract.observation import FieldList, ObservationField, length, spans

from .rule import rule
from .state import StateBase

Row = Any
"""A list of ints, or a row of an array of int16."""


@rule
def put_choice(row: Row, at: int, choice: int, choices: int) -> None:
    """Writes a one-hot choice; any other number than 0..choices-1 is none of them."""
    for i in range(choices):
        row[at + i] = 1 if i == choice else 0


@rule
def put_bits(row: Row, at: int, bits: int, count: int) -> None:
    """Writes the lowest bits of a number, lowest first."""
    for i in range(count):
        row[at + i] = (bits >> i) & 1


@rule
def put_numbers(row: Row, at: int, numbers: Any, count: int) -> None:
    """Writes the first numbers of a list."""
    for i in range(count):
        row[at + i] = numbers[i]


@rule
def put_zeros(row: Row, at: int, count: int) -> None:
    """Writes nothing but zeros."""
    for i in range(count):
        row[at + i] = 0


@rule
def clockwise(p: int, seat: int, players: int, seats: int) -> int:
    """Returns how many places clockwise from the observer a seat sits; after all seats come -1, -2, ..."""
    return seats - 1 - p if p < 0 else (p - seat + players) % players


RULES = {"put_choice": put_choice, "put_bits": put_bits, "put_numbers": put_numbers, "put_zeros": put_zeros,
         "clockwise": clockwise}  # fmt: skip


def make_observe(state: type[StateBase], common: FieldList, each_seat: FieldList, seats: int) -> dict[str, Any]:
    """Makes `observe(s, seat, row)`, and the two rules it is made of, from the fields of the table and of one seat.

    `observe_table(s, seat, row)` writes the fields of the whole table. `observe_place(s, seat, place, row, at)` writes
    those of the seat that sits so many places clockwise, and only reads the state, so that threads of a GPU can write
    several places at once. The state is already hidden from the seat; a spectator is seat -1 and looks from seat 0. The
    rules are made as source text, since Numba cannot follow a table of functions.
    """
    start, size = length(common, (), 0), length(each_seat, (), 0)
    parts = {
        "observe_table": ["def observe_table(s, seat, row):", "    seat = max(seat, 0)"],
        "observe_place": [
            "def observe_place(s, seat, place, row, at):",
            "    if place >= s.players:",
            f"        put_zeros(row, at, {size})",
            "        return",
            "    p = (max(seat, 0) + place) % s.players",
        ],
        "observe": [
            "def observe(s, seat, row):",
            "    observe_table(s, seat, row)",
            f"    for place in range({seats}):",
            f"        observe_place(s, seat, place, row, {start} + {size} * place)",
        ],
    }
    for field, offset, _ in spans(common, (), 0):
        parts["observe_table"] += _lines(field, state, "seat", f"{offset}", seats)
    for field, offset, _ in spans(each_seat, (), 0):
        parts["observe_place"] += _lines(field, state, "p", f"at + {offset}", seats)
    names = {"__name__": state.__module__} | RULES | {_name(f): _value(f) for f in (*common, *each_seat) if f.value}
    for name, source in parts.items():
        file = f"<{name}, {state.__module__}>"
        linecache.cache[file] = (0, None, [f"{line}\n" for line in source], file)  # for tracebacks
        exec(compile("\n".join(source), file, "exec"), names)
        names[name] = rule(names[name])
    return {name: names[name] for name in parts}


def _name(field: ObservationField) -> str:
    return f"value_of_{field.name}"


def _value(field: ObservationField) -> Any:
    """The rule that gives the values of a field; a lambda of the table becomes a rule here."""
    value: Any = field.value
    if value.__name__ != "<lambda>":
        return value
    value.__qualname__ = _name(field)  # compiled rules are stored by this name
    return rule(value)


def _lines(field: ObservationField, state: type[StateBase], seat: str, at: str, seats: int) -> list[str]:
    """The lines of `observe` that write a field from `at` on: a loop for each index, and one statement."""
    if field.put == "rule":
        return [f"    {_name(field)}(s, {seat}, row, {at})"]
    width = field.shape[-1] if field.put in ("choice", "seat", "bits") else 1  # numbers that the statement writes
    shape = () if field.length == width else field.shape[:-1] if width > 1 else field.shape
    if field.value is None:
        shape = state.fields[field.name].shape[seat == "p" :]
        if field.put == "number" and shape:
            shape, width = shape[:-1], shape[-1]
    assert math.prod(shape) * width == field.length, f"{field.name} has another shape in the state"
    indices = [f"i{depth}" for depth in range(len(shape))]
    for depth, i in enumerate(indices):
        at += f" + {math.prod(shape[depth + 1 :]) * width} * {i}"
    value = f"s.{field.name}{'[p]' if seat == 'p' else ''}{''.join(f'[{i}]' for i in indices)}"
    if field.value is not None:
        value = f"{_name(field)}({', '.join(['s', seat, *indices])})"
    value += f" - {field.first}" if field.first else ""
    statement = {
        "number": f"put_numbers(row, {at}, {value}, {width})" if width > 1 else f"row[{at}] = {value}",
        "cut": f"row[{at}] = max({field.low}, min({field.high}, {value}))",
        "flag": f"row[{at}] = 1 if {value} else 0",
        "choice": f"put_choice(row, {at}, {value}, {width})",
        "seat": f"put_choice(row, {at}, clockwise({value}, seat, s.players, {seats}), {width})",
        "bits": f"put_bits(row, {at}, {value}, {width})",
    }[field.put]
    heads = [f"for {i} in range({count}):" for i, count in zip(indices, shape, strict=True)]
    return ["    " * depth + line for depth, line in enumerate([*heads, statement], 1)]
