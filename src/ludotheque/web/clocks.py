"""Clocks: when the time of a person is up, a bot keeps the chair warm."""

from __future__ import annotations

import contextlib
import logging
import threading

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.refusal import Refusal
from ludotheque.web.tables import Tables

log = logging.getLogger("ludotheque.clocks")


class Clocks:
    """Looks at the clocks of all tables, again and again, in a thread of its own.

    Every worker does: the first that finds a clock run out stops it, and the others find it stopped.
    """

    def __init__(self, tables: Tables, tick: float) -> None:
        self._tables, self._tick = tables, tick
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="clocks", daemon=True)
        self.open = self._thread.start

    def close(self) -> None:
        """Stops, when what it is doing is done."""
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(self._tick):
            try:
                stop_late(self._tables)
            except SQLAlchemyError as problem:
                log.warning("the clocks cannot be read: %s", problem)


def stop_late(tables: Tables) -> None:
    """Lets bots take over where a clock has run out."""
    for late in tables.late():
        with contextlib.suppress(Refusal):
            tables.time_is_up(late)
