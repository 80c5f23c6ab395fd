"""Measures a server under load: many tables with three clients each.

    python -m bench.load --tables 10 20 40 --workers 1 2 --database sqlite postgresql
    python -m bench.load --idle 10000

The main figure is the time from a decision to the last client's update. Server and clients share the
machine, so the clients use some of the measured CPU.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench.visitors import Lost, SeenTable, Visitor
from ludotheque.core.charts import lines
from tests.web.serving import Serving, serving

SEATS = 3
UNLIMITED = {
    "LUDOTHEQUE_REQUEST_RATE": "0",
    "LUDOTHEQUE_SEAT_RATE": "0",
    "LUDOTHEQUE_TABLES_AN_HOUR": "0",
    "LUDOTHEQUE_WATCHING": "0",
    "LUDOTHEQUE_CONNECTIONS": "0",
    "LUDOTHEQUE_LOG_LEVEL": "error",
}
TOO_LATE = 30.0  # seconds until a missing update counts as an error


@dataclass(frozen=True)
class LoadFigures:
    """The figures of one run."""

    database: str
    workers: int
    tables: int
    wanted: float  # decisions a second
    made: float
    half: float  # milliseconds from a decision to the last client's update, 50th percentile
    most: float  # the same, 99th percentile
    errors: int
    work: float  # milliseconds of the server's CPU time per decision
    memory: float  # MiB of all server processes


class PlayerClient:
    """A player's browser: follows the events of the table and keeps the newest state."""

    def __init__(self, address: str, seat: int) -> None:
        self.visitor = Visitor(address, keep=True)
        self.seat, self.version, self.parts = seat, 0, dict[bytes, bytes]()
        self.came = asyncio.Event()

    async def follow(self, table: str) -> None:
        """Follows the events of a table, and reopens a lost stream."""
        while True:
            with suppress(Lost):
                async with aclosing(self.visitor.follow(f"/t/{table}/events", self.version)) as events:
                    async for self.version, self.parts in events:
                        self.came.set()

    async def reaches(self, version: int) -> None:
        """Waits until this client has the given version."""
        while self.version < version:
            self.came.clear()
            await self.came.wait()


class Board:
    """A table with its clients."""

    def __init__(self, address: str, game: str, luck: random.Random) -> None:
        self.clients = [PlayerClient(address, seat) for seat in range(SEATS)]
        self._game, self._luck = game, luck
        self.times: list[float] = []
        self.errors = 0
        self._following: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Creates the table and seats all players."""
        host = self.clients[0].visitor
        form = {"seats": SEATS, "seat-0": "me", "seat-1": "friend", "seat-2": "friend"}
        answer = await host.post(f"/new/{self._game}", form)
        self._table = answer.headers["location"].rpartition("/")[2]
        for client in self.clients[1:]:
            await client.visitor.get("/health")
            await client.visitor.post(f"/t/{self._table}/sit", {"seat": client.seat, "name": "Bea"})
        await host.post(f"/t/{self._table}/start")
        self._following = [asyncio.create_task(client.follow(self._table)) for client in self.clients]
        for client in self.clients:
            await client.reaches(2)

    async def play(self, until: float, pause: float) -> bool:
        """Decides at regular times by the clock, however long the last decision took; False if the game is over."""
        due = time.monotonic() + self._luck.uniform(0, pause)
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due + pause, time.monotonic())
            if not await self._decide():
                return False
        return True

    async def _decide(self) -> bool:
        """Makes one decision and waits until every client has it; False if the game is over."""
        newest = max(client.version for client in self.clients)
        states = [(client, client.parts.get(b"state", b"")) for client in self.clients]
        at_once = [client for client, at in states if client.version == newest and b" data-seat=" in at]
        if not at_once:
            return b'data-stage="over"' not in states[0][1]
        try:
            async with asyncio.timeout(TOO_LATE):
                for client in at_once:  # simultaneous choices become visible after the last one
                    actions = SeenTable.of(b"".join(client.parts.values())).actions
                    fields = {"seat": client.seat, "version": newest, "action": self._luck.choice(actions)}
                    begun = time.monotonic()
                    if (await client.visitor.post(f"/t/{self._table}/play", fields)).status != 303:
                        self.errors += 1
                        return True
                for each in self.clients:
                    await each.reaches(newest + 1)
        except (Lost, TimeoutError):
            self.errors += 1
            return True
        self.times.append(time.monotonic() - begun)
        return True

    async def close(self) -> None:
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)
        for client in self.clients:
            await client.visitor.leave()


async def measure(server: Serving, given: argparse.Namespace, kind: str, workers: int, tables: int) -> LoadFigures:
    """Runs some tables for a while and returns the figures."""
    boards = [Board(server.address, given.game, random.Random(n)) for n in range(tables)]
    ready = asyncio.Semaphore(8)

    async def open_(board: Board) -> None:
        async with ready:
            await board.open()

    await asyncio.gather(*map(open_, boards))
    begun, spent = time.monotonic(), work_of(server)
    await asyncio.gather(*(board.play(begun + given.seconds, 1 / given.rate) for board in boards))
    lasted = time.monotonic() - begun
    spent, memory = work_of(server) - spent, memory_of(server)
    for board in boards:
        await board.close()
    times = sorted(1000 * each for board in boards for each in board.times)
    half, most = (statistics.median(times), times[int(0.99 * len(times))]) if times else (0.0, 0.0)
    errors = sum(board.errors for board in boards)
    made, work = len(times) / lasted, 1000 * spent / max(1, len(times))
    return LoadFigures(kind, workers, tables, tables * given.rate, made, half, most, errors, work, memory)


def memory_of(server: Serving) -> float:
    """Returns the MiB of all server processes."""
    return sum(int(stat[21]) for stat in processes(server)) * os.sysconf("SC_PAGE_SIZE") / 2**20


def work_of(server: Serving) -> float:
    """Returns the CPU seconds of all server processes."""
    return sum(int(stat[11]) + int(stat[12]) for stat in processes(server)) / os.sysconf("SC_CLK_TCK")


def work_of_process(process: int | None) -> float:
    """Returns the CPU seconds of a process, of its children and of those that have ended; 0 without a process."""
    found = [stat for pid, stat in all_processes() if process is not None and process in (pid, int(stat[1]))]
    ended = sum(sum(map(int, stat[13:15])) for stat in found if int(stat[1]) != process)
    return (sum(sum(map(int, stat[11:13])) for stat in found) + ended) / os.sysconf("SC_CLK_TCK")


def processes(server: Serving) -> Iterator[list[str]]:
    """Yields the fields of /proc/PID/stat after the name, for each server process."""
    return (stat for _, stat in all_processes() if int(stat[3]) == server.process.pid)  # its session


def all_processes() -> Iterator[tuple[int, list[str]]]:
    """Yields the number of each process, and the fields of its /proc/PID/stat after the name."""
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield int(each.name), (each / "stat").read_text().rpartition(")")[2].split()


class OpenedDatabase(NamedTuple):
    """A database, and the process that serves it."""

    address: str
    process: int | None = None


@contextmanager
def databases(kind: str, folder: str) -> Iterator[OpenedDatabase]:
    """Creates a database of a kind."""
    if kind == "sqlite":
        yield OpenedDatabase(f"sqlite:///{folder}/tables.sqlite3")
        return
    from tests.web.postgres import Cluster  # its driver may be missing

    cluster = Cluster(fsync=True)
    try:
        cluster.start()
        yield OpenedDatabase(cluster.new_database(), cluster.process)
    finally:
        cluster.remove()


def run(given: argparse.Namespace) -> list[LoadFigures]:
    """Measures all combinations, each with a new server and a new database."""
    found = []
    for kind in given.database:
        for workers in given.workers:
            for tables in given.tables:
                with tempfile.TemporaryDirectory() as folder, databases(kind, folder) as database:
                    flags = ("--database", database.address, "--workers", str(workers))
                    with serving(Path(folder), *flags, **UNLIMITED) as server:
                        found.append(asyncio.run(measure(server, given, kind, workers, tables)))
                print(row(found[-1]), flush=True)
    return found


def row(each: LoadFigures) -> str:
    """Formats a line of the table."""
    return (
        f"| {each.database} | {each.workers} | {each.tables} | {each.made:.0f} of {each.wanted:.0f} "
        f"| {each.half:.0f} | {each.most:.0f} | {each.errors} | {each.work:.1f} | {each.memory:.0f} |"
    )


HEAD = """| database | workers | tables | decisions a second | p50 ms | p99 ms | errors | CPU ms a decision | MiB |
|---|---|---|---|---|---|---|---|---|"""


def save_figures(found: list[Any], given: argparse.Namespace, draw: Callable[[list[Any], Path], None]) -> None:
    """Draws and writes what was measured, if the command line names a picture or a file of JSON."""
    if given.picture:
        draw(found, given.picture)
    if given.json:
        given.json.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n")


def draw(found: list[LoadFigures], path: Path) -> None:
    """Draws the 99th percentile against the number of tables."""
    drawn: dict[str, list[tuple[float, float]]] = {}
    for each in found:
        name = f"{each.database}, {each.workers} worker{'s' * (each.workers > 1)}"
        drawn.setdefault(name, []).append((each.tables, math.log10(each.most)))
    powers = range(1, math.ceil(math.log10(max(each.most for each in found))) + 1)
    ticks = {float(power): f"{10**power:,}" for power in powers}
    chart = lines("milliseconds", drawn, f"{max(each.tables for each in found)} tables", ticks)
    title = "Milliseconds to the last client's update, 99th percentile"
    path.write_text(chart.file(title, "By number of tables, three clients each"), encoding="utf-8")


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="load")
    parser.add_argument("--tables", type=int, nargs="+", default=[5, 10, 20, 40])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--database", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--rate", type=float, default=1.0, help="decisions a second at each table")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument(
        "--idle", type=int, default=0, help="measure the memory of a server with this many idle tables instead"
    )
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.idle:
        from bench.idle import idle

        print(idle(given.idle))
        return
    print(HEAD)
    found = run(given)
    save_figures(found, given, draw)


if __name__ == "__main__":
    main()
