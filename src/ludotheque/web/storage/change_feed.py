"""ChangeFeed: the changes that all servers on the same database make.

PostgreSQL sends them by LISTEN and NOTIFY, in the transaction of the change. SQLite has nothing like
it: the feed polls SQLite's change counter many times a second, which takes microseconds, and the
tables are numbered in the order of their changes. Either way only committed changes are reported.
After a lost connection every client is made to look again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, Update, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.web.storage.prepared import driver_of
from ludotheque.web.storage.schema import tables, writer, writing

log = logging.getLogger("ludotheque.changes")

CHANNEL = "ludotheque_tables"
POLL = 0.03  # seconds between two looks at SQLite's change counter
KEEP_ALIVE = 5.0  # seconds of silence after which the connection to PostgreSQL is tested
RETRY = 0.5  # seconds before a lost connection is opened again

_CHANGED = "SELECT id, version, news FROM tables WHERE news > ? ORDER BY news"
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("change")))


def announce(connection: Connection, changed: list[tuple[str, int]]) -> None:
    """PostgreSQL: notifies all servers of changes (table, version) when they are committed; at most a few hundred."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"change": ",".join([f"{table} {version}" for table, version in changed])})


def numbered(statement: Update) -> Update:
    """SQLite: an update of a table that also gives it the next change number, for which all servers look."""
    highest = func.coalesce(func.max(tables.c.change_number), 0)
    return statement.values(change_number=select(highest + 1).scalar_subquery())


class ChangeFeed:
    """Reports changes as (table, version), in a thread.

    It reports all changes of other servers, and on PostgreSQL also this server's own.
    """

    def __init__(self, engine: Engine, on_change: Callable[[str, int], None], on_reconnect: Callable[[], None]) -> None:
        self._engine, self._on_change, self._on_reconnect = engine, on_change, on_reconnect
        self._stopped = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="changes", daemon=True)

    def open(self) -> None:
        """Starts to listen: every later change is reported."""
        self._thread.start()
        self._listening.wait(RETRY)

    def close(self) -> None:
        """Stops."""
        self._stopped.set()
        if self._engine.dialect.name == "postgresql":
            with contextlib.suppress(SQLAlchemyError), writing(self._engine) as connection:
                connection.execute(select(func.pg_notify(CHANNEL, "")))  # wakes the thread
        self._thread.join()

    def _run(self) -> None:
        listen = self._listen if self._engine.dialect.name == "postgresql" else self._poll
        lost = self._engine.dialect.loaded_dbapi.Error
        while not self._stopped.is_set():
            try:
                listen()
            except (SQLAlchemyError, lost) as problem:
                log.warning("lost the connection to the change feed: %s", problem)
                self._stopped.wait(RETRY)

    def _listen(self) -> None:
        """Receives the notifications of PostgreSQL."""
        with contextlib.closing(self._engine.raw_connection()) as connection:
            driver = connection.driver_connection
            connection.detach()  # removes it from the pool of the requests
            self._hear(driver)

    def _hear(self, driver: Any) -> None:
        driver.autocommit = True
        driver.execute(f"LISTEN {CHANNEL}")
        self._connected()
        while not self._stopped.is_set():
            heard = list(driver.notifies(timeout=KEEP_ALIVE, stop_after=1))
            for change in ",".join([each.payload for each in heard]).split(","):
                table, _, version = change.partition(" ")
                if table:
                    self._on_change(table, int(version))
            if not heard:
                driver.execute("SELECT 1")

    def _poll(self) -> None:
        """Polls SQLite, on the connection that writes: its counter stays as it is when this server commits."""
        newest: int | None = None
        counted: tuple[Any, Any] | None = None  # the connection, and what its counter showed
        while not self._stopped.is_set():
            try:
                with writer(self._engine) as connection, driver_of(connection) as driver:
                    if newest is None:
                        (newest,) = driver.execute("SELECT coalesce(max(news), 0) FROM tables").fetchone()
                    # Every connection has its own counter, so after a new one has been opened the feed asks for all
                    # new rows.
                    before, counted = counted, (driver, driver.execute("PRAGMA data_version").fetchone())
                    changed = [] if counted == before else driver.execute(_CHANGED, (newest,)).fetchall()
            except PoolTimeout:  # this server's own writers take long; the counter still tells all that is new
                continue
            if before is None:
                self._connected()
            for table, version, number in changed:
                newest = number
                self._on_change(table, version)
            self._stopped.wait(POLL)

    def _connected(self) -> None:
        """From now on nothing is missed; earlier changes may have been."""
        self._listening.set()
        self._on_reconnect()
