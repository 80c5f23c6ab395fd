"""`python -m tests.web.torture --kills 200`: the storm on both databases, and what happened in it.

With `--prove` bad servers show first that the storm finds what they lose.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict

from tests.web.torture import people
from tests.web.torture.checker import Loss, Report
from tests.web.torture.runs import TortureRun, added_up, shared_out
from tests.web.torture.storm import StormPlan
from tests.web.torture.victim import WAYS

# A storm that no bad server survives; in Fourberies people seal answers.
PROOF = StormPlan(kills=100, parties=4, seed=1, games=("fourberies",), minutes=0.5, gently=0.9)
HASTY = 0.5  # the probability that a player takes a step back in it


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
    parser.add_argument("--prove", action="store_true", help="first show that the storm finds what bad servers lose")
    given = parser.parse_args()
    begun, kinds = time.monotonic(), given.database or ["sqlite", "postgresql"]
    unnoticed = prove() if given.prove else []
    plan = StormPlan(given.kills, given.tables, given.seed, workers=given.workers, minutes=given.minutes)
    at_once = given.processes * (len(kinds) if given.together else 1)
    reports, problems = run_all([TortureRun(kind, plan) for kind in kinds], given.processes, at_once)
    for kind, found in reports.items():
        print(kind, added_up(found).told())
    result = {
        "kills": {kind: sum(report.kills for report in found) for kind, found in reports.items()},
        "lost": sum(report.lost for found in reports.values() for report in found),
        "problems": problems,
        "unnoticed": unnoticed,
        "seconds": round(time.monotonic() - begun),
    }
    print("result", json.dumps(result))
    raise SystemExit(bool(problems or unnoticed))


def prove() -> list[str]:
    """Lets each kind of bad server run, and returns what the storm did not notice."""
    unnoticed, people.HASTY = [], HASTY
    for way in WAYS:
        run = TortureRun("sqlite", StormPlan(**asdict(PROOF) | {"losing": way}))
        try:
            run.run()
        except (AssertionError, ExceptionGroup) as found:
            told = found.exceptions[0] if isinstance(found, ExceptionGroup) else found
            run.tell(f"a server that loses {way} is found: {str(told)[:400]}")
        else:
            unnoticed.append(way)
            run.tell(f"a server that loses {way} is NOT found")
    return unnoticed


def run_all(runs: list[TortureRun], processes: int, at_once: int) -> tuple[dict[str, list[Report]], int]:
    """Runs each storm in so many processes; returns their reports by database, and the number of those that failed."""
    reports, problems = {run.database: list[Report]() for run in runs}, 0
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as pool:
        running: dict[Future[Report], TortureRun] = {
            pool.submit(each.run): each for run in runs for each in shared_out(run, processes)
        }
        for done in as_completed(running):
            run = running[done]
            problem = done.exception()
            problems += problem is not None
            report = problem.report if isinstance(problem, Loss) else None if problem else done.result()
            if report is not None:
                reports[run.database].append(report)
            run.tell(repr(problem) if problem or report is None else report.told())
    return reports, problems


if __name__ == "__main__":
    main()
