"""Checkpoints: files from which a training resumes bit for bit."""

from __future__ import annotations

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
LARGEST = 10**18  # more than any count
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
    if not all(sound_array(name, arrays[name]) for name in wanted):
        raise Error(f"{path} is damaged: some weights, or what the optimizer knows of them, cannot be.")
    learner.take(arrays)
    learner.progress = progress
    learner.restart()
    return learner


def sound(settings: TrainingSettings, progress: Progress, game: Game) -> bool:
    """Whether a training can go on with these settings from there."""
    counts = (settings.games, settings.steps, settings.minibatch, settings.epochs, *settings.players, *settings.widths)
    done = (progress.updates, progress.decisions, settings.depth, settings.seed)
    return (
        all(isinstance(count, int) and 0 < count < LARGEST for count in counts)
        and all(isinstance(count, int) and 0 <= count < LARGEST for count in done)
        and within(settings.fading, 0, 1)
        and within(settings.spread, SMALLEST, MAX_SPREAD)
        and within(progress.seconds, 0, LARGEST)
        and 0 < len(settings.players) == len(set(settings.players) & set(game.seats))
        and isinstance(progress.history, list)
        and all(sound_report(row, game) for row in progress.history)
    )


def sound_report(row: Any, game: Game) -> bool:
    """Whether a row of the history is a report."""
    if not isinstance(row, dict) or not {"seconds", "decisions", "updates", "past", "random"} <= row.keys():
        return False
    if "points" in row and "entropy" not in row:
        return False
    matches = [row["past"], row["random"]]
    numbers = [value for name, value in row.items() if name not in ("past", "random")]
    return all(within(number, -LARGEST, LARGEST) for number in numbers) and all(
        isinstance(shares, dict)
        and 0 < len(shares) == len(shares.keys() & {str(seats) for seats in game.seats})
        and all(within(share, 0, 1) for share in shares.values())
        for shares in matches
    )


def sound_array(name: str, array: np.ndarray[Any, Any]) -> bool:
    """Whether all are numbers, and those that the optimizer counts or squares not below 0."""
    return bool(np.isfinite(array).all()) and (not name.endswith((".step", ".exp_avg_sq")) or bool((array >= 0).all()))


def within(number: Any, least: float, most: float) -> bool:
    """Whether this is a number between two others."""
    return isinstance(number, int | float) and least <= number <= most
