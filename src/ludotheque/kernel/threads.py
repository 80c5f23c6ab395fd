"""Work on many games, spread over the cores in chunks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

Progress = Callable[[int, int], None]
"""Told now and then how many games of how many are done."""

CHUNK = 1024  # games that one thread plays between two reports


def spread(
    work: Callable[[int, int], None], games: int, threads: int | None = None, progress: Progress | None = None
) -> None:
    """Does the work for all games, first..last-1 at a time; the work must not hold the interpreter's lock."""
    if games <= CHUNK and not progress:  # not worth a thread
        work(0, games)
        return
    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        chunks = {
            pool.submit(work, first, min(first + CHUNK, games)): min(CHUNK, games - first)
            for first in range(0, games, CHUNK)
        }
        try:
            for chunk in as_completed(chunks):
                chunk.result()
                done += chunks[chunk]
                if progress:
                    progress(done, games)
        except BaseException:  # also Ctrl-C: the games that have not begun are not played
            pool.shutdown(wait=False, cancel_futures=True)
            raise
