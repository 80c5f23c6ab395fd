"""Tables of observations: the fields of a row, how each is written, and what its numbers mean.

A game's `observe.py` lists the fields of the whole table and those of one seat. The rule that
writes a row is made from this list (`kernel/observation.py`), and so is the page that explains it.
A field is written from the state's field of the same name, or from a `value`: a function of the
state, of the seat that observes (for a field of a seat: of that seat) and of the field's indices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

MOST = 999  # points and money are cut off beyond; no game comes near

NumberOf = Callable[..., Any]


class ObservationField(NamedTuple):
    """Some numbers of a row that belong together."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    put: str  # how it is written: the name of a function below, or "rule"
    value: NumberOf | None = None
    first: int = 0  # the state's number of the first choice
    finely: bool = True  # a network may read small counts of it finely, too

    @property
    def length(self) -> int:
        return math.prod(self.shape)


FieldList = tuple[ObservationField, ...]


def number(name: str, high: int, meaning: str, *shape: int, value: NumberOf | None = None) -> ObservationField:
    """Numbers from 0 to a highest one."""
    return ObservationField(name, shape or (1,), 0, high, meaning, "number", value)


def cut(name: str, meaning: str, low: int = -MOST, high: int = MOST, value: NumberOf | None = None) -> ObservationField:
    """A number that is cut off beyond the lowest and the highest one."""
    return ObservationField(name, (1,), low, high, meaning, "cut", value)


def flag(name: str, meaning: str, *shape: int, value: NumberOf | None = None) -> ObservationField:
    """Yes or no."""
    return ObservationField(name, shape or (1,), 0, 1, meaning, "flag", value)


def choice(name: str, meaning: str, *shape: int, value: NumberOf | None = None, first: int = 0) -> ObservationField:
    """One-hot choices along the last axis; a number that is none of the choices leaves all of them 0."""
    return ObservationField(name, shape, 0, 1, meaning, "choice", value, first)


def seat(name: str, meaning: str, *shape: int, value: NumberOf | None = None) -> ObservationField:
    """One-hot seats clockwise from the observer; further places stand for the numbers -1, -2, ... of the state."""
    return ObservationField(name, shape, 0, 1, meaning, "seat", value)


def bits(name: str, meaning: str, *shape: int) -> ObservationField:
    """The lowest bits of numbers along the last axis, lowest first."""
    return ObservationField(name, shape, 0, 1, meaning, "bits")


def written(name: str, high: int, meaning: str, *shape: int, by: NumberOf) -> ObservationField:
    """Numbers that a rule writes all at once: it is given the state, the seat, the row and where to begin."""
    return ObservationField(name, shape, 0, high, meaning, "rule", by)


def foretold(name: str, high: int, meaning: str, *shape: int, by: NumberOf, low: int = 0) -> ObservationField:
    """Numbers that follow from the other fields by the rules; they are written as those of `written`."""
    return written(name, high, meaning, *shape, by=by)._replace(low=low, finely=False)


PRESENT = flag("present", "1 if the game has this seat; if not, its other fields are 0.", value=lambda s, p: True)


class Span(NamedTuple):
    """Where a field stands in the row; `seat` counts from the observer, -1: of no seat."""

    field: ObservationField
    offset: int
    seat: int


def spans(common: FieldList, each_seat: FieldList, seats: int) -> Iterator[Span]:
    """The fields in their order: those of the whole table, then those of every seat."""
    offset = 0
    for seat in range(-1, seats):
        for field in common if seat < 0 else each_seat:
            yield Span(field, offset, seat)
            offset += field.length


def length(common: FieldList, each_seat: FieldList, seats: int) -> int:
    """How many numbers a row has."""
    return sum(span.field.length for span in spans(common, each_seat, seats))


class Actions(NamedTuple):
    """Consecutive action ids that mean alike."""

    first: int
    how_many: int
    meaning: str


def action_table(actions: int, meanings: dict[int, str]) -> tuple[Actions, ...]:
    """The meanings of all action ids, by the first id of each."""
    ends = [*meanings, actions][1:]
    return tuple(
        Actions(first, end - first, meaning) for end, (first, meaning) in zip(ends, meanings.items(), strict=True)
    )


class ObservationVersion(NamedTuple):
    """What a version of the observation brought."""

    version: int
    release: str
    what: str
