"""Measures the tree search of examples/batched_puct.py on a GPU, and that redealing there deals the CPU's worlds.

    python bench/puct.py [--games 4096] [--simulations 32] [--names sintra,stanza,fourberies] [--device cuda]

Every game has two processes: one searches, the other plays the CPU's side of the comparison. All compile at the same
time; then the searches take turns at the device. Half of the seats search, the others play what the bare network
prefers. The time is that of the searches alone, without the compiler's.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # the compared batches are small

import ludotheque
from ludotheque.kernel.batch import Batch

sys.path.insert(0, str(Path(__file__).parent.parent))
from examples.batched_puct import play

COMPARED, STEPS = 500, 60  # games and steps compared with the CPU's
KINDS = ("int16", "int8", "float16", "float32", "bfloat16")

_lock: Any = None


def share(lock: Any) -> None:
    global _lock
    _lock = lock


def digest(name: str, device: str) -> str:
    """A digest of games that are stepped, copied and redealt, and of their observations in every type."""
    game, found = ludotheque.load(name), hashlib.sha256()
    starts = [game.start(2, seed=seed).state() for seed in range(3)]
    batch = Batch(game.compiled, starts, COMPARED, seed=7, device=device, again=True)
    sources = batch._engine.xp.arange(COMPARED) // 2 * 2  # every other game becomes a copy of the one before it
    for number in range(STEPS):
        batch.step(batch.random_actions())
        if number % 5 == 0:
            batch.copy_rows(sources)
        if number % 3 == 0:
            batch.redeal(seed=number, which=batch.to_act == 0)
        shown = [batch.to_act, batch.legal_bits, batch.rows]
        shown += [batch.observations(dtype=kind, present=True) for kind in KINDS] if number % 20 == 0 else []
        for array in shown:
            found.update(np.ascontiguousarray(batch._engine.to_host(array)).tobytes())
    return found.hexdigest()


def searched(name: str, device: str, games: int, simulations: int) -> tuple[str, float, float]:
    """A digest as the CPU's should be, the share of the victories of the search, and simulations a second."""
    redealt = digest(name, device)
    play(name, 2, 1, device)  # compiles
    with _lock:
        return redealt, *play(name, games, simulations, device)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=4096)
    options.add_argument("--simulations", type=int, default=32)
    options.add_argument("--names", default="sintra,stanza,fourberies", help="games, separated by commas")
    options.add_argument("--device", default="cuda")
    chosen = options.parse_args()
    names, ways = chosen.names.split(","), multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2 * len(names), ways, share, (ways.Lock(),)) as pool:
        asked = chosen.device, chosen.games, chosen.simulations
        found = {name: pool.submit(searched, name, *asked) for name in names}
        theirs = {name: pool.submit(digest, name, "cpu") for name in names}
        print("| game | games | simulations | victories | simulations a second | redealt as the CPU |")
        print("|---|---|---|---|---|---|", flush=True)
        for name in names:
            ours, won, speed = found[name].result()
            same = "yes" if ours == theirs[name].result() else "NO"
            print(
                f"| {name} | {chosen.games:,} | {chosen.simulations} | {won:.1%} | {speed:,.0f} | {same} |", flush=True
            )


if __name__ == "__main__":
    main()
