"""Measures random games in every way to run the rules, next to the same game in C.

    python bench/random_games.py [--json] [--rounds 7]

Machines are noisy, so the ways take turns in one run: compare the ratios. Ways on one core are measured
in CPU time, ways on several cores in wall-clock time. `sintra.c` plays the same games, which is checked;
without a C compiler its line is left out. Chance events do not count as decisions.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque
from ludotheque.kernel.batch import random_games

SEED = 7
HERE = Path(__file__).parent

PlayRandomGames = Callable[[], tuple[int, int]]
"""Plays some games; returns the numbers of games and decisions."""


def c_yardstick(folder: Path, players: int, games: int) -> PlayRandomGames | None:
    """Random games of Sintra by hand in C; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = folder / "sintra.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, str(HERE / "sintra.c"), "-o", str(library)], check=True)
    run = ctypes.CDLL(str(library)).run
    rows = np.zeros((games, 1 + 2 * players), np.int64)

    def play() -> tuple[int, int]:
        run(players, 0, SEED, games, rows.ctypes.data_as(ctypes.c_void_p))
        return games, int(rows[:, 0].sum())

    play()
    start = ludotheque.load("sintra").start(players).state()
    ours = random_games(ludotheque.load("sintra").compiled, start, games, seed=SEED)
    assert np.array_equal(rows[:, 1::2], ours.scores), "the C version plays other games"
    return play


def compiled(name: str, players: int, games: int, threads: int) -> PlayRandomGames:
    game = ludotheque.load(name)
    start = game.start(players).state()
    random_games(game.compiled, start, 1)

    def play() -> tuple[int, int]:
        results = random_games(game.compiled, start, games, seed=SEED, threads=threads)
        return games, int(results.decisions.sum())

    return play


def interpreted(name: str, players: int, games: int) -> PlayRandomGames:
    game = ludotheque.load(name)
    start, loops = game.start(players).state(), game.edition.loops

    def play() -> tuple[int, int]:
        actions = [0] * game.action_count
        return games, sum(loops.playout(start.copy(), [SEED, number, 0], actions) for number in range(games))

    return play


def positions(name: str, players: int, games: int) -> PlayRandomGames:
    """`Position.play` alone, with actions chosen beforehand."""
    game = ludotheque.load(name)
    actions: list[int] = []
    for number in range(games):
        position = game.start(players, seed=number)
        while position.to_act is not None:
            actions.append(position.legal()[len(actions) % len(position.legal())])
            position = position.play(actions[-1])

    def play() -> tuple[int, int]:
        chosen = iter(actions)
        for number in range(games):
            position = game.start(players, seed=number)
            while position.to_act is not None:
                position = position.play(next(chosen))
        return games, len(actions)

    return play


def speeds(name: str, players: int, rounds: int, folder: Path) -> list[dict[str, Any]]:
    """Measures every way to run a game in turns; returns medians."""
    ways: dict[str, PlayRandomGames | None] = {
        "C, one core": c_yardstick(folder, players, 20_000) if name == "sintra" else None,
        "compiled, one core": compiled(name, players, 20_000, threads=1),
        f"compiled, {os.cpu_count()} cores": compiled(name, players, 40_000, threads=os.cpu_count() or 1),
        "interpreted": interpreted(name, players, 20),
        "Position.play": positions(name, players, 3),
    }
    found: dict[str, list[float]] = {way: [] for way, play in ways.items() if play}
    lengths = dict.fromkeys(found, 0.0)
    for _ in track(range(rounds), f"{name}, {players} players", console=Console(stderr=True)):
        for way, seconds in found.items():
            play = ways[way]
            assert play
            clock = time.perf_counter if way.endswith("cores") else time.process_time
            begun = clock()
            games, decisions = play()
            seconds.append((clock() - begun) / decisions)
            lengths[way] = decisions / games
    base = statistics.median(found.get("C, one core") or found["compiled, one core"])
    return [
        {
            "game": name,
            "players": players,
            "way": way,
            "decisions_per_second": round(1 / statistics.median(seconds)),
            "games_per_second": round(1 / statistics.median(seconds) / lengths[way], 1),
            "microseconds_per_decision": round(1e6 * statistics.median(seconds), 3),
            "ratio": round(base / statistics.median(seconds), 4),
        }
        for way, seconds in found.items()
    ]


@contextmanager
def empty_cache() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield os.environ | {"LUDOTHEQUE_CACHE": folder}


def seconds_of(code: str, environment: dict[str, str]) -> float:
    """Returns the seconds that a new process needs for the code, without the start of the interpreter."""
    timed = f"import time; begun = time.perf_counter(); {code}; print(time.perf_counter() - begun)"
    done = subprocess.run([sys.executable, "-c", timed], env=environment, capture_output=True, text=True, check=True)
    return round(float(done.stdout), 3)


def starts(name: str) -> dict[str, float]:
    """Returns the seconds to an import, a first position and a first compiled batch."""
    position = f"import ludotheque; game = ludotheque.load({name!r}); start = game.start(2)"
    batch = (
        f"{position}; from ludotheque.kernel.batch import random_games; random_games(game.compiled, start.state(), 1)"
    )
    with empty_cache() as environment:
        return {
            "import ludotheque": seconds_of("import ludotheque", environment),
            "first position": seconds_of(position, environment),
            "first compiled game, cold": seconds_of(batch, environment),
            "first compiled game, warm": seconds_of(batch, environment),
        }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options.add_argument("--rounds", type=int, default=7, help="measurements of each way")
    chosen = options.parse_args()
    tables = [(name, players) for name in ludotheque.games() for players in ((2, 4) if name == "sintra" else (3,))]
    with tempfile.TemporaryDirectory() as folder:
        measured = [row for table in tables for row in speeds(*table, chosen.rounds, Path(folder))]
    begun = {name: starts(name) for name in ludotheque.games()}
    sizes = {name: ludotheque.load(name).edition.state.dtype().itemsize for name in ludotheque.games()}
    if chosen.json:
        print(json.dumps({"speeds": measured, "starts": begun, "state_bytes": sizes}, indent=1))
    else:
        show(measured, begun, sizes)


def show(measured: list[dict[str, Any]], begun: dict[str, dict[str, float]], sizes: dict[str, int]) -> None:
    speed = Table("game", "seats", "way", title="Random games")
    for heading in ("decisions/s", "games/s", "µs each", "ratio"):
        speed.add_column(heading, justify="right", no_wrap=True)
    for row in measured:
        speed.add_row(
            row["game"],
            str(row["players"]),
            row["way"],
            f"{row['decisions_per_second']:,}",
            f"{row['games_per_second']:,}",
            f"{row['microseconds_per_decision']}",
            f"{row['ratio']:.3f}",
        )
    start = Table("seconds to", *begun, title="Start")
    for what in next(iter(begun.values())):
        start.add_row(what, *[f"{seconds[what]:.2f}" for seconds in begun.values()])
    start.add_row("bytes of a state", *[str(sizes[name]) for name in begun])
    Console().print(speed, start)


if __name__ == "__main__":
    main()
