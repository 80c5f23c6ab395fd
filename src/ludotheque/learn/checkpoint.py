"""Checkpoints: files from which a training resumes bit for bit."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.game import Game
from ludotheque.core.network import (
    MAX_SPREAD,
    check_arrays,
    check_facts,
    check_places,
    facts_of,
    inputs_arrays,
    inputs_shapes,
    read_arrays,
    write_arrays,
)
from ludotheque.errors import Error
from ludotheque.kernel.rows import Inputs

from .learner import Learner, Progress, TrainingSettings

KIND = "checkpoint"
SMALLEST = 1e-3  # points: the least lead that can be a clear one


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
        check_arrays(path, arrays, inputs_shapes(len(arrays["columns"]), game))
        inputs = Inputs(arrays["columns"], arrays["factors"], arrays["points"])
    except (KeyError, TypeError, ValueError):
        raise Error(f"{path} is incomplete: what it was trained with is missing.") from None
    check_places(path, inputs, game)
    if not sound(settings, progress, game):
        raise Error(f"{path} is damaged: its settings cannot be used.")
    learner = Learner(game, replace(settings, **changed), device, inputs, graphs)
    if learner.net.sizes != facts.get("sizes"):
        raise Error(f"The network in {path} has the wrong size for {game.title()}.")
    wanted = {f"net.{n}": (tuple(part.shape), np.float32) for n, part in learner.net.state_dict().items()}
    for i, part in enumerate(learner.net.parameters()):
        wanted[f"adam.{i}.step"] = ((), np.float32)
        wanted |= {f"adam.{i}.{name}": (tuple(part.shape), np.float32) for name in ("exp_avg", "exp_avg_sq")}
    check_arrays(path, arrays, wanted)
    learner.take(arrays)
    if not learner.healthy():
        raise Error(f"{path} is damaged: some weights are no numbers.")
    learner.progress = progress
    learner.restart()
    return learner


def sound(settings: TrainingSettings, progress: Progress, game: Game) -> bool:
    """Whether a training can go on with these settings from there."""
    counts = (settings.games, settings.steps, settings.minibatch, settings.epochs, *settings.players, *settings.widths)
    done = (progress.updates, progress.decisions, settings.depth, settings.seed)
    return (
        all(isinstance(count, int) and count > 0 for count in counts)
        and all(isinstance(count, int) and count >= 0 for count in done)
        and within(settings.fading, 0, 1)
        and within(settings.spread, SMALLEST, MAX_SPREAD)
        and within(progress.seconds, 0, math.inf)
        and 0 < len(settings.players) == len(set(settings.players) & set(game.seats))
        and isinstance(progress.history, list)
    )


def within(number: Any, least: float, most: float) -> bool:
    """Whether this is a number between two others."""
    return isinstance(number, int | float) and least <= number <= most
