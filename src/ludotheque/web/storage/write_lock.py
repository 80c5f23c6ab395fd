"""WriteLock: who writes to a SQLite file next, among the threads of a server and the processes of a host.

SQLite's own waiting sleeps up to a tenth of a second between two looks, so with eight workers the file was idle most of
the time. Here a thread waits for the others of its process, then looks at a lock file every half millisecond.

Nor does anybody wait while the disk works: a commit writes to the log, the lock is free for the next writer, and then
`sync` waits for the disk, before anything is acknowledged. What one process waits for holds the commits of others, too.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

try:
    import fcntl
except ImportError:  # on Windows the processes wait as SQLite does
    fcntl = None  # type: ignore[assignment]

PATIENCE = 1.0  # seconds; a process that holds the lock file for longer hangs, and SQLite's own lock decides
PAUSE = 0.0005  # seconds between two looks at the lock file


class WriteLock:
    """Lets one thread of all processes write at a time."""

    def __init__(self, database: str | None) -> None:
        self.in_file = bool(database) and database != ":memory:"
        self._file = f"{database}-lock" if self.in_file and fcntl is not None else None
        self._log = f"{database}-wal" if self.in_file else None
        self._threads = threading.Lock()
        self.connection: Connection | None = None  # the last writer's connection, kept for the next turn

    def close(self) -> None:
        """Closes the connection."""
        with self._threads:
            self.drop()

    def drop(self) -> None:
        """In its turn, closes the connection; the next turn opens another one."""
        connection, self.connection = self.connection, None  # it is not used again, even if it cannot be closed
        if connection is not None:
            connection.invalidate()  # else the pool would keep it
            connection.close()

    @contextmanager
    def kept(self, engine: Engine) -> Iterator[Connection]:
        """In its turn, the connection of the last writer. One that may be broken is closed afterwards."""
        if (connection := self.connection) is None:
            connection = self.connection = engine.connect().execution_options(writes=True)
        try:
            yield connection
        except BaseException as problem:
            if may_be_broken(connection, problem):
                self.drop()
            raise

    @contextmanager
    def turn(self, timeout: float) -> Iterator[None]:
        """Waits for the other threads of this process; raises PoolTimeout if they write for too long."""
        if not self._threads.acquire(timeout=timeout):
            raise PoolTimeout("other threads write for too long")
        try:
            yield
        finally:
            self._threads.release()

    def sync(self) -> None:
        """Waits until the disk has the log of SQLite, with all that was committed so far; raises OperationalError."""
        if self._log is None:
            return
        try:
            opened = os.open(self._log, os.O_RDWR)
        except FileNotFoundError:  # a log that is gone has been copied to the database file
            return
        try:
            os.fsync(opened)
        except OSError as problem:
            raise OperationalError("fsync", None, problem) from problem
        finally:
            os.close(opened)

    @contextmanager
    def held(self) -> Iterator[None]:
        """In its turn, waits while another process writes. Without a usable lock file SQLite's own lock decides."""
        opened = None
        with suppress(OSError):
            opened = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600) if self._file else None
        try:
            if opened is not None:
                self._wait(opened)
            yield
        finally:
            if opened is not None:
                os.close(opened)

    def _wait(self, opened: int) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError):
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            time.sleep(PAUSE)


def may_be_broken(connection: Connection, problem: BaseException) -> bool:
    """Whether an error of SQLite, or one that left a transaction open, has made a connection unfit for the next writer.

    A refusal has not, nor has a row that another server added first.
    """
    if isinstance(problem, DBAPIError) and not isinstance(problem, IntegrityError):
        return True
    driver: Any = connection.connection.dbapi_connection
    return connection.in_transaction() or driver is None or driver.in_transaction
