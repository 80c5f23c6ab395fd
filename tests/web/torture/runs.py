"""TortureRun: a storm on one database, in a process of its own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tests.web.postgres import Cluster
from tests.web.torture.checker import Report
from tests.web.torture.storm import StormPlan, storm


@dataclass(frozen=True)
class TortureRun:
    """A storm on one database."""

    database: str  # "sqlite" or "postgresql"
    plan: StormPlan

    def run(self) -> Report:
        """Runs it; raises if anything was lost."""
        with tempfile.TemporaryDirectory() as folder, database_of(self.database, folder) as address:
            return asyncio.run(storm(address, Path(folder), self.plan, self.tell))

    def tell(self, what: str) -> None:
        """Prints what happened."""
        print(f"{self.database}, seed {self.plan.seed}: {what}", flush=True)


@contextmanager
def database_of(kind: str, folder: str) -> Iterator[str]:
    """The address of a new database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/tables.sqlite3"
        return
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster.new_database()
    finally:
        cluster.remove()


def shared_out(whole: TortureRun, processes: int) -> list[TortureRun]:
    """Storms that together have as many kills, each with a seed of its own."""
    share, more = divmod(whole.plan.kills, processes)
    plans = [replace(whole.plan, kills=share + (n < more), seed=whole.plan.seed + n) for n in range(processes)]
    return [replace(whole, plan=plan) for plan in plans]


def added_up(reports: list[Report]) -> Report:
    """All of them together."""
    return Report(*(sum(column) for column in zip(*(asdict(each).values() for each in reports), strict=True)))
