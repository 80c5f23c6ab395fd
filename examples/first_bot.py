"""The smallest possible bot. Play it with `ludotheque arena sintra examples.first_bot:FirstBot random`.

It always takes the legal action with the lowest id.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots import Clock


class FirstBot:
    """Takes the first legal action."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """Returns one of the legal actions."""
        return legal[0]
