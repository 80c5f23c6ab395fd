"""The searching bot, in six levels; the strongest one thinks for two seconds a decision."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence

from ludotheque.bots.engine import Engine, SearchResult, lent
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS, NETWORK, STRONGEST, Level, level_of
from ludotheque.bots.limits import check_changes, check_seconds
from ludotheque.bots.sight import Sight
from ludotheque.core.network import Network
from ludotheque.core.position import SPECTATOR
from ludotheque.errors import UnknownName
from ludotheque.kernel.chance import Random, random_word, stream

log = logging.getLogger("ludotheque.bots")

SELDOM = 0.2  # actions with fewer visits than this part of the highest number are not drawn
DOUBT = 2  # visits of average value that every action is given, so that rare actions look average


class SearchPlayer:
    """Plays one of the levels. The same seed and sights give the same choices, unless the time limits them."""

    def __init__(
        self,
        seed: int,
        level: str = STRONGEST,
        *,
        seconds: float | None = None,
        changes: Mapping[str, float] | None = None,
    ) -> None:
        if level not in (*LEVELS, NETWORK):
            raise UnknownName(f"There is no level {level!r}: choose {', '.join(LEVELS)}.")
        check_changes(changes or {})
        if seconds is not None:
            check_seconds("A player", seconds)
        self._level, self._seconds = level, seconds
        self._changes = changes or {}
        self.failures: list[str] = []
        self._random = stream(seed)
        self._instead = GreedyPlayer(seed)
        self._engine: Engine | None = None
        self._stopped = False

    def stop(self) -> None:
        """Ends the current search now, from any thread; the bot decides with what it has so far."""
        self._stopped = True
        if engine := self._engine:
            engine.stop()

    def choose(self, sight: Sight) -> int:
        """The search's best action, or one close to it by the level's noise; the greedy bot's if the search fails."""
        self._stopped = False
        if len(sight.legal) == 1:
            return sight.legal[0]
        if self._engine:
            self._engine.ready()
        level, network = level_of(sight.game.name, self._level).with_network(sight.game)
        level = level.changed(self._changes).within(self._seconds)
        try:
            result = self._search(sight, level, network)
        except Exception as problem:
            self.failures.append(f"The search has failed ({type(problem).__name__}: {problem}).")
            log.exception("the search failed in %s; the greedy player decides instead", sight.game.name)
            self._engine = None
            return self._instead.choose(sight)
        if level.tuning.mixed and not sight.imagine(0).sees_choice(SPECTATOR):
            return mixed(result, self._random)
        return pick(result, level.noise, self._random)

    def _search(self, sight: Sight, level: Level, network: Network | None) -> SearchResult:
        seed = random_word(self._random)
        root = sight.imagine(seed).state()
        mine = self._engine
        if mine is None or (mine.edition, mine.seats) != (sight.game.compiled, root.players):
            mine = self._engine = lent(self, sight.game.compiled, root.players, level.threads, network)
        if self._stopped:  # before there was an engine to stop
            mine.stop()
        return mine.search(
            root,
            sight.seat,
            level.tuning,
            seed=seed,
            iterations=level.iterations,
            seconds=level.seconds,
            reuse=True,
            settle=level.noise <= 0 or level.seconds is not None,
        )


def pick(result: SearchResult, noise: float, random: Random) -> int:
    """The best action; with noise sometimes another one, the rarer the more it gives away."""
    if noise <= 0:
        return result.best
    visits = sum(each.visits for each in result.actions)
    mean = sum(each.value * each.visits for each in result.actions) / max(visits, 1)
    values = [(each.value * each.visits + mean * DOUBT) / (each.visits + DOUBT) for each in result.actions]
    return drawn(result, [math.exp((value - max(values)) / noise) for value in values], random)


def mixed(result: SearchResult, random: Random) -> int:
    """An unpredictable action: drawn by its visits, without the rarely visited ones."""
    most = max(each.visits for each in result.actions)
    weights = [each.visits if each.visits > SELDOM * most else 0 for each in result.actions]
    return drawn(result, weights, random)


def drawn(result: SearchResult, weights: Sequence[float], random: Random) -> int:
    """An action drawn by its weight."""
    left = sum(weights) * random_word(random) / 2**32
    for each, weight in zip(result.actions, weights, strict=True):
        left -= weight
        if left < 0:
            return each.action
    return result.best
