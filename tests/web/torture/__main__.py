"""`python -m tests.web.torture --kills 200`: the storm on both databases, and what happened in it."""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict

from tests.web.torture.runs import TortureRun, added_up, shared_out
from tests.web.torture.storm import Report


def main() -> None:
    """Reads the command line, runs the storms and prints what happened in them."""
    parser = argparse.ArgumentParser(prog="torture")
    parser.add_argument("--kills", type=int, default=200, help="on each database")
    parser.add_argument("--workers", type=int, default=2, help="of each server; 1: bots think in its own threads")
    parser.add_argument("--tables", type=int, default=4, help="that are played at in each process, at the same time")
    parser.add_argument("--seed", type=int, default=1, help="of the first process; the next have the following ones")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which the kills end, on each database")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--processes", type=int, default=1, help="that share the kills on a database")
    parser.add_argument("--together", action="store_true", help="run on all databases at the same time")
    given = parser.parse_args()
    kinds = given.database or ["sqlite", "postgresql"]
    begun, reports = time.monotonic(), {kind: list[Report]() for kind in kinds}
    at_once = given.processes * (len(kinds) if given.together else 1)
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as pool:
        running: dict[Future[Report], TortureRun] = {}
        for kind in kinds:
            whole = TortureRun(kind, given.kills, given.workers, given.tables, given.seed, given.minutes)
            running |= {pool.submit(each.run): each for each in shared_out(whole, given.processes)}
        problems = 0
        for each in as_completed(running):
            run = running[each]
            if (problem := each.exception()) is not None:
                problems += 1
                print(f"{run.database}, seed {run.seed}: {problem!r}", flush=True)
            else:
                reports[run.database].append(each.result())
                print(f"{run.database}, seed {run.seed}: {asdict(each.result())}", flush=True)
    for kind, found in reports.items():
        if found:
            print(f"{kind}: {asdict(added_up(found))}")
    print(f"{time.monotonic() - begun:.0f} s, {problems} storms that lost something or stood still")
    raise SystemExit(problems > 0)


if __name__ == "__main__":
    main()
