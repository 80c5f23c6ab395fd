"""Many games at once as tensors: one batch for each number of players, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ludotheque.core.game import Game
from ludotheque.core.network import SPREAD
from ludotheque.kernel.batch import Batch
from ludotheque.kernel.rows import Inputs, rows_of

from .inputs import starts

CHANNELS = 2  # of a result: the share of the victory, and the lead in points

Tensor = Any
"""A tensor of PyTorch's."""


def shared(array: Any) -> Tensor:
    """An array of a batch as a tensor of the same memory."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


def best_other(points: Tensor) -> Tensor:
    """The most points of another seat, for each seat of each row."""
    self_out = torch.eye(points.shape[1], device=points.device) * -1e6
    return (points[:, None, :] + self_out).amax(2)


class Table:
    """The games of one number of players."""

    def __init__(self, game: Game, players: int, first: int, games: int, inputs: Inputs, device: str, again: bool):
        self.players, self.games, self.place = players, games, slice(first, first + games)
        self.batch = Batch(game.compiled, starts(game, players), games, device=device, again=again)
        self.rows = rows_of(self.batch, inputs)
        self.to_act = shared(self.batch.to_act)
        self.bits = shared(self.batch.legal_bits.view("int32"))
        self.ended = shared(self.batch.ended.view("uint8"))
        self.results = shared(self.batch.rows)

    def outcome(self) -> Tensor:
        """How the last games ended for each seat, (games, players, CHANNELS)."""
        scores, wins = self.results[:, 1::2].float(), self.results[:, 2::2].float()
        shares = wins / wins.sum(1, keepdim=True).clamp(min=1)
        return torch.stack([shares, torch.tanh((scores - best_other(scores)) / SPREAD)], 2)


class Tables:
    """Batches of the same game side by side: `games` rows in all."""

    def __init__(
        self, game: Game, players: Sequence[int], games: int, inputs: Inputs, device: str, again: bool = True
    ) -> None:
        each = games // len(players)
        self.games, self.seats, self.device = each * len(players), max(game.seats), device
        self.inputs = inputs
        self.tables = [
            Table(game, number, each * i, each, inputs, device, again) for i, number in enumerate(players)
        ]  # fmt: skip
        self.words: int = self.tables[0].bits.shape[1]
        self.players = torch.cat([torch.full((each,), number) for number in players]).to(device)

    def observe(self, rows: Tensor, points: Tensor, who: Tensor, bits: Tensor) -> None:
        """Writes what the seats to act may know and do, a row a game."""
        for table in self.tables:
            place = table.place
            if self.device == "cpu":
                table.rows.write(rows[place].numpy(), points[place].numpy())
            else:
                table.rows.write(rows[place], points[place])
            who[place] = table.to_act
            bits[place] = table.bits

    def step(self, actions: Tensor) -> None:
        """Plays an action in every game."""
        for table in self.tables:
            chosen = actions[table.place]
            table.batch.step(chosen.numpy() if self.device == "cpu" else chosen)

    def results(self, ended: Tensor, outcome: Tensor) -> None:
        """Writes which games have just ended, and how the last ones did, (games, seats, CHANNELS)."""
        for table in self.tables:
            ended[table.place] = table.ended
            outcome[table.place, : table.players] = table.outcome()

    def restart(self, seed: int, depth: int) -> None:
        """Begins anew, and plays up to `depth` random decisions in each game, so that games are at all stages."""
        generator = np.random.default_rng(seed)
        for table in self.tables:
            table.batch.reseed(int(generator.integers(2**32)))
            depths = generator.integers(depth + 1, size=table.games)
            for step in range(depth):
                which = self.given(depths > step)
                table.batch.step(table.batch.random_actions(), which)

    def given(self, array: np.ndarray[Any, Any]) -> Any:
        """An array where the batches are."""
        if self.device == "cpu":
            return array
        return torch.from_numpy(array).to(self.device)

    def use_stream(self, handle: int) -> None:
        """Plays on this stream of CUDA from now on."""
        for table in self.tables:
            table.batch._engine.use_stream(handle)
