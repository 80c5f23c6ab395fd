"""A bot for games with secrets: it deals itself worlds that its seat cannot tell from the real one.

    ludotheque arena fourberies examples.dealing_bot:DealingBot greedy --seconds 0.3

In each world it plays random games after every action (compiled, in one call), and adds up its leads over the best
opponent. From time to time it drops the worse half of the actions, so that the good ones are tried more often.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from ludotheque.bots import Sight

SPARE = 0.05  # seconds of reserve, so that the bot is never late


class DealingBot:
    """Chooses by random games in imagined worlds, as many as time allows."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, sight: Sight) -> int:
        """Returns the action with the best average lead."""
        totals: Counter[int] = Counter()
        actions, time = list(sight.legal), sight.clock.left() - SPARE
        halvings = rounds = (len(actions) - 1).bit_length()
        while len(actions) > 1:
            for action, ends in sight.rollouts(self._random.randrange(2**32), 16, actions).items():
                others = np.delete(ends.scores, sight.seat, axis=1).max(axis=1)
                totals[action] += int((ends.scores[:, sight.seat] - others).sum())
            if sight.clock.left() - SPARE < time * (rounds - 1) / halvings:
                rounds -= 1
                actions = sorted(actions, key=lambda action: -totals[action])[: (len(actions) + 1) // 2]
        return actions[0]
