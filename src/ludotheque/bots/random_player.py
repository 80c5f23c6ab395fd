"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from ludotheque.bots.sight import Sight
from ludotheque.kernel.chance import random_below, stream


class RandomPlayer:
    """Plays random legal actions: the measure of what luck alone achieves."""

    def __init__(self, seed: int) -> None:
        self._random = stream(seed)

    def choose(self, sight: Sight) -> int:
        """A random legal action."""
        return sight.legal[random_below(self._random, len(sight.legal))]
