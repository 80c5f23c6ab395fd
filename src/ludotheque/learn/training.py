"""A training from its first update to its last: schedule, reports, checkpoints, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ludotheque.errors import Error, writing

from .checkpoint import save
from .curve import curve
from .learner import Learner, mixed
from .match import PastMatch
from .quantize import quantize

REPORT_EVERY = 30.0  # seconds
REPORT_UPDATES = 50  # updates between two reports of a training that counts updates instead of seconds
MATCH_GAMES = 3 * 2048
CPU_MATCH_GAMES = 60

Figures = dict[str, Any]


class Training:
    """Learns for some time or some updates, and leaves a checkpoint, a network and a curve."""

    def __init__(
        self, learner: Learner, out: Path, tell: Callable[[Figures], None], report_every: float = REPORT_EVERY
    ) -> None:
        self.learner, self.out, self.tell, self.report_every = learner, out, tell, report_every
        learner_games = MATCH_GAMES if learner.device == "cuda" else CPU_MATCH_GAMES
        players = learner.settings.players
        self.match = PastMatch(learner.game, players, learner_games, learner.inputs, learner.device, learner.net)
        self.past, self.saved = self._weights(), False

    def run(self, minutes: float | None = None, updates: int | None = None) -> None:
        """Learns for this many more minutes, or until there are this many updates in all.

        With `updates`, rates and reports depend on the number of updates alone, so that a training can be repeated.
        """
        learner, progress = self.learner, self.learner.progress
        seconds, decisions = progress.seconds, progress.decisions
        whole = max(seconds + 60 * (minutes or 0), 1e-9)
        begun = told = time.perf_counter()
        while (share := progress.updates / updates if updates else progress.seconds / whole) < 1:
            learner.schedule(share)
            learner.advance()
            if learner.device == "cuda" and progress.updates % 4 == 0:
                torch.cuda.synchronize()
            now = time.perf_counter()
            progress.seconds = seconds + now - begun
            if progress.updates % REPORT_UPDATES == 0 if updates else now - told >= self.report_every:
                speed = (progress.decisions - decisions) / (now - told)
                self.report(speed)
                told, decisions = time.perf_counter(), progress.decisions
                begun += told - now  # the time of matches and files does not count
        if not progress.history or progress.history[-1]["updates"] != progress.updates:
            self.report(None)

    def report(self, speed: float | None) -> None:
        """Reports, plays against the past and writes the files; raises an Error if the training has diverged."""
        learner, progress = self.learner, self.learner.progress
        figures: Figures = {
            "seconds": round(progress.seconds, 1), "decisions": progress.decisions, "updates": progress.updates,
        }  # fmt: skip
        if progress.updates:
            figures |= learner.figures()
        if not learner.healthy() or not all(value == value for value in figures.values()):
            kept = f"; the last good checkpoint is {self.out}" if self.saved else ", before its first checkpoint"
            raise Error(f"The training has diverged after {progress.updates} updates{kept}.")
        if speed is not None:
            figures["speed"] = speed
        now = self._weights()
        seed = mixed(learner.settings.seed, progress.updates)
        figures["past"], figures["random"] = self.match.play(now, self.past, seed), self.match.play(now, None, seed)
        self.past = now
        progress.history.append(figures)
        self.tell(figures)
        save(learner, self.out)
        self.saved = True
        network, picture = beside(self.out)
        quantize(learner.net, learner.inputs, learner.game).save(network)
        with writing("curve", picture):
            picture.write_text(curve(learner.game.title(), progress.history), encoding="utf-8")
        learner.restart()

    def _weights(self) -> list[torch.Tensor]:
        with torch.no_grad():
            return [part.detach().clone() for part in self.learner.net.rounded()]


def beside(checkpoint: Path) -> tuple[Path, Path]:
    """The files of the network and the curve that a training writes beside its checkpoint."""
    return checkpoint.with_suffix(".network.npz"), checkpoint.with_suffix(".svg")
