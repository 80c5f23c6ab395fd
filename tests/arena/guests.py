"""Bots of somebody else's, some of them badly behaved."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from ludotheque.bots import Clock


class First:
    """Takes the first legal action."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return legal[0]


class Seeded(First):
    """Tells its seed by its choice."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        assert clock.seconds >= clock.left() > 0
        return legal[self.seed % len(legal)]


class Meddler(First):
    """Changes all that it is given."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        first = legal[0]
        view.clear()
        legal.clear()
        return first


class Crashing(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        raise RuntimeError("no idea")


class Stillborn(First):
    def __init__(self) -> None:
        raise RuntimeError("no bot")


class Leaving(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        sys.exit(3)


class Slow(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        time.sleep(30)
        return legal[0]


class Cheating(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return max(legal) + 1


class Wordy(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return "pass"  # type: ignore[return-value]


class Deadly(First):
    """Ends the whole process."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        os._exit(1)


NO_CLASS = First()
