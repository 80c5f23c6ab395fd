"""Self-play: observations, actions and expected results of some steps of many games, and advantages."""

from __future__ import annotations

import functools

import torch

from .graphs import fused
from .net import NOWHERE, Net, Opinion, unpack
from .tables import CHANNELS, Table, Tables, Tensor


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
        self.likely = room(steps, games)  # log probabilities of the actions
        self.value = room(steps, games, seats, CHANNELS)
        self.ended = room(steps, games, dtype=torch.bool)
        self.final = room(steps, games, seats, CHANNELS)
        self.gain = room(steps, games, CHANNELS)  # advantages of the actions
        self.target = room(steps, games, seats, CHANNELS)  # from the seat to act on
        # For each table: points of all seats in games that ended, and how many seats these had.
        self.finished = room(len(tables.tables), 2)
        self._seat_numbers = torch.arange(seats, device=device)
        self._decide, self._trace = fused(self.decide, device), fused(self.trace, device)

    @torch.no_grad()
    def take_weights(self) -> None:
        """Copies the current weights of the network for self-play."""
        for mine, part in zip(self.used, self.net.rounded(), strict=True):
            mine.copy_(part)

    @torch.no_grad()
    def collect(self) -> None:
        """Plays some steps in all games, and computes the advantages."""
        self.finished.zero_()
        self.look(0)
        for t in range(self.steps):
            self.value[t], self.action[t], self.likely[t] = self._decide(*self._seen(t))
            self.tables.each(functools.partial(self._play, t))
        self._look_back(self._decide(*self._seen(self.steps))[0])

    def look(self, t: int) -> None:
        """Writes the observations before step `t`."""
        self.tables.observe(*self._seen(t))

    def _seen(self, t: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.rows[t], self.points[t], self.who[t], self.bits[t]

    def decide(self, rows: Tensor, points: Tensor, who: Tensor, bits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Expected results by seat, a random action by the preferences, and its log probability."""
        opinion = self.net.think(self.used, rows, points, self.tables.players)
        preferences = opinion.preferences.masked_fill(~unpack(bits, self.net.actions), NOWHERE)
        log_probabilities = torch.log_softmax(preferences, 1)
        luck = torch.empty_like(log_probabilities).exponential_()
        chosen = (log_probabilities - luck.log()).argmax(1)
        return self._seated(opinion, who), chosen, log_probabilities.gather(1, chosen[:, None]).squeeze(1)

    def _play(self, t: int, table: Table) -> None:
        """Plays the actions of step `t`; writes the results of ended games and the next observations."""
        table.step(self.action[t])
        self.ended[t, table.place] = table.ended
        self.final[t, table.place, : table.players] = table.outcome()
        scores, ended = table.results[:, 1::2].float().sum(1), table.ended.float()
        number = self.tables.tables.index(table)
        self.finished[number] += torch.stack([(scores * ended).sum(), ended.sum() * float(table.players)])
        table.observe(*self._seen(t + 1))

    def _seated(self, opinion: Opinion, who: Tensor) -> Tensor:
        """Expected results by seat instead of from the seat to act on, (games, seats, CHANNELS)."""
        players = self.tables.players[:, None]
        ahead = (self._seat_numbers - who[:, None]) % players
        results = torch.stack([opinion.shares.softmax(1), opinion.leads], 2)
        return results.gather(1, ahead[:, :, None].expand(-1, -1, CHANNELS))

    def _look_back(self, expected: Tensor) -> None:
        """Computes advantages and targets along every seat's own decisions (GAE)."""
        later, reward = torch.zeros_like(expected), torch.zeros_like(expected)
        for t in reversed(range(self.steps)):
            self.gain[t], self.target[t], expected, later, reward = self._trace(
                expected, later, reward, self.ended[t], self.final[t], self.value[t], self.who[t]
            )

    def trace(
        self, expected: Tensor, later: Tensor, reward: Tensor, ended: Tensor, final: Tensor, value: Tensor, who: Tensor
    ) -> tuple[Tensor, ...]:
        """One step back: the advantage, the targets, and what the step before needs."""
        ended = ended[:, None, None]
        expected, later = expected.masked_fill(ended, 0), later.masked_fill(ended, 0)
        reward = torch.where(ended, final, reward)
        result = reward + expected + self.fading * later
        mine = (self._seat_numbers == who[:, None])[:, :, None]
        beyond = result - value
        turned = (self._seat_numbers + who[:, None]) % self.tables.players[:, None]
        target = result.gather(1, turned[:, :, None].expand(-1, -1, CHANNELS))
        gain = (beyond * mine).sum(1)
        return (
            gain, target, torch.where(mine, value, expected), torch.where(mine, beyond, later),
            reward.masked_fill(mine, 0),
        )  # fmt: skip
