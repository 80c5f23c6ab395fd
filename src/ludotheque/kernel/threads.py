"""Work on many games, spread over the cores in chunks."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed, wait

Progress = Callable[[int, int], None]
"""Told now and then how many games of how many are done."""

CHUNK = 1024  # games that one thread plays between two reports; handing fewer over would cost more than it saves


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """Threads that stay: a step of a batch takes less time than starting them would."""
    return ThreadPoolExecutor(threads)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not live on in a copy of the process


def spread(
    work: Callable[[int, int], None], games: int, threads: int | None = None, progress: Progress | None = None
) -> None:
    """Does the work for all games, first..last-1 at a time; the work must not hold the interpreter's lock."""
    hands = threads or os.cpu_count() or 1
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if hands == 1 or len(chunks) <= 1:
        for first, last in chunks:
            work(first, last)
            if progress:
                progress(last, games)
        return
    work(0, 0)  # compiles, or loads what is compiled, before there are threads
    done, pool = 0, _pool(hands)
    given = {pool.submit(work, first, last): last - first for first, last in chunks}
    try:
        for chunk in as_completed(given):
            chunk.result()
            done += given[chunk]
            if progress:
                progress(done, games)
    except BaseException:  # also Ctrl-C: the games that have not begun are not played
        for chunk in given:
            chunk.cancel()
        wait(given)
        raise
