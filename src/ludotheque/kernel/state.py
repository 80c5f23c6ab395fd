"""States: one class with named fields, a plain object or a structured record.

    class State(StateBase):
        to_act: int = field("i8")  # a seat, CHANCE or OVER
        score: list[int] = field("i2", PLAYERS, seats=True)  # points so far

Interpreted, a state is an instance: ints and nested lists. Compiled, it is a record of
`State.dtype()` with the same fields; `pack` and `unpack` go from one to the other.
Single numbers are best 64 bits wide (see `table` in `rule.py`); arrays as narrow as they can be.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import numpy as np

CHANCE = -1
OVER = -2  # outside the rules, a finished game has None to act

SEAT_FIELDS = ("to_act", "phase", "players")


class Field(NamedTuple):
    kind: str  # NumPy's code: i1, i2, i4, i8
    shape: tuple[int, ...]
    memory: bool  # explains the past; no part of what makes two positions equal
    seats: bool  # the first index is a seat: of seats that nobody has, nothing is ever read once the game has begun


def field(kind: str, *shape: int, memory: bool = False, seats: bool = False) -> Any:
    """Declares a field of a state: its width and, for tables, its shape."""
    return Field(kind, shape, memory, seats)


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copy(value: Any, depth: int) -> Any:
    if depth == 1:
        return value[:]
    if depth == 2:
        return [row[:] for row in value]
    return [_copy(row, depth - 1) for row in value]


def _frozen(value: Any, depth: int) -> Any:
    if depth < 2:
        return tuple(value) if depth else value
    return tuple(_frozen(row, depth - 1) for row in value)


class StateBase:
    """The base of every game's `State`."""

    fields: dict[str, Field]
    to_act: int
    phase: int
    players: int
    blanked = False  # whether something was hidden in it: then it can be read, but not be played

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        missing = [name for name in SEAT_FIELDS if name not in cls.fields]
        assert not missing, f"a state needs the fields {missing}"

    def __init__(self) -> None:
        for name, f in self.fields.items():
            setattr(self, name, _zeros(f.shape))

    def copy(self) -> Self:
        """A second state that shares nothing with this one."""
        other = object.__new__(type(self))
        values = self.__dict__.copy()
        for name, depth in self._tables():
            values[name] = _copy(values[name], depth)
        other.__dict__ = values
        return other

    @classmethod
    @functools.cache
    def _tables(cls) -> tuple[tuple[str, int], ...]:
        return tuple((name, len(f.shape)) for name, f in cls.fields.items() if f.shape)

    @classmethod
    @functools.cache
    def dtype(cls) -> np.dtype[Any]:
        """The structured dtype of the same fields."""
        import numpy as np

        return np.dtype([(name, f.kind, f.shape) for name, f in cls.fields.items()], align=True)

    def pack(self) -> np.ndarray[Any, Any]:
        """This state as an array of one record; raises OverflowError if a number is too wide."""
        import numpy as np

        records = np.zeros(1, self.dtype())
        for name in self.fields:
            records[name][0] = getattr(self, name)
        return records

    @classmethod
    def unpack(cls, record: Any) -> Self:
        """The state that a record holds, on plain ints and lists."""
        state = cls()
        for name in cls.fields:
            setattr(state, name, record[name].tolist())
        return state

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The state of a packed record's bytes."""
        import numpy as np

        return cls.unpack(np.frombuffer(data, cls.dtype())[0])

    def content(self) -> tuple[Any, ...]:
        """All that makes two positions equal, hashable."""
        values = vars(self)
        return tuple(_frozen(values[name], len(f.shape)) for name, f in self.fields.items() if not f.memory)

    def same(self, other: StateBase) -> bool:
        """Tells whether both have the same content, without building it."""
        mine, theirs = vars(self), vars(other)
        return all(mine[name] == theirs[name] for name, f in self.fields.items() if not f.memory)
