"""The bare network: one evaluation a decision and no search."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.network import Evaluator, network_of
from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game
from ludotheque.kernel.chance import random_word, stream


class PolicyPlayer:
    """Plays the action that the network prefers; the greedy bot's in a game or with a box that has no network.

    With noise it draws: a preference that is lower by the noise is chosen 1/e as often.
    """

    def __init__(self, seed: int, noise: float = 0.0) -> None:
        self._random, self._noise = stream(seed), noise
        self._instead = GreedyPlayer(seed)
        self._game: Game | None = None
        self._evaluator: Evaluator | None = None

    def choose(self, sight: Sight) -> int:
        """The legal action with the highest preference, or one that is drawn."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        if self._game != sight.game:
            self._game, network = sight.game, network_of(sight.game)
            self._evaluator = None if network is None else Evaluator(sight.game.edition, network)
        if self._evaluator is None:
            return self._instead.choose(sight)
        sums = self._evaluator.evaluate(sight.imagine(0).state(), sight.seat)
        if self._noise <= 0:
            return max(sight.legal, key=lambda action: int(sums[action]))
        return self._drawn(sight, sums, self._evaluator.layers.unit)

    def _drawn(self, sight: Sight, sums: Any, unit: float) -> int:
        top = max(int(sums[action]) for action in sight.legal)
        weights = [math.exp((int(sums[action]) - top) / (unit * self._noise)) for action in sight.legal]
        left = sum(weights) * random_word(self._random) / 2**32
        for action, weight in zip(sight.legal, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return sight.legal[-1]
