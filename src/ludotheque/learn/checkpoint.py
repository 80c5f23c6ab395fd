"""Checkpoints: files from which a training resumes bit for bit."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.game import Game
from ludotheque.core.network import check_arrays, check_facts, facts_of, inputs_arrays, read_arrays, write_arrays
from ludotheque.errors import Error
from ludotheque.kernel.rows import Inputs

from .learner import Learner, Progress, TrainingSettings

KIND = "checkpoint"


def save(learner: Learner, path: Path) -> None:
    """Writes the weights, the optimizer's memory, and how far the training has come."""
    facts = facts_of(learner.game) | {
        "kind": KIND, "sizes": learner.net.sizes, "settings": asdict(learner.settings),
        "progress": asdict(learner.progress),
    }  # fmt: skip
    write_arrays(path, facts, learner.state() | inputs_arrays(learner.inputs))


def resume(path: Path, game: Game, device: str, graphs: bool = True, **changed: Any) -> Learner:
    """Resumes the training of a checkpoint; `changed` replaces some of its settings."""
    facts, arrays = read_arrays(path, KIND)
    check_facts(path, facts, game)
    try:
        told = facts["settings"]
        settings = TrainingSettings(**told | {"players": tuple(told["players"]), "widths": tuple(told["widths"])})
        progress = Progress(**facts["progress"])
        inputs = Inputs(arrays["columns"], arrays["factors"], arrays["points"])
    except (KeyError, TypeError, ValueError):
        raise Error(f"{path} is incomplete: what it was trained with is missing.") from None
    learner = Learner(game, replace(settings, **changed), device, inputs, graphs)
    if learner.net.sizes != facts.get("sizes"):
        raise Error(f"The network in {path} has the wrong size for {game.title()}.")
    wanted = {f"net.{n}": (tuple(part.shape), np.float32) for n, part in learner.net.state_dict().items()}
    for i, part in enumerate(learner.net.parameters()):
        wanted[f"adam.{i}.step"] = ((), np.float32)
        wanted |= {f"adam.{i}.{name}": (tuple(part.shape), np.float32) for name in ("exp_avg", "exp_avg_sq")}
    check_arrays(path, arrays, wanted)
    learner.take(arrays)
    learner.progress = progress
    learner.restart()
    return learner
