"""Plays the pieces of a study: in threads for random games, in processes for other bots, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ludotheque.arena.cluster import spread
from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error
from ludotheque.study.tally import Tally
from ludotheque.study.work import RANDOM, Piece, work

AHEAD = 2  # pieces submitted for each worker: one runs, one waits


def played(pieces: Sequence[Piece], cores: int | None = None, ray: str | None = None) -> Iterator[tuple[Piece, Tally]]:
    """The pieces with their counts, in any order, from this machine or from a Ray cluster."""
    if ray is not None:
        yield from spread(ray, work, pieces)
        return
    workers = os.cpu_count() or 1 if cores is None else whole(cores)
    if workers is None or workers < 1:
        raise Error(f"A study needs at least one core, not {shown(cores)}.")
    random = [piece for piece in pieces if set(piece.setting.bots) == {RANDOM}]
    if random:
        work(random[0]._replace(last=random[0].first))  # compiles the loops, or loads them from the cache
        with ThreadPoolExecutor(workers) as threads:
            yield from _through(threads, random, workers)
    thinking = [piece for piece in pieces if set(piece.setting.bots) != {RANDOM}]
    if thinking:
        context = multiprocessing.get_context("spawn")  # a forked process would inherit its threads' locks
        with ProcessPoolExecutor(min(workers, len(thinking)), context) as processes:
            try:
                yield from _through(processes, thinking, workers)
            except BrokenProcessPool:
                raise Error("A process of the study has ended by itself.") from None


def _through(pool: Executor, pieces: Iterable[Piece], workers: int) -> Iterator[tuple[Piece, Tally]]:
    """Submits few pieces at a time, so that an interrupted study ends soon."""
    waiting = iter(pieces)
    given: dict[Future[Tally], Piece] = {}
    try:
        while True:
            given |= {pool.submit(work, piece): piece for piece in islice(waiting, AHEAD * workers - len(given))}
            if not given:
                return
            for done in wait(given, return_when=FIRST_COMPLETED).done:
                yield given.pop(done), done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
