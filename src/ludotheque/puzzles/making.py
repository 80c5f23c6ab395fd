"""Makes puzzles on several cores: each process plays games of its own and returns their puzzles."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error
from ludotheque.puzzles.finding import puzzles_in
from ludotheque.puzzles.limits import Search
from ludotheque.puzzles.puzzle import Puzzle

FOREVER = float("inf")


def make(
    game: str,
    seed: int = 0,
    first: int = 0,
    seconds: float = FOREVER,
    cores: int | None = None,
    search: Search | None = None,
    only: str = "",
) -> Iterator[Puzzle]:
    """Puzzles as they are found, or only those of a kind, from the game of this number on, until the time is over."""
    workers = os.cpu_count() or 1 if cores is None else whole(cores)
    if workers is None or workers < 1:
        raise Error(f"Making puzzles needs at least one core, not {shown(cores)}.")
    until, numbers = time.time() + seconds, itertools.count(first)
    asked = search or Search()
    if workers == 1:
        while time.time() < until:
            yield from puzzles_in(game, seed, next(numbers), asked, until, only)
        return
    context = multiprocessing.get_context("spawn")  # a forked process would inherit its threads' locks
    pool = ProcessPoolExecutor(workers, context)
    given: set[Future[list[Puzzle]]] = set()
    try:
        while given or time.time() < until:
            while len(given) < workers and time.time() < until:
                given.add(pool.submit(puzzles_in, game, seed, next(numbers), asked, until, only))
            done, given = wait(given, return_when=FIRST_COMPLETED)
            for each in done:
                yield from each.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
