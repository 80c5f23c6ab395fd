"""Bots at the tables: they think in other processes, one decision at a time for each table."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import Deciding
from ludotheque.web.tables.pledges import bot_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.think_pool import ThinkPool

log = logging.getLogger("ludotheque.robots")

HANDS = 32  # threads that carry decisions between the think_pool and the tables; most of the time they wait


class BotRunner:
    """Decides for every seat that a bot holds, as long as a person is at the table."""

    def __init__(
        self, store: TableStore, deciding: Deciding, worker: WorkerLease, think_pool: ThinkPool, pace: float
    ) -> None:
        self._store, self._deciding, self._worker, self._think_pool, self._pace = (
            store,
            deciding,
            worker,
            think_pool,
            pace,
        )
        self._hands = ThreadPoolExecutor(HANDS, thread_name_prefix="robots")
        self._busy: dict[str, bool] = {}  # tables that are played at; True: look again afterwards
        self._mine: set[str] = set()  # tables that this worker runs the bots of
        self._guard = threading.Lock()
        self._stopped = threading.Event()

    def wake(self, table: TableState) -> None:
        """Looks whether a bot is to decide; returns at once, from any thread."""
        if table.robot_asked and table.runner in (None, self._worker.id):
            self.wake_id(table.id)

    def wake_id(self, id: str) -> None:
        """As `wake`, for a table that was not read yet."""
        with self._guard:
            if self._stopped.is_set():
                return
            if id in self._busy:
                self._busy[id] = True
                return
            self._busy[id] = False
            self._hands.submit(self._play, id)

    def told(self, id: str, version: int) -> None:
        """As `wake`, for a table that any worker has changed."""
        if id in self._mine:
            self.wake_id(id)

    def look(self) -> None:
        """Shows that this worker is alive, and wakes the bots that no other worker runs."""
        self._worker.beat()
        for left in self._worker.left_to_me():
            self.wake_id(left)

    def close(self) -> None:
        """Stops; a decision that is being thought about is given up, and made after the next start."""
        with self._guard:
            self._stopped.set()
        self._hands.shutdown(wait=False, cancel_futures=True)
        self._think_pool.close()
        self._hands.shutdown(wait=True)
        with contextlib.suppress(SQLAlchemyError):  # it is away: the others find out
            self._worker.leave()

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
            with self._guard:
                if self._stopped.is_set() or not (decided or self._busy[id]):
                    del self._busy[id]
                    return
                self._busy[id] = False

    def _decide(self, id: str) -> bool:
        """Makes one decision; False if no bot has one to make."""
        table, runner = self._store.read(id), self._worker.id
        seat = table.bot_to_decide()
        if seat is None:
            self._mine.discard(id)
            if table.robot_asked:  # as a store of version 0.1.0 says of all its tables
                self._worker.dismiss(id, table.version)
            return False
        if table.runner != runner and not self._worker.claims(id):
            return False
        self._mine.add(id)
        begun = time.monotonic()
        position = table.asked()[seat].to_dict()
        seed = bot_seed(table.seed, len(table.history.choices), seat)
        action = self._think_pool.decide(table.game, position, table.seats[seat].level, seed)
        if self._stopped.wait(max(0.0, self._pace - (time.monotonic() - begun))):
            return False
        with contextlib.suppress(Refusal):  # it moved on meanwhile: look again
            self._deciding.decide_for(id, runner, seat, table.moved, action)
        return True
