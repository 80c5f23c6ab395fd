"""Analyses: evaluations that visitors watch. They run in thinking processes when the machine has nothing else to do.

    async for found in services.analyses.evaluate(visitor, position, lines=3, seat=0):
        ...

`found` is an `Evaluation` (`ludotheque.analysis`), each better than the last, or `Queued` while other visitors come
first, and at last `EvaluationEnd`. Leaving the loop (`aclose`, or cancelling the task) drops the search in its process.
A visitor has one evaluation at a time: a newer one ends the older. Every round is a job of its own, and short where
several visitors ask, so turns go round.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import CancelledError, Future
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import count
from random import uniform
from typing import Any, NamedTuple

from ludotheque.analysis.evaluating import Evaluation, check_question, evaluate_round, tries_of_round, world_of
from ludotheque.bots.engine import is_compiled
from ludotheque.core.game import game_of
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work.job_queue import ANALYSIS
from ludotheque.web.work.think_pool import FIRST_ITERATIONS, ThinkPool, compile_soon

log = logging.getLogger("ludotheque.analyses")

MOST_ASKED = 200  # evaluations at once
MOST_KEPT = 500  # positions whose last look is kept
MOST_TRIES = 400_000  # tries for one position
MOST_SECONDS = 10.0  # time to search for one question
BUDGET = 120.0  # seconds of searching that a visitor can save up
REFILL = 0.2  # seconds of the budget that come back each second
LONE_ROUND, CROWDED_ROUND = 2.0, 0.25  # seconds of a round, for one visitor or for several
TELL = 1.0  # seconds after which a visitor is told that others come first, then twice as many, up to eight times
MOST_VISITORS = 10_000  # visitors with a remembered budget


class Queued(NamedTuple):
    """The evaluation waits for a process."""

    before: int  # other evaluations that wait, too


class EvaluationEnd(NamedTuple):
    """The end of an evaluation."""

    why: str  # "time", "limit", "over" (the game), "budget", "replaced" (by a newer question) or "failed"
    seconds: float = 0.0  # until the budget allows the next question


@dataclass
class WatchedEvaluation:
    """An evaluation that somebody watches."""

    address: str = ""
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    job: Future[Evaluation] | None = None


def look_at(
    position: Position, tries: int, seconds: float, lines: int, seat: int | None, all_open: bool, seed: int
) -> Evaluation:
    """One round, in a thinking process. With another box it is interpreted, and short while ours is compiled."""
    ours = position.game == game_of(position.game.name)
    compiled = ours and is_compiled(position.game)
    if ours and not compiled:
        compile_soon(world_of(position, seat, all_open, seed))
        tries = min(tries, FIRST_ITERATIONS)
    wishes: dict[str, Any] = {"seat": seat, "all_open": all_open, "seed": seed, "interpreted": not compiled}
    return evaluate_round(position, tries, lines, seconds=seconds, **wishes)


class Analyses:
    """One evaluation a visitor at a time, each within a budget."""

    def __init__(
        self, think_pool: ThinkPool, count_seconds: Callable[[float], None] = lambda _: None, most_of_address: int = 0
    ) -> None:
        self._think_pool, self._most_of_address = think_pool, most_of_address or MOST_ASKED
        self._count_seconds = count_seconds
        self._asked: dict[str, WatchedEvaluation] = {}  # by visitor
        self._known: OrderedDict[str, Evaluation] = OrderedDict()
        self._budgets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were counted

    async def evaluate(
        self,
        visitor: str,
        position: Position,
        *,
        lines: int = 3,
        seat: int | None = None,
        all_open: bool = False,
        seconds: float = MOST_SECONDS,
        address: str = "",
    ) -> AsyncGenerator[Evaluation | Queued | EvaluationEnd, None]:
        """Looks at a position as `ludotheque.analysis.evaluate` does.

        Refused if too many visitors ask, in all or of one address. It begins with what is known from before.
        """
        check_question(position, lines, seat, all_open)
        question = self._ask(visitor, address)
        key = key_of(position, lines, seat, all_open)
        look, left = self._known.get(key, Evaluation()), min(seconds, MOST_SECONDS)
        try:
            if look:
                yield look
            while (why := self._end(visitor, question, position, look, left)) is None:
                limits = tries_of_round(position, seat, look.tries), min(left, self._slice())
                question.job = self._think_pool.submit(
                    look_at, position, *limits, lines, seat, all_open, look.rounds, rank=ANALYSIS, share=look.rounds
                )
                async with aclosing(self._wait(question)) as waiting:
                    async for each in waiting:
                        yield each
                found = self._found(question)
                if found is not None:
                    look, left = look.joined(found, lines), left - found.seconds
                    self._keep(visitor, key, look, found.seconds)
                    yield look
            yield EvaluationEnd(why, max(0.0, 1.0 - self._budget(visitor)) / REFILL)
        except CancelledError:  # the server stops
            yield EvaluationEnd("failed")
        except Exception:
            log.exception("an evaluation of %s failed", position.game.name)
            yield EvaluationEnd("failed")
        finally:
            if question.job is not None:
                self._think_pool.drop(question.job)
            if self._asked.get(visitor) is question:
                del self._asked[visitor]

    def _ask(self, visitor: str, address: str) -> WatchedEvaluation:
        """A new question of a visitor, in place of the one before."""
        if (earlier := self._asked.get(visitor)) is not None:
            earlier.replaced.set()
        elif len(self._asked) >= MOST_ASKED or self._asked_of(address) >= self._most_of_address:
            raise Refusal(503, "busy")
        question = self._asked[visitor] = WatchedEvaluation(address)
        return question

    def _asked_of(self, address: str) -> int:
        """Evaluations of visitors of an address: one that forgets its cookies is a new visitor each time."""
        return sum(question.address == address for question in self._asked.values())

    def _end(
        self, visitor: str, question: WatchedEvaluation, position: Position, look: Evaluation, left: float
    ) -> str | None:
        """Why there is no further round; None: there is one."""
        if question.replaced.is_set():
            return "replaced"
        if look and position.to_act is None:
            return "over"
        if look.tries >= MOST_TRIES:
            return "limit"
        if left <= 0:
            return "time"
        return "budget" if self._budget(visitor) <= 0 else None

    def _slice(self) -> float:
        """The seconds of a round: few if others wait."""
        return CROWDED_ROUND if len(self._asked) > 1 or any(self._think_pool.waiting.values()) else LONE_ROUND

    async def _wait(self, question: WatchedEvaluation) -> AsyncGenerator[Queued, None]:
        """Waits for the round, or until the question is replaced; tells now and then how many others wait."""
        assert question.job is not None
        round_, replaced = asyncio.wrap_future(question.job), asyncio.ensure_future(question.replaced.wait())
        try:
            both: set[asyncio.Future[Any]] = {round_, replaced}
            for number in count():
                pause = TELL * 2 ** min(number, 3) * uniform(0.8, 1.2)  # so that visitors are not told all at once
                if (await asyncio.wait(both, timeout=pause, return_when=asyncio.FIRST_COMPLETED))[0]:
                    break
                yield Queued(max(0, self._think_pool.waiting["analyses"] - 1))
        finally:
            replaced.cancel()
            round_.cancel()  # nobody reads it any more
            if round_.done() and not round_.cancelled():
                round_.exception()  # it is read from the job

    @staticmethod
    def _found(question: WatchedEvaluation) -> Evaluation | None:
        """The result of a round; None if the question was replaced."""
        job = question.job
        return None if job is None or not job.done() or job.cancelled() else job.result()

    def _keep(self, visitor: str, key: str, look: Evaluation, seconds: float) -> None:
        self._count_seconds(seconds)
        self._budgets[visitor] = (self._budget(visitor) - seconds, time.monotonic())
        self._budgets.move_to_end(visitor)
        self._known[key] = look
        self._known.move_to_end(key)
        for kept, most in ((self._budgets, MOST_VISITORS), (self._known, MOST_KEPT)):
            while len(kept) > most:
                kept.popitem(last=False)

    def _budget(self, visitor: str) -> float:
        """Seconds of searching that a visitor has left."""
        now = time.monotonic()
        left, at = self._budgets.get(visitor, (BUDGET, now))
        return min(BUDGET, left + (now - at) * REFILL)


def key_of(position: Position, lines: int, seat: int | None, all_open: bool) -> str:
    """What a look depends on: the game, the position as those eyes see it, and the number of lines."""
    if all_open or position.to_act is None:
        seen = position.to_dict()
    else:
        seen = position.view(seat if seat is not None or position.to_act == CHANCE else position.to_act)
    eyes = "all" if all_open else str(seat)
    return json.dumps([position.game.box_hash, lines, eyes, position.to_act, seen], sort_keys=True)
