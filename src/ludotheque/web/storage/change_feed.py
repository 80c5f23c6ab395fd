"""ChangeFeed: what other servers on the same store have changed.

PostgreSQL tells it by LISTEN and NOTIFY, in the transaction of the change itself. SQLite has nothing
of the kind: its change counter is looked at many times a second, which costs microseconds, and the
tables are numbered in the order in which they were changed. In both cases nothing is told that is
not committed; and when the connection was lost, every client is made to look again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, Update, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.storage import schema

log = logging.getLogger("ludotheque.news")

CHANNEL = "ludotheque_tables"
POLL = 0.03  # seconds between two looks at the change counter of SQLite
ALIVE = 5.0  # seconds of silence after which PostgreSQL is asked whether it is still there
AGAIN = 0.5  # seconds after which a lost connection is tried again


_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("news")))


def announce(connection: Connection, changed: list[tuple[str, int]]) -> None:
    """PostgreSQL: makes changes (table, version) known to all servers as soon as they are committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, [{"news": f"{table} {version}"} for table, version in changed])


def numbered(changing: Update) -> Update:
    """SQLite: a change of a table that also gives it the next number, which all servers look for."""
    return changing.values(news=select(func.coalesce(func.max(schema.tables.c.news), 0) + 1).scalar_subquery())


class ChangeFeed:
    """Listens in a thread, and tells (table, version) of every change, also those of this server."""

    def __init__(self, engine: Engine, told: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self._engine, self._told, self._missed = engine, told, missed
        self._stopped = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._go, name="news", daemon=True)

    def open(self) -> None:
        """Begins; what is changed from now on is told."""
        self._thread.start()
        self._listening.wait(AGAIN)

    def close(self) -> None:
        """Ends."""
        self._stopped.set()
        if self._engine.dialect.name == "postgresql":
            with contextlib.suppress(SQLAlchemyError), schema.writing(self._engine) as connection:
                connection.execute(select(func.pg_notify(CHANNEL, "")))  # so that it need not wait
        self._thread.join()

    def _go(self) -> None:
        listen = self._hear if self._engine.dialect.name == "postgresql" else self._look
        lost = self._engine.dialect.loaded_dbapi.Error
        while not self._stopped.is_set():
            try:
                with contextlib.closing(self._engine.raw_connection()) as connection:
                    driver = connection.driver_connection
                    connection.detach()  # it is ours, and not one of those that requests take turns with
                    listen(driver)
            except (SQLAlchemyError, lost) as problem:
                log.warning("news of other servers are lost for a moment: %s", problem)
                self._stopped.wait(AGAIN)

    def _hear(self, driver: Any) -> None:
        """Hears what PostgreSQL tells."""
        driver.autocommit = True
        driver.execute(f"LISTEN {CHANNEL}")
        self._began()
        while not self._stopped.is_set():
            for news in driver.notifies(timeout=ALIVE, stop_after=1):
                if news.payload:
                    table, _, version = news.payload.partition(" ")
                    self._told(table, int(version))
            driver.execute("SELECT 1")

    def _look(self, driver: Any) -> None:
        """Looks at what has changed in SQLite."""
        tables = schema.tables.c
        (newest,) = driver.execute("SELECT coalesce(max(news), 0) FROM tables").fetchone()
        counter = None
        self._began()
        while not self._stopped.wait(POLL):
            if counter == (counter := driver.execute("PRAGMA data_version").fetchone()):
                continue
            found = select(tables.id, tables.version, tables.news).where(tables.news > newest).order_by(tables.news)
            with self._engine.connect() as connection:
                changed = connection.execute(found).all()
            for table, version, number in changed:
                newest = number
                self._told(table, version)

    def _began(self) -> None:
        """From now on nothing is missed; what happened before may have been."""
        self._listening.set()
        self._missed()
