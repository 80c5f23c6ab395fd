"""What a player is."""

from __future__ import annotations

from typing import Protocol

from ludotheque.bots.sight import Sight


class Player(Protocol):
    """Decides for a seat, knowing what that seat may know and nothing else."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.legal`. The same seed and the same sights give the same choices."""
        ...
