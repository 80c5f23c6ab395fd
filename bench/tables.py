"""Measures what decisions at tables cost a server in CPU time and memory, without HTTP.

    python -m bench.tables --game sintra --decisions 3000
    python -m bench.tables --decisions 200000 --tables 300

Three players follow each table: a decision is stored, and what changed is drawn, compressed and given to each of them.
Tables whose game is over are replaced. CPU time does not depend on what else the machine does. Without `--game` the
tables play all games in turn.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import itertools
import os
import pstats
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import ludotheque
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
        self._services, self._luck = services, luck
        languages = luck.choices(LANGUAGES, (8, 1, 1), k=SEATS)
        self.pages = [PlayerPage(f"visitor-{luck.getrandbits(40):x}", language) for language in languages]
        visitors = [page.visit.visitor for page in self.pages]
        seats = (SeatPlan("person"), *(SeatPlan("open"),) * (SEATS - 1))
        self.table = create(services.store, Plan(game, seats), visitors[0])
        for seat in range(1, SEATS):
            services.store.change(self.table, sit, visitors[seat], seat, f"Player {seat}")
        services.store.change(self.table, start, visitors[0])
        self.draw()

    def decide(self) -> bool:
        """Makes one decision, in a secret phase one of every seat; False if the game is over."""
        store = self._services.store
        state = store.read(self.table, 0)
        if state.status != RUNNING:
            return False
        for seat, position in state.asked().items():
            action = self._luck.choice(position.legal())
            store.change(self.table, decide, self.pages[seat].visit.visitor, seat, state.version, action)
        self.draw()
        return True

    def draw(self) -> None:
        """Gives every page what has changed."""
        state = self._services.store.read(self.table, 0)
        for page in self.pages:
            text, page.sent = self._services.render_cache.update(state, page.visit, None, 0.0, page.sent)
            page.compress(event(state.version, text()).encode())


def decisions(services: Services, games: Iterator[str], tables: int, luck: random.Random) -> Iterator[None]:
    """Decides at one table after the other, for ever."""
    boards = [TableInPlay(services, next(games), luck) for _ in range(tables)]
    while True:
        for number, board in enumerate(boards):
            if board.decide():
                yield
            else:
                boards[number] = TableInPlay(services, next(games), luck)


def memory() -> float:
    """MiB of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measure(services: Services, given: argparse.Namespace) -> None:
    """Plays and prints a line for each part of the decisions."""
    games = itertools.cycle([given.game] if given.game else ludotheque.games())
    made = decisions(services, games, given.tables, random.Random(given.seed))
    for _ in range(given.tables):  # the first ones fill the caches
        next(made)
    print("| decisions | MiB | of these caches | CPU ms a decision |\n|---|---|---|---|")
    part = max(1, given.decisions // LINES)
    for done in range(part, given.decisions + 1, part):
        begun = time.process_time()
        for number, _ in enumerate(itertools.islice(made, part), start=done - part + 1):
            if number % LOOK == 0 and not given.profile:
                services.memory.bound()
        spent = 1000 * (time.process_time() - begun) / part
        cached = 0.0
        if not given.profile:
            services.memory.bound()
            cached = sum(services.memory.held().values()) / 2**20
        print(f"| {done:,} | {memory():.0f} | {cached:.0f} | {spent:.2f} |", flush=True)


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="tables")
    parser.add_argument("--game", choices=ludotheque.games())
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--memory", type=int, default=Settings.memory, help="MiB of all caches")
    parser.add_argument("--seed", type=int, default=1)
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
                    measure(services, given)
                pstats.Stats(profile).sort_stats("tottime").print_stats(45)
            else:
                measure(services, given)
        finally:
            services.bot_runner.close()
            services.store.engine.dispose()


if __name__ == "__main__":
    main()
