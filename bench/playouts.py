"""Measures playouts a second on one core: random ones, and those of the search, compiled and interpreted.

    python bench/playouts.py [--json] [--rounds 5] [--players 2]

Playouts start from the first, a middle and a late decision of a game between random bots. All ways take
turns in one run. The figures are medians of the thread's CPU time, so other programs matter little. The
target is for random playouts from the first decision with two players.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.bots.engine import Engine
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.network import network_of
from ludotheque.kernel.chance import WORD
from ludotheque.kernel.edition import Edition

SEED = 7
MOMENTS = {"first": 0.0, "middle": 0.5, "late": 0.9}
TARGETS = {"fourberies": 15_000, "sintra": 50_000, "stanza": 10_000}
RANDOM, SEARCHED, INTERPRETED = 2000, 2000, 20  # playouts per measurement

PlayPlayouts = Callable[[], int]
"""Plays some playouts and returns their number."""


def moments(name: str, players: int) -> dict[str, Position]:
    """Returns decisions of a game between random bots, by the part of it that is over."""
    position = ludotheque.load(name).start(players, seed=SEED)
    bots = [player("random", seat) for seat in range(players)]
    positions = []
    while position.to_act is not None:
        positions.append(position)
        position = position.play(bots[position.to_act].choose(Sight.of(position)))
    return {moment: positions[int(part * len(positions))] for moment, part in MOMENTS.items()}


def random_playouts(position: Position) -> PlayPlayouts:
    """Random games to their end."""
    edition = position.game.compiled
    start = position.state().pack()
    states, rows = np.zeros_like(start), np.zeros((RANDOM, 1 + 2 * position.players), np.int64)
    actions, generator = np.zeros(position.game.action_count, np.int64), np.array([SEED & WORD, 0, 0], np.int64)

    def play() -> int:
        edition.loops.run(start, states, 0, RANDOM, generator, actions, rows)
        return RANDOM

    return play


def searched(position: Position, edition: Edition, iterations: int) -> PlayPlayouts:
    """Iterations of the strongest search."""
    engine = Engine(edition, position.players, nodes=50_000, network=network_of(position.game))
    tuning = level_of(position.game.name, STRONGEST).tuning
    seat = position.to_act
    assert seat is not None

    def play() -> int:
        return engine.search(position.state(), seat, tuning, seed=SEED, iterations=iterations).iterations

    return play


def ways(position: Position) -> dict[str, PlayPlayouts]:
    game = position.game
    return {
        "random": random_playouts(position),
        "search": searched(position, game.compiled, SEARCHED),
        "search, interpreted": searched(position, game.edition, INTERPRETED),
    }


def measured(name: str, players: int, rounds: int) -> list[dict[str, Any]]:
    """Returns the median playouts a second of every way at every moment."""
    tables = {moment: ways(position) for moment, position in moments(name, players).items()}
    found: dict[tuple[str, str], list[float]] = {(m, way): [] for m, table in tables.items() for way in table}
    for moment, way in found:
        tables[moment][way]()  # compiles, or loads compiled code
    for _ in track(range(rounds), f"{name}, {players} players", console=Console(stderr=True)):
        for (moment, way), speeds in found.items():
            begun = time.thread_time()
            playouts = tables[moment][way]()
            speeds.append(playouts / (time.thread_time() - begun))
    target = TARGETS.get(name) if players == 2 else None
    rows = []
    for moment in tables:
        speeds_of = {way: statistics.median(found[moment, way]) for way in tables[moment]}
        rows.append(
            {
                "game": name,
                "players": players,
                "decision": moment,
                "random_playouts_per_second": round(speeds_of["random"]),
                "target": target if moment == "first" else None,
                "search_playouts_per_second": round(speeds_of["search"]),
                "interpreted_search_playouts_per_second": round(speeds_of["search, interpreted"]),
                "search_speedup": round(speeds_of["search"] / speeds_of["search, interpreted"], 1),
            }
        )
    return rows


def show(rows: list[dict[str, Any]], load: float) -> None:
    table = Table("game", "decision", title=f"Playouts a second on one core (system load {load:.1f})")
    for heading in ("random", "target", "search", "interpreted", "ratio"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            row["game"],
            row["decision"],
            f"{row['random_playouts_per_second']:,}",
            f"{row['target']:,}" if row["target"] else "",
            f"{row['search_playouts_per_second']:,}",
            f"{row['interpreted_search_playouts_per_second']:,}",
            f"{row['search_speedup']:.0f}",
        )
    Console().print(table)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options.add_argument("--rounds", type=int, default=5, help="measurements of each way")
    options.add_argument("--players", type=int, default=2, help="number of players")
    chosen = options.parse_args()
    rows = [row for name in ludotheque.games() for row in measured(name, chosen.players, chosen.rounds)]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if chosen.json:
        print(json.dumps({"playouts": rows, "load": load}, indent=1))
    else:
        show(rows, load)


if __name__ == "__main__":
    main()
