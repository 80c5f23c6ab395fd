"""What only many positions together show: pieces that are dealt twice, and choices that are secret in name only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludotheque.kernel.state import StateBase, StateField


class Evidence:
    """What was seen in the random games of a check."""

    def __init__(self, fields: dict[str, StateField]) -> None:
        counting = {f.counts for f in fields.values()}
        self._lists: dict[str, list[str]] = {}  # the fields that count pieces of a list, or else hold some
        for name, f in fields.items():
            counts = f.counts and f.high is not None
            if not f.memory and (counts or (f.item and f.item not in counting)):
                self._lists.setdefault(f.counts or f.item, []).append(name)
        self._limits = {pieces: max(copies(fields[name]) for name in names) for pieces, names in self._lists.items()}
        self._many: set[str] = set()  # lists of which a game had more copies of a piece than one field can hold
        self._dealt_twice: dict[str, str] = {}  # such lists in worlds that `redeal` made, with the phase
        self._told_apart: dict[str, bool] = {}  # by phase: whether all secret choices looked different

    def note_position(self, state: StateBase) -> None:
        """Counts the pieces of a position of a game."""
        self._many |= self._exceeded(state)

    def note_world(self, state: StateBase, phase: str) -> None:
        """Counts the pieces of a position that `redeal` made."""
        for pieces in self._exceeded(state):
            self._dealt_twice.setdefault(pieces, phase)

    def note_secret(self, phase: str, told_apart: bool) -> None:
        """Notes whether a viewer who does not learn a choice told all of some choices apart."""
        self._told_apart[phase] = told_apart and self._told_apart.get(phase, True)

    def problems(self) -> Iterator[str]:
        """What was seen too often, or never."""
        for pieces, phase in self._dealt_twice.items():
            if pieces not in self._many:
                most = self._limits[pieces]
                dealt = "a piece twice" if most == 1 else f"more than {most} copies of a piece"
                yield f"In the phase {phase} redeal in sight.py deals {dealt} ({pieces}), which no game did."
        for phase, told_apart in self._told_apart.items():
            if told_apart:
                yield (
                    f"In the phase {phase} sees_choice in sight.py is False for viewers whose view always tells "
                    "the choices apart: hide the choice, and let redeal make another one."
                )

    def _exceeded(self, state: StateBase) -> set[str]:
        """The lists of which there are too many copies of a piece."""
        found = set()
        for pieces, names in self._lists.items():
            counted: Counter[int] = Counter()
            for name in names:
                f, value = state.fields[name], getattr(state, name)
                counted.update(pieces_of(f, value[: state.players] if f.seats else value))  # empty seats are not read
            if max(counted.values(), default=0) > self._limits[pieces]:
                found.add(pieces)
        return found


def copies(f: StateField) -> int:
    """The most copies of a piece that a field can count; where each number is a piece, they are taken for unique."""
    return f.limits[1] if f.counts else 1


def pieces_of(f: StateField, value: Any) -> Counter[int]:
    """How often each piece is in a field."""
    if isinstance(value, list) and isinstance(value[0], list):
        return sum((pieces_of(f, row) for row in value), Counter[int]())
    numbers = value if isinstance(value, list) else [value]
    if f.counts:
        return Counter({n: count for n, count in enumerate(numbers) if count > 0})
    return Counter(n for n in numbers if n >= f.limits[0])
