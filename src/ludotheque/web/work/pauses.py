"""Pauses: one thread holds many things until their times come."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

Held = TypeVar("Held")


class Pauses(Generic[Held]):
    """Holds one thing for each key and passes it on at its time."""

    def __init__(self, go_on: Callable[[str, Held], object]) -> None:
        self._go_on = go_on  # must not wait
        self._held: dict[str, tuple[float, Held]] = {}
        self._order: list[tuple[float, str]] = []  # by time; outdated entries are skipped
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="pauses", daemon=True)
        self._thread.start()

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, key: str, held: Held, until: float) -> None:
        """Holds something until a time of `time.monotonic`."""
        with self._changed:
            self._held[key] = until, held
            heapq.heappush(self._order, (until, key))
            self._changed.notify()

    def end(self, key: str, may_end: Callable[[Held], bool]) -> None:
        """Lets what is held for a key go on now, if it may."""
        with self._changed:
            if not self._closed and key in self._held and may_end(self._held[key][1]):
                self._go_on(key, self._held.pop(key)[1])

    def close(self) -> None:
        """Drops everything."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                self._changed.wait(self._order[0][0] - time.monotonic() if self._order else None)
                while not self._closed and self._order and self._order[0][0] <= time.monotonic():
                    until, key = heapq.heappop(self._order)
                    if self._held.get(key, (None,))[0] == until:
                        self._go_on(key, self._held.pop(key)[1])
