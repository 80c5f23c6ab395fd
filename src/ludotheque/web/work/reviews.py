"""Reviews of finished games: made in the think_pool, part by part, and kept as far as they are.

Whoever played asks for one. Every part that is judged is stored, so a review goes on where it was
after a restart; and if its worker dies, another one takes it over, as with the bots of a table.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludotheque.core.record import GameRecord
from ludotheque.review import Effort, Judged, Story, judged_part, tell_story
from ludotheque.review.judging import moments, result
from ludotheque.web.storage import schema
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OVER, TableState
from ludotheque.web.work.leases import WorkerLease
from ludotheque.web.work.think_pool import ThinkPool

log = logging.getLogger("ludotheque.reviews")

PART = 6  # moments that are judged in one go: a bot that has to decide waits no longer than that
MOST_FAILURES = 3
HEARING = 0.3  # seconds between two looks whether the server stops


@dataclass(frozen=True)
class ReviewProgress:
    """How far a review is."""

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
        """What a finished review tells."""
        return tell_story(self.judged, result(table.position))


def judge_part(record: str, first: int, last: int, effort: Effort) -> list[dict[str, Any]]:
    """Judges some moments of a game, in a thinker."""
    return [judged.to_dict() for judged in judged_part(GameRecord.from_json(record), first, last, effort)]


class Reviews:
    """Makes the reviews that were asked for, one after the other."""

    def __init__(self, store: TableStore, worker: WorkerLease, think_pool: ThinkPool, effort: Effort) -> None:
        self._store, self._worker, self._think_pool, self._effort = store, worker, think_pool, effort
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        self._busy: set[str] = set()
        self._guard = threading.Lock()
        self._stopped = threading.Event()

    def begin(self, id: str, visitor: str) -> None:
        """Somebody who played wants the review of a game; asking twice is asking once."""
        table = self._store.read(id)
        if table.status != OVER:
            raise Refusal(409, "not_over")
        if not table.seats_of(visitor):
            raise Refusal(403, "not_seated")
        row = {"table": id, "moments": len(moments(table.history.positions)), "done": 0, "judged": [], "failed": 0}
        with suppress(IntegrityError), schema.writing(self._store.engine) as connection:
            connection.execute(insert(schema.reviews).values(row))
        self._wake(id)

    def read(self, id: str) -> ReviewProgress | None:
        """How far the review of a game is; None if nobody asked for one."""
        with self._store.engine.connect() as connection:
            found = (
                connection.execute(select(schema.reviews).where(schema.reviews.c.table == id)).mappings().one_or_none()
            )
        if found is None:
            return None
        judged = tuple(Judged.from_dict(each) for each in found["judged"])
        return ReviewProgress(found["moments"], found["done"], found["failed"] >= MOST_FAILURES, judged)

    def look(self) -> None:
        """Goes on with the reviews that no other worker makes."""
        reviews = schema.reviews.c
        unfinished = (reviews.done < reviews.moments, reviews.failed < MOST_FAILURES, self._free())
        with self._store.engine.connect() as connection:
            found = list(connection.execute(select(reviews.table).where(*unfinished)).scalars())
        for each in found:
            self._wake(each)

    def close(self) -> None:
        """Stops. A part that is being judged is given up and judged after the next start. Call this before the
        thinking processes end."""
        self._stopped.set()
        self._hand.shutdown(wait=True, cancel_futures=True)

    def _wake(self, id: str) -> None:
        with self._guard:
            if id not in self._busy and not self._stopped.is_set():
                self._busy.add(id)
                self._hand.submit(self._make, id)

    def _make(self, id: str) -> None:
        """Judges part after part."""
        try:
            table = self._store.read(id)
            record = table.position.record().to_json()
            while not self._stopped.is_set() and self._claims(id) and self._judge(id, record):
                pass
        except (CancelledError, Refusal):
            pass  # the server stops, or the game cannot be read
        except Exception:
            if not self._stopped.is_set():
                log.exception("the review of table %s failed", id)
                self._count_failure(id)
        finally:
            with self._guard:
                self._busy.discard(id)

    def _judge(self, id: str, record: str) -> bool:
        """Judges the next part; False if the review is finished."""
        reviews = schema.reviews.c
        with self._store.engine.connect() as connection:
            row = connection.execute(select(schema.reviews).where(reviews.table == id)).mappings().one()
        if row["done"] == row["moments"]:
            return False
        last = min(row["done"] + PART, row["moments"])
        judged = self._result(self._think_pool.submit(judge_part, record, row["done"], last, self._effort))
        same = (reviews.table == id, reviews.done == row["done"])  # nobody else was faster
        with schema.writing(self._store.engine) as connection:
            connection.execute(update(schema.reviews).where(*same).values(done=last, judged=[*row["judged"], *judged]))
        return True

    def _result(self, future: Future[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What a thinker finds out, unless the server stops meanwhile."""
        while True:
            try:
                return future.result(HEARING)
            except TimeoutError:
                if self._stopped.is_set():
                    raise CancelledError from None

    def _claims(self, id: str) -> bool:
        """Makes this worker the one that reviews a game, if no other living one does."""
        with schema.writing(self._store.engine) as connection:
            mine = update(schema.reviews).where(schema.reviews.c.table == id, self._free())
            return connection.execute(mine.values(runner=self._worker.id)).rowcount == 1

    def _count_failure(self, id: str) -> None:
        with schema.writing(self._store.engine) as connection:
            failing = update(schema.reviews).where(schema.reviews.c.table == id)
            connection.execute(failing.values(failed=schema.reviews.c.failed + 1))

    def _free(self) -> Any:
        runner, alive = schema.reviews.c.runner, select(schema.workers.c.id)
        return or_(runner.is_(None), runner == self._worker.id, runner.not_in(alive))
