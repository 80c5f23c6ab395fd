"""Learning from self-play: proximal policy optimisation (PPO)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from .graphs import fused
from .net import NOWHERE, Net, unpack
from .rollout import Rollout
from .tables import Tensor

CLIP = 0.2  # limit of the ratio of new to old probabilities, above and below 1
SHARE_WEIGHT, LEAD_WEIGHT = 0.5, 2.0  # weights in the loss
STEEPEST = 1.0  # the largest norm of a gradient; larger ones are scaled down
LEAST = 50.0  # log probabilities are cut off at minus this


@dataclass
class Rates:
    """Rates that change during a training, as tensors that a recorded graph reads."""

    rate: Tensor
    entropy: Tensor
    winning: Tensor  # weight of the victory; the rest is that of the lead

    @classmethod
    def on(cls, device: str) -> Rates:
        return cls(*(torch.zeros((), device=device) for _ in range(3)))

    def put(self, rate: float, entropy: float, winning: float) -> None:
        for mine, value in zip((self.rate, self.entropy, self.winning), (rate, entropy, winning), strict=True):
            mine.fill_(value)


class Update:
    """Steps of learning from a rollout, in minibatches."""

    def __init__(self, net: Net, rollout: Rollout, minibatch: int, epochs: int, rates: Rates) -> None:
        self.net, self.rollout, self.epochs, self.rates = net, rollout, epochs, rates
        device = rollout.tables.device
        self.total = rollout.steps * rollout.tables.games
        self.minibatch = min(minibatch, self.total)
        on_gpu = device != "cpu"
        self.optimizer = torch.optim.AdamW(
            net.parameters(), lr=rates.rate if on_gpu else 1e-3, betas=(0.9, 0.98), eps=1e-7, weight_decay=1e-4,
            fused=on_gpu, capturable=on_gpu,
        )  # fmt: skip
        self.chosen = torch.zeros(self.minibatch, dtype=torch.int64, device=device)
        self.advantage = torch.zeros(self.total, device=device)
        self.said = torch.zeros(5, device=device)  # losses of policy, shares and leads, entropy, clipped ratios
        self.players = rollout.tables.players
        self._loss = fused(self.loss, device)
        self._flat = [
            part[: rollout.steps].flatten(0, 1)
            for part in (rollout.rows, rollout.points, rollout.bits, rollout.action, rollout.likely, rollout.target)
        ]

    @torch.no_grad()
    def weigh(self) -> None:
        """Computes advantages: the gains in victory and lead as one normalised number."""
        players = self.players.float()
        victory, lead = self.rollout.gain.unbind(2)
        winning = self.rates.winning
        gained = (winning * victory * (players / (players - 1)) + (1 - winning) * lead).flatten()
        torch.div(gained - gained.mean(), gained.std() + 1e-6, out=self.advantage)

    def batches(self) -> list[Tensor]:
        """The rows of each minibatch, in a new order every epoch."""
        device = self.chosen.device
        found: list[Tensor] = []
        for _ in range(self.epochs):
            order = torch.randperm(self.total, device=device)
            found += list(order[: self.total // self.minibatch * self.minibatch].split(self.minibatch))
        return found

    def learn(self) -> None:
        """One step of the optimizer with the chosen rows."""
        self.optimizer.zero_grad(set_to_none=True)
        loss, said = self._loss()
        loss.backward()
        self.said += said
        nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST, foreach=True)
        if not self.optimizer.defaults["capturable"]:
            self.optimizer.param_groups[0]["lr"] = float(self.rates.rate)
        self.optimizer.step()
        self.net.keep_small()

    def loss(self) -> tuple[Tensor, Tensor]:
        """The loss and its parts."""
        k = self.chosen
        rows, points, bits, action, likely, target = (part.index_select(0, k) for part in self._flat)
        players = self.players[k % len(self.players)]
        opinion = self.net(rows, points, players)
        legal = unpack(bits, self.net.actions)
        log_probabilities = torch.log_softmax(opinion.preferences.masked_fill(~legal, NOWHERE), 1)
        asked = (legal.sum(1) > 1).float()
        asked = asked / asked.sum().clamp(min=1)
        ratio = (log_probabilities.gather(1, action[:, None]).squeeze(1) - likely).exp()
        gain = self.advantage.index_select(0, k)
        policy = -(torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain) * asked).sum()
        entropy = -((log_probabilities.exp() * log_probabilities.clamp(min=-LEAST)).sum(1) * asked).sum()
        seated = torch.arange(self.net.seats, device=k.device) < players[:, None]
        shares, leads = target.unbind(2)
        win = -(torch.log_softmax(opinion.shares, 1).clamp(min=-LEAST) * shares * seated).sum(1).mean()
        lead = ((opinion.leads - leads).square() * seated).sum(1).div(players).mean()
        with torch.no_grad():
            cut = (((ratio - 1).abs() > CLIP) * asked).sum()
            said = torch.stack([policy, win, lead, entropy, cut])
        return policy + SHARE_WEIGHT * win + LEAD_WEIGHT * lead - self.rates.entropy * entropy, said
