"""A lane: what is to be written waits in it, and all that waits is written together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

MOST = 64  # that are made together: who comes after them does not wait too long
PAUSE = 0.01  # seconds from one beginning to the next at least; who comes after a quiet moment does not wait

Item = TypeVar("Item")


class WriteQueue(Generic[Item]):
    """Makes jobs in the order in which they come, in one thread; while some are made, the next gather."""

    def __init__(self, make: Callable[[list[Item]], None]) -> None:
        self._make = make  # never raises
        self._waiting: list[Item] = []
        self._busy = False
        self._guard = threading.Lock()
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="lane")

    def add(self, job: Item) -> None:
        """Has a job made; returns at once, from any thread."""
        with self._guard:
            self._waiting.append(job)
            if self._busy:
                return
            self._busy = True
        self._hand.submit(self._go)

    def _go(self) -> None:
        begun = 0.0
        while True:
            time.sleep(max(0.0, begun + PAUSE - time.monotonic()))
            begun = time.monotonic()
            with self._guard:
                jobs, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                if not jobs:
                    self._busy = False
                    return
            self._make(jobs)
