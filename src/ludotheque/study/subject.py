"""The subject of a study: a game's settings, the lines of its score sheet, and the choices to count.

A game's `study.toml` lists the choices in groups, such as cards or tiles. Each group has a title and labels in the
game's words, and the phases in which its action ids count.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

import ludotheque
from ludotheque.bots import player
from ludotheque.contract.options import Value
from ludotheque.core.game import Game
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.places import folder_of


class Group(NamedTuple):
    """Choices of one kind; they have the columns first, first + 1, ..."""

    title: str  # its key in the game's words
    phases: tuple[str, ...]
    action: int  # the first id
    labels: tuple[str, ...]  # one for each id: a key of the game's words, or a number
    first: int


@functools.cache
def groups(name: str) -> tuple[Group, ...]:
    """The groups of a game; none if it has no `study.toml`."""
    path = folder_of(name) / "study.toml"
    if not path.exists():
        return ()
    found, first = [], 0
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["groups"]:
        group = Group(entry["title"], tuple(entry["phases"]), entry["first"], tuple(entry["labels"]), first)
        found.append(group)
        first += len(group.labels)
    return tuple(found)


def column_count(name: str) -> int:
    """The number of choices to count."""
    return sum(len(group.labels) for group in groups(name))


@functools.cache
def columns(name: str) -> Array:
    """The column of an action in a phase: columns[phase][action], -1 for none."""
    game = ludotheque.load(name)
    phases = game.edition.module("actions").PHASES
    table = np.full((len(phases), game.action_count), -1, np.int64)
    for group in groups(name):
        for phase in group.phases:
            for i in range(len(group.labels)):
                table[phases.index(phase), group.action + i] = group.first + i
    return table


class Setting(NamedTuple):
    """A number of players, options and bots; from game to game the bots move on by one seat."""

    game: str
    players: int
    options: tuple[tuple[str, Value], ...]  # all of them, in the game's order
    bots: tuple[str, ...] = ("random",)

    def changed(self) -> dict[str, Value]:
        """The options that differ from the usual ones."""
        usual = ludotheque.load(self.game).options
        return {name: value for name, value in self.options if value != usual[name].default}

    def seats(self, number: int) -> list[int]:
        """By seat: the number of its bot in a game."""
        return [(seat + number) % len(self.bots) for seat in range(self.players)]


def settings(
    game: Game, bots: Sequence[str], players: Sequence[int] | None = None, options: dict[str, Value] | None = None
) -> list[Setting]:
    """The settings of a study: every number of players with the usual options, then with each other value of an option.

    With `options`, only these are played. A number of players given twice is played once.
    """
    if not bots:
        raise Error("A study needs at least one player.")
    for bot in bots:
        player(bot)  # raises for an unknown name
    for seats in players or game.seats:
        game.option_codes(seats, options or {})  # raises for impossible settings
    numbers = dict.fromkeys(players or game.seats)
    planned = [(seats, options or {}) for seats in numbers]
    if options is None:
        planned += [
            (seats, {option.name: value})
            for option in game.options.values()
            for value in option.values
            if value != option.default
            for seats in numbers
            if value in option.allowed(seats)
        ]
    usual = {name: option.default for name, option in game.options.items()}
    return [Setting(game.name, seats, tuple((usual | changed).items()), tuple(bots)) for seats, changed in planned]


def sheet(name: str) -> tuple[str, ...]:
    """The lines of the score sheet."""
    lines: tuple[str, ...] = ludotheque.load(name).about.LEDGER
    return lines


def label(name: str, key: str, language: str) -> str:
    """The label of a choice: a number itself, or a key of the game's words."""
    from ludotheque.core.words import words

    if key.isdigit():
        return key
    found: Any = words(name, language).find(key)
    return str(found["other"] if isinstance(found, dict) else found)
