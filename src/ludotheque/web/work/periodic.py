"""Periodic: a job that a server repeats, in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.storage.queries import late_tables
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import replace_late

log = logging.getLogger("ludotheque.periodic")


class Periodic:
    """Repeats a job until it is closed; a failed run is logged, and the next one tries again."""

    def __init__(self, name: str, seconds: float, job: Callable[[], None], later: bool = False) -> None:
        self._seconds, self._job, self._later = seconds, job, later
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.open = self._thread.start

    def close(self) -> None:
        """Stops after the current run."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        if self._later and self._stopped.wait(self._seconds):
            return
        while True:
            try:
                self._job()
            except (SQLAlchemyError, Refusal) as problem:
                log.warning("the database does not answer: %s", problem)
            except Exception:
                log.exception("the periodic job %s failed", self._thread.name)
            if self._stopped.wait(self._seconds):
                return


def check_clocks(store: TableStore) -> None:
    """Lets bots stand in where a clock has run out. Several workers may do this at once."""
    for table_id in late_tables(store):
        with contextlib.suppress(Refusal):
            store.change(table_id, replace_late)
