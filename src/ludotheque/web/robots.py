"""Bots at the tables: they think in other processes, one decision at a time for each table."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from ludotheque.web.chance import bot_seed
from ludotheque.web.course import Course
from ludotheque.web.desk import RUNNING, Desk, TableState
from ludotheque.web.refusal import Refusal
from ludotheque.web.thinkers import Thinkers

log = logging.getLogger("ludotheque.robots")

HANDS = 4  # threads that carry decisions between the thinkers and the tables


class Robots:
    """Decides for every seat that a bot holds, as long as a person is at the table."""

    def __init__(self, desk: Desk, course: Course, thinkers: Thinkers, pace: float) -> None:
        self._desk, self._course, self._thinkers, self._pace = desk, course, thinkers, pace
        self._hands = ThreadPoolExecutor(HANDS, thread_name_prefix="robots")
        self._busy: dict[str, bool] = {}  # tables that are played at; True: look again afterwards
        self._guard = threading.Lock()
        self._stopped = threading.Event()

    def wake(self, table: TableState) -> None:
        """Looks whether a bot is to decide; returns at once, from any thread."""
        if table.status == RUNNING and any(seat.robot for seat in table.seats):
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

    def close(self) -> None:
        """Stops; a decision that is being thought about is given up, and made after the next start."""
        with self._guard:
            self._stopped.set()
        self._hands.shutdown(wait=False, cancel_futures=True)
        self._thinkers.close()
        self._hands.shutdown(wait=True)

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
        table = self._desk.read(id)
        seat = to_decide(table)
        if seat is None:
            return False
        begun = time.monotonic()
        position = table.asked()[seat].to_dict()
        seed = bot_seed(table.seed, len(table.line.choices), seat)
        action = self._thinkers.decide(table.game, position, table.seats[seat].level, seed)
        if self._stopped.wait(max(0.0, self._pace - (time.monotonic() - begun))):
            return False
        with contextlib.suppress(Refusal):  # it moved on meanwhile: look again
            self._course.decide_for(id, seat, table.moved, action)
        return True


def to_decide(table: TableState) -> int | None:
    """A seat that is asked and that a bot holds; none if no person is left at the table."""
    if not table.people():
        return None
    return next((seat for seat in table.asked() if table.seats[seat].robot and seat not in table.seals), None)
