"""TableStore: reads tables and changes them, one transaction for many changes.

While one commit reaches the disk, the next changes gather. Each is acknowledged after its commit,
and a refused change does not affect the others. A change is worked out before the transaction, on the
newest state that this server knows, so that others who want to write wait for the writing alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from anyio.to_thread import run_sync
from sqlalchemy import JSON, Connection, Engine, bindparam, func, insert, select
from sqlalchemy.exc import DatabaseError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.core.game import game_here
from ludotheque.errors import BadRecord
from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import NeedsTransaction, Overtaken, TableChange, with_waits, write
from ludotheque.web.storage.condition import DAMAGED, condition_told_by
from ludotheque.web.storage.loading import load, load_seals, snapshots
from ludotheque.web.storage.prepared import PreparedSelect
from ludotheque.web.storage.write_queue import WriteQueue
from ludotheque.web.tables.clock import SteadyClock
from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.tables.state import TableState

log = logging.getLogger("ludotheque.store")

EditArgs = ParamSpec("EditArgs")
EditResult = TypeVar("EditResult")

_TABLE = schema.tables.c
_GAME = select(_TABLE.game, _TABLE.rules, _TABLE.box, _TABLE.own_box).where(_TABLE.id == bindparam("id"))
_VERSION = select(_TABLE.id, _TABLE.version, _TABLE.worker)
_ROW = PreparedSelect(_VERSION.where(_TABLE.id == bindparam("id")))
# All servers lock tables in the same order, so that no two wait for each other.
_IDS = func.json_each(bindparam("ids", type_=JSON)).table_valued("value").c.value
_ROWS_TO_CHANGE = PreparedSelect(
    _VERSION.where(_TABLE.id.in_(bindparam("ids", expanding=True))).order_by(_TABLE.id).with_for_update(),
    in_sqlite=_VERSION.where(_TABLE.id.in_(select(_IDS))),
)


@dataclass
class WriteJob:
    """A change that a caller waits for."""

    id: str
    edit: Callable[[TableChange], Any]
    resolve: Callable[[Any, Exception | None], None]  # gives the caller the result or the problem
    ran_on: TableState | None = None  # the state that the edit has changed or refused to change
    change: TableChange | None = None
    result: Any = None
    problem: Exception | None = None

    def run(self, table: TableState, now: float, connection: Connection | None = None) -> None:
        """Runs the edit, unless it needs a connection and there is none."""
        self.ran_on, self.change, self.problem = table, None, None
        change = TableChange(connection, table, now)
        try:
            self.result = self.edit(change)
            change.finish()
            self.change = change
        except SQLAlchemyError:
            raise
        except NeedsTransaction:
            self.ran_on = None
        except Exception as problem:
            self.problem = problem

    @property
    def newest(self) -> TableState | None:
        """The table after the edit; None if it did not run."""
        return self.ran_on if self.change is None else self.change.table


class TableStore:
    """Reads and changes tables. Changes of one table happen one after the other; readers never wait."""

    def __init__(self, engine: Engine, keep: int) -> None:
        self.engine = engine
        self._snapshots = snapshots(engine)
        self.now: Callable[[], float] = SteadyClock()
        self.listeners: list[Callable[[TableState], None]] = []  # called after a visible change
        # Called with (table, visitor) after the visitor has sealed an answer or broken the seal.
        self.seal_listeners: list[Callable[[TableState, str], None]] = []
        self._keep = keep  # maximum number of positions in the cache
        self.positions = 0  # in the cache
        self._cache: OrderedDict[str, TableState] = OrderedDict()  # the newest known state of each table
        self._lock = threading.Lock()
        self._committing = threading.Lock()  # held from a commit on until the cache has the new versions
        self._queue: WriteQueue[WriteJob] = WriteQueue(self._run)  # one: several would share fewer commits

    # --- reading --------------------------------------------------------------------------

    def read(self, id: str, at_least: int | None = None) -> TableState:
        """The table now, or a cached state of version `at_least` or later; refused if there is no such table."""
        if (cached := self.cached(id, at_least)) is not None:
            return cached
        with refusing_outages(), self._snapshots.connect() as connection:
            return self._load(connection, id, next(iter(_ROW.rows(connection, {"id": id})), None))

    def cached(self, id: str, at_least: int | None) -> TableState | None:
        """The cached state of a table if its version is `at_least` or later."""
        cached = self._recall(id)
        return cached if at_least is not None and cached is not None and cached.version >= at_least else None

    def wait_for_commit(self) -> None:
        """Waits while the database has versions that this server has committed and that the cache does not have yet."""
        with self._committing:
            pass

    def find(self, statement: Any) -> list[str]:
        """The ids of the tables that a statement selects."""
        with refusing_outages(), self.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def forget(self) -> None:
        """Empties the cache."""
        with self._lock:
            self._cache.clear()
            self.positions = 0

    def shrink(self, most: int) -> int:
        """Forgets the tables that were least recently used, down to so many positions; returns how many are gone."""
        with self._lock:
            before = self.positions
            self._drop_over(most)
            return before - self.positions

    @property
    def waiting(self) -> int:
        """The number of changes that wait for a commit."""
        return self._queue.length

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
        self._queue.add(WriteJob(id, lambda change: edit(change, *args, **kwargs), partial(settle, future)))
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

        self._queue.add(WriteJob(id, lambda change: edit(change, *args, **kwargs), resolve))
        return await future

    def add(self, table: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        """Adds a new table."""
        with refusing_outages(), schema.writing(self.engine) as connection:
            connection.execute(insert(schema.tables).values(table))
            connection.execute(insert(schema.seats), seats)

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

    def _prepare(self, jobs: list[WriteJob]) -> None:
        """Runs the edits of a batch on what this server knows, as far as they need no transaction."""
        newest: dict[str, TableState | None] = {}
        for job in jobs:
            job.ran_on = None
            known = newest[job.id] if job.id in newest else self._recall(job.id)
            if known is not None:
                job.run(known, self.now())
            newest[job.id] = job.newest if job.ran_on is not None else None

    def _commit(self, jobs: list[WriteJob]) -> None:
        """Stores a batch in one transaction. Edits that ran on something else than what is stored run again in it."""
        self._prepare(jobs)
        changed: dict[str, TableState] = {}
        with ExitStack() as until_known:
            with refusing_outages(), schema.writing(self.engine) as connection:
                rows = _ROWS_TO_CHANGE.rows(connection, {"ids": list({job.id for job in jobs})})
                now = {row[0]: row for row in rows}
                for job in jobs:
                    try:
                        table = changed.get(job.id) or self._load(connection, job.id, now.get(job.id))
                    except SQLAlchemyError:
                        raise
                    except Exception as problem:
                        job.change, job.problem = None, problem
                        continue
                    if job.ran_on is not table:
                        job.run(table, self.now(), connection)
                    if job.change is not None:
                        changed[job.id] = job.change.table
                write(connection, [job.change for job in jobs if job.change is not None])
                until_known.enter_context(self._committing)
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
        elif change.sealed is not None:
            self._notify_of_seal(change.table, change.sealed)

    def _notify_of_seal(self, table: TableState, seat: int) -> None:
        for listener in self.seal_listeners:
            listener(table, table.seats[seat].visitor or "")

    def check_seals(self, id: str, version: int) -> None:
        """Looks for answers that were sealed at another server, which makes no new version of the table."""
        cached = self._recall(id)
        if cached is None or cached.version != version or not cached.may_seal:
            return
        now = self.read(id)
        for seat in range(now.players):
            if cached.seals.get(seat) != now.seals.get(seat):
                self._notify_of_seal(now, seat)

    # --- the cache ------------------------------------------------------------------------

    def _load(self, connection: Connection, id: str, row: Sequence[Any] | None) -> TableState:
        """The table of this row (id, version, worker), from the cache if that is up to date."""
        if row is None:
            raise Refusal(404, "no_table")
        _, version, worker = row
        cached = self._recall(id)
        if cached is not None and cached.version == version:
            # A sealed answer, also one at another server, makes no new version.
            seals = load_seals(connection, id, cached.move_version) if cached.may_seal else cached.seals
            if (cached.worker, cached.seals) == (worker, seals):
                return cached
            table = with_waits(cached.replaced(worker=worker, seals=seals))
        else:
            check_game(connection, id)
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
                self.positions += len(table.history.positions) - (len(before.history.positions) if before else 0)
            self._cache.move_to_end(table.id)
            self._drop_over(self._keep)

    def _drop_over(self, most: int) -> None:
        while self.positions > most and len(self._cache) > 1:
            _, gone = self._cache.popitem(last=False)
            self.positions -= len(gone.history.positions)


def check_game(connection: Connection, id: str) -> None:
    """Refuses a table whose rules or box are not installed."""
    game, rules, box, own_box = connection.execute(_GAME, {"id": id}).one()
    try:
        game_here(game, rules, box, own_box)
    except BadRecord:
        raise Refusal(410, "old_rules", version=rules, box=box) from None


@contextmanager
def refusing_outages() -> Iterator[None]:
    """Refuses a request that fails because the database is away, full or too slow."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as problem:
        log.error("the database does not answer: %s", problem)
        raise Refusal(503, "store_away") from None
    except DatabaseError as problem:
        raise_for_damage(problem)
        raise


def raise_for_damage(problem: DatabaseError) -> None:
    """Refuses a request that meets a damaged part of the database, and tells the operator; returns for other errors."""
    if condition_told_by(problem) == DAMAGED:
        log.error("the database is damaged (%s): `ludotheque check-database` tells more", problem.orig)
        raise Refusal(503, "store_damaged") from None


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
