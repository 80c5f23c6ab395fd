"""The line of a table: every choice that counts, and the positions between them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ludotheque.core.game import Game, load
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.errors import BadRecord, UnknownName
from ludotheque.kernel.state import CHANCE

game_of = functools.cache(load)
"""A game by its name, loaded once."""


def game_here(name: str, version: int, box: str) -> Game:
    """The game that a table was made with; raises if its rules or its box are not here."""
    try:
        game = game_of(name)
    except UnknownName:
        raise BadRecord(f"the game {name} is not here.") from None
    if game.version != version:
        raise BadRecord(f"it was played with version {version} of the rules of {name}; here is {game.version}.")
    if game.box_hash != box:
        raise BadRecord(f"it was played with another box of {name} ({box}; here is {game.box_hash}).")
    return game


class Undo(NamedTuple):
    """Before ply `ply` was added, all but `back` of the plies that counted were taken back."""

    ply: int
    back: int


@dataclass(frozen=True)
class History:
    """positions[n] is where the first n choices lead; choices are as in a record."""

    positions: tuple[Position, ...]
    choices: tuple[int, ...]

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @cached_property
    def asked(self) -> dict[int, Position]:
        """The seats that may decide now, each with a position in which it is to act."""
        return asked(self.position)

    @cached_property
    def simultaneous(self) -> bool:
        """Whether several seats decide now, in secret."""
        return is_simultaneous(self.position)

    @classmethod
    def begun(cls, game: Game, players: int, options: dict[str, Any], start: dict[str, Any] | None) -> History:
        """The line before the first choice."""
        return cls((game.start(players, **options) if start is None else game.position(start),), ())

    def followed(self, choices: Sequence[int], known: History | None = None) -> History:
        """This line and then these choices; positions that another line knows are not played again."""
        whole = (*self.choices, *choices)
        shared = 0 if known is None else _shared(known.choices, whole)
        positions = list(self.positions)
        for n in range(len(self.choices), len(whole)):
            if known is not None and n < shared:
                positions.append(known.positions[n + 1])
            else:
                after = positions[-1].play(-1 - whole[n] if whole[n] < 0 else whole[n])
                positions.append(after.sharing(positions[-1]))
        return History(tuple(positions), whole)

    def back(self, count: int) -> History:
        """Only the first choices of this history."""
        return History(self.positions[: count + 1], self.choices[:count])

    def decider(self, ply: int) -> int | None:
        """The seat that made a choice; None for chance."""
        seat = self.positions[ply].to_act
        return None if seat == CHANCE else seat


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many choices two lines have in common from the start."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return n
    return min(len(one), len(other))


def counting(choices: Iterable[tuple[int, int]], undos: Iterable[Undo]) -> list[int]:
    """The choices that count, from all that were made (ply, choice) and what was taken back."""
    left = sorted(undos, key=lambda undo: undo.ply)
    count: list[int] = []
    for ply, choice in choices:
        while left and left[0].ply <= ply:
            del count[left.pop(0).back :]
        count.append(choice)
    for undo in left:
        del count[undo.back :]
    return count


def is_simultaneous(position: Position) -> bool:
    """Whether several seats decide in secret at the same time: nobody is told who is to act."""
    return position.secret


def asked(position: Position) -> dict[int, Position]:
    """The seats that may decide now, each with a position in which it is to act.

    Simultaneous decisions are made in the order of the seats. The position of a later seat has some
    legal choice for each seat before it: what a seat may choose and see does not depend on it.
    """
    seat = position.to_act
    if seat is None or seat == CHANCE:
        return {}
    found = {seat: position}
    if is_simultaneous(position):
        after = position.play(position.legal()[0])
        while after.to_act is not None and after.to_act > seat and after.phase == position.phase:
            seat = after.to_act
            found[seat] = after
            after = after.play(after.legal()[0])
    return found


def group_start(history: History, ply: int) -> int:
    """The first ply of the simultaneous decision that this one belongs to; else itself."""
    first = ply
    while first > 0 and _together(history, first - 1):
        first -= 1
    return first


def group_end(history: History, ply: int) -> int:
    """The ply after the simultaneous decision that this one belongs to."""
    last = ply
    while last + 1 < len(history.choices) and _together(history, last):
        last += 1
    return last + 1


def _together(history: History, ply: int) -> bool:
    """Whether a choice and the next are parts of one simultaneous decision."""
    one, other = history.positions[ply], history.positions[ply + 1]
    in_order = (one.to_act or 0) < (-1 if other.to_act is None else other.to_act)
    return in_order and one.phase == other.phase and is_simultaneous(one) and is_simultaneous(other)


def is_told(history: History, ply: int, reader: int) -> bool:
    """Whether a reader (a seat, or SPECTATOR) may know a choice: seen, revealed, or the game is over.

    What all decide at the same time is revealed when the last has decided: a line always holds
    simultaneous decisions whole, for they are sealed until then.
    """
    before = history.positions[ply]
    return before.sees_choice(reader) or history.position.to_act is None or is_simultaneous(before)


def is_open(position: Position) -> bool:
    """Whether everybody sees what is chosen now."""
    return position.sees_choice(SPECTATOR)
