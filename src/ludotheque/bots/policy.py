"""The bare network: one evaluation a decision and no search."""

from __future__ import annotations

import math

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.network import Evaluator, network_of
from ludotheque.bots.search.leaves import GREED
from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game, game_of
from ludotheque.kernel.chance import Random, random_word, stream

# The noise of a level is chosen for a network, whose preferences differ much more than points do. Times this number,
# points let the levels of a corrected box draw about as evenly as the network does (180 positions of three games).
SHARPNESS = 16.0


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
        if sight.forced:
            return sight.legal[0]
        if noise <= 0 and self._evaluator_of(sight.game) is None:
            return self._greedy.choose(sight)
        preferred = self.preferences(sight)
        return drawn(preferred, noise, self._random) if noise > 0 else max(preferred, key=lambda at: preferred[at])

    def preferences(self, sight: Sight) -> dict[int, float]:
        """By legal action: the network's preference, or the greedy bot's in points."""
        if evaluator := self._evaluator_of(sight.game):
            sums, unit = evaluator.evaluate(sight.imagine(0).state(), sight.seat), evaluator.layers.unit
            return {action: int(sums[action]) / unit for action in sight.legal}
        sharpness = SHARPNESS if network_of(game_of(sight.game.name)) else 1.0
        point = sight.game.edition.module("evaluation").POINT / (GREED * sharpness)
        return {action: value / point for action, value in self._greedy.values(sight).items()}

    def _evaluator_of(self, game: Game) -> Evaluator | None:
        if self._game != game:
            self._game, network = game, network_of(game)
            self._evaluator = None if network is None else Evaluator(game.edition, network)
        return self._evaluator


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
