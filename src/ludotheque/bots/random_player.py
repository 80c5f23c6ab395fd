"""The random player: any legal action, each as likely."""

from __future__ import annotations

from ludotheque.bots.sight import Sight
from ludotheque.kernel.chance import random_below, stream


class RandomPlayer:
    """Plays without thinking: the measure of what luck alone achieves."""

    def __init__(self, seed: int) -> None:
        self._random = stream(seed)

    def choose(self, sight: Sight) -> int:
        """A legal action at random."""
        return sight.legal[random_below(self._random, len(sight.legal))]
