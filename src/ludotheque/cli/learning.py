"""`learn`: a network teaches itself a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import ludotheque
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, waiting
from ludotheque.core.network import MAX_SPREAD
from ludotheque.errors import Error

CPU_GAMES, CPU_MINIBATCH = 240, 1024


class Shape(NamedTuple):
    """What a network is like, where the usual choice is not wanted."""

    widths: str | None = None
    spread: float | None = None


def learn(
    name: str, players: str | None, minutes: float, resumed: Path | None, out: Path | None, seed: int,
    box: Path | None, shape: Shape,
) -> None:  # fmt: skip
    """Trains, and reports how it goes."""
    game = ludotheque.load(name, box)
    file = out or resumed or Path(f"{name}.checkpoint.npz")
    refuse_unwritable(file, "checkpoint")
    if not minutes > 0:
        raise Error(f"The minutes of a training must be more than 0, not {minutes:g}.")
    if resumed is not None and shape != Shape():
        raise Error("A resumed training keeps its widths and its spread.")
    if shape.spread is not None and not 0 < shape.spread < MAX_SPREAD:
        raise Error(f"The spread is a number of points above 0 and below {MAX_SPREAD}, not {shape.spread:g}.")
    try:
        import torch
    except ImportError:
        raise Error("Learning needs PyTorch: pip install 'ludotheque[train]'.") from None
    from ludotheque.learn import checkpoint
    from ludotheque.learn.inputs import choose_inputs
    from ludotheque.learn.learner import Learner, TrainingSettings, fitted, players_of, widths_of
    from ludotheque.learn.training import Training

    device = "cuda" if torch.cuda.is_available() else "cpu"
    small: dict[str, Any] = {} if device == "cuda" else {"games": CPU_GAMES, "minibatch": CPU_MINIBATCH}
    console = answers()
    if device == "cpu":
        console.print("No GPU is here: learning on the CPU, slowly.")
    numbers = players_of(game, players)
    with waiting("Compiling the rules for this device ..."):
        if resumed is None:
            if shape.widths is not None:
                small["widths"] = widths_of(shape.widths)
            if shape.spread is not None:
                small["spread"] = shape.spread
            inputs = choose_inputs(game, game.seats, device)
            settings = fitted(game, TrainingSettings(numbers, seed=seed, **small), inputs, device)
            learner = Learner(game, settings, device, inputs)
        else:
            changed = small if players is None else small | {"players": numbers}
            learner = checkpoint.resume(resumed, game, device, **changed)
    Training(learner, file, lambda figures: console.print(line(figures), soft_wrap=True)).run(minutes=minutes)


def line(figures: dict[str, Any]) -> str:
    """A report in one line."""
    told = [f"{figures['seconds']:6.0f} s", f"{figures['decisions'] / 1e6:8,.1f} M decisions"]
    if "speed" in figures:
        told.append(f"{figures['speed'] / 1e6:6.2f} M/s")
    if "points" in figures:
        told += [f"{figures['points']:6.1f} points", f"entropy {figures['entropy']:.3f}"]
        told.append(f"losses {figures['share_loss']:.3f} {figures['lead_loss']:.4f} clipped {figures['clipped']:.3f}")
    for name in ("past", "random"):
        shares = " ".join(f"{share:.0%}" for share in figures[name].values())
        told.append(f"against {name}: {shares}")
    return "  ".join(told)
