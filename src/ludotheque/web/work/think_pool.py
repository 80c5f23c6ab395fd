"""ThinkPool: the processes in which bots decide, hints are found and games are reviewed."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ludotheque.bots import Sight, player
from ludotheque.core.game import game_of
from ludotheque.errors import Error

log = logging.getLogger("ludotheque.thinkers")

INSTEAD = "greedy"  # decides for a bot that fails or takes too long: it needs little time and no compiled rules
HINT_TRIES = 20_000  # of the search: about a second; tries and not time, so that a hint depends on nothing hidden

T = TypeVar("T")


class Thought(NamedTuple):
    """What a hint says."""

    action: int
    share: float | None  # of the victory; None if it is the greedy player's


def think(game: str, position: dict[str, Any], level: str, seed: int) -> int:
    """What a bot decides for the seat that is to act; it sees only what that seat may know."""
    sight = Sight.of(game_of(game).position(position))
    action = player(level, seed).choose(sight)
    if action not in sight.legal:
        raise Error(f"The bot {level} chose {action}, which is not legal.")
    return action


def advise(game: str, position: dict[str, Any], seed: int) -> Thought:
    """The best action that a search finds for the seat that is to act; it knows what that seat may know."""
    best = game_of(game).position(position).advice(None, iterations=HINT_TRIES, seed=seed)[0]
    return Thought(best.action, best.share)


class ThinkPool:
    """Other processes, so that no thought ever keeps a person waiting; threads if there shall be none."""

    def __init__(self, count: int, limit: float) -> None:
        self._count = count
        self._limit = limit  # seconds for one decision
        self._executor: Executor | None = None
        self._guard = threading.Lock()
        self._closed = False

    def submit(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Has something thought about; processes that died are replaced."""
        with self._guard:
            if self._closed:
                raise CancelledError
            try:
                return self._made().submit(work, *given)
            except BrokenExecutor:
                self._executor = None
                return self._made().submit(work, *given)

    def decide(self, game: str, position: dict[str, Any], level: str, seed: int) -> int:
        """A bot's decision; the greedy player's if the bot fails or takes too long."""
        return self._in_time(
            lambda: self.submit(think, game, position, level, seed),
            lambda: think(game, position, INSTEAD, seed),
            f"the bot {level} of {game}",
        )

    def hint(self, game: str, position: dict[str, Any], seed: int) -> Thought:
        """The best action for the seat that is to act; the greedy player's if the search fails or takes too long."""
        return self._in_time(
            lambda: self.submit(advise, game, position, seed),
            lambda: Thought(think(game, position, INSTEAD, seed), None),
            f"a hint for {game}",
        )

    def _in_time(self, begun: Callable[[], Future[T]], instead: Callable[[], T], what: str) -> T:
        try:
            return begun().result(self._limit)
        except CancelledError:
            raise
        except TimeoutError:
            log.warning("%s took more than %g seconds; the greedy player decides instead", what, self._limit)
        except Exception:
            if self._closed:
                raise
            log.exception("%s failed; the greedy player decides instead", what)
        return instead()

    def _made(self) -> Executor:
        if self._executor is None:
            self._executor = (
                ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _leave_stopping_to_the_server)
                if self._count
                else ThreadPoolExecutor(1, thread_name_prefix="thinker")
            )
        return self._executor

    def close(self) -> None:
        """Gives up what is being thought about, and returns when nothing of it is left."""
        with self._guard:
            self._closed = True
            if self._executor is not None:
                for thinker in multiprocessing.active_children():
                    thinker.terminate()
                self._executor.shutdown(wait=bool(self._count), cancel_futures=True)  # a thread cannot be ended
                self._executor = None


def _leave_stopping_to_the_server() -> None:
    """A thinker does not mind Ctrl+C, which reaches every process of a terminal; it ends with its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)
