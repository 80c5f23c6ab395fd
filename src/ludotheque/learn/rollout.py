"""Self-play: what is seen, chosen and expected in some steps of many games, and what comes of it."""

from __future__ import annotations

import torch

from .net import NOWHERE, Net, Opinion, unpack
from .tables import CHANNELS, Tables, Tensor


class Rollout:
    """Some steps of all games, (steps, games, ...); values and results are those of the seats as they sit."""

    def __init__(self, tables: Tables, net: Net, steps: int, fading: float) -> None:
        self.tables, self.net, self.steps, self.fading = tables, net, steps, fading
        games, seats, device = tables.games, tables.seats, tables.device
        self.used = [part.detach().clone() for part in net.rounded()]  # the weights that play

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=dtype, device=device)

        self.rows = room(steps + 1, games, len(tables.inputs.columns), dtype=torch.int8)
        self.points = room(steps + 1, games, seats, dtype=torch.int16)
        self.who = room(steps + 1, games, dtype=torch.int64)
        self.bits = room(steps + 1, games, tables.words, dtype=torch.int32)
        self.action = room(steps, games, dtype=torch.int64)
        self.likely = room(steps, games)  # logarithms of the chances that the actions had
        self.value = room(steps, games, seats, CHANNELS)
        self.ended = room(steps, games, dtype=torch.bool)
        self.final = room(steps, games, seats, CHANNELS)
        self.gain = room(steps, games, CHANNELS)  # what the action brought beyond what was expected
        self.target = room(steps, games, seats, CHANNELS)  # from the seat to act on
        self.finished = room(2)  # points of all seats in games that ended, and how many seats these had
        self._chairs = torch.arange(seats, device=device)

    @torch.no_grad()
    def take_weights(self) -> None:
        """Plays with the network's weights of now."""
        for mine, part in zip(self.used, self.net.rounded(), strict=True):
            mine.copy_(part)

    @torch.no_grad()
    def collect(self) -> None:
        """Plays on, and works out what the actions brought."""
        self.finished.zero_()
        for t in range(self.steps):
            self._look(t)
            opinion = self._think(t)
            self.value[t] = self._seated(opinion, self.who[t])
            preferences = opinion.preferences.masked_fill(~unpack(self.bits[t], self.net.actions), NOWHERE)
            chances = torch.log_softmax(preferences, 1)
            luck = torch.empty_like(chances).exponential_()
            chosen = (chances - luck.log()).argmax(1)
            self.action[t] = chosen
            self.likely[t] = chances.gather(1, chosen[:, None]).squeeze(1)
            self.tables.step(self.action[t])
            self.tables.results(self.ended[t], self.final[t])
            self._count(t)
        self._look(self.steps)
        self._look_back(self._seated(self._think(self.steps), self.who[self.steps]))

    def _look(self, t: int) -> None:
        self.tables.observe(self.rows[t], self.points[t], self.who[t], self.bits[t])

    def _think(self, t: int) -> Opinion:
        return self.net.think(self.used, self.rows[t], self.points[t], self.tables.players)

    def _seated(self, opinion: Opinion, who: Tensor) -> Tensor:
        """Expected results by seat instead of from the seat to act on, (games, seats, CHANNELS)."""
        players = self.tables.players[:, None]
        ahead = (self._chairs - who[:, None]) % players
        results = torch.stack([opinion.shares.softmax(1), opinion.leads], 2)
        return results.gather(1, ahead[:, :, None].expand(-1, -1, CHANNELS))

    def _count(self, t: int) -> None:
        for table in self.tables.tables:
            ended = self.ended[t, table.place]
            scores = table.results[:, 1::2].float().sum(1)
            self.finished += torch.stack([(scores * ended).sum(), ended.sum() * float(table.players)])

    def _look_back(self, expected: Tensor) -> None:
        """Advantages, and results to be expected: of every seat's own chain of decisions (GAE)."""
        zero = torch.zeros_like(expected)
        later, reward = zero, zero
        turned = (self._chairs + self.who[: self.steps, :, None]) % self.tables.players[:, None]
        for t in reversed(range(self.steps)):
            ended = self.ended[t][:, None, None]
            expected, later = expected.masked_fill(ended, 0), later.masked_fill(ended, 0)
            reward = torch.where(ended, self.final[t], reward)
            result = reward + expected + self.fading * later
            mine = (self._chairs == self.who[t][:, None])[:, :, None]
            beyond = result - self.value[t]
            self.gain[t] = (beyond * mine).sum(1)
            self.target[t] = result.gather(1, turned[t][:, :, None].expand(-1, -1, CHANNELS))
            expected, later = torch.where(mine, self.value[t], expected), torch.where(mine, beyond, later)
            reward = reward.masked_fill(mine, 0)
