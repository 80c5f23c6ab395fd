"""A training from its first update to its last: schedule, reports, checkpoints, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ludotheque.errors import Error

from .checkpoint import save
from .curve import curve
from .learner import Learner
from .match import PastMatch
from .quantize import quantize

REPORT_EVERY = 30.0  # seconds
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
        self.past = self._weights()

    def run(self, minutes: float | None = None, updates: int | None = None) -> None:
        """Learns for this many more minutes or updates."""
        learner, before = self.learner, self.learner.progress
        seconds, done = before.seconds, before.updates
        whole = seconds + 60 * (minutes or 0)
        begun = told = time.perf_counter()
        decisions = before.decisions
        while True:
            progress = learner.progress
            share = progress.updates / (done + updates) if updates is not None else progress.seconds / max(whole, 1e-9)
            if share >= 1:
                break
            learner.schedule(share)
            learner.advance()
            if learner.device == "cuda" and progress.updates % 4 == 0:
                torch.cuda.synchronize()
            now = time.perf_counter()
            progress.seconds = seconds + now - begun
            if now - told >= self.report_every:
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
            raise Error(
                f"The training has diverged after {progress.updates} updates; the last good checkpoint is {self.out}."
            )
        if speed is not None:
            figures["speed"] = speed
        now = self._weights()
        figures["past"], figures["random"] = self.match.play(now, self.past), self.match.play(now, None)
        self.past = now
        progress.history.append(figures)
        self.tell(figures)
        save(learner, self.out)
        network = quantize(learner.net, learner.inputs, learner.game)
        network.save(self.out.with_suffix(".network.npz"))
        self.out.with_suffix(".svg").write_text(curve(learner.game.title(), progress.history), encoding="utf-8")
        learner.restart()

    def _weights(self) -> list[torch.Tensor]:
        with torch.no_grad():
            return [part.detach().clone() for part in self.learner.net.rounded()]
