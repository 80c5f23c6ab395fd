"""How a game is searched, and its six levels: the numbers of its `players.toml`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludotheque.bots.limits import MANY, check_changes, check_seconds
from ludotheque.bots.search.tree import Tuning
from ludotheque.contract.reading import shown
from ludotheque.errors import UnknownName
from ludotheque.kernel.edition import FOLDER

LEVELS = ("child", "beginner", "casual", "skilled", "expert", "master")
"""From the weakest to the strongest; their names are in every game's words, under `levels`."""

STRONGEST = LEVELS[-1]


class Level(NamedTuple):
    """How long a level thinks, how far it looks, and how sure its choice is."""

    tuning: Tuning
    iterations: int | None  # at most; None: as many as the time allows
    seconds: float | None  # at most; None: as long as the iterations take
    noise: float  # share of the victory that it may overlook: actions this much worse are chosen 1/e as often
    threads: int = 1  # cores that it thinks on

    @property
    def judging(self) -> Tuning:
        """How it judges for others to read: nobody is taken to play at random, and where games are played on they end.

        A game that is judged right behind the tree has a better outlook than its rollouts: docs/advice.md.
        """
        return self.tuning._replace(stray=0, cutoff=MANY if self.tuning.cutoff else 0)

    def changed(self, changes: Mapping[str, float]) -> Level:
        """The same level with some numbers of `players.toml` changed, as experiments do; iterations replace time.

        Raises for a number that it does not have or could not play with.
        """
        check_changes(changes)
        # Each keeps its type: the search is compiled for it.
        tuning = {name: type(getattr(self.tuning, name))(changes[name]) for name in Tuning._fields if name in changes}
        rest = {name: value for name, value in changes.items() if name not in tuning}
        if "iterations" in rest:
            rest.setdefault("seconds", None)  # type: ignore[arg-type]
        rest |= {name: int(rest[name]) for name in ("iterations", "threads") if name in rest}
        return self._replace(tuning=self.tuning._replace(**tuning), **rest)  # type: ignore[arg-type]

    def within(self, seconds: float | None) -> Level:
        """The same level, thinking no longer than so many seconds."""
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
    """Whether its seats know different things."""
    return bool(level_of(game, STRONGEST).tuning.secret)


@functools.cache
def _level(game: str, name: str) -> Level:
    numbers = _numbers(game)
    level = dict(numbers["levels"][name])
    iterations, seconds, noise = (level.pop(key, None) for key in ("iterations", "seconds", "noise"))
    return Level(Tuning(**numbers["search"] | level), iterations, seconds, noise or 0.0)


def _numbers(game: str) -> dict[str, Any]:
    with (FOLDER / "games" / game / "players.toml").open("rb") as file:
        return tomllib.load(file)
