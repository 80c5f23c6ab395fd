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
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if threads == 1 or len(chunks) <= 1:  # not worth a thread
        for first, last in chunks:
            work(first, last)
            if progress:
                progress(last, games)
        return
    work(0, 0)  # compiles, or loads what is compiled, before there are threads
    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        given = {pool.submit(work, first, last): last - first for first, last in chunks}
        try:
            for chunk in as_completed(given):
                chunk.result()
                done += given[chunk]
                if progress:
                    progress(done, games)
        except BaseException:  # also Ctrl-C: the games that have not begun are not played
            pool.shutdown(wait=False, cancel_futures=True)
            raise
