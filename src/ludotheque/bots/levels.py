"""The tuning of a game's search and its six levels, from its `players.toml`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludotheque.bots.limits import check_changes, check_seconds
from ludotheque.bots.search.tree import Tuning
from ludotheque.contract.reading import shown
from ludotheque.core.game import game_of
from ludotheque.errors import UnknownName
from ludotheque.kernel.places import file_of

LEVELS = ("child", "beginner", "casual", "skilled", "expert", "master")
"""From the weakest to the strongest. Each game's words name them, under `levels`."""

STRONGEST = LEVELS[-1]

BY_STRENGTH = ("random", "child", "beginner", "greedy", "casual", "skilled", "policy", "expert", "master")
"""All bots, from the weakest to the strongest, in a game whose `players.toml` has no order of its own."""


class Rating(NamedTuple):
    """A rating with its interval of 95%."""

    points: float
    low: float
    high: float


class Level(NamedTuple):
    """How long a level thinks, and how precise it is."""

    tuning: Tuning
    iterations: int | None  # the most iterations; None: no limit; 0: no search, only the preferences of the network
    seconds: float | None  # the most seconds; None: no limit
    noise: float  # without a search: a preference that is lower by this much is chosen 1/e as often
    threads: int = 1

    def changed(self, changes: Mapping[str, float]) -> Level:
        """The level with some numbers of `players.toml` changed; iterations replace seconds.

        Raises for an unknown number or a value out of range.
        """
        check_changes(changes)
        # The search is compiled for these types.
        tuning = {name: type(getattr(self.tuning, name))(changes[name]) for name in Tuning._fields if name in changes}
        rest = {name: value for name, value in changes.items() if name not in tuning}
        if "iterations" in rest:
            rest.setdefault("seconds", None)  # type: ignore[arg-type]
        rest |= {name: int(rest[name]) for name in ("iterations", "threads") if name in rest}
        return self._replace(tuning=self.tuning._replace(**tuning), **rest)  # type: ignore[arg-type]

    def within(self, seconds: float | None) -> Level:
        """The level with a limit of seconds a decision."""
        if seconds is None:
            return self
        check_seconds("A player", seconds)
        return self._replace(seconds=seconds if self.seconds is None else min(seconds, self.seconds))


def level_of(game: str, name: str) -> Level:
    """A level of a game."""
    if not isinstance(name, str) or name not in LEVELS:
        raise UnknownName(f"There is no level {shown(name)}: choose {', '.join(LEVELS)}.")
    return _level(game, name)


def has_secrets(game: str) -> bool:
    """Whether the seats of a game know different things."""
    return bool(level_of(game, STRONGEST).tuning.secret)


def by_strength(game: str) -> tuple[str, ...]:
    """All bots, from the weakest to the strongest in a game."""
    return tuple(_numbers(game).get("by_strength", BY_STRENGTH))


def bot_names(game: str, level: str) -> tuple[str, ...]:
    """The names of the bots of a level: the first one's, then its cousins'; none in a game that names none."""
    return tuple(_numbers(game).get("names", {}).get(level, ()))


def rating_of(game: str, name: str) -> Rating | None:
    """The rating of a bot on the scale of the arena (docs/players.md); None if it has not been measured."""
    found = _numbers(game).get("ratings", {}).get(name)
    return Rating(*found) if found else None


@functools.cache
def _numbers(game: str) -> dict[str, Any]:
    with file_of(game, "players.toml").open("rb") as file:
        return tomllib.load(file)


@functools.cache
def _level(game: str, name: str) -> Level:
    numbers = _numbers(game)
    level, secret = numbers["levels"][name], int(not game_of(game).about.PUBLIC)
    tuning = Tuning(**numbers["search"], secret=secret)
    return Level(tuning, level.get("iterations"), level.get("seconds"), level.get("noise", 0.0))
