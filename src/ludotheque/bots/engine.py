"""The engine: searches a decision for so many iterations or so long, on one core or several."""

from __future__ import annotations

import functools
import importlib
import threading
import time
import weakref
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.following import find
from ludotheque.bots.limits import check_effort, check_threads
from ludotheque.bots.search.tree import (
    INTEGER,
    NODE_BYTES,
    NONE,
    OPEN,
    STATES,
    Scratch,
    Tree,
    Tuning,
    make_scratch,
    make_tree,
)
from ludotheque.kernel.chance import WORD
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.edition import edition as edition_of
from ludotheque.kernel.rule import INTERPRETED
from ludotheque.kernel.state import StateBase

NODES = 400_000  # a core's: 29 MB
NO_LIMIT = 1 << 40  # iterations, where only time counts
TRUSTED = 20  # visits from which on an expected answer is worth telling
LOOK = 0.05  # part of the time, or of the iterations, between two looks whether the choice is settled
GRACE = 5.0  # seconds after the time is up in which a search must have stopped


class Overrun(Exception):
    """A search did not stop in time."""


class Found(NamedTuple):
    """What a search found out about one legal action."""

    action: int
    visits: int
    value: float  # 0..1: what it brings, the margin counted in
    share: float  # 0..1: the share of the victory that it brings
    shares: tuple[float, ...]  # of the victory, of every seat
    line: tuple[int, ...]  # the actions that are expected to follow, as far as the seat sees them


@dataclass(frozen=True)
class Findings:
    """What a search found out about a decision."""

    actions: tuple[Found, ...]  # ascending; none if it was no seat's
    shares: tuple[float, ...]  # of the victory, of every seat: on average over all that was tried
    decided: bool  # whether the seat decided anything in it; else the shares are unknown
    iterations: int
    nodes: int
    seconds: float

    @property
    def memory(self) -> int:
        """Bytes of the nodes in use."""
        return self.nodes * NODE_BYTES

    @property
    def best(self) -> int:
        """The action tried most often; of equals the one that brings most."""
        return max(self.actions, key=lambda found: (found.visits, found.value)).action


@functools.cache
def search_of(edition: Edition) -> Any:
    """The search made for an edition's rules; all seats of all tables share it."""
    made = importlib.import_module(f"{edition.root}.bots.search.loops").make_search
    return made(edition.rules, edition.loops, edition.module("sight"), edition.module("judgement"))


class Worker:
    """The memory of one core, and its search."""

    def __init__(self, edition: Edition, seats: int, nodes: int) -> None:
        self._compiled = edition.mode != INTERPRETED
        self._search = search_of(edition)
        self._seats = seats
        self.tree: Tree = make_tree(nodes, self._compiled)
        self._actions: int = edition.module("actions").ACTIONS
        self._scratch: Scratch = make_scratch(self._actions, seats, self._compiled)
        self._states: Any = np.zeros(STATES, edition.state.dtype()) if self._compiled else [None] * STATES
        self._keep = importlib.import_module(f"{edition.root}.bots.search.keeping").keep
        self._rules = edition_of(edition.game, INTERPRETED, edition.box)

    def begin(self) -> None:
        """Forgets all trees."""
        self.tree.size[0] = self._seats
        for root in range(self._seats):
            self.tree.child[root] = NONE
            self.tree.seat[root] = NONE
            self.tree.visits[root] = 0
        self.forget_shares()

    def go_on(self, old: StateBase, new: StateBase) -> None:
        """Forgets all but what is known about a decision that follows from the last one by choices alone."""
        node = find(self.tree, self._rules, old, new)
        if node == NONE:
            self.begin()
        else:
            self._keep(self.tree, node)
            self.forget_shares()

    def forget_shares(self) -> None:
        """Begins to count anew what the first actions bring."""
        self._scratch.shares[:] = 0.0 if self._compiled else [[0.0] * self._seats for _ in range(self._actions)]

    def run(self, root: StateBase, seat: int, iterations: int, key: int, tuning: Tuning, stop: Any) -> int:
        """Iterates so often, or until it is stopped; returns how many are done."""
        random: Any = [key & WORD, 0, 0]
        start: Any = [root]
        if self._compiled:
            random, start = np.array(random, INTEGER), root.pack()
        done: int = self._search(start, seat, self._states, self.tree, self._scratch, iterations, random, tuning, stop)
        return done

    def found(self, seat: int, secret: int) -> dict[int, tuple[int, float, float]]:
        """Visits, sum of values and sum of shares of every action of the seat at its root."""
        tree, found = self.tree, {}
        node = tree.child[seat if secret else 0]
        while node != NONE:
            if tree.seat[node] == seat:
                found[int(tree.action[node])] = (
                    int(tree.visits[node]),
                    float(tree.value[node]),
                    float(tree.share[node]),
                )
            node = tree.sibling[node]
        return found

    def line(self, seat: int, secret: int, action: int) -> tuple[int, ...]:
        """What is expected to follow an action of the seat: the answers that were tried most."""
        tree, line = self.tree, []
        node = tree.child[seat if secret else 0]
        while node != NONE and (tree.action[node] != action or tree.seat[node] != seat):
            node = tree.sibling[node]
        while node != NONE:
            child, node = tree.child[node], NONE
            while child != NONE:
                if tree.visits[child] >= max(TRUSTED, 0 if node == NONE else tree.visits[node] + 1):
                    node = child
                child = tree.sibling[child]
            if node != NONE:
                line.append(int(tree.action[node]))
        return tuple(line)

    def shares(self) -> Any:
        """By the first action and seat: sums of the shares of the victory."""
        return np.array(self._scratch.shares)


class Engine:
    """Searches decisions of one game with one number of seats, again and again in the same memory."""

    def __init__(self, edition: Edition, seats: int, threads: int = 1, nodes: int = NODES) -> None:
        check_threads("A search", threads)
        self.edition, self.seats = edition, seats
        self._workers = [Worker(edition, seats, nodes) for _ in range(threads)]
        self._stop = np.zeros(1, INTEGER)
        self._told = False  # to stop, by somebody else than its own clock
        self._guard = threading.Lock()
        self._prepared = False
        self.failed = False  # a thread of it may still be running: nobody may use it any more
        self._last: tuple[StateBase, Tuning] | None = None  # searched last

    def stop(self) -> None:
        """Ends the search that is under way or just about to begin, from any thread; it returns what it has found."""
        self._told = True
        self._stop[0] = 1

    def ready(self) -> None:
        """Takes back a stop that came when no search was under way."""
        self._told = False
        self._stop[0] = 0

    def forget(self) -> None:
        """Forgets the last search, so that the next one can keep nothing of it."""
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
    ) -> Findings:
        """Searches a decision of the seat; a number of iterations on one thread always finds the same.

        The root may be any world that the seat cannot tell from the real one. What the limits
        allow is done, but at least one iteration, so that there always is a best action. With
        OPEN for the seat nothing is hidden, and only the shares are found, whoever decides. With
        `reuse` the last search is gone on with where that is sound; with `settle` it ends before its
        time when no action can overtake the best one any more. With `calm` the shares are those of the
        second half, in which so much of the exploration is left: what everybody does who knows by then
        what to answer.
        """
        check_effort("A search", iterations, seconds)
        with self._guard:
            self.failed = True  # until it is done
            self._prepare(root, seat, tuning, reuse)
            begun = time.perf_counter()
            if calm is not None:
                calmed = tuning._replace(exploration=calm * tuning.exploration)
                done, shares, total = self._run_twice(root, seat, (tuning, calmed), seed, iterations, seconds)
            else:
                done = self._run(root, seat, tuning, seed, iterations or NO_LIMIT, seconds, settle)
                shares = total = self._shares()
            self.failed = False
            self.ready()
            taken = time.perf_counter() - begun
            nodes = sum(int(worker.tree.size[0]) for worker in self._workers)
            actions = () if seat == OPEN else self._merged(seat, tuning.secret, shares)
            return Findings(actions, _divided(total.sum(axis=0)), bool(total.any()), done, nodes, taken)

    def _prepare(self, root: StateBase, seat: int, tuning: Tuning, reuse: bool) -> None:
        """Compiles what is not compiled yet, before any clock runs; empties the memory but for what is kept."""
        if not self._prepared:
            self._workers[0].begin()
            self._workers[0].run(root, seat, 1, 0, tuning, np.zeros(1, INTEGER))
            self._prepared = True
        last, self._last = self._last, (root.copy(), tuning)
        for worker in self._workers:
            if reuse and tuning.reuse and last is not None and last[1] == tuning:
                worker.go_on(last[0], root)
            else:
                worker.begin()

    def _run_twice(
        self,
        root: StateBase,
        seat: int,
        tunings: tuple[Tuning, Tuning],
        seed: int,
        iterations: int | None,
        seconds: float | None,
    ) -> tuple[int, Any, Any]:
        """Runs all workers for two halves; returns how many iterations are done, and the shares of the second half.

        First with those of the first half for the actions that were not tried again, then without them.
        """
        first = NO_LIMIT if iterations is None else (iterations + 1) // 2
        rest = NO_LIMIT if iterations is None else iterations - first
        half = None if seconds is None else seconds / 2
        done = self._run(root, seat, tunings[0], seed, first, half, settle=False)
        early = self._shares()
        self._stop[0] = 0  # the clock's; if somebody else stops it now, `_told` says so
        if not rest or self._told:
            return done, early, early
        for worker in self._workers:
            worker.forget_shares()
        done += self._run(root, seat, tunings[1], seed + done, rest, half, settle=False)
        late = self._shares()
        return done, np.where(late.sum(axis=1, keepdims=True) > 0, late, early), late if late.any() else early

    def _shares(self) -> Any:
        """By the first action and seat: sums of the shares of the victory, of all workers."""
        return sum(worker.shares() for worker in self._workers)

    def _run(
        self,
        root: StateBase,
        seat: int,
        tuning: Tuning,
        seed: int,
        iterations: int,
        seconds: float | None,
        settle: bool,
    ) -> int:
        """Runs all workers, each with its part of the iterations; returns how many are done in all."""
        shares = [iterations // len(self._workers) for _ in self._workers]
        shares[0] += iterations - sum(shares)
        if seconds is None and len(self._workers) == 1:
            return self._count(root, seat, tuning, seed, iterations, settle)
        done = [0] * len(self._workers)

        def run(number: int) -> None:
            done[number] = self._workers[number].run(root, seat, shares[number], seed + number, tuning, self._stop)

        # Daemons: one that never stops must not keep the program from ending.
        threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(self._workers))]
        for thread in threads:
            thread.start()
        if seconds is not None:
            try:
                self._watch(threads, seconds, seat if settle else OPEN, tuning.secret)
            finally:
                self._stop[0] = 1
        for thread in threads:
            thread.join(None if seconds is None else GRACE)
            if thread.is_alive():
                raise Overrun(f"The search did not stop within {GRACE:g} seconds after its time.")
        return sum(done)

    def _count(self, root: StateBase, seat: int, tuning: Tuning, seed: int, iterations: int, settle: bool) -> int:
        """Runs one worker part by part, until all iterations are done or the choice is settled; returns how many."""
        before = sum(self._visits(seat, tuning.secret)) if settle else 0
        part = max(1, int(LOOK * iterations)) if settle else iterations
        done = 0
        while done < iterations and not (done and self._stop[0]):
            todo = min(part, iterations - done)
            done += self._workers[0].run(root, seat, todo, seed + done, tuning, self._stop)
            if settle and settled(self._visits(seat, tuning.secret), before, done / iterations):
                break
        return done

    def _watch(self, threads: list[threading.Thread], seconds: float, seat: int, secret: int) -> None:
        """Waits until the threads are done, the time is up, or the seat's choice is settled (OPEN: never)."""
        begun = time.perf_counter()
        before = sum(self._visits(seat, secret)) if seat != OPEN else 0
        while (spent := time.perf_counter() - begun) < seconds and any(thread.is_alive() for thread in threads):
            alive = next((thread for thread in threads if thread.is_alive()), threads[0])
            alive.join(min(LOOK * seconds, seconds - spent))
            spent = time.perf_counter() - begun
            if seat != OPEN and settled(self._visits(seat, secret), before, spent / seconds):
                return

    def _visits(self, seat: int, secret: int) -> list[int]:
        """How often each action of the seat was tried so far, by all workers together."""
        tried: defaultdict[int, int] = defaultdict(int)
        for worker in self._workers:
            for action, (visits, _, _) in worker.found(seat, secret).items():
                tried[action] += visits
        return list(tried.values())

    def _merged(self, seat: int, secret: int, shares: Any) -> tuple[Found, ...]:
        """What all workers have found together."""
        sums: dict[int, list[float]] = {}
        for worker in self._workers:
            for action, numbers in worker.found(seat, secret).items():
                row = sums.setdefault(action, [0, 0.0, 0.0])
                for column, number in enumerate(numbers):
                    row[column] += number
        return tuple(
            Found(
                action,
                int(visits),
                value / max(visits, 1),
                share / max(visits, 1),
                _divided(shares[action]),
                self._workers[0].line(seat, secret, action),
            )
            for action, (visits, value, share) in sorted(sums.items())
        )


def settled(visits: list[int], before: int, spent: float) -> bool:
    """Whether no action can overtake the most visited one in the rest of the time, of which a part is spent.

    `before` is how many of the visits were there when the time began.
    """
    second, best = sorted((0, 0, *visits))[-2:]
    still_to_come = (sum(visits) - before) * (1 / spent - 1)
    return best - second > still_to_come


def _divided(sums: Any) -> tuple[float, ...]:
    """The victory as it is shared on average; evenly if nothing is known."""
    total = float(sums.sum())
    return tuple(float(part) / total if total > 0 else 1 / len(sums) for part in sums)


_idle: defaultdict[tuple[Edition, int, int], list[Engine]] = defaultdict(list)


def lent(owner: object, edition: Edition, seats: int, threads: int = 1) -> Engine:
    """An engine that is the owner's as long as it lives; afterwards the next one gets it."""
    idle = _idle[edition, seats, threads]
    engine = idle.pop() if idle else Engine(edition, seats, threads)
    weakref.finalize(owner, _take_back, idle, engine).atexit = False
    return engine


def _take_back(idle: list[Engine], engine: Engine) -> None:
    engine.forget()
    if not engine.failed:
        idle.append(engine)


@contextmanager
def borrowed(edition: Edition, seats: int, threads: int = 1) -> Iterator[Engine]:
    """An engine that nobody else uses meanwhile; afterwards the next one gets it, unless it failed."""
    idle = _idle[edition, seats, threads]
    engine = idle.pop() if idle else Engine(edition, seats, threads)
    yield engine
    _take_back(idle, engine)
