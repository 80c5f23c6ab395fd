"""The protocol of a bot."""

from __future__ import annotations

from typing import Protocol

from ludotheque.bots.sight import Sight


class Player(Protocol):
    """Decides for a seat, and knows only what that seat may know."""

    def choose(self, sight: Sight) -> int:
        """Returns one of `sight.legal`. The same seed and the same sights give the same choices."""
        ...
