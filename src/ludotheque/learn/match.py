"""Matches: how a network does against another one, or against random players."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ludotheque.core.game import Game
from ludotheque.kernel.rows import Inputs

from .net import NOWHERE, Net, unpack
from .tables import Tables, Tensor

LONGEST = 5000  # steps; no game takes as many
LOOK_EVERY = 16  # steps between checks whether any game still runs


class PastMatch:
    """Games in which a network has one seat and its opponent all others; every seat as often."""

    def __init__(self, game: Game, players: Sequence[int], games: int, inputs: Inputs, device: str, net: Net) -> None:
        self.tables = Tables(game, players, games, inputs, device, again=False)
        self.net = net
        games, seats = self.tables.games, self.tables.seats
        self.rows = torch.zeros(games, len(inputs.columns), dtype=torch.int8, device=device)
        self.points = torch.zeros(games, seats, dtype=torch.int16, device=device)
        self.who = torch.zeros(games, dtype=torch.int64, device=device)
        self.bits = torch.zeros(games, self.tables.words, dtype=torch.int32, device=device)
        self.seat = torch.arange(games, device=device) % self.tables.players

    @torch.no_grad()
    def play(self, mine: Sequence[Tensor], theirs: Sequence[Tensor] | None, seed: int) -> dict[str, float]:
        """The shares of victories of the first weights, by number of players; `theirs` None: others play at random."""
        for table in self.tables.tables:
            table.batch.reseed(seed)
        for step in range(LONGEST):
            self.tables.observe(self.rows, self.points, self.who, self.bits)
            if step % LOOK_EVERY == 0 and not bool((self.who >= 0).any()):
                break
            if theirs is None:
                other = torch.cat([self.random(i) for i in range(len(self.tables.tables))])
            else:
                other = self.best(theirs)
            self.tables.step(torch.where(self.who == self.seat, self.best(mine), other))
        shares = {}
        for table in self.tables.tables:
            won = table.outcome()[:, :, 0].gather(1, self.seat[table.place][:, None])
            shares[str(table.players)] = float(won.mean())
        return shares

    def best(self, used: Sequence[Tensor]) -> Tensor:
        """The actions that the network prefers."""
        opinion = self.net.think(used, self.rows, self.points, self.tables.players)
        return opinion.preferences.masked_fill(~unpack(self.bits, self.net.actions), NOWHERE).argmax(1)

    def random(self, number: int) -> Tensor:
        chosen = self.tables.tables[number].batch.random_actions()
        return torch.as_tensor(chosen, device=self.tables.device)
