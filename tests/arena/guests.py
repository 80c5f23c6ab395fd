"""Plugged-in bots, some of them badly behaved."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from typing import Any

from ludotheque.bots import Clock, Sight


class First:
    """Takes the first legal action."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return legal[0]


class Seeded(First):
    """Its choice depends on its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        assert clock.seconds >= clock.left() > 0
        return legal[self.seed % len(legal)]


class Meddler(First):
    """Changes all of its arguments."""

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


class Absorbed(First):
    """Never releases the interpreter's lock: a regular expression that backtracks for ages is one call of C."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        print("I am absorbed.", file=sys.stderr, flush=True)
        re.match(r"(a+)+$", "a" * 60 + "b")
        return legal[0]


class Late(First):
    """Ends the whole process in the middle of a game, and prints to standard output."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        print("I am going.", flush=True)
        threading.Timer(0.002, os._exit, [1]).start()
        return legal[0]


class SlowNumber:
    """A number that hangs when it is read."""

    def __index__(self) -> int:
        time.sleep(30)
        return 0


class Evasive(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return SlowNumber()  # type: ignore[return-value]


class BadNumber:
    def __index__(self) -> int:
        raise ValueError("no number")


class Numberless(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        return BadNumber()  # type: ignore[return-value]


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Speechless(First):
    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        raise UnspeakableError


NO_CLASS = First()


class Dealing:
    """Sees a sight: it checks that its worlds look like its view, and takes the last legal action."""

    def choose(self, sight: Sight) -> int:
        worlds = [sight.imagine(seed) for seed in range(3)]
        assert all(world.view(sight.seat) == sight.view for world in worlds)
        assert 0 < sight.clock.left() <= sight.clock.seconds < 60
        sight.view.clear()
        return sight.legal[-1]
