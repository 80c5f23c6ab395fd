"""The six levels of every game, from `child` to `master`; the two strongest search."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from ludotheque.bots.engine import Engine, SearchResult, lent
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS, STRONGEST, Level, level_of
from ludotheque.bots.limits import check_changes, check_seconds
from ludotheque.bots.policy import PolicyPlayer
from ludotheque.bots.sight import Sight
from ludotheque.errors import UnknownName
from ludotheque.kernel.chance import random_word, stream

log = logging.getLogger("ludotheque.bots")


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
        if level not in LEVELS:
            raise UnknownName(f"There is no level {level!r}: choose {', '.join(LEVELS)}.")
        check_changes(changes or {})
        if seconds is not None:
            check_seconds("A player", seconds)
        self._level, self._seconds = level, seconds
        self._changes = changes or {}
        self.failures: list[str] = []
        self._random = stream(seed)
        self._policy, self._instead = PolicyPlayer(seed), GreedyPlayer(seed)
        self._engine: Engine | None = None
        self._stopped = False

    def stop(self) -> None:
        """Ends the current search now, from any thread; the bot decides with what it has so far."""
        self._stopped = True
        if engine := self._engine:
            engine.stop()

    def choose(self, sight: Sight) -> int:
        """The best action of the search; the greedy bot's if it fails. Without a search, as `policy` with noise."""
        self._stopped = False
        if sight.forced:
            return sight.legal[0]
        level = level_of(sight.game.name, self._level).changed(self._changes).within(self._seconds)
        if level.iterations == 0:
            return self._policy.choose(sight, level.noise)
        if self._engine:
            self._engine.ready()
        try:
            return self._search(sight, level).best
        except Exception as problem:
            self.failures.append(f"The search has failed ({type(problem).__name__}: {problem}).")
            log.exception("the search failed in %s; the greedy bot decides instead", sight.game.name)
            self._engine = None
            return self._instead.choose(sight)

    def _search(self, sight: Sight, level: Level) -> SearchResult:
        seed = random_word(self._random)
        root = sight.imagine(seed).state()
        mine = self._engine
        if mine is None or (mine.edition, mine.seats) != (sight.game.compiled, root.players):
            mine = self._engine = lent(self, sight.game, root.players, level.threads)
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
            settle=not sight.guarded,
        )
