"""Who plays the pieces of a study: threads for random games, processes for players that think, or a cluster."""

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

AHEAD = 2  # pieces given to each worker: one is played, one waits


def played(pieces: Sequence[Piece], cores: int | None = None, ray: str | None = None) -> Iterator[tuple[Piece, Tally]]:
    """The pieces with their counts, in any order, as they are done; on this machine or on a Ray cluster."""
    if ray is not None:
        yield from spread(ray, work, pieces)
        return
    workers = os.cpu_count() or 1 if cores is None else whole(cores)
    if workers is None or workers < 1:
        raise Error(f"A study needs at least one core, not {shown(cores)}.")
    random = [piece for piece in pieces if set(piece.setting.bots) == {RANDOM}]
    if random:
        work(random[0]._replace(last=random[0].first))  # compiles, or loads what is compiled
        with ThreadPoolExecutor(workers) as threads:
            yield from _through(threads, random, workers)
    thinking = [piece for piece in pieces if set(piece.setting.bots) != {RANDOM}]
    if thinking:
        context = multiprocessing.get_context("spawn")  # a copy of this process would share its threads' locks
        with ProcessPoolExecutor(min(workers, len(thinking)), context) as processes:
            try:
                yield from _through(processes, thinking, workers)
            except BrokenProcessPool:
                raise Error("A process of the study has ended by itself.") from None


def _through(pool: Executor, pieces: Iterable[Piece], workers: int) -> Iterator[tuple[Piece, Tally]]:
    """Gives the pool no more than it needs, so that a study that is stopped ends soon."""
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
