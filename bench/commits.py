"""Measures how many decisions the processes of a host store together, and how long each holds the others up.

    python -m bench.commits --processes 1 2 4 --draw 2

Every process plays at its own tables, as a worker does. After each decision it computes for a while with Python's lock
held, as a worker draws for its clients. The column `held` is the time that a commit keeps the lock file of SQLite, for
each decision: its inverse is the most that all workers together can decide.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import NamedTuple

from bench.load import databases, work_of_process
from ludotheque.web.server import SWITCH_INTERVAL
from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.storage.write_lock import WriteLock
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.state import RUNNING

WHO = "ann"
WARM = 1.0  # seconds before the measurement


class CommitFigures(NamedTuple):
    """What one process measured."""

    decisions: float
    commits: float
    held: float  # seconds with the lock file
    waited: float  # seconds for the lock file
    spent: float  # seconds of CPU time, without what the process only computed


class TimedLock(WriteLock):
    """A lock that knows how long it was waited for and held."""

    commits, held_for, waited_for = 0, 0.0, 0.0

    @contextmanager
    def held(self) -> Iterator[None]:
        """As a WriteLock."""
        asked = time.perf_counter()
        with super().held():
            begun = time.perf_counter()
            try:
                yield
            finally:
                self.commits += 1
                self.held_for += time.perf_counter() - begun
                self.waited_for += begun - asked


def compute(seconds: float) -> None:
    """Computes for so much CPU time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(300))


async def play(store: TableStore, game: str, draw: float, made: list[int]) -> None:
    """Plays at one table after the other, for ever."""
    luck = random.Random(1)
    while True:
        table = create(store, Plan(game, (SeatPlan("person"),) * 3), WHO)
        while (state := store.read(table, 0)).status == RUNNING:
            for seat, position in state.asked().items():
                await store.change_soon(table, decide, WHO, seat, state.version, luck.choice(position.legal()))
            compute(draw)
            made[0] += 1


async def measure(store: TableStore, lock: TimedLock, given: argparse.Namespace, pipe: Connection) -> None:
    """Plays, and sends what happened in the measured seconds."""
    made = [0]
    playing = [asyncio.create_task(play(store, given.game, given.draw / 1000, made)) for _ in range(given.tables)]
    while not pipe.poll():
        await asyncio.sleep(0.01)
    await asyncio.sleep(pipe.recv() - time.monotonic())
    before = made[0], lock.commits, lock.held_for, lock.waited_for, time.process_time()
    await asyncio.sleep(given.seconds)
    after = made[0], lock.commits, lock.held_for, lock.waited_for, time.process_time()
    decisions, commits, held, waited, spent = (b - a for a, b in zip(before, after, strict=True))
    spent -= decisions * given.draw / 1000
    pipe.send(CommitFigures(decisions, commits, held, waited, spent))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def work(database: str, given: argparse.Namespace, pipe: Connection) -> None:
    """A process that decides."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    engine = open_store(database)
    lock = TimedLock(engine.url.database if engine.dialect.name == "sqlite" else None)
    engine = engine.execution_options(write_lock=lock)
    pipe.send("ready")
    asyncio.run(measure(TableStore(engine, 100_000), lock, given, pipe))


def row(kind: str, processes: int, given: argparse.Namespace) -> str:
    """Runs so many processes and describes what they did."""
    context = multiprocessing.get_context("spawn")
    pipes = []
    with tempfile.TemporaryDirectory() as folder, databases(kind, folder) as database:
        open_store(database.address).dispose()
        for _ in range(processes):
            mine, its = context.Pipe()
            context.Process(target=work, args=(database.address, given, its)).start()
            pipes.append(mine)
        for pipe in pipes:
            pipe.recv()
        begin = time.monotonic() + WARM
        for pipe in pipes:
            pipe.send(begin)
        time.sleep(begin - time.monotonic())
        stored = work_of_process(database.process)
        found = [pipe.recv() for pipe in pipes]
        stored = work_of_process(database.process) - stored
    decisions, commits, held, waited, spent = (sum(each) for each in zip(*found, strict=True))
    each, shared = 1000 / decisions, decisions / commits
    return (
        f"| {kind} | {processes} | {decisions / given.seconds:.0f} | {shared:.1f} | {1000 * each * held:.0f} "
        f"| {1000 * held / commits:.2f} | {1000 * waited / commits:.2f} | {each * spent:.2f} | {each * stored:.2f} |"
    )


HEAD = """| database | processes | decisions a second | a commit | held, µs a decision | held, ms a commit \
| waited, ms a commit | CPU ms a decision | of the database |
|---|---|---|---|---|---|---|---|---|"""


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="commits")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--database", nargs="+", default=["sqlite"])
    parser.add_argument("--tables", type=int, default=50, help="of each process")
    parser.add_argument("--draw", type=float, default=2.0, help="milliseconds that a process computes after a decision")
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--seconds", type=float, default=6.0)
    given = parser.parse_args()
    print(HEAD)
    for kind in given.database:
        for processes in given.processes:
            print(row(kind, processes, given), flush=True)


if __name__ == "__main__":
    main()
