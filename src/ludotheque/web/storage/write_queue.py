"""WriteQueue: jobs wait in it and are committed in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from ludotheque.web.tables.refusal import Refusal

MAX_BATCH = 64  # jobs per commit
MAX_WAITING = 5000  # jobs that may wait; a database that takes so many seconds cannot be served
PAUSE = 0.01  # minimum seconds between the starts of two batches; a job after a quiet moment does not wait
MAX_STRETCH = 4.0  # maximum factor of PAUSE while many jobs arrive: larger batches cost less per job

QueuedJob = TypeVar("QueuedJob")


class WriteQueue(Generic[QueuedJob]):
    """Runs jobs in order in one thread. Jobs that arrive meanwhile form the next batch."""

    def __init__(self, run: Callable[[list[QueuedJob]], None]) -> None:
        self._run = run  # must not raise
        self._waiting: list[QueuedJob] = []
        self._busy = False
        self._begun = 0.0  # the start of the last batch
        self._stretch = 1.0  # factor of PAUSE before the next batch
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writes")

    def add(self, job: QueuedJob) -> None:
        """Adds a job and returns at once; refused if too many wait. Any thread may call this."""
        with self._lock:
            if len(self._waiting) >= MAX_WAITING:
                raise Refusal(503, "busy")
            self._waiting.append(job)
            if self._busy:
                return
            self._busy = True
        self._thread.submit(self._run_batches)

    @property
    def length(self) -> int:
        """The number of jobs that wait."""
        return len(self._waiting)

    def _run_batches(self) -> None:
        while True:
            if (pause := self._begun + PAUSE * self._stretch - time.monotonic()) > 0:
                time.sleep(pause)
            self._begun = time.monotonic()
            with self._lock:
                batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            self._stretch = min(MAX_STRETCH, 2 * self._stretch) if len(batch) > 1 else max(1.0, 0.97 * self._stretch)
            self._run(batch)
            with self._lock:
                if not self._waiting:  # to wait for more would wake the thread for nothing
                    self._busy = False
                    return
