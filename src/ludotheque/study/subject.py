"""What is studied of a game: its settings, the lines of its score sheet, and the choices that are counted.

A game's `study.toml` lists the choices in groups: cards, tiles, windows. Each has a title and
names in the game's words, and the phases in which its action ids are counted.
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
from ludotheque.kernel.edition import FOLDER


class Group(NamedTuple):
    """Choices of one kind, in the columns first, first + 1, ..."""

    title: str  # its key in the game's words
    phases: tuple[str, ...]
    action: int  # the first id
    labels: tuple[str, ...]  # one for each id: a key of the game's words, or a number
    first: int


@functools.cache
def groups(name: str) -> tuple[Group, ...]:
    """The groups of a game; none if it brings no list."""
    path = FOLDER / "games" / name / "study.toml"
    if not path.exists():
        return ()
    found, first = [], 0
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["groups"]:
        group = Group(entry["title"], tuple(entry["phases"]), entry["first"], tuple(entry["labels"]), first)
        found.append(group)
        first += len(group.labels)
    return tuple(found)


def column_count(name: str) -> int:
    """How many choices are counted."""
    return sum(len(group.labels) for group in groups(name))


@functools.cache
def columns(name: str) -> Array:
    """Which column counts an action in a phase: columns[phase][action], -1 for none."""
    game = ludotheque.load(name)
    phases = game.edition.module("actions").PHASES
    table = np.full((len(phases), game.action_count), -1, np.int64)
    for group in groups(name):
        for phase in group.phases:
            for i in range(len(group.labels)):
                table[phases.index(phase), group.action + i] = group.first + i
    return table


class Setting(NamedTuple):
    """One way to play a game, and who plays it: every game the names move on by one seat."""

    game: str
    players: int
    options: tuple[tuple[str, Value], ...]  # all of them, in the game's order
    bots: tuple[str, ...] = ("random",)

    def changed(self) -> dict[str, Value]:
        """The options that are not as usual."""
        usual = ludotheque.load(self.game).options
        return {name: value for name, value in self.options if value != usual[name].default}

    def seats(self, number: int) -> list[int]:
        """Which of the bots plays each seat in a game."""
        return [(seat + number) % len(self.bots) for seat in range(self.players)]


def settings(
    game: Game, bots: Sequence[str], players: Sequence[int] | None = None, options: dict[str, Value] | None = None
) -> list[Setting]:
    """The settings of a study: every number of players with the usual options, then every other value of each alone.

    With `options` only these are played. A number of players that is named twice is played once.
    """
    if not bots:
        raise Error("A study needs at least one player.")
    for bot in bots:
        player(bot)  # raises for a name that nobody has
    for seats in players or game.seats:
        game.option_codes(seats, options or {})  # raises if it cannot be played like this
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
    """What a choice is called: a number is itself, anything else stands in the game's words."""
    from ludotheque.core.words import words

    if key.isdigit():
        return key
    found: Any = words(name, language).find(key)
    return str(found["other"] if isinstance(found, dict) else found)
