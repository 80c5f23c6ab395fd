"""The searching player: six levels of it, the strongest thinking two seconds a move."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence

from ludotheque.bots.engine import Engine, Findings, lent
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS, STRONGEST, Level, level_of
from ludotheque.bots.limits import check_changes, check_seconds
from ludotheque.bots.sight import Sight
from ludotheque.core.position import SPECTATOR
from ludotheque.errors import UnknownName
from ludotheque.kernel.chance import Random, random_word, stream

log = logging.getLogger("ludotheque.bots")

SELDOM = 0.2  # part of the visits of the most visited action: below it none is drawn
DOUBT = 2  # visits that an action is taken to have had without telling anything


class SearchPlayer:
    """Plays one of the levels. With the same seed and sights it chooses alike, unless time limits it."""

    def __init__(
        self,
        seed: int,
        level: str = STRONGEST,
        *,
        seconds: float | None = None,
        changes: Mapping[str, float] | None = None,
    ) -> None:
        if level not in LEVELS:
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
        """Makes a choice that is under way end now, from any thread, with what is known by then."""
        self._stopped = True
        if engine := self._engine:
            engine.stop()

    def choose(self, sight: Sight) -> int:
        """The action that the search likes best, or nearly so; the greedy player's if the search fails."""
        self._stopped = False
        if len(sight.legal) == 1:
            return sight.legal[0]
        if self._engine:
            self._engine.ready()
        level = level_of(sight.game.name, self._level).changed(self._changes).within(self._seconds)
        try:
            findings = self._search(sight, level)
        except Exception as problem:
            self.failures.append(f"The search has failed ({type(problem).__name__}: {problem}).")
            log.exception("the search failed in %s; the greedy player decides instead", sight.game.name)
            self._engine = None
            return self._instead.choose(sight)
        if level.tuning.mixed and not sight.imagine(0).sees_choice(SPECTATOR):
            return mixed(findings, self._random)
        return pick(findings, level.noise, self._random)

    def _search(self, sight: Sight, level: Level) -> Findings:
        seed = random_word(self._random)
        root = sight.imagine(seed).state()
        mine = self._engine
        if mine is None or (mine.edition, mine.seats) != (sight.game.compiled, root.players):
            mine = self._engine = lent(self, sight.game.compiled, root.players, level.threads)
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


def pick(findings: Findings, noise: float, random: Random) -> int:
    """The best action; with noise another one now and then, the rarer the more it gives away."""
    if noise <= 0:
        return findings.best
    visits = sum(found.visits for found in findings.actions)
    mean = sum(found.value * found.visits for found in findings.actions) / max(visits, 1)
    values = [(found.value * found.visits + mean * DOUBT) / (found.visits + DOUBT) for found in findings.actions]
    return drawn(findings, [math.exp((value - max(values)) / noise) for value in values], random)


def mixed(findings: Findings, random: Random) -> int:
    """An action that others cannot foresee: as likely as it was tried, but none that was hardly tried."""
    most = max(found.visits for found in findings.actions)
    weights = [found.visits if found.visits > SELDOM * most else 0 for found in findings.actions]
    return drawn(findings, weights, random)


def drawn(findings: Findings, weights: Sequence[float], random: Random) -> int:
    """An action by its weight."""
    left = sum(weights) * random_word(random) / 2**32
    for found, weight in zip(findings.actions, weights, strict=True):
        left -= weight
        if left < 0:
            return found.action
    return findings.best
