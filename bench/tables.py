"""Measures what decisions at tables cost a server in CPU time and memory, without HTTP.

    python -m bench.tables --game sintra --decisions 3000
    python -m bench.tables --decisions 200000 --tables 300 --picture docs/pictures/memory.svg

Three players follow each table: a decision is stored, and what changed is drawn, compressed and given to each of them.
Some tables decide together, so that they share commits as they do under load. Tables whose game is over are replaced.
CPU time hardly depends on what else the machine does. Without `--game` the tables play all games in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import itertools
import math
import os
import pstats
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import ludotheque
from ludotheque.core.charts import lines
from ludotheque.web.middleware.compression import EventCompressor
from ludotheque.web.pages.live import event
from ludotheque.web.server import GC_THRESHOLD
from ludotheque.web.services import Services
from ludotheque.web.settings import Settings
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.seating import sit, start
from ludotheque.web.tables.state import RUNNING
from ludotheque.web.views.parts import Sent
from ludotheque.web.views.visit import Visit

SEATS = 3
AT_ONCE = 20  # tables that decide together and share commits, as under load
LINES = 20  # lines of the memory's course
LOOK = 3000  # decisions after which the caches are bounded at the latest: 300 tables between two looks of a server
LANGUAGES = ("en", "fr", "nl")


class PlayerPage:
    """A player's page: what it has, and its stream."""

    def __init__(self, visitor: str, language: str) -> None:
        self.visit = Visit(visitor, True, language, "", True, False, "", "", "http://127.0.0.1:8000", False)
        self.sent: Sent | None = None
        self.compress = EventCompressor()


class TableInPlay:
    """A table and the pages of its players."""

    def __init__(self, services: Services, game: str, luck: random.Random) -> None:
        self._services, self._game, self._luck, self.table = services, game, luck, ""
        languages = luck.choices(LANGUAGES, (8, 1, 1), k=SEATS)
        self.pages = [PlayerPage(f"visitor-{luck.getrandbits(40):x}", language) for language in languages]

    async def open(self) -> None:
        """Makes the table, and everybody sits down."""
        store, visitors = self._services.store, [page.visit.visitor for page in self.pages]
        seats = (SeatPlan("person"), *(SeatPlan("open"),) * (SEATS - 1))
        self.table = create(store, Plan(self._game, seats), visitors[0])
        for seat in range(1, SEATS):
            await store.change_soon(self.table, sit, visitors[seat], seat, f"Player {seat}")
        await store.change_soon(self.table, start, visitors[0])
        self.draw()

    async def decide(self) -> bool:
        """Makes one decision, in a secret phase one of every seat; False if the game is over."""
        store = self._services.store
        state = store.read(self.table, 0)
        if state.status != RUNNING:
            return False
        for seat, position in state.asked().items():
            action = self._luck.choice(position.legal())
            await store.change_soon(self.table, decide, self.pages[seat].visit.visitor, seat, state.version, action)
        self.draw()
        return True

    def draw(self) -> None:
        """Gives every page what has changed."""
        state = self._services.store.read(self.table, 0)
        for page in self.pages:
            text, page.sent = self._services.render_cache.update(state, page.visit, None, 0.0, page.sent)
            page.compress(event("table", text(), state.version))


async def play_for_ever(
    services: Services, games: Iterator[str], tables: int, luck: random.Random
) -> AsyncIterator[int]:
    """Decides at some tables after the other; yields how many decisions were made at once."""
    boards = [TableInPlay(services, next(games), luck) for _ in range(tables)]

    async def decide_at(number: int) -> bool:
        if await boards[number].decide():
            return True
        boards[number] = TableInPlay(services, next(games), luck)
        await boards[number].open()
        return False

    for group in groups(tables):
        await asyncio.gather(*(boards[number].open() for number in group))
    while True:
        for group in groups(tables):
            yield sum(await asyncio.gather(*map(decide_at, group)))


def groups(tables: int) -> list[range]:
    """The numbers of the tables that decide at once."""
    return [range(first, min(tables, first + AT_ONCE)) for first in range(0, tables, AT_ONCE)]


def memory() -> float:
    """MiB of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class MemoryPoint(NamedTuple):
    """The memory of the process after some decisions, in MiB."""

    decisions: int
    memory: float
    cached: float  # bytes of these caches, by their estimate


async def measure(services: Services, given: argparse.Namespace) -> list[MemoryPoint]:
    """Plays and prints a line for each part of the decisions."""
    games = itertools.cycle([given.game] if given.game else ludotheque.games())
    part, found, end = max(1, given.decisions // LINES), list[MemoryPoint](), time.monotonic() + 60 * given.minutes
    done, looked, begun = -given.tables, 0, 0.0  # the first ones fill the caches
    print("| decisions | MiB | of these caches | CPU ms a decision |\n|---|---|---|---|")
    async for made in play_for_ever(services, games, given.tables, random.Random(given.seed)):
        if done < 0 <= done + made:
            begun = time.process_time()
        done += made
        if done - looked >= LOOK and not given.profile:
            services.memory.bound()
            looked = done
        if done < part * (len(found) + 1):
            continue
        spent, cached = time.process_time() - begun, 0.0
        if not given.profile:
            cached = sum(services.memory.bound().values()) / 2**20
        spent /= done - (found[-1].decisions if found else 0)
        found.append(MemoryPoint(done, memory(), cached))
        print(f"| {done:,} | {found[-1].memory:.0f} | {cached:.0f} | {1000 * spent:.2f} |", flush=True)
        if done >= given.decisions or time.monotonic() > end:
            break
        begun = time.process_time()
    return found


def draw(found: list[MemoryPoint], path: Path) -> None:
    """Draws the memory against the number of decisions."""
    drawn = {
        "process": [(float(each.decisions), each.memory) for each in found],
        "caches": [(float(each.decisions), each.cached) for each in found],
    }
    most = max(each.memory for each in found)
    ticks = {float(tick): str(tick) for tick in range(0, int(most) + 200, 200)}
    chart = lines("MiB", drawn, f"{found[-1].decisions:,} decisions", ticks)
    path.write_text(chart.file("Memory of a server", "By number of decisions"), encoding="utf-8")


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="tables")
    parser.add_argument("--game", choices=ludotheque.games())
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--memory", type=int, default=Settings.memory, help="MiB of all caches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no further part begins")
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    given = parser.parse_args()
    gc.freeze()  # as a server does
    gc.set_threshold(*GC_THRESHOLD)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(f"sqlite:///{folder}/tables.sqlite3", "a secret", think_processes=0, memory=given.memory)
        services = Services(settings)
        try:
            if given.profile:
                with cProfile.Profile() as profile:
                    asyncio.run(measure(services, given))
                pstats.Stats(profile).sort_stats("tottime").print_stats(45)
            else:
                found = asyncio.run(measure(services, given))
                if given.picture:
                    draw(found, given.picture)
        finally:
            services.bot_runner.close()
            services.store.engine.dispose()


if __name__ == "__main__":
    main()
