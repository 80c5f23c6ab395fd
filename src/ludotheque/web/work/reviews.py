"""Reviews of finished games: made in the ThinkPool, part by part, and stored as they grow.

A player of the game asks for one. Every judged part is stored, so a review continues after a restart;
if its worker dies, another one takes it over, as with the bots of a table.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, Update, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludotheque.core.record import GameRecord
from ludotheque.review import Effort, Judged, Story, judged_part, tell_story
from ludotheque.review.judging import moments, result
from ludotheque.web.storage.schema import reviews, writing
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.making import check_over
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from ludotheque.web.work.job_queue import REVIEW, is_hurried
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.think_pool import ThinkPool

log = logging.getLogger("ludotheque.reviews")

PART = 6  # moments per job, if no bot or hint waits
SLOW_PART = 1  # moments per job of a game with a corrected box, whose rules are not compiled
SLOW_TRIES = 24  # iterations of each search there
MAX_FAILURES = 3
MOST_WAITING = 1000  # reviews that wait for their turn; `look` finds the others a moment later
POLL = 0.3  # seconds between two checks whether the server stops


@dataclass(frozen=True)
class ReviewProgress:
    """A review as far as it is made."""

    moments: int
    done: int
    failed: bool
    judged: tuple[Judged, ...]

    @property
    def finished(self) -> bool:
        return self.done == self.moments

    @property
    def percent(self) -> int:
        return 100 * self.done // max(1, self.moments)

    def story(self, table: TableState) -> Story:
        """The story that a finished review tells."""
        return tell_story(self.judged, result(table.position))


def judge_part(record: str, first: int, last: int, effort: Effort) -> list[dict[str, Any]]:
    """Judges some moments of a game, fewer if a bot or a hint waits; runs in the ThinkPool."""
    game, found = GameRecord.from_json(record), list[dict[str, Any]]()
    for judged in judged_part(game, first, last, effort, interpreted=game.own_box is not None):
        found.append(judged.to_dict())
        if is_hurried():
            break
    return found


class Reviews:
    """Makes the requested reviews, one after the other."""

    def __init__(self, store: TableStore, lease: WorkerLease, think_pool: ThinkPool, effort: Effort) -> None:
        self._store, self._lease, self._think_pool, self._effort = store, lease, think_pool, effort
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        self._busy: set[str] = set()
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def begin(self, id: str, visitor: str) -> None:
        """Begins the review of a game for one of its players; a second request changes nothing."""
        table = self._store.read(id)
        check_over(table)
        if not table.seats_of(visitor):
            raise Refusal(403, "not_seated")
        row = {"table": id, "moments": len(moments(table.history.positions)), "done": 0, "judged": [], "failed": 0}
        with suppress(IntegrityError), writing(self._store.engine) as connection:
            connection.execute(insert(reviews).values(row))
        self._wake(id)

    def read(self, id: str) -> ReviewProgress | None:
        """The review of a game as far as it is made; None if nobody has asked for one."""
        row = self._row(id)
        if row is None:
            return None
        judged = tuple(Judged.from_dict(each) for each in row["judged"])
        return ReviewProgress(row["moments"], row["done"], row["failed"] >= MAX_FAILURES, judged)

    @property
    def waiting(self) -> int:
        """The number of reviews that are made or wait for their turn."""
        return len(self._busy)

    def look(self) -> None:
        """Continues the reviews that no other worker makes."""
        unfinished = (reviews.c.done < reviews.c.moments, reviews.c.failed < MAX_FAILURES)
        with self._store.engine.connect() as connection:
            found = select(reviews.c.table).where(*unfinished, self._lease.claimable(reviews))
            unclaimed = list(connection.execute(found).scalars())
        for table_id in unclaimed:
            self._wake(table_id)

    def close(self) -> None:
        """Stops. The part in progress is judged again after the next start. Call this before the ThinkPool closes."""
        self._stopped.set()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _wake(self, id: str) -> None:
        with self._lock:
            if id not in self._busy and len(self._busy) <= MOST_WAITING and not self._stopped.is_set():
                self._busy.add(id)
                self._thread.submit(self._make, id)

    def _make(self, id: str) -> None:
        """Judges part after part."""
        try:
            while not self._stopped.is_set() and self._claim(id) and self._judge(id):
                pass
        except (CancelledError, Refusal):
            pass  # the server stops, or the game cannot be read
        except Exception:
            if not self._stopped.is_set():
                log.exception("the review of table %s failed", id)
                self._execute(update(reviews).where(reviews.c.table == id).values(failed=reviews.c.failed + 1))
        finally:
            with self._lock:
                self._busy.discard(id)

    def _judge(self, id: str) -> bool:
        """Judges the next part; False if the review is finished. To compile a corrected box would take minutes."""
        row, table = self._row(id), self._store.read(id)
        if row is None or row["done"] == row["moments"]:
            return False
        record, slow = table.position.record().to_json(), table.own_box is not None
        last = min(row["done"] + (SLOW_PART if slow else PART), row["moments"])
        effort = Effort(min(SLOW_TRIES, self._effort.iterations or SLOW_TRIES)) if slow else self._effort
        judged = self._result(self._think_pool.submit(judge_part, record, row["done"], last, effort, rank=REVIEW))
        same = (reviews.c.table == id, reviews.c.done == row["done"])  # unless another worker was faster
        if self._store.read(id).move_version == table.move_version:  # else a companion has another end
            done = row["done"] + len(judged)
            self._execute(update(reviews).where(*same).values(done=done, judged=[*row["judged"], *judged]))
        return True

    def _result(self, future: Future[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """The result of a job, unless the server stops meanwhile."""
        while True:
            try:
                return future.result(POLL)
            except TimeoutError:
                if self._stopped.is_set():
                    raise CancelledError from None

    def _claim(self, id: str) -> bool:
        """Claims a review, unless another living worker makes it."""
        free = update(reviews).where(reviews.c.table == id, self._lease.claimable(reviews))
        return self._execute(free.values(worker=self._lease.id)) == 1

    def _row(self, id: str) -> RowMapping | None:
        with self._store.engine.connect() as connection:
            return connection.execute(select(reviews).where(reviews.c.table == id)).mappings().one_or_none()

    def _execute(self, statement: Update) -> int:
        with writing(self._store.engine) as connection:
            return connection.execute(statement).rowcount
