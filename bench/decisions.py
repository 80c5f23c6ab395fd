"""Measures what a decision costs a server, from the request to its acknowledgement, while nobody watches.

    python -m bench.decisions --tables 300 --seconds 10

Every table makes one decision a second, by the clock. The games are computed beforehand, so that the
server gets nothing but posts.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from itsdangerous import URLSafeSerializer

from bench.load import UNLIMITED, databases, work_of
from bench.visitors import Visitor
from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.state import TableState
from tests.web.serving import SECRET, Serving, serving

WHO = "ann"


class PostedDecision(NamedTuple):
    """The form fields of a post."""

    seat: int
    version: int
    action: int


class Script(NamedTuple):
    """A table and all its decisions."""

    table: str
    decisions: list[PostedDecision]


def written(database: str, game: str, tables: int, decisions: int) -> list[Script]:
    """Creates the tables and computes their games; the draws follow from the seed."""
    engine = schema.open_store(database)
    store = TableStore(engine, 1)
    found = []
    for n in range(tables):
        table = create(store, Plan(game, (SeatPlan("person"),) * 3), WHO)
        found.append(Script(table, list(played(store.read(table), decisions, random.Random(n)))))
    engine.dispose()
    return found


def played(table: TableState, decisions: int, luck: random.Random) -> Iterator[PostedDecision]:
    """Yields random decisions, also sealed ones, with the versions that the server will have."""
    for _ in range(decisions):
        asked = {seat: position for seat, position in table.asked().items() if seat not in table.seals}
        if not asked:
            return
        seat = min(asked)
        posted = PostedDecision(seat, table.version, luck.choice(asked[seat].legal()))
        yield posted
        change = TableChange(None, table, table.moved_at)
        decide(change, WHO, *posted)
        change.finish()
        table = change.table


async def post_all(server: Serving, scripts: list[Script], rate: float) -> list[float]:
    """Posts all scripts at a rate; returns the seconds until each answer."""
    times: list[float] = []

    async def follow(script: Script, begin: float) -> None:
        visitor = Visitor(server.address, keep=True)
        visitor.cookies["visitor"] = str(URLSafeSerializer(SECRET, salt="visitor").dumps(WHO))
        for n, decision in enumerate(script.decisions):
            await asyncio.sleep(max(0.0, begin + n / rate - time.monotonic()))
            begun = time.monotonic()
            answer = await visitor.post(f"/t/{script.table}/play", decision._asdict())
            assert answer.status == 303, answer
            times.append(time.monotonic() - begun)
        await visitor.leave()

    now = time.monotonic()
    await asyncio.gather(*(follow(each, now + n / len(scripts) / rate) for n, each in enumerate(scripts)))
    return times


def measure(database: str, folder: Path, given: argparse.Namespace) -> str:
    """Posts everything and describes the cost; the first two decisions of each table do not count."""
    scripts = written(database, given.game, given.tables, 2 + round(given.seconds * given.rate))
    with serving(folder, "--database", database, **UNLIMITED) as server:
        asyncio.run(post_all(server, [Script(each.table, each.decisions[:2]) for each in scripts], given.rate))
        begun, spent = time.monotonic(), work_of(server)
        times = asyncio.run(post_all(server, [Script(each.table, each.decisions[2:]) for each in scripts], given.rate))
        lasted, spent = time.monotonic() - begun, work_of(server) - spent
    half, most = 1000 * statistics.median(times), 1000 * sorted(times)[int(0.99 * len(times))]
    return (
        f"{len(times) / lasted:.0f} decisions a second: {1000 * spent / len(times):.2f} ms of CPU time each, "
        f"answer after {half:.1f} ms (p50), {most:.1f} ms (p99)"
    )


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="decisions")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=1.0, help="decisions a second at each table")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--database", nargs="+", default=["sqlite"])
    given = parser.parse_args()
    for kind in given.database:
        with tempfile.TemporaryDirectory() as folder, databases(kind, folder) as database:
            print(f"{kind}: {measure(database.address, Path(folder), given)}", flush=True)


if __name__ == "__main__":
    main()
