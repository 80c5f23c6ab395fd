"""The lock file that lets the processes of a host write to SQLite in turn."""

from __future__ import annotations

import fcntl
import os
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.web.storage import write_lock
from ludotheque.web.storage.change_feed import ChangeFeed
from ludotheque.web.storage.changes import Overtaken
from ludotheque.web.storage.schema import open_store, writer, writing
from ludotheque.web.storage.store import TableStore
from ludotheque.web.storage.write_lock import WriteLock
from ludotheque.web.tables.making import Plan, SeatPlan, create
from tests.web.site import migrated


def test_a_writer_waits_while_another_process_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_lock, "PATIENCE", 60.0)
    lock, done = WriteLock(str(tmp_path / "db")), threading.Event()

    def write() -> None:
        with lock.held():
            done.set()

    other = os.open(tmp_path / "db-lock", os.O_RDWR | os.O_CREAT)  # another process has a lock of its own like this
    fcntl.flock(other, fcntl.LOCK_EX)
    thread = threading.Thread(target=write)
    thread.start()
    assert not done.wait(0.1)
    os.close(other)  # as when that process is killed
    assert done.wait(10)
    thread.join()


def test_a_process_that_hangs_with_the_lock_file_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_lock, "PATIENCE", 0.05)
    engine = open_store(f"sqlite:///{tmp_path}/db")
    with (tmp_path / "db-lock").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with writing(engine) as connection:
            connection.execute(sa.text("CREATE TABLE written (number)"))
    assert sa.inspect(engine).has_table("written")
    engine.dispose()


def test_a_lock_file_that_cannot_be_opened_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "db-lock").mkdir()
    with WriteLock(str(tmp_path / "db")).held():
        pass


def test_a_thread_that_waits_too_long_says_so(tmp_path: Path) -> None:
    lock = WriteLock(str(tmp_path / "db"))
    with lock.turn(1), pytest.raises(PoolTimeout), lock.turn(0.01):
        pass


def test_the_lock_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with WriteLock(str(tmp_path / "db")).held():
        assert stat.S_IMODE((tmp_path / "db-lock").stat().st_mode) == 0o600


def test_others_write_while_a_commit_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, synced = open_store(f"sqlite:///{tmp_path}/db"), list[str]()

    def wait_for_the_disk(opened: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{opened}"))
        with (tmp_path / "db-lock").open("ab") as other:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody holds it

    monkeypatch.setattr("os.fsync", wait_for_the_disk)
    with writing(engine) as connection:
        connection.execute(sa.text("CREATE TABLE written (number)"))
        assert synced == []
    assert synced == [str(tmp_path / "db-wal")]
    engine.dispose()


def test_a_disk_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_store(f"sqlite:///{tmp_path}/db")

    def fail(opened: int) -> None:
        raise OSError(28, "No space left on device")

    with writer(engine) as before:
        pass
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OperationalError, match="No space left"), writing(engine) as connection:
        connection.execute(sa.text("CREATE TABLE written (number)"))
    with writer(engine) as after:  # the change feed sees another counter, and looks for what may be written
        assert after is not before
    engine.dispose()


def test_sqlite_without_its_log_waits_for_the_disk_itself() -> None:
    engine = open_store("sqlite://")  # in memory there is no log
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar_one() == 2
    engine.dispose()


def test_threads_write_on_one_connection_that_tells_the_commits_of_others(tmp_path: Path) -> None:
    engines = [open_store(f"sqlite:///{tmp_path}/db") for _ in range(2)]

    def version() -> tuple[object, object]:
        with writer(engines[0]) as connection:
            driver: Any = connection.connection.driver_connection
            return driver, driver.execute("PRAGMA data_version").fetchone()

    def write(engine: sa.Engine, name: str) -> None:
        with writing(engine) as connection:
            connection.execute(sa.text(f"CREATE TABLE {name} (number)"))

    before = version()
    write(engines[0], "ours")
    assert version() == before
    write(engines[1], "theirs")
    assert version() != before
    for engine in engines:
        engine.dispose()
    assert not (tmp_path / "db-wal").exists()  # all connections are closed


def test_a_connection_that_may_be_broken_is_not_used_again(tmp_path: Path) -> None:
    """One in whose block a visitor was refused, or another server was quicker, is."""
    engine = open_store(f"sqlite:///{tmp_path}/db")
    lock: WriteLock = engine.get_execution_options()["write_lock"]

    def is_used_again(problem: type[BaseException] | None = None, statement: str = "SELECT 1") -> bool:
        with writer(engine) as before:
            pass
        with suppress(Exception, KeyboardInterrupt), writing(engine) as connection:
            connection.execute(sa.text(statement))
            if problem:
                raise problem
        return lock.connection is before

    assert is_used_again(Overtaken)
    assert is_used_again(KeyboardInterrupt)
    assert is_used_again(statement="INSERT INTO workers (id, beat) VALUES ('one', NULL)")
    assert not is_used_again(statement="SELECT nothing")
    with suppress(KeyError), writer(engine) as connection:
        connection.connection.cursor().execute("BEGIN")
        raise KeyError
    assert lock.connection is None
    with writing(engine) as connection:
        connection.execute(sa.text("CREATE TABLE written (number)"))
    engine.dispose()


def test_a_connection_that_cannot_be_closed_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_store(f"sqlite:///{tmp_path}/db")
    lock: WriteLock = engine.get_execution_options()["write_lock"]
    with writer(engine) as before:
        pass
    with monkeypatch.context() as patch:
        patch.setattr(before, "invalidate", Mock(side_effect=OSError("the disk")))
        with pytest.raises(OSError, match="the disk"):
            lock.close()
    before.invalidate()
    with writer(engine) as after:
        assert after is not before
    engine.dispose()


def test_a_feed_that_waits_for_its_own_writers_has_lost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every client would load its page again while the server has too much to do."""
    engines = [open_store(migrated(f"sqlite:///{tmp_path}/db")) for _ in range(2)]
    lock: WriteLock = engines[0].get_execution_options()["write_lock"]
    real, busy, looks, connected = lock.turn, threading.Event(), threading.Semaphore(0), threading.Semaphore(0)
    told: Queue[tuple[str, int]] = Queue()

    @contextmanager
    def turn(timeout: float) -> Iterator[None]:
        if busy.is_set():
            looks.release()
            time.sleep(0.01)
            raise PoolTimeout("other threads write for too long")
        with real(timeout):
            yield

    monkeypatch.setattr(lock, "turn", turn)
    feed = ChangeFeed(engines[0], lambda *change: told.put(change), connected.release)
    feed.open()
    assert connected.acquire(timeout=20)
    busy.set()
    assert looks.acquire(timeout=20)
    store = TableStore(engines[1], 10)
    table = create(store, Plan("sintra", (SeatPlan("person"), SeatPlan("open"))), "ann")
    store.change(table, lambda change: change.set(host="bea"))
    assert looks.acquire(timeout=20)
    busy.clear()
    assert told.get(timeout=20)[0] == table
    feed.close()
    assert not connected.acquire(blocking=False)
    for engine in engines:
        engine.dispose()
