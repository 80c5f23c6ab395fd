"""A bot that looks: it reads its view of a table of Sintra, keeps a seed, and minds its clock.

    ludotheque arena sintra examples.watchful_bot:WatchfulBot random greedy

It imagines playing each action from what it sees, at random to the end of the game, again and again
while there is time, and takes what brought the most points on average over the best opponent's.
"""

from __future__ import annotations

import random
from typing import Any

import ludotheque
from ludotheque import Position
from ludotheque.bots import Clock

SPARE = 0.05  # seconds kept back, so as not to overrun


class WatchfulBot:
    """Plays out what it sees, as often as time allows."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._game = ludotheque.load("sintra")

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """The action that brought most on average."""
        # Nothing is hidden in Sintra, so a view is a whole position.
        seat = view["to_act"]
        totals, tries = dict.fromkeys(legal, 0.0), 0
        while clock.left() > SPARE or not tries:
            tries += 1
            table = self._game.position(view, seed=self._random.randrange(2**32))
            for action in legal:
                totals[action] += self._lead(table.play(action), seat)
                if clock.left() < SPARE:
                    break
        return max(legal, key=lambda action: totals[action])

    def _lead(self, table: Position, seat: int) -> int:
        """Points ahead of the best opponent after a game played on at random."""
        while table.to_act is not None:
            table = table.play(self._random.choice(table.legal()))
        scores = table.scores()
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
