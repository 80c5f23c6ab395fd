"""The options of a game: what is agreed before it starts."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Option", "Value"]

Value = str | int | bool | None


class Option(NamedTuple):
    """One option; in a state its value is written as its index in `values`."""

    name: str
    values: tuple[Value, ...]
    default: Value
    rule: str  # the rule that speaks of it
    names_seat: bool = False  # a number is a seat, so it must be below the number of players

    def allowed(self, players: int) -> tuple[Value, ...]:
        """The values that this many players may agree on."""
        if not self.names_seat:
            return self.values
        return tuple(value for value in self.values if value is None or int(value) < players)

    def code(self, value: Value, players: int) -> int | None:
        """The value's index, or None if it may not be chosen. True is no 1 and 1 is no True."""
        for allowed in self.allowed(players):
            if allowed == value and type(allowed) is type(value):
                return self.values.index(allowed)
        return None
