"""The store: reads tables from the store, and changes them one whole change at a time.

Changes of many tables are committed together: while one commit reaches the disk, the next changes
gather. Each is acknowledged after its commit, and one that is refused is refused alone.
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
from typing import Any
from zlib import crc32

from anyio.to_thread import run_sync
from sqlalchemy import Connection, Engine, Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.core.game import game_here
from ludotheque.errors import BadRecord
from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import Edit, Overtaken, T, TableChange, write
from ludotheque.web.storage.loading import loaded, seals_of, snapshots
from ludotheque.web.storage.write_queue import WriteQueue
from ludotheque.web.tables.clock import SteadyClock
from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.tables.state import TableState

log = logging.getLogger("ludotheque.store")

LANES = 4  # that write at the same time to PostgreSQL; SQLite has one writer

_HERE = select(*(schema.tables.c[name] for name in ("id", "game", "rules", "box", "version", "runner")))
_NOW = _HERE.where(schema.tables.c.id == bindparam("id"))
# All servers lock tables in the same order: no two ever wait for each other.
_NOW_TO_CHANGE = (
    _HERE.where(schema.tables.c.id.in_(bindparam("ids", expanding=True))).order_by(schema.tables.c.id).with_for_update()
)


@dataclass
class Job:
    """A change that somebody waits for."""

    id: str
    edit: Edit[Any]
    answer: Callable[[Any, Exception | None], None]  # what came of it, or why it was not done
    change: TableChange | None = None
    result: Any = None
    problem: Exception | None = None


class TableStore:
    """Reads and changes tables. One change of a table at a time; readers never wait."""

    def __init__(self, engine: Engine, keep: int) -> None:
        self.engine = engine
        self._snapshots = snapshots(engine)
        self.now: Callable[[], float] = SteadyClock()
        self.listeners: list[Callable[[TableState], None]] = []
        self.confidants: list[Callable[[str, str], None]] = []  # of what one visitor alone may notice
        self._keep = keep  # positions
        self._positions = 0
        self._kept: OrderedDict[str, TableState] = OrderedDict()  # a cache: the newest that was seen
        self._guard = threading.Lock()
        self._lanes = [WriteQueue(self._make) for _ in range(LANES if engine.dialect.name == "postgresql" else 1)]

    # --- reading --------------------------------------------------------------------------

    def read(self, id: str, at_least: int | None = None) -> TableState:
        """A table as it is now, or was at a version that is told or later; refused if there is none."""
        if (kept := self.kept(id, at_least)) is not None:
            return kept
        with answering(), self._snapshots.connect() as connection:
            return self._load(connection, id, connection.execute(_NOW, {"id": id}).one_or_none())

    def kept(self, id: str, at_least: int | None) -> TableState | None:
        """As `read`, if it takes no time."""
        kept = self._recall(id)
        return kept if at_least is not None and kept is not None and kept.version >= at_least else None

    def find(self, statement: Any) -> list[str]:
        """The ids of the tables that a statement selects."""
        with answering(), self.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def forget(self) -> None:
        """Forgets all that is kept in memory: the store has everything."""
        with self._guard:
            self._kept.clear()
            self._positions = 0

    # --- changing -------------------------------------------------------------------------

    def change(self, id: str, edit: Edit[T]) -> T:
        """Changes a table; what the edit returns, after it is committed. Nothing is done if it raises."""
        future: Future[T] = Future()
        self._lane(id).add(Job(id, edit, lambda *made: settle(future, *made)))
        return future.result()

    async def soon(self, id: str, edit: Edit[T]) -> T:
        """As `change`, for the event loop: no thread waits."""
        if self._recall(id) is None:
            await run_sync(self.read, id)  # to play a game again takes long: not while others wait to write
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def answer(result: T, problem: Exception | None) -> None:
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(settle, future, result, problem)

        self._lane(id).add(Job(id, edit, answer))
        return await future

    def add(self, table: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        """Adds a new table."""
        with answering(), schema.writing(self.engine) as connection:
            connection.execute(insert(schema.tables).values(table))
            connection.execute(insert(schema.seats), seats)

    def _lane(self, id: str) -> WriteQueue[Job]:
        """The lane of a table: always the same, so that two changes of it never meet."""
        return self._lanes[crc32(id.encode()) % len(self._lanes)]

    def _make(self, jobs: list[Job]) -> None:
        """Makes changes and answers all who wait."""
        try:
            self._commit(jobs)
        except (IntegrityError, Overtaken):
            if len(jobs) > 1:  # another server was faster at one of the tables: the others shall not suffer
                for job in jobs:
                    self._make([job])
                return
            jobs[0].problem = stale()
        except Exception as problem:
            for job in jobs:
                job.problem = copied(problem)
        for job in jobs:
            self._answer(job)

    def _commit(self, jobs: list[Job]) -> None:
        """Makes changes in one transaction."""
        ahead: dict[str, TableState] = {}
        with answering(), schema.writing(self.engine) as connection:
            rows = connection.execute(_NOW_TO_CHANGE, {"ids": list({job.id for job in jobs})})
            now = {row.id: row for row in rows}
            for job in jobs:
                job.change = job.problem = None
                try:
                    table = ahead.get(job.id) or self._load(connection, job.id, now.get(job.id))
                    change = TableChange(connection, table, self.now())
                    job.result = job.edit(change)
                    change.finish()
                except SQLAlchemyError:
                    raise
                except Exception as problem:
                    job.problem = problem
                else:
                    job.change = change
                    ahead[job.id] = change.table
            write(connection, [job.change for job in jobs if job.change is not None])
        for table in ahead.values():
            self._remember(table)

    def _answer(self, job: Job) -> None:
        """Tells who listens, then who waits."""
        try:
            if job.problem is None and job.change is not None:
                self._tell(job.change)
        except Exception as problem:
            job.problem = problem
        job.answer(job.result, job.problem)

    def _tell(self, change: TableChange) -> None:
        if change.touched:
            for listener in self.listeners:
                listener(change.table)
        elif change.changed_mind is not None:
            for confidant in self.confidants:
                confidant(change.table.id, change.table.seats[change.changed_mind].visitor or "")

    def told(self, id: str, version: int) -> None:
        """Another server may have changed a sealed answer, which makes no version: then who gave it is told."""
        kept = self._recall(id)
        if kept is None or kept.version != version or not kept.seals:
            return
        now = self.read(id)
        for seat in (seat for seat, seal in now.seals.items() if kept.seals.get(seat, seal) != seal):
            for confidant in self.confidants:
                confidant(id, now.seats[seat].visitor or "")

    # --- what is kept in memory -----------------------------------------------------------

    def _load(self, connection: Connection, id: str, now: Row[Any] | None) -> TableState:
        """A table of which this is the row now."""
        if now is None:
            raise Refusal(404, "no_table")
        try:
            game_here(now.game, now.rules, now.box)
        except BadRecord:
            raise Refusal(410, "old_rules", version=now.rules, box=now.box) from None
        kept = self._recall(id)
        if kept is not None and kept.version == now.version:
            # A sealed answer may have been changed, by way of another server, without a new version.
            seals = seals_of(connection, id, kept.moved) if kept.seals else kept.seals
            if (kept.runner, kept.seals) == (now.runner, seals):
                return kept
            table = replace(kept, runner=now.runner, seals=seals)
        else:
            table = loaded(connection, id, None if kept is None else kept.history)
        self._remember(table)
        return table

    def _recall(self, id: str) -> TableState | None:
        with self._guard:
            return self._kept.get(id)

    def _remember(self, table: TableState) -> None:
        with self._guard:
            before = self._kept.get(table.id)
            if before is None or before.version <= table.version:
                self._kept[table.id] = table
                self._positions += len(table.history.positions) - (len(before.history.positions) if before else 0)
            self._kept.move_to_end(table.id)
            while self._positions > self._keep and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._positions -= len(gone.history.positions)


@contextmanager
def answering() -> Iterator[None]:
    """Refuses what cannot be done because the database is away, full or too slow."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as problem:
        log.error("the database does not answer: %s", problem)
        raise Refusal(503, "store_away") from None


def settle(future: Future[T] | asyncio.Future[T], result: T, problem: Exception | None) -> None:
    """Tells who waits what came of it, if somebody still waits."""
    if future.cancelled():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


def copied(problem: Exception) -> Exception:
    """The same problem for each who waits: each raises his own."""
    return Refusal(problem.status, problem.key) if isinstance(problem, Refusal) else problem
