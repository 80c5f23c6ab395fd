"""Hints: searches that visitors wait for. They wait in the event loop, so no page waits for a thread behind them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from anyio.to_thread import run_sync

from ludotheque.web.tables.refusal import Refusal, stale
from ludotheque.web.work.job_queue import HINT, Unwanted
from ludotheque.web.work.think_pool import ThinkPool

log = logging.getLogger("ludotheque.hints")

MOST_KEPT = 500  # questions whose answers are kept for equal ones
MOST_WAITING = 200  # hints that may wait for a process
MOST_OF_VISITOR = 8  # searches for one visitor, who may sit at several tables
MOST_OF_ADDRESS = 50  # searches for the visitors of one address

Found = TypeVar("Found")
AskedPlace = tuple[str, str, int]
"""What is asked ("hint" or "coach"), the table and the seat."""


@dataclass
class Question:
    """A search, and the number of requests that wait for it."""

    version: tuple[int, int]  # the position's version, and how long to look
    job: Future[Any]
    waiting: int = 0


class Hints:
    """One question of a seat at a time, whose answer equal questions share."""

    def __init__(self, think_pool: ThinkPool, limit: float) -> None:
        self._think_pool = think_pool
        self._limit = limit  # seconds until the substitute answers
        self._questions: OrderedDict[AskedPlace, Question] = OrderedDict()
        # Searches by visitor and by address: the first of each come before the second of any.
        self._busy: Counter[tuple[str, str]] = Counter()
        self._lock = threading.RLock()

    async def ask(
        self,
        place: AskedPlace,
        version: tuple[int, int],
        visitor: str,
        job: Callable[..., Found],
        args: tuple[Any, ...],
        substitute: Callable[[], Found],
        gone: Callable[[], Coroutine[Any, Any, None]],
        address: str = "",
    ) -> Found | None:
        """The answer, or the substitute's if the search fails or overruns its time; None if the visitor has gone.

        Refused if the same seat asks something else meanwhile, or too many wait, in all or of this visitor or address.
        A search that nobody waits for is cancelled.
        """
        question = self._join(place, version, (visitor, address), job, args)
        answer: asyncio.Future[Found] = asyncio.wrap_future(question.job)
        answer.add_done_callback(retrieve)  # also if the visitor has gone
        leaving = asyncio.ensure_future(gone())
        try:
            both: set[asyncio.Future[Any]] = {answer, leaving}
            await asyncio.wait(both, timeout=self._limit, return_when=asyncio.FIRST_COMPLETED)
            left = leaving.done()
        finally:
            leaving.cancel()
            done = answer.done()
            self._part(place, question)
        if not done and left:
            return None
        if done:
            problem = None if answer.cancelled() else answer.exception()
            if answer.cancelled() or isinstance(problem, Unwanted):
                raise stale()
            if problem is None:
                return answer.result()
        log.warning("a %s failed or took more than %g seconds; the greedy bot answers", place[0], self._limit)
        return await run_sync(substitute)

    def _join(
        self,
        place: AskedPlace,
        version: tuple[int, int],
        asker: tuple[str, str],  # visitor and address
        job: Callable[..., Any],
        args: tuple[Any, ...],
    ) -> Question:
        """The question, asked now or before. The earlier question of a seat is dropped for a new one."""
        with self._lock:
            question = self._questions.get(place)
            if question is None or question.version != version:
                if question is not None:
                    self._think_pool.drop(question.job)
                visitor, address = ("visitor", asker[0]), ("address", asker[1])
                if self._busy[visitor] >= MOST_OF_VISITOR or self._busy[address] >= MOST_OF_ADDRESS:
                    raise Refusal(429, "too_fast", headers={"Retry-After": "1"}, count=1)
                if self._think_pool.waiting["hints"] >= MOST_WAITING:
                    raise Refusal(503, "busy")
                share = max(self._busy[visitor], self._busy[address])
                future = self._think_pool.submit(job, *args, rank=HINT, share=share)
                self._busy.update((visitor, address))
                future.add_done_callback(lambda _: self._finish(visitor, address))
                question = self._questions[place] = Question(version, future)
            self._questions.move_to_end(place)
            question.waiting += 1
            return question

    def _part(self, place: AskedPlace, question: Question) -> None:
        """Ends the wait of one request: drops a search that nobody waits for, and keeps a good answer."""
        with self._lock:
            question.waiting -= 1
            if self._questions.get(place) is question and not (question.waiting or is_good(question.job)):
                self._think_pool.drop(question.job)
                del self._questions[place]
            while len(self._questions) > MOST_KEPT and next(iter(self._questions.values())).job.done():
                self._questions.popitem(last=False)

    def _finish(self, *keys: tuple[str, str]) -> None:
        with self._lock:
            self._busy.subtract(keys)
            for key in keys:
                if not self._busy[key]:
                    del self._busy[key]


def retrieve(answer: asyncio.Future[Any]) -> None:
    """Reads the exception of an answer that perhaps nobody reads, so that asyncio does not log it."""
    if not answer.cancelled():
        answer.exception()


def is_good(job: Future[Any]) -> bool:
    """Whether an answer is worth keeping: it is there, and no better one is being prepared."""
    there = job.done() and not job.cancelled() and job.exception() is None
    return there and bool(job.result()) and not getattr(job.result(), "first_look", False)
