"""Periodic: what a server does again and again, each in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import Tables

log = logging.getLogger("ludotheque.rounds")


class Periodic:
    """Makes its rounds until it is closed; one that fails because the database is away is made again."""

    def __init__(self, name: str, seconds: float, work: Callable[[], None]) -> None:
        self._seconds, self._work = seconds, work
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._go, name=name, daemon=True)
        self.open = self._thread.start

    def close(self) -> None:
        """Stops, when what it is doing is done."""
        self._stopped.set()
        self._thread.join()

    def _go(self) -> None:
        while True:
            try:
                self._work()
            except (SQLAlchemyError, Refusal) as problem:
                log.warning("the database does not answer: %s", problem)
            except Exception:
                log.exception("a round of %s failed", self._thread.name)
            if self._stopped.wait(self._seconds):
                return


def stop_late(tables: Tables) -> None:
    """Lets bots take over where a clock has run out.

    Every worker looks: the first that finds one stops it, and the others find it stopped.
    """
    for late in tables.late():
        with contextlib.suppress(Refusal):
            tables.time_is_up(late)
