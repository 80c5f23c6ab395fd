"""BotRunner: bots at the tables. They think in other processes, one decision at a time per table.

A thread waits for each thought, but no thread waits for the pause after it: otherwise a visitor with many tables of
weak bots would hold up the bots of all others.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ludotheque.bots import players
from ludotheque.bots.levels import LEVELS, has_secrets, level_of
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide_as_bot
from ludotheque.web.tables.pledges import bot_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import USUAL_BOT
from ludotheque.web.tables.state import TableState
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.pauses import Pauses
from ludotheque.web.work.think_pool import BotDecision, ThinkPool

log = logging.getLogger("ludotheque.bots")

THREADS = 32  # threads that wait for the ThinkPool
ANSWERING = 8  # threads that make decisions after their pauses
MOST_WAITING = 2000  # tables that wait for a thread or make a pause; `look` finds the others a moment later
HURRIED_PACE = 0.1  # seconds for a decision that nobody wants to follow
SECRET_PACE = 0.4  # seconds for such a decision where cards are hidden: enough for a bot that does not search


class BotAnswer(NamedTuple):
    """What a bot has decided at a table, and when the decision is to be made."""

    worker: str
    seat: int
    move_version: int
    decision: BotDecision
    due: float  # a time of `time.monotonic`
    secret: bool  # cards are hidden: the pause is not cut short


class BotRunner:
    """Decides for every seat that a bot holds, as long as a person is at the table."""

    def __init__(self, store: TableStore, lease: WorkerLease, think_pool: ThinkPool, pace: float) -> None:
        self._store, self._lease, self._think_pool, self._pace = store, lease, think_pool, pace
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
        self._busy: dict[str, bool] = {}  # tables that are served; True: a thread must look once more
        self._mine: set[str] = set()  # tables whose bots this worker runs
        self._hurried: set[str] = set()  # tables whose bots make no pause until a person is asked
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._answering = ThreadPoolExecutor(ANSWERING, thread_name_prefix="answers")
        self._pauses: Pauses[BotAnswer] = Pauses(
            lambda table, answer: self._answering.submit(self._play_on, table, answer)
        )

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
            if len(self._busy) >= THREADS + MOST_WAITING:
                return
            self._busy[id] = False
            self._threads.submit(self._play, id)

    @property
    def worker(self) -> str:
        """The worker that runs these bots."""
        return self._lease.id

    def hurry(self, id: str) -> None:
        """Lets the bots of a table decide without a pause until a person is asked."""
        self._hurried.add(id)
        self._pauses.end(id, lambda answer: not answer.secret)

    @property
    def waiting(self) -> int:
        """The number of tables whose bots wait for a thread."""
        return max(0, len(self._busy) - len(self._pauses) - THREADS)

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
        self._pauses.close()
        for threads in (self._answering, self._threads):
            threads.shutdown(wait=False, cancel_futures=True)
        self._think_pool.close()
        for threads in (self._answering, self._threads):
            threads.shutdown(wait=True)
        with contextlib.suppress(SQLAlchemyError):  # without the database the lease runs out by itself
            self._lease.end()

    def _play(self, id: str) -> None:
        """Decides for bots until one makes a pause or a person is asked."""
        while True:
            decided = False
            with self._failing_alone(id):
                answer = self._decide(id)
                if answer is not None and answer.due > time.monotonic():
                    self._pauses.hold(id, answer, answer.due)
                    if id in self._hurried:  # hurried while the bot was thinking
                        self.hurry(id)
                    return
                if answer is not None:
                    self._make(id, answer)
                    decided = True
            with self._lock:
                if self._stopped.is_set() or not (decided or self._busy[id]):
                    del self._busy[id]
                    return
                self._busy[id] = False

    def _play_on(self, id: str, answer: BotAnswer) -> None:
        """Makes a decision after its pause, and lets the next bot decide."""
        with self._failing_alone(id):
            self._make(id, answer)
        with self._lock:
            if not self._stopped.is_set():
                self._threads.submit(self._play, id)

    @contextlib.contextmanager
    def _failing_alone(self, id: str) -> Iterator[None]:
        """Keeps a failure at one table from stopping other bots. A table that cannot be read is not logged."""
        try:
            yield
        except Refusal:
            pass
        except Exception:
            if not self._stopped.is_set():
                log.exception("a bot failed at table %s", id)

    def _make(self, id: str, answer: BotAnswer) -> None:
        """Makes a decision, unless the table has changed meanwhile: then a bot looks again."""
        made = answer.worker, answer.seat, answer.move_version, answer.decision.action, answer.decision.own
        with contextlib.suppress(Refusal):
            self._store.change(id, decide_as_bot, *made)

    def _decide(self, id: str) -> BotAnswer | None:
        """Thinks about one decision; None if no bot is asked, or another worker runs the bots."""
        table, worker = self._store.read(id), self._lease.id
        seat = table.bot_to_decide()
        if seat is None:
            self._mine.discard(id)
            self._hurried.discard(id)
            if table.bot_asked:  # databases of version 0.1.0 say so of all tables
                self._lease.dismiss(id, table.version)
            return None
        if table.worker != worker and not self._lease.claim(id):
            return None
        self._mine.add(id)
        begun = time.monotonic()
        position = table.asked()[seat].to_dict()
        seed = bot_seed(table.seed, len(table.history.choices), seat)
        level = table.seats[seat].level
        level = level if level in players() else USUAL_BOT  # another name could be that of a module, which would be run
        decision = self._think_pool.decide(table.game, position, level, seed)
        taken = time.monotonic() - begun
        secret = has_secrets(table.game)
        hurried_pace = min(self._pace, SECRET_PACE if secret else HURRIED_PACE)
        pace = hurried_pace if id in self._hurried else self._pace
        due = begun + answer_time(table.game, level, pace, taken, decision.seconds)
        return BotAnswer(worker, seat, table.move_version, decision, due, secret)


def answer_time(game: str, level: str, pace: float, taken: float, thought: float) -> float:
    """Seconds after the question at which a bot answers whose decision took `taken`, `thought` of them in thought.

    Where cards are hidden, the time must not tell whether there was much to choose from. After the time for which the
    bot waited for others, answers come at whole multiples of a time that is enough for the level's longest thought.
    """
    if not pace or not has_secrets(game):
        return max(pace, taken)
    most = pace + (level_of(game, level).seconds or 0.0 if level in LEVELS else 0.0)
    return taken - thought + most * max(1, math.ceil(thought / most))
