"""Observations: what a seat may know as a row of small whole numbers, for programs that learn.

A game's `observe.py` says in a table what its row holds, field by field, and writes it with the
rules below: `observe(s, seat, row)` of a state that `hide` has blanked for the seat. Every game
looks from the seat that observes: seat 0 of a row is that seat, then the others clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from .rule import rule

MOST = 999  # points and money are cut off beyond: no game comes near

Row = Any
"""A list of ints, or a row of an array of int16."""


class Field(NamedTuple):
    """Some numbers of a row that belong together."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def length(self) -> int:
        return math.prod(self.shape)


class Span(NamedTuple):
    """Where a field stands in the row; `seat` counts from the observer, -1: of no seat."""

    field: Field
    offset: int
    seat: int


class Actions(NamedTuple):
    """Action ids in a row that mean alike."""

    first: int
    how_many: int
    meaning: str


class Change(NamedTuple):
    """What a version of the observation brought."""

    version: int
    release: str
    what: str


def flags(name: str, meaning: str, *shape: int) -> Field:
    """A field of yes or no, one-hot choices among them."""
    return Field(name, shape or (1,), 0, 1, meaning)


def spans(common: tuple[Field, ...], each_seat: tuple[Field, ...], seats: int) -> Iterator[Span]:
    """The fields in their order: those of the whole table, then those of every seat."""
    offset = 0
    for seat in range(-1, seats):
        for field in common if seat < 0 else each_seat:
            yield Span(field, offset, seat)
            offset += field.length


def length(common: tuple[Field, ...], each_seat: tuple[Field, ...], seats: int) -> int:
    """How many numbers a row has."""
    return sum(span.field.length for span in spans(common, each_seat, seats))


# --- Writing: each rule returns where the next field begins -------------------------------------


@rule
def put(row: Row, at: int, number: int) -> int:
    """One number."""
    row[at] = number
    return at + 1


@rule
def put_cut(row: Row, at: int, number: int) -> int:
    """Points or money, cut off at MOST."""
    row[at] = max(-MOST, min(MOST, number))
    return at + 1


@rule
def put_choice(row: Row, at: int, choice: int, choices: int) -> int:
    """A one-hot choice; any other number than 0..choices-1 is none of them."""
    for i in range(choices):
        row[at + i] = 1 if i == choice else 0
    return at + choices


@rule
def put_bits(row: Row, at: int, bits: int, count: int) -> int:
    """The lowest bits of a number, lowest first."""
    for i in range(count):
        row[at + i] = (bits >> i) & 1
    return at + count


@rule
def put_numbers(row: Row, at: int, numbers: Any, count: int) -> int:
    """The first numbers of a list."""
    for i in range(count):
        row[at + i] = numbers[i]
    return at + count


@rule
def put_zeros(row: Row, at: int, count: int) -> int:
    """Nothing: of a seat that is not there."""
    for i in range(count):
        row[at + i] = 0
    return at + count


@rule
def clockwise(p: int, seat: int, players: int) -> int:
    """How many places clockwise from the observer a seat sits; -1 if it is none."""
    return -1 if p < 0 else (p - seat + players) % players


def make_observe(observe_table: Any, observe_seat: Any, seats: int, seat_length: int) -> Any:
    """Makes `observe(s, seat, row)` from what a game writes of the whole table and of one seat.

    The state is already hidden from the seat; a spectator is seat -1 and looks from seat 0.
    """

    @rule
    def observe(s: Any, seat: int, row: Row) -> None:
        at = observe_table(s, seat, row)
        for place in range(seats):
            if place < s.players:
                at = observe_seat(s, (max(seat, 0) + place) % s.players, row, at)
            else:
                at = put_zeros(row, at, seat_length)

    return observe
