"""Spreads work on many games over the cores, in chunks."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed, wait

ProgressCallback = Callable[[int, int], None]
"""Called now and then with the games done and the games in all."""

CHUNK = 1024  # games a task; smaller tasks cost more to hand over than they save


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """Threads that are kept: starting them takes longer than a step of a batch."""
    return ThreadPoolExecutor(threads)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a forked process has no threads


def spread(
    work: Callable[[int, int], None], games: int, threads: int | None = None, progress: ProgressCallback | None = None
) -> None:
    """Does the work for all games, first..last-1 at a time. The work must release the interpreter's lock."""
    hands = threads or os.cpu_count() or 1
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if hands == 1 or len(chunks) <= 1:
        for first, last in chunks:
            work(first, last)
            if progress:
                progress(last, games)
        return
    work(0, 0)  # compiles, or loads the compiled code, before there are threads
    done, pool = 0, _pool(hands)
    given = {pool.submit(work, first, last): last - first for first, last in chunks}
    try:
        for chunk in as_completed(given):
            chunk.result()
            done += given[chunk]
            if progress:
                progress(done, games)
    except BaseException:  # also Ctrl-C: the other games are not played
        for chunk in given:
            chunk.cancel()
        wait(given)
        raise
