"""States: one class with named fields, a plain object or a structured record.

    class State(StateBase):
        to_act: int = field("i8")  # a seat, CHANCE or OVER
        score: list[int] = field("i2", PLAYERS, seats=True)  # points so far
        hand: list[list[int]] = field("i1", PLAYERS, CARDS, seats=True, low=0, high=2, counts="cards")

Interpreted, a state is an instance with ints and nested lists. Compiled, it is a record of `State.dtype()` with the
same fields. `pack` and `unpack` convert between them. Single numbers should be 64 bits wide (see `table` in
`rule.py`), arrays as narrow as possible.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import numpy as np

CHANCE = -1
OVER = -2  # outside the rules, `to_act` of a finished game is None

NEEDED_FIELDS = ("to_act", "phase", "players")


class StateField(NamedTuple):
    """The type of a field of a state."""

    kind: str  # NumPy's code: i1, i2, i4, i8
    shape: tuple[int, ...]
    memory: bool  # explains the past; ignored when positions are compared
    seats: bool  # the first index is a seat; once the game has begun, empty seats are never read
    low: int | None = None  # the lowest number, None: of the type. One less is nothing, two less is hidden
    high: int | None = None  # the highest number, None: of the type
    counts: str = ""  # the numbers along the last axis count pieces; their names are `pieces.COUNTS` of the words
    item: str = ""  # each number is a piece; their names are `pieces.ITEM` of the words

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest number."""
        beyond = 1 << 8 * int(self.kind[1:]) - 1
        return -beyond if self.low is None else self.low, beyond - 1 if self.high is None else self.high


def field(
    kind: str,
    *shape: int,
    memory: bool = False,
    seats: bool = False,
    low: int | None = None,
    high: int | None = None,
    counts: str = "",
    item: str = "",
) -> Any:
    """Declares a field of a state: its width and, for tables, its shape.

    The rest is for the defaults: what is written, observed and shown of a field (`StateField`).
    """
    return StateField(kind, shape, memory, seats, low, high, counts, item)


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copy(value: Any, depth: int) -> Any:
    if depth == 2:
        return [*map(list.copy, value)]
    return [_copy(row, depth - 1) for row in value]


def _frozen(value: Any, depth: int) -> Any:
    if depth < 2:
        return tuple(value) if depth else value
    return tuple(_frozen(row, depth - 1) for row in value)


def _shared(value: list[Any], old: list[Any], depth: int, named: bool) -> list[Any]:
    """The old list if it has the same objects, else the new one with the old rows that do."""
    if not named and value == old:  # equal numbers are the same ones
        return old
    if depth > 1:
        value[:] = [_shared(row, was, depth - 1, named) for row, was in zip(value, old, strict=True)]
    return old if all(map(operator.is_, value, old)) else value


class StateBase:
    """The base of every game's `State`."""

    fields: dict[str, StateField]
    to_act: int
    phase: int
    players: int
    blanked = False  # whether parts are hidden; then the state can be read but not played

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, StateField)}
        missing = [name for name in NEEDED_FIELDS if name not in cls.fields]
        assert not missing, f"a state needs the fields {missing}"

    def __init__(self) -> None:
        for name, f in self.fields.items():
            setattr(self, name, _zeros(f.shape))

    def copy(self) -> Self:
        """A deep copy."""
        other = object.__new__(type(self))
        values = self.__dict__.copy()
        for name, depth in self._tables():
            table = values[name]
            values[name] = table[:] if depth == 1 else [*map(list.copy, table)] if depth == 2 else _copy(table, depth)
        other.__dict__ = values
        return other

    def copy_for(self, seat: int) -> Self:
        """A copy for rules that change only what is the seat's or everybody's: it shares the lists of other seats."""
        other = object.__new__(type(self))
        values = self.__dict__.copy()
        for name, depth in self._tables():
            values[name] = table = values[name][:]
            if depth > 1:
                rows = (seat,) if self.fields[name].seats else range(len(table))
                for row in rows:
                    table[row] = table[row][:] if depth == 2 else _copy(table[row], depth - 1)
        other.__dict__ = values
        return other

    def share_lists(self, before: StateBase) -> None:
        """Takes the lists of an earlier state in place of equal ones, to save memory.

        Equal are lists of the same objects: pieces of one number can have different identities.
        """
        mine, earlier = vars(self), vars(before)
        named = type(self).named is not StateBase.named
        for name, depth in self._tables():
            mine[name] = _shared(mine[name], earlier[name], depth, named)

    def named(self, choice: int) -> int:
        """A choice as it is played: a game can give a drawn piece an identity that its rules do not know."""
        return choice

    def name_pieces(self) -> None:
        """Gives such identities to the pieces of a state that was not dealt choice by choice."""

    @classmethod
    @functools.cache
    def _tables(cls) -> tuple[tuple[str, int], ...]:
        return tuple((name, len(f.shape)) for name, f in cls.fields.items() if f.shape)

    @classmethod
    @functools.cache
    def dtype(cls) -> np.dtype[Any]:
        """The structured dtype with the same fields."""
        import numpy as np

        return np.dtype([(name, f.kind, f.shape) for name, f in cls.fields.items()], align=True)

    def pack(self) -> np.ndarray[Any, Any]:
        """This state as an array with one record; raises OverflowError if a number does not fit."""
        import numpy as np

        records = np.zeros(1, self.dtype())
        for name in self.fields:
            records[name][0] = getattr(self, name)
        return records

    @classmethod
    def unpack(cls, record: Any) -> Self:
        """The state in a record, with plain ints and lists."""
        state = cls()
        for name in cls.fields:
            setattr(state, name, record[name].tolist())
        return state

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The state in the bytes of a packed record."""
        import numpy as np

        return cls.unpack(np.frombuffer(data, cls.dtype())[0])

    def content(self) -> tuple[Any, ...]:
        """A hashable key: equal positions have equal content."""
        values = vars(self)
        return tuple(_frozen(values[name], len(f.shape)) for name, f in self.fields.items() if not f.memory)

    def same(self, other: StateBase) -> bool:
        """Whether both states have the same content, without building it."""
        mine, theirs = vars(self), vars(other)
        return all(mine[name] == theirs[name] for name, f in self.fields.items() if not f.memory)
