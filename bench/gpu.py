"""Checks that the GPU plays the CPU's games, and measures its speed and what its kernels use.

    python bench/gpu.py [--json] [--log2 22] [--tables sintra:2,stanza:3] [--anchors backgammon,go_9x9]

Every table (a game and its number of players) has a process of its own, so that all compile at the
same time; then they take turns at the GPU. Whole games are compared with the CPU's for every
combination of options, steps for the first and the last combination. Times are medians of wall-clock
time: of whole games until their results are arrays on the GPU, and of steps with legal masks, random
actions and restarted games. Chance events do not count as decisions.

At the end it checks that other libraries take the arrays of a batch and that a batch too big for the
GPU is refused. Then others play on the same card: Sintra in C (bench/sintra.c, one thread a game), and
Pgx, if it is installed, as in bench/compare.py.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # the compared batches are small

import ludotheque
from ludotheque.kernel.batch import Batch, Results, random_games

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.compare import pgx_on

SEED = 7
TABLES = "sintra:2,sintra:3,sintra:4,stanza:2,stanza:3,stanza:4,fourberies:2,fourberies:3,fourberies:4,fourberies:5"
MANY, SOME = 20_000, 2_000  # whole games compared with the CPU's: with the usual options, with other options
WRITTEN = ("decisions", "scores", "wins")
STEPPED, STEPS = 2_000, 150  # games and steps compared with the CPU's
STEP_GAMES = 1 << 20
TIMED_STEPS, ROUNDS = 50, 5
TOO_MANY = 10**9  # games that fit on no GPU
C_BLOCK = 128  # threads per block of the C version
C_TYPES = (
    "typedef signed char int8_t; typedef short int16_t; typedef unsigned uint32_t; typedef unsigned long long uint64_t;"
)
C_TYPES += "typedef long long int64_t;\n"  # CuPy compiles without headers
ANCHORS = "backgammon,go_9x9"  # games of Pgx
TOGETHER = 1 << 16  # games of Pgx at once

GpuFigures = dict[str, Any]

_lock: Any = None


def share(lock: Any) -> None:
    global _lock
    _lock = lock


def starts(game: ludotheque.Game, players: int) -> list[Any]:
    """Returns the first state of every combination of options, the usual one first."""
    values = [
        sorted(option.allowed(players), key=lambda value: value != option.default) for option in game.options.values()
    ]
    return [
        game.start(players, None, **dict(zip(game.options, chosen, strict=True))).state()
        for chosen in itertools.product(*values)
    ]


def same_whole_games(game: ludotheque.Game, first: list[Any], theirs: list[Results]) -> bool:
    """Tells whether GPU and CPU play the same games."""
    for start, wanted in zip(first, theirs, strict=True):
        ours = random_games(game.compiled, start, len(wanted.decisions), seed=SEED, device="cuda")
        if not all(np.array_equal(getattr(ours, what).get(), getattr(wanted, what)) for what in WRITTEN):
            return False
    return True


def same_steps(game: ludotheque.Game, start: Any) -> bool:
    """Tells whether GPU and CPU agree on every array after every step, some illegal actions included."""
    gpu, cpu = (
        Batch(game.compiled, start, STEPPED, seed=SEED, device=device, again=True) for device in ("cuda", "cpu")
    )
    for number in range(STEPS):
        actions, chosen = cpu.random_actions(), gpu.random_actions()
        if not np.array_equal(chosen.get(), actions):
            return False
        if number % 40 == 39:
            chosen[number] = actions[number] = game.action_count
        gpu.step(chosen)
        cpu.step(actions)
        pairs = [(getattr(gpu, name), getattr(cpu, name)) for name in ("to_act", "legal", "ended", "rows", "broken")]
        if number % 25 == 0:
            pairs.append((gpu.observations(), cpu.observations()))
        if not all(np.array_equal(ours.get(), theirs) for ours, theirs in pairs):
            return False
    states = all(gpu.state(g).content() == cpu.state(g).content() for g in range(0, STEPPED, 50))
    return states and gpu.rules_broken() == cpu.rules_broken() != {}


def warm_up(game: ludotheque.Game, first: list[Any]) -> list[Results]:
    """Compiles the CPU's code; returns its games, many from the first state and some from the others."""
    batch = Batch(game.compiled, first[0], 1, device="cpu", again=True)
    batch.step(batch.random_actions())
    batch.observations()
    return [
        random_games(game.compiled, start, SOME if number else MANY, seed=SEED, threads=4)
        for number, start in enumerate(first)
    ]


def seconds(work: Callable[[], Any]) -> float:
    """Returns the median time of the work."""
    work()
    found = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return statistics.median(found)


def whole_speed(game: ludotheque.Game, start: Any, games: int) -> float:
    """Returns decisions a second of whole games."""
    decisions = int(random_games(game.compiled, start, games, seed=SEED, device="cuda").decisions.sum())
    return decisions / seconds(lambda: random_games(game.compiled, start, games, seed=SEED, device="cuda"))


def step_speed(game: ludotheque.Game, start: Any) -> float:
    """Returns decisions a second of steps with legal masks."""
    import cupy

    batch = Batch(game.compiled, start, STEP_GAMES, seed=SEED, device="cuda", again=True)

    def steps() -> None:
        for _ in range(TIMED_STEPS):
            batch.step(batch.random_actions())
        cupy.cuda.Device().synchronize()

    steps()  # afterwards the games are in all phases
    return TIMED_STEPS * STEP_GAMES / seconds(steps)


def resources(kernel: Any) -> GpuFigures:
    """Returns what a compiled kernel uses, per thread and per block."""
    (made,) = kernel.overloads.values()
    return {
        "registers": made.regs_per_thread,
        "local_bytes": made.local_mem_per_thread,
        "static_shared_bytes": made.shared_mem_per_block,
        "cubin_bytes": len(made._codelibrary.get_cubin().code),
    }


def measured(table: str, games: int) -> GpuFigures:
    """Compares and measures one table."""
    from ludotheque.kernel.cuda import pool_of
    from ludotheque.kernel.cuda_batch import kernels_of

    name, _, players = table.partition(":")
    game = ludotheque.load(name)
    first = starts(game, int(players))
    begun = time.perf_counter()
    pool, stepping = pool_of(game.compiled, int(players)), kernels_of(game.compiled, int(players))
    compiling = time.perf_counter() - begun
    theirs = warm_up(game, first)
    with _lock:
        row: GpuFigures = {
            "game": name,
            "players": int(players),
            "options": len(first),
            "whole_games_equal": same_whole_games(game, first, theirs),
            "steps_equal": all(same_steps(game, start) for start in first[:: max(1, len(first) - 1)]),
            "whole_decisions_per_second": round(whole_speed(game, first[0], games)),
            "step_decisions_per_second": round(step_speed(game, first[0])),
        }
    row |= {
        "state_bytes": pool.dtype.itemsize,
        "games_per_block": pool.slots,
        "compile_seconds": round(compiling, 1),
        "whole": resources(pool.kernel),
        "step": resources(stepping.step),
    }
    return row


def sharing() -> GpuFigures:
    """Tests whether other libraries take an array without a copy, and the error for a batch that is too big."""
    game = ludotheque.load("sintra")
    start = game.start(2).state()
    batch = Batch(game.compiled, start, STEPPED, device="cuda")
    place = batch.legal_bits.data.ptr
    row: GpuFigures = {}
    for name, place_of in (("torch", "data_ptr"), ("jax.dlpack", "unsafe_buffer_pointer")):
        try:
            taken = importlib.import_module(name).from_dlpack(batch.legal_bits)
        except ImportError:
            row[name] = "not installed"
        else:
            row[name] = "without a copy" if getattr(taken, place_of)() == place else "A COPY"
    try:
        Batch(game.compiled, start, TOO_MANY, device="cuda")
    except ludotheque.Error as error:
        row["too many games"] = str(error)
    return row


def yardstick(games: int) -> float:
    """Returns decisions a second of Sintra in C on this GPU, with two players and one thread a game."""
    import cupy

    source = [line for line in (Path(__file__).parent / "sintra.c").read_text().splitlines() if "#include" not in line]
    run = cupy.RawModule(code=C_TYPES + "\n".join(source), options=("-default-device",)).get_function("run")
    rows = cupy.zeros((games, 5), np.int64)

    def play() -> None:
        run((-(-games // C_BLOCK),), (C_BLOCK,), (2, 0, SEED, games, rows))
        cupy.cuda.Device().synchronize()

    game = ludotheque.load("sintra")
    taken = seconds(play)
    ours = random_games(game.compiled, game.start(2).state(), SOME, seed=SEED)
    assert np.array_equal(rows[:SOME, 1::2].get(), ours.scores), "the C version plays other games"
    return float(rows[:, 0].sum()) / taken


def anchor(name: str) -> float | None:
    """Returns decisions a second of a game of Pgx on this GPU; None if Pgx is not installed."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    try:
        play = pgx_on("cuda", name, TOGETHER)
    except ImportError:
        return None
    return play() / seconds(play)


def show(rows: list[GpuFigures], shared: GpuFigures, plain: float, anchors: GpuFigures) -> None:
    """Prints the figures as the Markdown tables of docs/gpu.md."""
    print("| table | whole games | steps with masks | same as the CPU: games, steps | options |\n|---|---|---|---|---|")
    for row in rows:
        whole, step = row["whole_decisions_per_second"] / 1e6, row["step_decisions_per_second"] / 1e6
        equal = ", ".join("yes" if row[what] else "NO" for what in ("whole_games_equal", "steps_equal"))
        print(
            f"| {row['game']}, {row['players']} players | {whole:,.0f} M | {step:,.0f} M | {equal} | {row['options']} |"
        )
    print("\n| table | bytes of a state | games in a block | registers, local bytes, KB: games | steps | compiled in |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        used = [
            f"{row[k]['registers']}, {row[k]['local_bytes']}, {row[k]['cubin_bytes'] / 1024:.0f}"
            for k in ("whole", "step")
        ]
        print(
            f"| {row['game']}, {row['players']} players | {row['state_bytes']} | {row['games_per_block']} |"
            f" {used[0]} | {used[1]} | {row['compile_seconds']} s |"
        )
    print()
    for what, answer in shared.items():
        print(f"- {what}: {answer}")
    print(f"- C, one thread a game: {plain / 1e6:,.0f} M")
    for name, speed in anchors.items():
        print(f"- Pgx, {name}: " + ("not installed" if speed is None else f"{speed / 1e6:,.1f} M"))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options.add_argument("--log2", type=int, default=22, help="binary logarithm of the number of timed games")
    options.add_argument("--tables", default=TABLES, help="GAME:PLAYERS, separated by commas")
    options.add_argument("--anchors", default=ANCHORS, help="games of Pgx, separated by commas")
    chosen = options.parse_args()
    ways = multiprocessing.get_context("spawn")
    tables = chosen.tables.split(",")
    with ProcessPoolExecutor(len(tables), ways, share, (ways.Lock(),)) as pool:
        rows = list(pool.map(measured, tables, [1 << chosen.log2] * len(tables)))
    shared, plain = sharing(), yardstick(1 << chosen.log2)
    anchors: GpuFigures = {}
    for name in filter(None, chosen.anchors.split(",")):
        with ProcessPoolExecutor(1, ways) as pool:  # the end of the process frees the GPU's memory
            anchors[name] = pool.submit(anchor, name).result()
    if chosen.json:
        print(json.dumps({"tables": rows, "sharing": shared, "c": plain, "pgx": anchors}, indent=1))
    else:
        show(rows, shared, plain, anchors)


if __name__ == "__main__":
    main()
