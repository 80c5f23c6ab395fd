"""`python -m tests.web.fuzz --requests 1000000 --processes 4` asks, and prints what was asked how often.

A request with one thing wrong must be refused in a sentence, and must change nothing in the database; a valid one must
be accepted. Several places are walked at once, so that their changes share commits.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.web.fuzz.walks import fuzz_alone


def main() -> None:
    """Reads the command line, runs and prints."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first process; the next have the following ones")
    parser.add_argument("--processes", type=int, default=1, help="that share the requests")
    given = parser.parse_args()
    begun, seeds = time.monotonic(), range(given.seed, given.seed + given.processes)
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        found = pool.map(partial(fuzz_alone, -(-given.requests // given.processes)), seeds)
        seen = sum(found, Counter[str]())
    for what, count in sorted(seen.items()):
        print(f"{count:9,}  {what}")
    print(f"{seen.total():9,}  in {time.monotonic() - begun:.0f} seconds")


if __name__ == "__main__":
    main()
