"""JobQueue: what the thinking processes do next, and what they need not do any more.

The processes get no more jobs than they can work on, so a bot's decision never waits behind hints in their own queue.
A job that waits asks a running one that comes after it to yield: a hint ends its searches and answers with what it has,
a review ends after the moment that it judges. Analyses have processes beside, half as many, and run when the machine
has nothing else to do.
"""

from __future__ import annotations

import heapq
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, MutableSequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, TypeVar

from ludotheque.bots.engine import stop_search

DECISION, HINT, REVIEW, ANALYSIS = range(4)
"""The ranks of jobs: bots come before hints, hints before reviews, reviews before analyses."""
RANKS = ("decisions", "hints", "reviews", "analyses")  # their names

SLOTS = 1024  # more than jobs that can run at once
NICENESS = 5  # bots get less processor time than people who wait for a page
HANGING = 300.0  # seconds that a process may go on with a job that nobody wants any more: it may have to compile first
LOOK = 0.02  # seconds between two looks whether somebody still waits for a running job
WANTED, YIELDING, HURRIED, DROPPED = range(4)  # the flag of a running job; the last two end its searches
YIELDS = {HINT: HURRIED, REVIEW: YIELDING}  # how a job yields to those that come before it; a decision does not

JobResult = TypeVar("JobResult")

_current = threading.local()  # the flags and the slot of the job that this thread works on
_flags: MutableSequence[int] = bytearray(SLOTS)  # this process's flags, if it is one of a pool


class Unwanted(Exception):
    """Nobody waits for the job any more."""


def give_up_if_unwanted() -> None:
    """Ends the job of this thread if nobody waits for it any more. A job calls this after each search."""
    flags, slot = getattr(_current, "job", (None, 0))
    if flags is not None and flags[slot] == DROPPED:
        raise Unwanted


def is_hurried() -> bool:
    """Whether a job that comes before that of this thread waits for it. A job asks this after each search."""
    flags, slot = getattr(_current, "job", (None, 0))
    return flags is not None and flags[slot] in (YIELDING, HURRIED)


@dataclass(order=True)
class WaitingJob:
    """A job that waits; the lowest rank comes first, then the lowest share, then the oldest."""

    rank: int
    share: int
    number: int
    future: Future[Any] = field(compare=False)
    work: Callable[..., Any] = field(compare=False)
    args: tuple[Any, ...] = field(compare=False)
    begun: float = field(default=0.0, compare=False)
    dropped: float | None = field(default=None, compare=False)  # when it ran and nobody wanted it any more

    @property
    def slot(self) -> int:
        return self.number % SLOTS


class JobQueue:
    """Runs jobs by rank in some processes, or with a count of 0 in a thread. Processes that died are replaced."""

    def __init__(self, count_of_processes: int) -> None:
        self._count = count_of_processes
        self._beside = max(1, count_of_processes // 2)  # processes for analyses
        self._flags: MutableSequence[int] = multiprocessing.RawArray("b", SLOTS) if self._count else bytearray(SLOTS)
        self._executor: Executor | None = None
        self._waiting: tuple[list[WaitingJob], list[WaitingJob]] = ([], [])  # analyses are the second
        self._running_jobs: dict[Future[Any], WaitingJob] = {}
        self._numbers = count()
        self._lock = threading.Lock()
        self.closed = False

    def submit(
        self, work: Callable[..., JobResult], *args: Any, rank: int = DECISION, share: int = 0
    ) -> Future[JobResult]:
        """Runs a job as soon as a process is free and no job of a lower rank waits."""
        future: Future[JobResult] = Future()
        self._end_hanging()
        with self._lock:
            if self.closed:
                raise CancelledError
            job = WaitingJob(rank, share, next(self._numbers), future, work, args)
            heapq.heappush(self._waiting[rank == ANALYSIS], job)
        self._begin()
        self._ask_to_yield()
        return future

    @property
    def waiting(self) -> dict[str, int]:
        """The number of jobs of each rank that wait."""
        with self._lock:
            ranks = Counter(job.rank for job in chain(*self._waiting))
        return {name: ranks[rank] for rank, name in enumerate(RANKS)}

    def time_left(self, future: Future[Any], limit: float) -> float:
        """The seconds that a job still has of its limit, which begins when a process begins with it."""
        with self._lock:
            job = self._running_jobs.get(future)
        return limit if job is None else job.begun + limit - time.monotonic()

    def drop(self, future: Future[Any]) -> None:
        """Cancels a job for which nobody waits: it is not begun, or gives up at the next occasion."""
        if not future.cancel():
            with self._lock:
                if job := self._running_jobs.get(future):
                    self._flags[job.slot], job.dropped = DROPPED, time.monotonic()

    def close(self) -> None:
        """Gives up all jobs and ends the processes."""
        with self._lock:
            self.closed = True
            for job in chain(*self._waiting):
                job.future.cancel()
            self._waiting = ([], [])
            executor, self._executor = self._executor, None
        if executor is not None:
            for process in multiprocessing.active_children():
                process.terminate()
            executor.shutdown(wait=bool(self._count), cancel_futures=True)  # a thread cannot be ended

    def _end_hanging(self) -> None:
        """Ends the processes if one of them hangs: it would be missed for ever. Their other jobs fail."""
        with self._lock:
            latest, executor = time.monotonic() - HANGING, self._executor
            hangs = any(job.dropped is not None and job.dropped < latest for job in self._running_jobs.values())
            if not hangs or not isinstance(executor, ProcessPoolExecutor):
                return
            self._executor = None
        for process in list((executor._processes or {}).values()):
            process.kill()

    def _begin(self) -> None:
        """Gives the free processes the next jobs."""
        begun: list[tuple[WaitingJob, Future[Any]]] = []
        failed: list[tuple[WaitingJob, Exception]] = []
        with self._lock:
            for waiting in self._waiting:
                while waiting and self._has_room(waiting[0].rank) and not self.closed:
                    job = heapq.heappop(waiting)
                    if job.future.set_running_or_notify_cancel():
                        self._flags[job.slot] = WANTED
                        job.begun = time.monotonic()
                        try:
                            begun.append((job, self._start(job)))
                            self._running_jobs[job.future] = job
                        except Exception as problem:  # the system starts no more processes: nobody may wait for one
                            failed.append((job, problem))
        for job, inner in begun:
            inner.add_done_callback(lambda inner, job=job: self._end(job, inner))  # type: ignore[misc]
        for job, why in failed:
            job.future.set_exception(why)

    def _ask_to_yield(self) -> None:
        """Asks a running job for each one that waits and comes before it: the last in order first, then the oldest."""
        with self._lock:
            running = [job for job in self._running_jobs.values() if job.rank in YIELDS]
            running.sort(key=lambda job: (-job.rank, -job.share, job.begun))
            for first, last in zip(heapq.nsmallest(len(running), self._waiting[0]), running, strict=False):
                if (first.rank, first.share) < (last.rank, last.share) and self._flags[last.slot] == WANTED:
                    self._flags[last.slot] = YIELDS[last.rank]

    def _has_room(self, rank: int) -> bool:
        """Whether a process is free for a job of this rank."""
        analyses = sum(job.rank == ANALYSIS for job in self._running_jobs.values())
        if rank == ANALYSIS:
            return analyses < self._beside
        return len(self._running_jobs) - analyses < max(1, self._count)

    def _start(self, job: WaitingJob) -> Future[Any]:
        flags, run = None if self._count else self._flags, _work_on
        if job.rank == ANALYSIS and self._count:  # in a thread of the server it would hold others up with Python's lock
            run = _work_aside
        try:
            return self._running().submit(run, flags, job.slot, job.work, job.args)
        except BrokenExecutor:
            self._executor = None
            return self._running().submit(run, flags, job.slot, job.work, job.args)

    def _end(self, job: WaitingJob, inner: Future[Any]) -> None:
        """Passes a result on, and begins the next job."""
        with self._lock:
            self._running_jobs.pop(job.future)
        problem = CancelledError() if inner.cancelled() else inner.exception()
        if problem is None:
            job.future.set_result(inner.result())
        else:
            job.future.set_exception(problem)
        self._begin()

    def _running(self) -> Executor:
        if self._executor is None:
            self._executor = (
                ProcessPoolExecutor(
                    self._count + self._beside, multiprocessing.get_context("spawn"), _follow_the_server, (self._flags,)
                )
                if self._count
                else ThreadPoolExecutor(1 + self._beside, thread_name_prefix="think-pool")
            )
        return self._executor


def _work_on(
    flags: MutableSequence[int] | None, slot: int, work: Callable[..., JobResult], args: tuple[Any, ...]
) -> JobResult:
    """Runs in a thread or process of the pool, which knows its own flags."""
    flags = _flags if flags is None else flags
    _current.job = (flags, slot)
    done = threading.Event()
    watching = (flags, slot, done, threading.get_ident())
    threading.Thread(target=_stop_if_unwanted, args=watching, name="watch", daemon=True).start()
    try:
        return work(*args)
    finally:
        done.set()


def _work_aside(
    flags: MutableSequence[int] | None, slot: int, work: Callable[..., JobResult], args: tuple[Any, ...]
) -> JobResult:
    """As `_work_on`, in a thread that gets a core only while nothing else on the machine wants it."""
    with ThreadPoolExecutor(1, "aside", _step_back) as thread:
        return thread.submit(_work_on, flags, slot, work, args).result()


def _step_back() -> None:
    """Lowers the priority of this thread and of those that it starts, where the system can do that."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _stop_if_unwanted(flags: MutableSequence[int], slot: int, done: threading.Event, thread: int) -> None:
    """Ends the searches of a job as soon as nobody waits for it, or another job does; then it gives up or answers."""
    while not done.wait(LOOK):
        if flags[slot] >= HURRIED:
            stop_search(thread)


def _follow_the_server(flags: MutableSequence[int]) -> None:
    """Makes a process of the pool ignore Ctrl+C, which reaches all processes of a terminal, and end with its server."""
    global _flags
    _flags = flags
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)
