"""The tuning of a game's search and its six levels, from its `players.toml`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludotheque.bots.limits import MANY, check_changes, check_seconds
from ludotheque.bots.network import network_of
from ludotheque.bots.search.tree import Tuning
from ludotheque.contract.reading import shown
from ludotheque.core.game import Game, game_of
from ludotheque.core.network import Network
from ludotheque.errors import UnknownName
from ludotheque.kernel.places import file_of

LEVELS = ("child", "beginner", "casual", "skilled", "expert", "master")
"""From the weakest to the strongest. Each game's words name them, under `levels`."""

STRONGEST = LEVELS[-1]
NETWORK = "network"  # the search with the network, in the time of the strongest level


class Level(NamedTuple):
    """How long a level thinks, how far it looks, and how precise it is."""

    tuning: Tuning
    iterations: int | None  # at most; None: no limit
    seconds: float | None  # at most; None: no limit
    noise: float  # in shares of the victory: an action that is worse by this much is chosen 1/e as often
    threads: int = 1
    network: bool = False  # whether the search uses the game's network

    def with_network(self, game: Game) -> tuple[Level, Network | None]:
        """The level and the network to search with; the strongest level without one if the game has no network."""
        network = network_of(game) if self.network else None
        return (level_of(game.name, STRONGEST) if self.network and network is None else self), network

    @property
    def judging(self) -> Tuning:
        """The tuning for advice and reviews: no random opponents, and rollouts to the end of the game.

        A game that evaluates leaves without rollouts keeps that: its evaluation is better (docs/advice.md).
        """
        return self.tuning._replace(random_opponents=0, cutoff=MANY if self.tuning.cutoff else 0)

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
    if not isinstance(name, str) or name not in (*LEVELS, NETWORK):
        raise UnknownName(f"There is no level {shown(name)}: choose {', '.join(LEVELS)}.")
    return _level(game, name)


def has_secrets(game: str) -> bool:
    """Whether the seats of a game know different things."""
    return bool(level_of(game, STRONGEST).tuning.secret)


@functools.cache
def _level(game: str, name: str) -> Level:
    numbers = _numbers(game)
    level = dict(numbers["levels"][STRONGEST] | numbers[NETWORK] if name == NETWORK else numbers["levels"][name])
    iterations, seconds, noise = (level.pop(key, None) for key in ("iterations", "seconds", "noise"))
    secret = int(not game_of(game).about.PUBLIC)
    tuning = Tuning(**{"secret": secret, "together": secret} | numbers["search"] | level)
    return Level(tuning, iterations, seconds, noise or 0.0, network=name == NETWORK)


def _numbers(game: str) -> dict[str, Any]:
    with file_of(game, "players.toml").open("rb") as file:
        return tomllib.load(file)
