"""The bare network: one evaluation a decision and no search."""

from __future__ import annotations

import math

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.network import Evaluator, network_of
from ludotheque.bots.search.leaves import GREED
from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game
from ludotheque.kernel.chance import Random, random_word, stream


class PolicyPlayer:
    """Plays the action that the network prefers. Without a network it plays as the greedy bot.

    With noise it draws: a preference that is lower by the noise is chosen 1/e as often.
    """

    def __init__(self, seed: int, noise: float = 0.0) -> None:
        self._random, self._noise = stream(seed), noise
        self._greedy = GreedyPlayer(seed)
        self._game: Game | None = None
        self._evaluator: Evaluator | None = None

    def choose(self, sight: Sight, noise: float | None = None) -> int:
        """The legal action with the highest preference, or one that is drawn."""
        noise = self._noise if noise is None else noise
        if len(sight.legal) == 1:
            return sight.legal[0]
        if self._game != sight.game:
            self._game, network = sight.game, network_of(sight.game)
            self._evaluator = None if network is None else Evaluator(sight.game.edition, network)
        if self._evaluator is None and noise <= 0:
            return self._greedy.choose(sight)
        preferred = self._preferences(sight)
        return drawn(preferred, noise, self._random) if noise > 0 else max(preferred, key=lambda at: preferred[at])

    def _preferences(self, sight: Sight) -> dict[int, float]:
        """By legal action: the network's preference, or the greedy bot's in points."""
        if self._evaluator is not None:
            sums, unit = self._evaluator.evaluate(sight.imagine(0).state(), sight.seat), self._evaluator.layers.unit
            return {action: int(sums[action]) / unit for action in sight.legal}
        point = sight.game.edition.module("evaluation").POINT
        return {action: GREED * value / point for action, value in self._greedy.values(sight).items()}


def drawn(preferred: dict[int, float], noise: float, random: Random) -> int:
    """An action drawn by the preferences."""
    top = max(preferred.values())
    weights = {action: math.exp((preference - top) / noise) for action, preference in preferred.items()}
    left = sum(weights.values()) * random_word(random) / 2**32
    for action, weight in weights.items():
        left -= weight
        if left < 0:
            return action
    return max(preferred)
