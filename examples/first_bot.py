"""A bot of your own: `ludotheque arena sintra examples.first_bot:FirstBot random` lets it play.

It takes the legal action with the lowest number: not clever, but everything a bot needs.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots import Clock


class FirstBot:
    """Takes the first thing that is allowed."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """One of the legal actions."""
        return legal[0]
