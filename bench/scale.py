"""Measures how a server grows with the cores: N workers on N cores against one.

    python -m bench.scale --workers 1 2 4 8 --picture docs/pictures/scale.svg
    python -m bench.scale --workers 2 --tables 500 --rate 1

Every table decides again as soon as all of its three clients have the last decision, so that the workers are never
idle; the figure is how many decisions they then make a second. With `--rate` tables decide at regular times, and the
figure is how long the updates take. Workers, clients (which are processes) and the database server
have cores of their own. The column `machine` says what as many processes that only count reach on the same cores: what
a processor shares between its cores no server can win back.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from bench.load import UNLIMITED, Board, databases, save_figures, work_of, work_of_process
from ludotheque.core.charts import lines
from tests.web.serving import serving

OPENING = 8  # tables that each client process opens at a time
WARM = 2.0  # seconds before the measurement
COUNTING = 1.0  # seconds in which the machine only counts
TARGET = 0.85  # the least share of N times what one worker carries


@dataclass(frozen=True)
class ScaleFigures:
    """The figures of one number of workers."""

    database: str
    workers: int
    tables: int
    made: float  # decisions a second
    half: float  # milliseconds from a decision to the last client's update, 50th percentile
    most: float  # the same, 99th percentile
    errors: int
    work: float  # milliseconds of the server's CPU time per decision
    database_work: float  # the same, of the database server
    machine: float  # how many times as much as one process the processes reach that only count


@dataclass(frozen=True)
class CoreShares:
    """Which cores work on what."""

    workers: tuple[int, ...]
    database: tuple[int, ...]
    clients: tuple[int, ...]

    @classmethod
    def shared_out(cls, most: int) -> CoreShares:
        """Shares for so many workers; what is left is for the clients and the database, or all share all of them."""
        cores = sorted(os.sched_getaffinity(0), key=lambda core: (_thread(core), core))
        spare = cores[most:]
        if len(spare) < 2:
            return cls(tuple(cores), tuple(cores), tuple(cores))
        for_database = max(1, len(spare) // 4)
        return cls(tuple(cores[:most]), tuple(spare[:for_database]), tuple(spare[for_database:]))


def _thread(core: int) -> int:
    """Which of the threads of its physical core this one is: 0 for the first."""
    path = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    with suppress(OSError, ValueError):
        first, *others = path.read_text().replace("-", ",").strip().split(",")
        return int(bool(others) and int(first) != core)
    return 0


@contextmanager
def at_home(cores: Iterable[int]) -> Iterator[None]:
    """Processes that are started in this block run on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


async def play(address: str, game: str, tables: int, pause: float, seed: int, parent: Connection) -> None:
    """Plays at some tables when the parent says so, and sends it the times and errors."""
    luck = random.Random(seed)
    boards = [Board(address, game, luck) for _ in range(tables)]
    opening = asyncio.Semaphore(OPENING)

    async def open_(board: Board) -> None:
        async with opening:
            await board.open()

    async def play_on(board: Board) -> None:
        while not await board.play(end, pause):
            await board.close()
            await board.open()

    await asyncio.gather(*map(open_, boards))
    parent.send("ready")
    begin, end = await asyncio.to_thread(parent.recv)
    playing = [asyncio.create_task(play_on(board)) for board in boards]
    await asyncio.sleep(begin - time.monotonic())
    for board in boards:
        board.times.clear()
    await asyncio.sleep(end - time.monotonic())
    parent.send(([each for board in boards for each in board.times], sum(board.errors for board in boards)))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def client(core: int, address: str, game: str, tables: int, pause: float, seed: int, parent: Connection) -> None:
    """A process of clients."""
    os.sched_setaffinity(0, [core])
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    asyncio.run(play(address, game, tables, pause, seed, parent))


def count(core: int, pipe: Connection) -> None:
    """Counts for a while on one core."""
    os.sched_setaffinity(0, [core])
    pipe.send("ready")
    begin = pipe.recv()
    time.sleep(max(0.0, begin - time.monotonic()))
    counted = 0
    while time.monotonic() < begin + COUNTING:
        counted += sum(range(1000))
    pipe.send(counted)


def counted(cores: Iterable[int]) -> int:
    """What processes that only count reach on these cores together."""
    context = multiprocessing.get_context("spawn")
    pipes = []
    for core in cores:
        mine, its = context.Pipe()
        context.Process(target=count, args=(core, its)).start()
        pipes.append(mine)
    for pipe in pipes:
        pipe.recv()
    for pipe in pipes:
        pipe.send(time.monotonic() + 0.1)
    return sum(pipe.recv() for pipe in pipes)


def measure(kind: str, workers: int, cores: CoreShares, given: argparse.Namespace, machine: float) -> ScaleFigures:
    """Plays against a new server on a new database."""
    context = multiprocessing.get_context("spawn")
    tables = workers * given.tables
    with tempfile.TemporaryDirectory() as folder, at_home(cores.database), databases(kind, folder) as database:
        flags = ("--database", database.address, "--workers", str(workers))
        with at_home(cores.workers[:workers]), serving(Path(folder), *flags, **UNLIMITED) as server:
            pipes, processes = [], []
            for n, core in enumerate(cores.clients):
                mine, its = context.Pipe()
                own = len(range(n, tables, len(cores.clients)))
                how = (core, server.address, given.game, own, 1 / given.rate if given.rate else 0.0, n, its)
                processes.append(context.Process(target=client, args=how))
                processes[-1].start()
                its.close()
                pipes.append(mine)
            for pipe in pipes:
                assert pipe.recv() == "ready"
            begin = time.monotonic() + WARM
            for pipe in pipes:
                pipe.send((begin, begin + given.seconds))
            time.sleep(WARM)
            before = work_of(server), work_of_process(database.process)
            time.sleep(begin + given.seconds - time.monotonic())
            spent, stored = work_of(server) - before[0], work_of_process(database.process) - before[1]
            times, errors = zip(*(pipe.recv() for pipe in pipes), strict=True)
            for process in processes:
                process.join()
    found = sorted(1000 * each for some in times for each in some)
    half, most = statistics.median(found), found[int(0.99 * len(found))]
    work, database_work = 1000 * spent / len(found), 1000 * stored / len(found)
    made = len(found) / given.seconds
    return ScaleFigures(kind, workers, tables, made, half, most, sum(errors), work, database_work, machine)


HEAD = """| database | workers | tables | decisions a second | times one | per worker | machine | p50 ms | p99 ms \
| errors | CPU ms a decision | of the database |
|---|---|---|---|---|---|---|---|---|---|---|---|"""


def row(each: ScaleFigures, one: ScaleFigures) -> str:
    """Formats a line of the table."""
    times = each.made / one.made * one.workers
    return (
        f"| {each.database} | {each.workers} | {each.tables} | {each.made:.0f} | {times:.2f} "
        f"| {times / each.workers:.2f} | {each.machine:.2f} | {each.half:.0f} | {each.most:.0f} | {each.errors} "
        f"| {each.work:.2f} | {each.database_work:.2f} |"
    )


def draw(found: list[ScaleFigures], path: Path) -> None:
    """Draws how many times as much as one worker the workers carry."""
    drawn: dict[str, list[tuple[float, float]]] = {}
    first = {each.database: each for each in reversed(found)}
    for each in found:
        times = each.made / first[each.database].made * first[each.database].workers
        drawn.setdefault(each.database, []).append((each.workers, times))
    most = max(each.workers for each in found)
    drawn[f"{TARGET} N"] = [(0.0, 0.0), (most, TARGET * most)]
    chart = lines("times one worker", drawn, f"{most} workers", {float(n): str(n) for n in range(0, most + 1, 2)})
    title = "What N workers on N cores carry"
    path.write_text(chart.file(title, "Decisions a second, as a multiple of one worker's"), encoding="utf-8")


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="scale")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--database", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--tables", type=int, default=100, help="for each worker")
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--rate", type=float, default=0.0, help="decisions a second at each table; 0: without a pause")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    cores = CoreShares.shared_out(max(given.workers))
    print(f"workers on the cores {cores.workers}, database on {cores.database}, clients on {cores.clients}\n\n{HEAD}")
    machine = {n: counted([*cores.workers[:n], *cores.clients[:n]]) for n in given.workers}
    found: list[ScaleFigures] = []
    for kind in given.database:
        for workers in given.workers:
            multiple = given.workers[0] * machine[workers] / machine[given.workers[0]]
            found.append(measure(kind, workers, cores, given, multiple))
            one = next(each for each in found if each.database == kind)
            print(row(found[-1], one), flush=True)
    save_figures(found, given, draw)


if __name__ == "__main__":
    main()
