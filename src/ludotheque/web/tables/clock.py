"""A clock for games that runs evenly, whatever is done to the clock of the computer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SLEW = 0.01  # seconds by which it follows the computer's clock, for each second that passes


class SteadyClock:
    """Seconds since 1970, as `time.time` has them at the start; later jumps are followed slowly, in days.

    So nobody's time is up because somebody has set the clock, and several hosts whose clocks are
    kept right still agree.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._guard = threading.Lock()
        self._last = steady()
        self._ahead = wall() - self._last

    def __call__(self) -> float:
        with self._guard:
            passed = self._steady()
            most = SLEW * (passed - self._last)
            self._ahead += max(-most, min(most, self._wall() - passed - self._ahead))
            self._last = passed
            return passed + self._ahead
