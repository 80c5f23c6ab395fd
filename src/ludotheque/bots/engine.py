"""The engine: searches a decision for a number of iterations or seconds, on one thread or several."""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.limits import check_effort, check_threads
from ludotheque.bots.network import network_of
from ludotheque.bots.search.tree import INTEGER, NODE_BYTES, OPEN, Tuning
from ludotheque.bots.tree_search import SearchTask, TreeSearch
from ludotheque.core.game import Game
from ludotheque.core.network import Network
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.state import StateBase

NODES = 1_600_000  # nodes a thread: 128 MB; an iteration adds all actions of a leaf
FEW_NODES = 20_000  # nodes of an interpreted search
NO_LIMIT = 1 << 40  # iterations of a search that only time limits
LOOK = 0.05  # the choice is checked for being settled after each such part of the time or the iterations
LEAST_PART = 50  # iterations: checking takes as long as ten of them
LINE = 10  # each of several lines gets at least one of so many iterations
CERTAIN = 1.0 - 1e-9  # the mean lead between -1 and 1 of the greatest lead that is told
GRACE = 5.0  # seconds that a search has to stop when its time is up


class Overrun(Exception):
    """A search did not stop in time."""


class ActionResult(NamedTuple):
    """The result of a search for one legal action."""

    action: int
    visits: int
    value: float  # 0..1, including the margin
    share: float  # 0..1: the share of the victory
    shares: tuple[float, ...]  # by seat: shares of the victory; empty if the search does not know them by this action
    line: tuple[int, ...]  # the expected answers, as far as the seat sees them
    lead: float | None  # points ahead of the best other seat; None if values do not include the margin


@dataclass(frozen=True)
class SearchResult:
    """The result of a search."""

    actions: tuple[ActionResult, ...]  # ascending; empty for OPEN without lines
    shares: tuple[float, ...]  # by seat: shares of the victory, averaged over all iterations
    decided: bool  # whether the seat decided anything in the search; else the shares are unknown
    iterations: int
    nodes: int
    seconds: float

    @property
    def memory(self) -> int:
        """Bytes of the nodes in use."""
        return self.nodes * NODE_BYTES

    @property
    def best(self) -> int:
        """The action with most visits; of equals the one with the highest value."""
        return max(self.actions, key=lambda found: (found.visits, found.value)).action


class Engine:
    """Searches decisions of one game with one number of seats, always in the same memory."""

    def __init__(
        self, edition: Edition, seats: int, threads: int = 1, nodes: int = NODES, network: Network | None = None
    ) -> None:
        check_threads("A search", threads)
        self.edition, self.seats, self.network = edition, seats, network
        self._searches = [TreeSearch(edition, seats, nodes, network) for _ in range(threads)]
        self._stop = np.zeros(1, INTEGER)
        self._stopped = False  # by `stop`, not by the clock
        self._guard = threading.Lock()
        self._prepared = False
        self.failed = False  # a thread may still be running, so the engine must not be used again
        self._last: SearchTask | None = None

    def stop(self) -> None:
        """Ends the running search, or the next one if none runs, from any thread; it returns what it has so far."""
        self._stopped = True
        self._stop[0] = 1

    def ready(self) -> None:
        """Cancels a stop that came while no search was running."""
        self._stopped = False
        self._stop[0] = 0

    def forget(self) -> None:
        """Forgets the last search, so that the next one keeps nothing of it."""
        self._last = None
        self.ready()

    def search(
        self,
        root: StateBase,
        seat: int,
        tuning: Tuning,
        *,
        seed: int = 0,
        iterations: int | None = None,
        seconds: float | None = None,
        reuse: bool = False,
        settle: bool = False,
        calm: float | None = None,
        lines: int = 0,
    ) -> SearchResult:
        """Searches a decision of the seat. On one thread, the same number of iterations gives the same result.

        The root may be any world that the seat cannot tell from the real one. There is at least one iteration, so that
        there is a best action. With OPEN for the seat nothing is hidden, any seat may decide, and the result has only
        shares unless lines are asked for. With `reuse` the search continues the last one where that is sound. With
        `settle` it ends early when no action can overtake the best one. With `calm` the shares come from the second
        half of the search, in which exploration is multiplied by `calm`: by then the seats know good answers. With
        `lines` too, each of so many best actions gets a tenth of the iterations at least, and its shares come from all
        of them.
        """
        check_effort("A search", iterations, seconds)
        with self._guard, _searching_here(self):
            self.failed = True  # until the search is done
            task = SearchTask(root, seat, tuning)
            self._prepare(task, reuse)
            begun = time.perf_counter()
            if calm is not None:
                done, shares, total = self._run_twice(task, calm, seed, iterations, seconds, lines)
            else:
                done = self._run(task, seed, iterations or NO_LIMIT, seconds, settle)
                shares = total = self._shares()
            self.failed = False
            self.ready()
            taken = time.perf_counter() - begun
            nodes = sum(int(search.tree.size[0]) for search in self._searches)
            actions = () if seat == OPEN and not lines else self._merged(task, shares)
            return SearchResult(actions, _divided(total.sum(axis=0)), bool(total.any()), done, nodes, taken)

    def _prepare(self, task: SearchTask, reuse: bool) -> None:
        """Compiles the search before any clock runs, and clears the trees except for the part to reuse."""
        if not self._prepared:
            self._searches[0].clear()
            self._searches[0].run(task, 1, 0, np.zeros(1, INTEGER))
            self._prepared = True
            _compiled.add(self.edition)
        last, self._last = self._last, task._replace(root=task.root.copy())
        for search in self._searches:
            if reuse and not task.tuning.secret and last is not None and last.tuning == task.tuning:
                search.advance(last.root, task.root)
            else:
                search.clear()

    def _run_twice(
        self, task: SearchTask, calm: float, seed: int, iterations: int | None, seconds: float | None, lines: int
    ) -> tuple[int, Any, Any]:
        """Runs two halves. Returns the iterations, the shares by action and the shares in all, of the second half.

        An action that the second half did not try keeps its shares of the first half.
        """
        first = NO_LIMIT if iterations is None else (iterations + 1) // 2
        rest = NO_LIMIT if iterations is None else iterations - first
        half = None if seconds is None else seconds / 2
        done = self._run(task, seed, first, half, settle=False)
        early = self._shares()
        self._stop[0] = 0  # set by the clock; `_stopped` remembers a call of `stop`
        if not rest or self._stopped:
            return done, early, early
        for search in self._searches:
            search.clear_shares()
        calmed = task._replace(tuning=task.tuning._replace(exploration=calm * task.tuning.exploration))
        if lines:
            return self._run_lines(calmed, seed, done, rest, half, lines, early)
        done += self._run(calmed, seed + done, rest, half, settle=False)
        late = self._shares()
        return done, np.where(late.sum(axis=1, keepdims=True) > 0, late, early), late if late.any() else early

    def _run_lines(
        self, task: SearchTask, seed: int, done: int, rest: int, seconds: float | None, lines: int, early: Any
    ) -> tuple[int, Any, Any]:
        """Runs the second half with a tenth of all iterations for each of the best actions; returns as `_run_twice`."""
        tenth = -(-(done + min(done, rest)) // LINE)
        end = None if seconds is None else time.perf_counter() + seconds
        seat, secret = decider(task), task.tuning.secret
        visits = {action: int(sums[0]) for action, sums in self._sums(seat, secret).items()}
        last = done + rest
        for action in sorted(visits, key=lambda action: -visits[action])[:lines]:
            with ExitStack() as stack:
                for search in self._searches:
                    stack.enter_context(search.only(seat, secret, action))
                done += self._run_until(task, seed + done, min(tenth - visits[action], last - done), end)
        forced = self._shares()
        done += self._run_until(task, seed + done, last - done, end)
        late = self._shares()
        free = late - forced  # the best actions were not chosen freely before
        return done, early + late, free if free.any() else early

    def _run_until(self, task: SearchTask, seed: int, iterations: int, end: float | None) -> int:
        """Runs iterations until an end by the clock, if any are left and nobody has stopped the search."""
        left = None if end is None else end - time.perf_counter()
        if iterations <= 0 or self._stopped or (left is not None and left <= 0):
            return 0
        self._stop[0] = 0  # set by the clock of the part before
        return self._run(task, seed, iterations, left, settle=False)

    def _shares(self) -> Any:
        """By first action and seat: sums of the shares of the victory, over all threads."""
        return sum(search.shares() for search in self._searches)

    def _run(self, task: SearchTask, seed: int, iterations: int, seconds: float | None, settle: bool) -> int:
        """Runs all threads, each with its part of the iterations; returns the iterations done in all."""
        count = len(self._searches)
        parts = [iterations // count] * count
        parts[0] += iterations - sum(parts)
        if seconds is None and count == 1:
            return self._run_counted(task, seed, iterations, settle)
        done = [0] * count

        def run(number: int) -> None:
            done[number] = self._searches[number].run(task, parts[number], seed + number, self._stop)

        # Daemon threads: one that never stops must not keep the program from ending.
        threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(count)]
        for thread in threads:
            thread.start()
        if seconds is not None:
            try:
                self._watch(threads, seconds, task.seat if settle else OPEN, task.tuning.secret)
            finally:
                self._stop[0] = 1
        for thread in threads:
            thread.join(None if seconds is None else GRACE)
            if thread.is_alive():
                raise Overrun(f"The search did not stop within {GRACE:g} seconds after its time.")
        return sum(done)

    def _run_counted(self, task: SearchTask, seed: int, iterations: int, settle: bool) -> int:
        """Runs one thread in parts until all iterations are done or the choice is settled; returns the iterations."""
        seat, secret = task.seat, task.tuning.secret
        before = sum(self._visits(seat, secret)) if settle else 0
        part = max(LEAST_PART, int(LOOK * iterations)) if settle else iterations
        done = 0
        while done < iterations and not (done and self._stop[0]):
            todo = min(part, iterations - done)
            done += self._searches[0].run(task, todo, seed + done, self._stop)
            if settle and settled(self._visits(seat, secret), before, done / iterations):
                break
        return done

    def _watch(self, threads: list[threading.Thread], seconds: float, seat: int, secret: int) -> None:
        """Waits until the threads are done, the time is up, or the seat's choice is settled (never for OPEN)."""
        begun = time.perf_counter()
        before = sum(self._visits(seat, secret)) if seat != OPEN else 0
        while (spent := time.perf_counter() - begun) < seconds and any(thread.is_alive() for thread in threads):
            alive = next((thread for thread in threads if thread.is_alive()), threads[0])
            alive.join(min(LOOK * seconds, seconds - spent))
            spent = time.perf_counter() - begun
            if seat != OPEN and settled(self._visits(seat, secret), before, spent / seconds):
                return

    def _visits(self, seat: int, secret: int) -> list[int]:
        """The visits of each action of the seat so far, over all threads."""
        return [int(visits) for visits, _, _ in self._sums(seat, secret).values()]

    def _sums(self, seat: int, secret: int) -> dict[int, Any]:
        """By action of the seat: visits, sum of values and sum of shares, over all threads."""
        sums: defaultdict[int, Any] = defaultdict(lambda: np.zeros(3))
        for search in self._searches:
            for action, numbers in search.root_actions(seat, secret).items():
                sums[action] += numbers
        return sums

    def _merged(self, task: SearchTask, shares: Any) -> tuple[ActionResult, ...]:
        """The results of all threads together."""
        seat, secret, search = decider(task), task.tuning.secret, self._searches[0]
        known = task.seat != OPEN or search.first_seat(task.root) == seat
        return tuple(
            ActionResult(
                action,
                int(visits),
                float(value / max(visits, 1)),
                float(share / max(visits, 1)),
                _divided(shares[action]) if known else (),
                search.line(seat, secret, action),
                lead_of(value / max(visits, 1), share / max(visits, 1), task.tuning.margin, search.spread),
            )
            for action, (visits, value, share) in sorted(self._sums(seat, secret).items())
        )


def decider(task: SearchTask) -> int:
    """The seat whose actions a search judges."""
    return int(task.root.to_act) if task.seat == OPEN else task.seat


def lead_of(value: float, share: float, margin: float, spread: float) -> float | None:
    """The lead in points that the mean value stands for, beside the mean share. (`leaves.mixed_value`)

    The search averages leads by their value, in which a lead far above the spread counts little more than a clear one.
    """
    if margin == 0:
        return None
    lead = 2.0 * (value - (1.0 - margin) * share) / margin - 1.0
    return spread * math.atanh(min(max(lead, -CERTAIN), CERTAIN))


def settled(visits: list[int], before: int, spent: float) -> bool:
    """Whether no action can overtake the most visited one in the time left; `spent` is the part that is over.

    `before` is the number of visits at the start of the search.
    """
    second, best = sorted((0, 0, *visits))[-2:]
    still_to_come = (sum(visits) - before) * (1 / spent - 1)
    return best - second > still_to_come


def _divided(sums: Any) -> tuple[float, ...]:
    """The shares of the victory from their sums; equal shares if nothing is known."""
    total = float(sums.sum())
    return tuple(float(part) / total if total > 0 else 1 / len(sums) for part in sums)


_searching: dict[int, Engine] = {}  # by the thread that waits for the search


@contextmanager
def _searching_here(engine: Engine) -> Iterator[None]:
    thread = threading.get_ident()
    _searching[thread] = engine
    try:
        yield
    finally:
        del _searching[thread]


def stop_search(thread: int) -> None:
    """Ends the search that a thread waits for, if there is one; it returns what it has so far."""
    if engine := _searching.get(thread):
        engine.stop()


_compiled: set[Edition] = set()  # editions whose search has run in this process


def is_compiled(game: Game) -> bool:
    """Whether this process has compiled the search of a game, or loaded it from the cache."""
    return game.compiled in _compiled


_idle: defaultdict[tuple[Game, int, int], list[Engine]] = defaultdict(list)


def lent(owner: object, game: Game, seats: int, threads: int = 1) -> Engine:
    """An engine for the owner's lifetime; afterwards it is lent again."""
    idle, engine = _taken(game, seats, threads)
    weakref.finalize(owner, _take_back, idle, engine).atexit = False
    return engine


@contextmanager
def borrowed(game: Game, seats: int, threads: int = 1, *, interpreted: bool = False) -> Iterator[Engine]:
    """An engine for exclusive use in a `with` block; afterwards it is lent again unless it failed."""
    if interpreted:
        yield Engine(game.edition, seats, threads, FEW_NODES, network_of(game))
        return
    idle, engine = _taken(game, seats, threads)
    yield engine
    _take_back(idle, engine)


def _taken(game: Game, seats: int, threads: int) -> tuple[list[Engine], Engine]:
    idle = _idle[game, seats, threads]
    return idle, idle.pop() if idle else Engine(game.compiled, seats, threads, network=network_of(game))


def _take_back(idle: list[Engine], engine: Engine) -> None:
    engine.forget()
    if not engine.failed:
        idle.append(engine)
