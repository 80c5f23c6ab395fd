"""BotRunner: bots at the tables. They think in other processes, one decision at a time per table."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide_as_bot
from ludotheque.web.tables.pledges import bot_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.think_pool import ThinkPool

log = logging.getLogger("ludotheque.bots")

THREADS = 32  # threads that wait for the ThinkPool and then change a table


class BotRunner:
    """Decides for every seat that a bot holds, as long as a person is at the table."""

    def __init__(self, store: TableStore, lease: WorkerLease, think_pool: ThinkPool, pace: float) -> None:
        self._store, self._lease, self._think_pool, self._pace = store, lease, think_pool, pace
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
        self._busy: dict[str, bool] = {}  # tables that a thread serves; True: it must look once more
        self._mine: set[str] = set()  # tables whose bots this worker runs
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def wake(self, table: TableState) -> None:
        """Lets a bot decide if one is asked. Returns at once; any thread may call this."""
        if table.bot_asked and table.worker in (None, self._lease.id):
            self.wake_id(table.id)

    def wake_id(self, id: str) -> None:
        """As `wake`, for a table that is not read yet."""
        with self._lock:
            if self._stopped.is_set():
                return
            if id in self._busy:
                self._busy[id] = True
                return
            self._busy[id] = False
            self._threads.submit(self._play, id)

    def table_changed(self, id: str) -> None:
        """As `wake`, for a table that any worker has changed."""
        if id in self._mine:
            self.wake_id(id)

    def look(self) -> None:
        """Renews the lease of this worker, and wakes the bots that no other worker runs."""
        self._lease.renew()
        for table_id in self._lease.unclaimed_tables():
            self.wake_id(table_id)

    def close(self) -> None:
        """Stops. A bot that is thinking gives up and decides after the next start."""
        with self._lock:
            self._stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._think_pool.close()
        self._threads.shutdown(wait=True)
        with contextlib.suppress(SQLAlchemyError):  # without the database the lease runs out by itself
            self._lease.end()

    def _play(self, id: str) -> None:
        """Decides for bots until a person is asked."""
        while True:
            try:
                decided = self._decide(id)
            except Refusal:
                decided = False  # the table cannot be read
            except Exception:
                if not self._stopped.is_set():
                    log.exception("a bot failed at table %s", id)
                decided = False
            with self._lock:
                if self._stopped.is_set() or not (decided or self._busy[id]):
                    del self._busy[id]
                    return
                self._busy[id] = False

    def _decide(self, id: str) -> bool:
        """Makes one decision; False if no bot is asked, or another worker runs the bots."""
        table, worker = self._store.read(id), self._lease.id
        seat = table.bot_to_decide()
        if seat is None:
            self._mine.discard(id)
            if table.bot_asked:  # databases of version 0.1.0 say so of all tables
                self._lease.dismiss(id, table.version)
            return False
        if table.worker != worker and not self._lease.claim(id):
            return False
        self._mine.add(id)
        begun = time.monotonic()
        position = table.asked()[seat].to_dict()
        seed = bot_seed(table.seed, len(table.history.choices), seat)
        action = self._think_pool.decide(table.game, position, table.seats[seat].level, seed)
        if self._stopped.wait(max(0.0, self._pace - (time.monotonic() - begun))):
            return False
        with contextlib.suppress(Refusal):  # the table has changed meanwhile: look again
            self._store.change(id, decide_as_bot, worker, seat, table.move_version, action)
        return True
