"""The training examples run, if the extra `train` is installed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import ludotheque
from ludotheque.kernel.batch import Batch

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("needed", "command"),
    [
        ("torch", "train_policy.py sintra --minutes 0.001 --test-games 2"),
        ("sb3_contrib", "train_ppo.py sintra --steps 64 --games 2 --round 32"),
    ],
)
def test_an_example_learns_a_little(needed: str, command: str) -> None:
    if find_spec(needed) is None:
        pytest.skip(f"needs {needed}")
    name, *words = command.split()
    told = [sys.executable, str(ROOT / "examples" / name), *words]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"after \d+ (games|steps): \d+\.\d% of the victories against random", done.stdout)


@pytest.mark.compiled
def test_batched_search_chooses_for_all_games() -> None:
    from examples.batched_puct import BatchNetwork, BatchSearch

    game = ludotheque.load("sintra")
    batch = Batch(game.compiled, game.start(2).state(), 6, seed=1)
    search = BatchSearch(batch, BatchNetwork(game, np), simulations=3)
    before, chosen = batch.observations()[:3], search.actions()
    assert batch.legal[np.arange(3), chosen].all()
    assert (search.visits[:, 0].sum(axis=1) == 3).all()
    assert (batch.observations()[:3] == before).all()  # simulations play in the copies
