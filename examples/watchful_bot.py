"""A bot for Sintra that reads its view, uses its seed and watches its clock.

    ludotheque arena sintra examples.watchful_bot:WatchfulBot random greedy

While there is time, it plays each action and then random ones to the end of the game. It chooses the
action with the best average lead over the best opponent.
"""

from __future__ import annotations

import random
from typing import Any

import ludotheque
from ludotheque import Position
from ludotheque.bots import Clock

SPARE = 0.05  # seconds of reserve, so that the bot is never late


class WatchfulBot:
    """Chooses by random playouts, as many as time allows."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._game = ludotheque.load("sintra")

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """Returns the action with the best average lead."""
        # Sintra hides nothing, so a view is a whole position.
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
        """Plays on at random; returns the points ahead of the best opponent at the end."""
        while table.to_act is not None:
            table = table.play(self._random.choice(table.legal()))
        scores = table.scores()
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
