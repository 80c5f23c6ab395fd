"""`learn`: a network teaches itself a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import ludotheque
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, waiting
from ludotheque.core.network import MAX_SPREAD
from ludotheque.errors import Error

MINUTES = 10.0  # how long to learn, if nothing is said


class Start(NamedTuple):
    """What a new training chooses and a resumed one keeps; None: the usual."""

    widths: str | None = None
    spread: float | None = None
    seed: int | None = None


class Length(NamedTuple):
    """How long to learn."""

    minutes: float | None = None
    updates: int | None = None

    def check(self) -> None:
        """Raises an Error if nothing can be learned in this time."""
        if self.minutes is not None and self.updates is not None:
            raise Error("A training takes --minutes or --updates, not both.")
        if self.minutes is not None and not self.minutes > 0:
            raise Error(f"The minutes of a training must be more than 0, not {self.minutes:g}.")


def learn(
    name: str, players: str | None, length: Length, resumed: Path | None, out: Path | None, box: Path | None,
    start: Start,
) -> None:  # fmt: skip
    """Trains, and reports how it goes."""
    game = ludotheque.load(name, box)
    file = out or resumed or Path(f"{name}.checkpoint.npz")
    length.check()
    if resumed is not None and start != Start():
        raise Error("A resumed training keeps its widths, its spread and its seed.")
    if start.spread is not None and not 0 < start.spread < MAX_SPREAD:
        raise Error(f"The spread is a number of points above 0 and below {MAX_SPREAD}, not {start.spread:g}.")
    try:
        import torch
    except ImportError:
        raise Error("Learning needs PyTorch: pip install 'ludotheque[train]'.") from None
    from ludotheque.learn import checkpoint
    from ludotheque.learn.learner import Learner, TrainingSettings, players_of, widths_of
    from ludotheque.learn.training import Training, beside

    refuse_files(file, *beside(file), resumed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    console = answers()
    if device == "cpu":
        console.print("No GPU is here: learning on the CPU, slowly.")
    numbers = players_of(game, players)
    with waiting("Compiling the rules for this device ..."):
        if resumed is None:
            chosen = {name: value for name, value in start._asdict().items() if value is not None}
            if start.widths is not None:
                chosen["widths"] = widths_of(start.widths)
            learner = Learner(game, TrainingSettings(numbers, **chosen), device)
        else:
            changed: dict[str, Any] = {} if players is None else {"players": numbers}
            learner = checkpoint.resume(resumed, game, device, **changed)
    if device == "cuda" and learner.used != learner.settings:
        many, wanted = learner.used.games, learner.settings.games
        console.print(f"The memory of this GPU holds {many} games at once instead of {wanted}.")
    if length.updates is not None and length.updates <= learner.progress.updates:
        raise Error(f"--updates counts all updates, and {resumed} has {learner.progress.updates} already.")
    minutes = MINUTES if length == Length() else length.minutes
    training = Training(learner, file, lambda figures: console.print(line(figures), soft_wrap=True))
    training.run(minutes, length.updates)


def refuse_files(checkpoint: Path, network: Path, curve: Path, resumed: Path | None) -> None:
    """Raises an Error unless a training can write its three files, each its own and none of them over `resumed`."""
    refuse_unwritable(checkpoint, "checkpoint")
    for path, what in ((network, "network"), (curve, "curve")):
        for kept in (checkpoint, resumed):
            if kept is not None and kept.resolve() == path.resolve():
                raise Error(f"The {what} would be written over the checkpoint {kept}.")
        refuse_unwritable(path, what)


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
