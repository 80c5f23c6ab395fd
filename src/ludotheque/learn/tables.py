"""Many games at once as tensors: one batch for each number of players, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ludotheque.core.game import Game
from ludotheque.core.network import SPREAD
from ludotheque.kernel.batch import Batch
from ludotheque.kernel.rows import Inputs, rows_of

from .inputs import starts

ALIGNED = 128  # GPUs prefer a number of games that is a multiple of this
TWO_PLAYERS = 2  # games of two players for one of each other number: most people play with two
CHANNELS = 2  # a result has two parts: the share of the victory, and the lead in points

Tensor = Any
"""A tensor of PyTorch."""


def shared(array: Any) -> Tensor:
    """An array of a batch as a tensor of the same memory."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


def best_other(points: Tensor) -> Tensor:
    """The most points of another seat, for each seat of each row."""
    self_out = torch.eye(points.shape[1], device=points.device) * -1e6
    return (points[:, None, :] + self_out).amax(2)


class Table:
    """The games of one number of players."""

    def __init__(
        self, game: Game, players: int, first: int, games: int, inputs: Inputs, device: str, again: bool, spread: float
    ) -> None:
        self.players, self.games, self.place = players, games, slice(first, first + games)
        self.spread = spread
        self.batch = Batch(game.compiled, starts(game, players), games, device=device, again=again)
        self.rows = rows_of(self.batch, inputs)
        self.to_act = shared(self.batch.to_act)
        self.bits = shared(self.batch.legal_bits.view("int32"))
        self.ended = shared(self.batch.ended.view("uint8"))
        self.results = shared(self.batch.rows)
        self.stream: Any = None  # a CUDA stream, while games of several numbers of players run side by side

    def observe(self, rows: Tensor, points: Tensor, who: Tensor, bits: Tensor) -> None:
        """Writes observations and legal actions of the seats to act to this table's rows."""
        place = self.place
        if rows.device.type == "cpu":
            self.rows.write(rows[place].numpy(), points[place].numpy())
        else:
            self.rows.write(rows[place], points[place])
        who[place] = self.to_act
        bits[place] = self.bits

    def step(self, actions: Tensor) -> None:
        """Plays its action in every game."""
        chosen = actions[self.place]
        self.batch.step(chosen.numpy() if chosen.device.type == "cpu" else chosen)

    def outcome(self) -> Tensor:
        """How the last games ended for each seat, (games, players, CHANNELS)."""
        scores, wins = self.results[:, 1::2].float(), self.results[:, 2::2].float()
        shares = wins / wins.sum(1, keepdim=True).clamp(min=1)
        return torch.stack([shares, torch.tanh((scores - best_other(scores)) / self.spread)], 2)


class Tables:
    """Batches of the same game side by side: `games` rows in all."""

    def __init__(
        self, game: Game, players: Sequence[int], games: int, inputs: Inputs, device: str, again: bool = True,
        spread: float = SPREAD,
    ) -> None:  # fmt: skip
        self.seats, self.device, self.inputs = max(game.seats), device, inputs
        weights = [TWO_PLAYERS if number == 2 else 1 for number in players]
        self.tables: list[Table] = []
        first = 0
        for number, weight in zip(players, weights, strict=True):
            many = games * weight // sum(weights)
            many -= many % ALIGNED if many > ALIGNED else 0
            self.tables.append(Table(game, number, first, many, inputs, device, again, spread))
            first += many
        self.games = first
        self.words: int = self.tables[0].bits.shape[1]
        self.players = torch.cat([torch.full((table.games,), table.players) for table in self.tables]).to(device)

    def each(self, work: Callable[[Table], None]) -> None:
        """Does something with every table, side by side if the tables have streams of their own."""
        for table in self.tables:
            if table.stream is None:
                work(table)
                continue
            table.stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(table.stream):
                work(table)
        for table in self.tables:
            if table.stream is not None:
                torch.cuda.current_stream().wait_stream(table.stream)

    def observe(self, rows: Tensor, points: Tensor, who: Tensor, bits: Tensor) -> None:
        """Writes observations and legal actions of the seats to act, a row for each game."""
        self.each(lambda table: table.observe(rows, points, who, bits))

    def step(self, actions: Tensor) -> None:
        """Plays an action in every game."""
        self.each(lambda table: table.step(actions))

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
        """The array on the device of the batches."""
        if self.device == "cpu":
            return array
        return torch.from_numpy(array).to(self.device)

    def part(self, apart: bool) -> None:
        """Gives each table a stream of CUDA of its own, or takes it away."""
        for table in self.tables:
            table.stream = torch.cuda.Stream() if apart else None
            table.batch._engine.use_stream(table.stream.cuda_stream if apart else 0)
