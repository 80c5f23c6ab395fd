"""ThinkPool: the processes in which bots decide, hints are searched and games are reviewed."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ludotheque.bots import Sight, advice, player
from ludotheque.bots.engine import is_compiled
from ludotheque.core.game import game_of
from ludotheque.errors import Error
from ludotheque.review.reasons import TurnReason, reason_of, turn_with

log = logging.getLogger("ludotheque.think_pool")

SUBSTITUTE = "greedy"  # decides for a bot that fails or overruns its time: it is quick and needs no compiled rules
HINT_ITERATIONS = 5000  # about a tenth of a second; a time limit would let a hint depend on hidden things
FIRST_ITERATIONS = 24  # iterations of an interpreted search while the compiler still works

JobResult = TypeVar("JobResult")

_compiling = ThreadPoolExecutor(1, thread_name_prefix="compiler")  # of this process


class Advised(NamedTuple):
    """An action that a search advises."""

    action: int
    share: float | None  # estimated share of the victory; None if the greedy bot advises it
    first_look: bool = False  # a short search found it, while a better one is being compiled
    reason: TurnReason | None = None
    other: int | None = None  # the next best action, if there is one
    other_reason: TurnReason | None = None


def think(game: str, position: dict[str, Any], level: str, seed: int) -> int:
    """A bot's decision for the seat to act; the bot sees only what that seat may know."""
    sight = Sight.of(game_of(game).position(position))
    action = player(level, seed).choose(sight)
    if action not in sight.legal:
        raise Error(f"The bot {level} chose {action}, which is not legal.")
    return action


def advise(game: str, position: dict[str, Any], seed: int) -> Advised:
    """The best action that a search finds for the seat to act, from what that seat may know."""
    asked = game_of(game).position(position)
    first_look = not is_compiled(asked.game)
    if first_look:
        found = advice(asked, None, iterations=FIRST_ITERATIONS, seed=seed, interpreted=True)
        _compiling.submit(advice, asked, None, iterations=1)
    else:
        found = advice(asked, None, iterations=HINT_ITERATIONS, seed=seed)
    seat, (best, *others) = Sight.of(asked).seat, found
    advised = Advised(best.action, best.share, first_look)
    if not others:
        return advised
    reasons = [reason_of(turn_with(asked, seat, (each.action, *each.line)), seat) for each in (best, others[0])]
    return advised._replace(reason=reasons[0], other=others[0].action, other_reason=reasons[1])


class ThinkPool:
    """Processes that think, so that no request waits for a bot; with a count of 0 a thread."""

    def __init__(self, count: int, limit: float) -> None:
        self._count = count
        self._limit = limit  # seconds per decision
        self._executor: Executor | None = None
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, job: Callable[..., JobResult], *args: Any) -> Future[JobResult]:
        """Runs a job; processes that died are replaced."""
        with self._lock:
            if self._closed:
                raise CancelledError
            try:
                return self._running().submit(job, *args)
            except BrokenExecutor:
                self._executor = None
                return self._running().submit(job, *args)

    def decide(self, game: str, position: dict[str, Any], level: str, seed: int) -> int:
        """A bot's decision, or the greedy bot's if it fails or overruns its time."""
        return self._in_time(
            lambda: self.submit(think, game, position, level, seed),
            lambda: think(game, position, SUBSTITUTE, seed),
            f"the bot {level} of {game}",
        )

    def hint(self, game: str, position: dict[str, Any], seed: int) -> Advised:
        """The best action for the seat to act, or the greedy bot's if the search fails or overruns its time."""
        return self._in_time(
            lambda: self.submit(advise, game, position, seed),
            lambda: Advised(think(game, position, SUBSTITUTE, seed), None),
            f"a hint for {game}",
        )

    def _in_time(
        self, submit: Callable[[], Future[JobResult]], substitute: Callable[[], JobResult], what: str
    ) -> JobResult:
        try:
            return submit().result(self._limit)
        except CancelledError:
            raise
        except TimeoutError:
            log.warning("%s took more than %g seconds; the greedy player decides instead", what, self._limit)
        except Exception:
            if self._closed:
                raise
            log.exception("%s failed; the greedy player decides instead", what)
        return substitute()

    def _running(self) -> Executor:
        if self._executor is None:
            self._executor = (
                ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _follow_the_server)
                if self._count
                else ThreadPoolExecutor(1, thread_name_prefix="think-pool")
            )
        return self._executor

    def close(self) -> None:
        """Gives up all jobs and ends the processes."""
        with self._lock:
            self._closed = True
            if self._executor is not None:
                for process in multiprocessing.active_children():
                    process.terminate()
                self._executor.shutdown(wait=bool(self._count), cancel_futures=True)  # a thread cannot be ended
                self._executor = None


def _follow_the_server() -> None:
    """Makes a process of the pool ignore Ctrl+C, which reaches all processes of a terminal, and end with its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)
