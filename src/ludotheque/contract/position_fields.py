"""The vocabulary of position formats: kinds of fields that can be written and read.

A game's `position.py` holds one table, with the keys of the JSON object. Each entry says how a value
of the state is written. The same entry reads it back, and names the field that is wrong:

    POSITION = Fields({
        "round": number(1, 6),                                  # s.round
        "bag": counts("BWYOP", 20),                             # s.bag as {"B": 3, "W": 0, ...}
        "seats": each_seat({"glazier": number(1, 8, base=1)}),  # s.glazier[p] + 1 for each seat p
    })

What a single field cannot tell, such as whether all pieces are there, the game checks afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ludotheque.contract.reading import MISSING, JsonReader, going_on, name_of, refuse_unless, stop_if_unread

NONE = -1  # nobody or nothing in a state
HIDDEN = -3  # `to_act` in a state that was read from a view of a seat that may not know it

AnyState = Any
"""A game's state in any mode: an instance of its State class, or a record of its dtype."""

MOST_HIDDEN = 99  # pieces that a view may only count

SeatOrTable = Any  # the number of a seat, or None for the whole table
Limit = int | Callable[[AnyState], int]  # a number, or a function that finds it in the state


class Kind(NamedTuple):
    """How a value of the state is written and read."""

    encode: Callable[[AnyState, Any], Any]
    decode: Callable[[AnyState, JsonReader], Any]
    late: bool = False  # whether it is read after the other fields of its object, on which it depends


class PositionField(NamedTuple):
    """How a key of a position is written, for a viewer or with all secrets (None), and read into a state."""

    write: Callable[[AnyState, SeatOrTable, int | None], Any]
    read: Callable[[AnyState, SeatOrTable, JsonReader], None]
    late: bool = False
    when: Callable[[AnyState], bool] | None = None  # whether the position has this key; None: always


FieldTable = Mapping[str, Kind | PositionField]


class Fields:
    """The fields of an object. A kind stands for the state's field that has the name of its key."""

    def __init__(self, table: FieldTable) -> None:
        self._fields = [(key, of(key, entry) if isinstance(entry, Kind) else entry) for key, entry in table.items()]
        self._has_conditions = any(field.when for _, field in self._fields)

    def write(self, s: AnyState, p: SeatOrTable = None, viewer: int | None = None) -> dict[str, Any]:
        """Writes the object of a seat, or of the whole table (None)."""
        return {key: field.write(s, p, viewer) for key, field in self._of(s)}

    def view(self, s: AnyState, viewer: int) -> dict[str, Any]:
        """Writes what a seat (-1: a spectator) may know, of a state that is hidden from it."""
        return self.write(s, None, viewer)

    def read(self, s: AnyState, found: JsonReader, p: SeatOrTable = None) -> None:
        """Reads the object into a state for which `begin` was called; raises BadPosition."""
        fields = dict(self._of(s))
        found.only(fields)
        for late in (False, True):
            for key, field in fields.items():
                if field.late == late:
                    with going_on:
                        field.read(s, p, found[key])
            stop_if_unread()

    def _of(self, s: AnyState) -> list[tuple[str, PositionField]]:
        if not self._has_conditions:
            return self._fields
        return [(key, field) for key, field in self._fields if field.when is None or field.when(s)]


def of(name: str, kind: Kind, start: int = 0) -> PositionField:
    """A field of the state with this name, or its list from `start` on."""
    encode = kind.encode

    def write(s: AnyState, p: SeatOrTable, viewer: int | None) -> Any:
        value = getattr(s, name) if p is None else getattr(s, name)[p]
        return encode(s, value[start:] if start else value)

    def read(s: AnyState, p: SeatOrTable, found: JsonReader) -> None:
        value = kind.decode(s, found)
        if isinstance(value, list):
            _fill(_value(s, p, name), value, start)
        elif p is None:
            setattr(s, name, value)
        else:
            getattr(s, name)[p] = value

    return PositionField(write, read, kind.late)


def _value(s: AnyState, p: SeatOrTable, name: str) -> Any:
    return getattr(s, name) if p is None else getattr(s, name)[p]


def _fill(target: list[Any], values: list[Any], start: int = 0) -> None:
    """Puts values into a list of the state; the rest of the list stays as it is."""
    for i, value in enumerate(values, start):
        if isinstance(value, list):
            _fill(target[i], value)
        else:
            target[i] = value


def _limit(s: AnyState, limit: Limit) -> int:
    return limit if isinstance(limit, int) else limit(s)


# --- single values ----------------------------------------------------------------------------


def number(low: Limit, high: Limit, base: int = 0) -> Kind:
    """A whole number. With the base 1, people count from 1 and the state from 0."""
    return Kind(
        lambda s, value: value + base, lambda s, found: found.number(_limit(s, low), _limit(s, high)) - base
    )  # fmt: skip


def choice(codes: Sequence[Any]) -> Kind:
    """One of some codes; in the state its index."""
    return Kind(lambda s, value: codes[value], lambda s, found: found.choice(codes))


def or_null(kind: Kind, none: int = NONE) -> Kind:
    """A value, or null or nothing for the number `none`; a lower number is hidden, and null as well."""
    return Kind(
        lambda s, value: None if value <= none else kind.encode(s, value),
        lambda s, found: none if found.absent else kind.decode(s, found),
    )


def players(s: AnyState) -> int:
    """The limit of what each seat has one of."""
    return int(s.players)


SEAT = number(0, lambda s: players(s) - 1)
FLAG = choice((False, True))


def seat_or(numbers: Mapping[Any, int]) -> Kind:
    """A seat, or one of some codes that have numbers of their own in the state."""
    codes = {number: code for code, number in numbers.items()}

    def decode(s: AnyState, found: JsonReader) -> int:
        known = [*numbers, *range(s.players)]
        code = known[found.choice(known)]
        return numbers.get(code, code)

    return Kind(lambda s, value: codes.get(value, value), decode)


def to_act(nobody: Mapping[int, int]) -> Kind:
    """The seat that acts, or the numbers of the phases in which no seat acts; below -1 they are null."""

    def decode(s: AnyState, found: JsonReader) -> int:
        if s.phase not in nobody:
            return HIDDEN if found.view and found.absent else int(SEAT.decode(s, found))
        found.choice([nobody[s.phase] if nobody[s.phase] >= NONE else None])
        return nobody[s.phase]

    return Kind(lambda s, value: value if value >= NONE else None, decode, late=True)


def checked(kind: Kind, holds: Callable[[Any], bool], sentence: str) -> Kind:
    """A value of which something must hold."""

    def decode(s: AnyState, found: JsonReader) -> Any:
        value = kind.decode(s, found)
        refuse_unless(holds(value), found, sentence)
        return value

    return kind._replace(decode=decode)


# --- pieces -----------------------------------------------------------------------------------


def _join(codes: Sequence[Any]) -> Callable[[list[Any]], Any]:
    """What makes a text of pieces whose codes are the letters of a text, and a list of others."""
    return "".join if isinstance(codes, str) else list


def ordered(codes: Sequence[Any], most: int) -> Kind:
    """Pieces in their order; in the state their indices, and NONE where no piece is."""
    join = _join(codes)
    return Kind(
        lambda s, value: join([codes[i] for i in value if i != NONE]), lambda s, found: found.pieces(codes, most)
    )


def multiset(codes: Sequence[Any], most: int) -> Kind:
    """Pieces whose order means nothing; in the state a count for each code."""
    join = _join(codes)

    def decode(s: AnyState, found: JsonReader) -> list[int]:
        indices = found.pieces(codes, most)
        return [indices.count(i) for i in range(len(codes))]

    return Kind(
        lambda s, value: join([code for code, n in zip(codes, value, strict=False) if n for _ in range(n)]), decode
    )


def subset(codes: Sequence[Any]) -> Kind:
    """A list of different codes; in the state a bit for each."""

    def decode(s: AnyState, found: JsonReader) -> int:
        bits = 0
        for item in found.items(0, len(codes)):
            bit = 1 << item.choice(codes)
            refuse_unless(not bits & bit, item, "it is named twice.")
            bits |= bit
        return bits

    return Kind(lambda s, value: [code for i, code in enumerate(codes) if value >> i & 1], decode)


def where(name: str, codes: Sequence[Any], place: int, nowhere: int, names: str = "") -> PositionField:
    """A list of the pieces in one place; the state says for each piece where it is.

    The place is that of the whole table or of seat 0; the places of the other seats follow. A piece is
    nowhere until it is read. Its name stands in the section `names` of the words.
    """

    def write(s: AnyState, p: SeatOrTable, viewer: int | None) -> list[Any]:
        here = place + (p or 0)
        return [code for code, found in zip(codes, getattr(s, name), strict=True) if found == here]

    def read(s: AnyState, p: SeatOrTable, found: JsonReader) -> None:
        places = getattr(s, name)
        for item in found.items(0, len(codes)):
            i = item.choice(codes)
            sentence = f"{name_of(names, codes[i])} is somewhere else already."
            refuse_unless(places[i] == nowhere, item, sentence)
            places[i] = place + (p or 0)

    return PositionField(write, read)


# --- several values ---------------------------------------------------------------------------


def _decoded(s: AnyState, kind: Kind, found: Sequence[JsonReader]) -> list[Any]:
    values = []
    for item in found:
        with going_on:
            values.append(kind.decode(s, item))
    stop_if_unread()
    return values


def items(kind: Kind, length: Limit) -> Kind:
    """A list of values of one kind."""

    def decode(s: AnyState, found: JsonReader) -> list[Any]:
        return _decoded(s, kind, found.items(_limit(s, length), _limit(s, length)))

    encode = kind.encode
    return Kind(lambda s, value: [encode(s, item) for item in value[: _limit(s, length)]], decode)


def named(names: Sequence[str], kind: Kind) -> Kind:
    """An object with a value of one kind for each name; in the state a list."""

    def decode(s: AnyState, found: JsonReader) -> list[Any]:
        found.only(names)
        return _decoded(s, kind, [found[name] for name in names])

    return Kind(lambda s, value: {name: kind.encode(s, item) for name, item in zip(names, value, strict=True)}, decode)


def counts(names: Sequence[str], most: Limit) -> Kind:
    """An object with a number for each name."""
    return Kind(lambda s, value: dict(zip(names, value, strict=True)), named(names, number(0, most)).decode)


def copies(names: Sequence[str], most: Limit) -> Kind:
    """An object with a number for each name of which there is one at least."""

    def decode(s: AnyState, found: JsonReader) -> list[int]:
        found.only(names)
        return [found[name].number(1, _limit(s, most)) if name in found.value else 0 for name in names]

    return Kind(lambda s, value: {name: n for name, n in zip(names, value, strict=True) if n}, decode)


def derived(kind: Kind, derive: Callable[[AnyState], list[int]], names: str = "") -> Kind:
    """Counts that follow from other fields: they may be left out, but if they are there they must agree.

    The names of the pieces stand in the section `names` of the words.
    """

    def decode(s: AnyState, found: JsonReader) -> list[int]:
        value = derive(s)
        given = value if found.absent else kind.decode(s, found)
        for (code, n), have in zip(kind.encode(s, value).items(), given, strict=True):
            piece = name_of(names, code)
            refuse_unless(n >= 0, found, f"{piece}: elsewhere there are {-n} more than the box has.")
            refuse_unless(n < 0 or have == n, found, f"{piece}: there must be {n}, not {have}.")
        return value

    return Kind(kind.encode, decode, late=True)


def each_seat(table: FieldTable) -> PositionField:
    """A list with an object for each seat."""
    fields = Fields(table)

    def read(s: AnyState, p: SeatOrTable, found: JsonReader) -> None:
        for seat, item in enumerate(found.items(s.players, s.players)):
            with going_on:
                fields.read(s, item, seat)

    return PositionField(lambda s, p, viewer: [fields.write(s, seat, viewer) for seat in range(s.players)], read)


def by_phase(tables: Mapping[int, FieldTable]) -> PositionField:
    """An object with the fields of the phase; null in the phases without any."""
    phases = {phase: Fields(table) for phase, table in tables.items()}

    def write(s: AnyState, p: SeatOrTable, viewer: int | None) -> Any:
        return phases[s.phase].write(s, p, viewer) if s.phase in phases else None

    def read(s: AnyState, p: SeatOrTable, found: JsonReader) -> None:
        if s.phase in phases:
            phases[s.phase].read(s, found, p)
        found.unless(s.phase in phases or found.absent, "nothing can be pending in this phase.")

    return PositionField(write, read, late=True)


# --- fields made from fields ------------------------------------------------------------------


def head(game: str, version: int, options: FieldTable) -> dict[str, PositionField]:
    """The fields that every format begins with. They are read before the position: `begin` needs them."""

    def written(write: Callable[[AnyState], Any]) -> PositionField:
        return PositionField(lambda s, p, viewer: write(s), lambda s, p, found: None)

    fields = {
        "game": lambda s: game,
        "version": lambda s: version,
        "players": players,
        "options": Fields(options).write,
    }
    return {key: written(write) for key, write in fields.items()}


def may_be_absent(field: PositionField) -> PositionField:
    """A field that may be left out: the state then stays as `begin` made it."""
    return field._replace(read=lambda s, p, found: None if found.value is MISSING else field.read(s, p, found))


def secret(field: PositionField, size: str = "") -> PositionField:
    """A field that only the viewer of the same seat sees; others see its size in the state, or null."""

    def write(s: AnyState, p: SeatOrTable, viewer: int | None) -> Any:
        if viewer is None or viewer == p:
            return field.write(s, p, viewer)
        return _value(s, p, size) if size else None

    def read(s: AnyState, p: SeatOrTable, found: JsonReader) -> None:
        hidden = found.view and not isinstance(found.value, list)
        if not hidden:
            field.read(s, p, found)
        if found.view and size:
            number = found.number(0, MOST_HIDDEN) if hidden else len(found.value)
            if p is None:
                setattr(s, size, number)
            else:
                getattr(s, size)[p] = number

    return field._replace(write=write, read=read)
