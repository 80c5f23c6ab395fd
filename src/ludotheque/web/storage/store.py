"""TableStore: reads tables and changes them, one transaction for many changes.

While one commit reaches the disk, the next changes gather. Each is acknowledged after its commit,
and a refused change does not affect the others.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar
from zlib import crc32

from anyio.to_thread import run_sync
from sqlalchemy import Connection, Engine, Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.core.game import game_here
from ludotheque.errors import BadRecord
from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import Overtaken, TableChange, write
from ludotheque.web.storage.loading import load, load_seals, snapshots
from ludotheque.web.storage.write_queue import WriteQueue
from ludotheque.web.tables.clock import SteadyClock
from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.tables.state import TableState

log = logging.getLogger("ludotheque.store")

WRITE_QUEUES = 4  # concurrent transactions on PostgreSQL; SQLite has one writer

EditArgs = ParamSpec("EditArgs")
EditResult = TypeVar("EditResult")

_COLUMNS = select(*(schema.tables.c[name] for name in ("id", "game", "rules", "box", "version", "worker")))
_ROW = _COLUMNS.where(schema.tables.c.id == bindparam("id"))
# All servers lock tables in the same order, so that no two wait for each other.
_ROWS_TO_CHANGE = (
    _COLUMNS.where(schema.tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(schema.tables.c.id)
    .with_for_update()
)


@dataclass
class WriteJob:
    """A change that a caller waits for."""

    id: str
    edit: Callable[[TableChange], Any]
    resolve: Callable[[Any, Exception | None], None]  # gives the caller the result or the problem
    change: TableChange | None = None
    result: Any = None
    problem: Exception | None = None


class TableStore:
    """Reads and changes tables. Changes of one table happen one after the other; readers never wait."""

    def __init__(self, engine: Engine, keep: int) -> None:
        self.engine = engine
        self._snapshots = snapshots(engine)
        self.now: Callable[[], float] = SteadyClock()
        self.listeners: list[Callable[[TableState], None]] = []  # called after a visible change
        self.seal_listeners: list[Callable[[str, str], None]] = []  # called with (table, visitor) after a resealing
        self._keep = keep  # maximum number of positions in the cache
        self._positions = 0
        self._cache: OrderedDict[str, TableState] = OrderedDict()  # the newest known state of each table
        self._lock = threading.Lock()
        queues = WRITE_QUEUES if engine.dialect.name == "postgresql" else 1
        self._queues = [WriteQueue(self._run) for _ in range(queues)]

    # --- reading --------------------------------------------------------------------------

    def read(self, id: str, at_least: int | None = None) -> TableState:
        """The table now, or a cached state of version `at_least` or later; refused if there is no such table."""
        if (cached := self.cached(id, at_least)) is not None:
            return cached
        with refusing_outages(), self._snapshots.connect() as connection:
            return self._load(connection, id, connection.execute(_ROW, {"id": id}).one_or_none())

    def cached(self, id: str, at_least: int | None) -> TableState | None:
        """The cached state of a table if its version is `at_least` or later."""
        cached = self._recall(id)
        return cached if at_least is not None and cached is not None and cached.version >= at_least else None

    def find(self, statement: Any) -> list[str]:
        """The ids of the tables that a statement selects."""
        with refusing_outages(), self.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def forget(self) -> None:
        """Empties the cache."""
        with self._lock:
            self._cache.clear()
            self._positions = 0

    # --- changing -------------------------------------------------------------------------

    def change(
        self,
        id: str,
        edit: Callable[Concatenate[TableChange, EditArgs], EditResult],
        *args: EditArgs.args,
        **kwargs: EditArgs.kwargs,
    ) -> EditResult:
        """Runs an edit of a table and returns its result after the commit. An edit that raises changes nothing."""
        future: Future[EditResult] = Future()
        self._queue(id).add(WriteJob(id, lambda change: edit(change, *args, **kwargs), partial(settle, future)))
        return future.result()

    async def change_soon(
        self,
        id: str,
        edit: Callable[Concatenate[TableChange, EditArgs], EditResult],
        *args: EditArgs.args,
        **kwargs: EditArgs.kwargs,
    ) -> EditResult:
        """As `change`, for the event loop: no thread waits."""
        if self._recall(id) is None:
            await run_sync(self.read, id)  # replaying the game takes long: the queue must not wait for it
        loop = asyncio.get_running_loop()
        future: asyncio.Future[EditResult] = loop.create_future()

        def resolve(result: EditResult, problem: Exception | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, future, result, problem)

        self._queue(id).add(WriteJob(id, lambda change: edit(change, *args, **kwargs), resolve))
        return await future

    def add(self, table: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        """Adds a new table."""
        with refusing_outages(), schema.writing(self.engine) as connection:
            connection.execute(insert(schema.tables).values(table))
            connection.execute(insert(schema.seats), seats)

    def _queue(self, id: str) -> WriteQueue[WriteJob]:
        """The queue of a table: always the same one, so that two changes of a table never run at once."""
        return self._queues[crc32(id.encode()) % len(self._queues)]

    def _run(self, jobs: list[WriteJob]) -> None:
        """Commits a batch of changes and resolves all of them."""
        try:
            self._commit(jobs)
        except (IntegrityError, Overtaken):
            if len(jobs) > 1:  # another server changed one of the tables: the other changes must not fail with it
                for job in jobs:
                    self._run([job])
                return
            jobs[0].problem = stale()
        except Exception as problem:
            for job in jobs:
                job.problem = copied(problem)
        for job in jobs:
            self._resolve(job)

    def _commit(self, jobs: list[WriteJob]) -> None:
        """Runs the edits of a batch in one transaction."""
        changed: dict[str, TableState] = {}
        with refusing_outages(), schema.writing(self.engine) as connection:
            rows = connection.execute(_ROWS_TO_CHANGE, {"ids": list({job.id for job in jobs})})
            now = {row.id: row for row in rows}
            for job in jobs:
                job.change = job.problem = None
                try:
                    table = changed.get(job.id) or self._load(connection, job.id, now.get(job.id))
                    change = TableChange(connection, table, self.now())
                    job.result = job.edit(change)
                    change.finish()
                except SQLAlchemyError:
                    raise
                except Exception as problem:
                    job.problem = problem
                else:
                    job.change = change
                    changed[job.id] = change.table
            write(connection, [job.change for job in jobs if job.change is not None])
        for table in changed.values():
            self._remember(table)

    def _resolve(self, job: WriteJob) -> None:
        """Notifies listeners, then resolves the caller's future."""
        try:
            if job.problem is None and job.change is not None:
                self._notify(job.change)
        except Exception as problem:
            job.problem = problem
        job.resolve(job.result, job.problem)

    def _notify(self, change: TableChange) -> None:
        if change.touched:
            for listener in self.listeners:
                listener(change.table)
        elif change.resealed is not None:
            self._notify_of_seal(change.table, change.resealed)

    def _notify_of_seal(self, table: TableState, seat: int) -> None:
        for listener in self.seal_listeners:
            listener(table.id, table.seats[seat].visitor or "")

    def check_seals(self, id: str, version: int) -> None:
        """Looks for a sealed answer that another server replaced, which makes no new version of the table."""
        cached = self._recall(id)
        if cached is None or cached.version != version or not cached.seals:
            return
        now = self.read(id)
        for seat, seal in now.seals.items():
            if cached.seals.get(seat, seal) != seal:
                self._notify_of_seal(now, seat)

    # --- the cache ------------------------------------------------------------------------

    def _load(self, connection: Connection, id: str, row: Row[Any] | None) -> TableState:
        """The table of this row, from the cache if that is up to date."""
        if row is None:
            raise Refusal(404, "no_table")
        try:
            game_here(row.game, row.rules, row.box)
        except BadRecord:
            raise Refusal(410, "old_rules", version=row.rules, box=row.box) from None
        cached = self._recall(id)
        if cached is not None and cached.version == row.version:
            # Another server may have replaced a sealed answer without a new version.
            seals = load_seals(connection, id, cached.move_version) if cached.seals else cached.seals
            if (cached.worker, cached.seals) == (row.worker, seals):
                return cached
            table = replace(cached, worker=row.worker, seals=seals)
        else:
            table = load(connection, id, None if cached is None else cached.history)
        self._remember(table)
        return table

    def _recall(self, id: str) -> TableState | None:
        with self._lock:
            return self._cache.get(id)

    def _remember(self, table: TableState) -> None:
        with self._lock:
            before = self._cache.get(table.id)
            if before is None or before.version <= table.version:
                self._cache[table.id] = table
                self._positions += len(table.history.positions) - (len(before.history.positions) if before else 0)
            self._cache.move_to_end(table.id)
            while self._positions > self._keep and len(self._cache) > 1:
                _, gone = self._cache.popitem(last=False)
                self._positions -= len(gone.history.positions)


@contextmanager
def refusing_outages() -> Iterator[None]:
    """Refuses a request that fails because the database is away, full or too slow."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as problem:
        log.error("the database does not answer: %s", problem)
        raise Refusal(503, "store_away") from None


def settle(future: Future[Any] | asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    """Sets the result of a future or its problem, unless it was cancelled."""
    if future.cancelled():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


def copied(problem: Exception) -> Exception:
    """A copy of a refusal: each caller raises its own."""
    return Refusal(problem.status, problem.key) if isinstance(problem, Refusal) else problem
