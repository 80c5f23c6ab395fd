"""`python -m tests.web.torture --kills 200`: the storm on both databases, and what happened in it."""

from __future__ import annotations

import argparse
import asyncio
import math
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from tests.web.postgres import Cluster
from tests.web.torture.storm import storm


def main() -> None:
    """Reads the command line and runs the storm."""
    parser = argparse.ArgumentParser(prog="torture")
    parser.add_argument("--kills", type=int, default=200, help="on each database")
    parser.add_argument("--workers", type=int, default=2, help="of each server; 1: bots think in its own threads")
    parser.add_argument("--tables", type=int, default=4, help="that are played at, at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which the kills end, on each database")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    given = parser.parse_args()
    for kind in given.database or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory() as folder:
            cluster = Cluster() if kind == "postgresql" else None
            try:
                if cluster is not None:
                    cluster.start()
                address = f"sqlite:///{folder}/tables.sqlite3" if cluster is None else cluster.new_database()
                begun = time.monotonic()
                how = (given.kills, given.tables, given.seed)
                report = asyncio.run(storm(address, Path(folder), *how, workers=given.workers, minutes=given.minutes))
                print(kind, asdict(report), f"{time.monotonic() - begun:.0f} s", flush=True)
            finally:
                if cluster is not None:
                    cluster.remove()


if __name__ == "__main__":
    main()
