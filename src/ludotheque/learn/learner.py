"""A training in progress: self-play, updates, and the state that a checkpoint keeps."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from ludotheque.core.game import Game
from ludotheque.core.network import SPREAD
from ludotheque.errors import Error
from ludotheque.kernel.rows import Inputs

from .graphs import recorded
from .inputs import ALIGNED, choose_inputs
from .net import WIDTHS, Net, layers
from .rollout import Rollout
from .tables import Tables
from .update import Rates, Update

RATE, LAST_RATE = 1e-3, 0.03  # learning rate at first, and the share of it that remains at the end
ENTROPY, LAST_ENTROPY = 0.01, 0.0005  # weight of the entropy in the loss, at first and at the end
WINNING, LAST_WINNING = 0.35, 0.7  # weight of the victory beside the lead, at first and at the end
SPARE = 0.9  # the share of the free memory that may be used
WIDEST = 4096  # outputs of a hidden layer
FEWEST = 1 << 10  # games that are not halved, whatever the memory
CPU_GAMES, CPU_MINIBATCH = 240, 1024  # the most on a CPU


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training."""

    players: tuple[int, ...]
    games: int = 3 << 16
    steps: int = 48
    minibatch: int = 1 << 17
    epochs: int = 1
    fading: float = 0.95
    depth: int = 100  # the most random decisions before self-play begins
    seed: int = 1
    widths: tuple[int, ...] = WIDTHS
    spread: float = SPREAD


@dataclass
class Progress:
    """How far a training has come."""

    updates: int = 0
    decisions: int = 0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)


class Learner:
    """A network, its self-play and its optimizer on one device.

    `settings` are those of the training, which a checkpoint keeps; `used` has as many games as this device holds.
    """

    def __init__(
        self, game: Game, settings: TrainingSettings, device: str, inputs: Inputs | None = None, graphs: bool = True
    ) -> None:
        self.game, self.settings, self.device = game, settings, device
        self.inputs = choose_inputs(game, game.seats, device) if inputs is None else inputs
        self.used = settings = fitted(game, settings, self.inputs, device)
        torch.set_float32_matmul_precision("high")  # the last layer's numbers are short enough to lose nothing
        torch.manual_seed(settings.seed)
        self.net = Net(len(self.inputs.columns), game.action_count, max(game.seats), settings.widths, settings.spread)
        check_room(self.net, settings, device)
        self.net.to(device)
        self.rates, self.progress = Rates.on(device), Progress()
        self.tables = Tables(game, settings.players, settings.games, self.inputs, device, spread=settings.spread)
        self.rollout = Rollout(self.tables, self.net, settings.steps, settings.fading)
        self.update = Update(self.net, self.rollout, settings.minibatch, settings.epochs, self.rates)
        self.collect, self.learn = self.rollout.collect, self.update.learn
        self.restart()
        if device == "cuda" and graphs:
            self._record()

    def _record(self) -> None:
        """Records self-play and a step of learning as CUDA graphs, and restores the state from before."""
        before = self.state()
        self.rates.put(0.0, 0.0, 0.5)
        self.rollout.take_weights()
        self.tables.part(True)
        self.collect = recorded(self.rollout.collect, warm_up=1)
        self.tables.part(False)
        self.update.weigh()
        self.update.chosen.copy_(self.update.batches()[0])
        self.learn = recorded(self.update.learn)
        self.take(before)
        self.restart()

    def schedule(self, progress: float) -> None:
        """Sets the rates for a training of which this share is done."""
        left = 1 - min(1.0, progress)
        self.rates.put(
            RATE * (LAST_RATE + (1 - LAST_RATE) * left),
            LAST_ENTROPY + (ENTROPY - LAST_ENTROPY) * left,
            LAST_WINNING + (WINNING - LAST_WINNING) * left,
        )

    def advance(self) -> None:
        """Plays some steps of all games, and learns from them."""
        self.rollout.take_weights()
        self.collect()
        self.update.weigh()
        self.update.said.zero_()
        for rows in self.update.batches():
            self.update.chosen.copy_(rows)
            self.learn()
        self.progress.updates += 1
        self.progress.decisions += self.update.total

    def figures(self) -> dict[str, float]:
        """Statistics of the last update."""
        parts = self.update.epochs * (self.update.total // self.update.minibatch)
        policy, shares, leads, entropy, clipped = (self.update.said / parts).tolist()
        points, seats = self.rollout.finished.sum(0).tolist()
        return {
            "points": points / max(seats, 1), "entropy": entropy, "policy_loss": policy, "share_loss": shares,
            "lead_loss": leads, "clipped": clipped,
        }  # fmt: skip

    def healthy(self) -> bool:
        """Whether all weights are numbers."""
        return all(bool(part.isfinite().all()) for part in self.net.parameters())

    def restart(self) -> None:
        """Begins new games and new random numbers that depend on the seed and the number of updates only.

        A training that goes on and one that is resumed from here are the same from here on, bit for bit.
        """
        number = mixed(self.settings.seed, self.progress.updates)
        self.tables.restart(number, self.settings.depth)
        torch.manual_seed(number)

    def state(self) -> dict[str, np.ndarray[Any, Any]]:
        """Weights, and what the optimizer remembers of them."""
        found = {f"net.{name}": part for name, part in self.net.state_dict().items()}
        for i, kept in enumerate(self.update.optimizer.state_dict()["state"].values()):
            found |= {f"adam.{i}.{name}": part for name, part in kept.items()}
        return {name: part.detach().cpu().numpy().copy() for name, part in found.items()}

    def take(self, state: dict[str, np.ndarray[Any, Any]]) -> None:
        """Restores what `state` returned."""
        with torch.no_grad():
            for name, part in self.net.state_dict().items():
                part.copy_(torch.from_numpy(state[f"net.{name}"]))
            for i, part in enumerate(self.net.parameters()):
                kept = self.update.optimizer.state[part]
                for name in ("step", "exp_avg", "exp_avg_sq"):
                    saved = state.get(f"adam.{i}.{name}")
                    if name not in kept and saved is not None:
                        where = "cpu" if name == "step" and self.device == "cpu" else self.device
                        kept[name] = torch.from_numpy(saved.copy()).to(where)
                    elif name in kept:  # in place: a recorded graph knows where it is
                        kept[name].copy_(torch.from_numpy(saved) if saved is not None else torch.zeros_like(kept[name]))


def mixed(seed: int, number: int) -> int:
    """A seed for each number."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:4], "big")


def check_room(net: Net, settings: TrainingSettings, device: str) -> None:
    """Raises an Error if the device has no memory for this many games."""
    fit = games_that_fit(net.sizes, net.actions, net.seats, settings, device)
    if settings.games > fit:
        raise Error(f"There is too little memory for {settings.games} games at once: at most {fit} would fit now.")


def games_that_fit(sizes: Sequence[int], actions: int, seats: int, settings: TrainingSettings, device: str) -> int:
    """The most games that the free memory holds, for a network of these layers."""
    game = (settings.steps + 1) * (sizes[0] + 12 * 5 + 16 * seats * 2 + 48) + 4 * sum(sizes) + 1500
    game += 6 * 4 * actions
    step = settings.minibatch * (3 * sizes[0] + 8 * sum(sizes[1:-1]) + 40 * sizes[-1])
    return max(0, int((free_memory(device) * SPARE - step) // game))


def fitted(game: Game, settings: TrainingSettings, inputs: Inputs, device: str) -> TrainingSettings:
    """The settings for this device: few games on a CPU; half as often as a GPU's free memory demands it."""
    if device == "cpu":
        return replace(settings, games=min(settings.games, CPU_GAMES), minibatch=min(settings.minibatch, CPU_MINIBATCH))
    seats, actions = max(game.seats), game.action_count
    sizes = layers(len(inputs.columns), actions, seats, settings.widths)
    while settings.games > max(FEWEST, games_that_fit(sizes, actions, seats, settings, device)):
        settings = replace(settings, games=settings.games // 2, minibatch=max(1, settings.minibatch // 2))
    return settings


def free_memory(device: str) -> int:
    """Bytes that are free on the device."""
    if device != "cpu":
        return int(torch.cuda.mem_get_info()[0])
    from ludotheque.kernel.memory import free_memory

    return free_memory()


def players_of(game: Game, text: str | None) -> tuple[int, ...]:
    """The numbers of players that "3" or "2-4" means; all that the game allows if nothing is said."""
    if text is None:
        return game.seats
    first, dash, last = text.partition("-")
    if not first.isdigit() or (dash and not last.isdigit()):
        raise Error(f'Players are a number or two such as 2-4, not "{text}".')
    wanted: Sequence[int] = range(int(first), int(last or first) + 1)
    if not wanted or not set(wanted) <= set(game.seats):
        raise Error(f"{game.title()} is for {game.seats[0]} to {game.seats[-1]} players, not {text}.")
    return tuple(wanted)


def widths_of(text: str) -> tuple[int, ...]:
    """The widths of the hidden layers that "768,256,128" means."""
    parts = text.split(",")
    if not all(part.isdigit() for part in parts) or len(parts) > len(WIDTHS):
        raise Error(f'Widths are one to three numbers such as 768,256,128, not "{text}".')
    widths = tuple(map(int, parts))
    if not all(0 < width <= WIDEST and width % ALIGNED == 0 for width in widths):
        raise Error(f"A width is a multiple of {ALIGNED} up to {WIDEST}, not {text}.")
    return widths
