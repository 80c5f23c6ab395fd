"""The network during training: floats that hold exactly the whole numbers of the finished network.

Weights are multiples of 1 / 2**shift from -127 to 127 times that, activations multiples of 1 / 128
between 0 and 127 / 128. Gradients pass the rounding as if it were not there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from ludotheque.core.network import SPREAD

from .inputs import ONE
from .tables import CHANNELS, Tensor, best_other

WIDTHS = (768, 256, 128)
LEVELS = 128  # levels of an activation
WEIGHT_LIMIT = 127
SHIFTS = (7, 6, 6)  # the weights of each hidden layer are multiples of 1 / 2**shift
HEAD_SHIFT = 5
NOWHERE = -1e9  # the logit of an illegal action
FAR = 1000.0  # points; more than any lead


class Opinion(NamedTuple):
    """The outputs of a network for some positions."""

    preferences: Tensor  # (rows, actions): logits
    shares: Tensor  # (rows, seats): logits of the shares of the victory, from the seat to act on
    leads: Tensor  # (rows, seats): expected leads, between -1 and 1


def passing(exact: Tensor, smooth: Tensor) -> Tensor:
    """The values of `exact` with the gradients of `smooth` (a straight-through estimator)."""
    return exact.detach() + (smooth - smooth.detach())


def rounded(weights: Tensor, steps: int) -> Tensor:
    """Weights rounded to multiples of 1 / steps."""
    return passing(weights.mul(steps).round().clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT).div(steps), weights)


def clipped(sums: Tensor) -> Tensor:
    """Activations: between 0 and 1, in LEVELS steps."""
    most = (LEVELS - 1) / LEVELS
    return passing(sums.mul(LEVELS).round().clamp(0, LEVELS - 1).div(LEVELS), sums.clamp(0, most))


def layers(inputs: int, actions: int, seats: int, widths: Sequence[int]) -> list[int]:
    """The sizes of all layers, the inputs first."""
    return [inputs, *widths, actions + CHANNELS * seats]


class Net(nn.Module):
    """Inputs, hidden layers, and one output layer."""

    def __init__(
        self, inputs: int, actions: int, seats: int, widths: Sequence[int] = WIDTHS, spread: float = SPREAD
    ) -> None:
        super().__init__()
        self.actions, self.seats, self.spread = actions, seats, spread
        self.sizes = layers(inputs, actions, seats, widths)
        self.shifts = [*SHIFTS[: len(widths)], HEAD_SHIFT]
        self.weights = nn.ParameterList()
        self.biases = nn.ParameterList()
        for i, (few, many) in enumerate(zip(self.sizes, self.sizes[1:], strict=False)):
            last = i == len(widths)
            spread = 0.002 if last else 0.06 if i == 0 else 0.8 / math.sqrt(few)
            self.weights.append(nn.Parameter(torch.randn(many, few) * spread))
            self.biases.append(nn.Parameter(torch.full((many,), 0.0 if last else 0.25)))

    def rounded(self) -> list[Tensor]:
        """Weights and biases as they are used, those of the first layer for inputs as they are written."""
        kind, found = kind_on(self.biases[0].device), []
        for i, (weights, shift) in enumerate(zip(self.weights, self.shifts, strict=True)):
            used = rounded(weights, 1 << shift)
            found.append((used / ONE if i == 0 else used).to(kind))
        return found + [bias.to(kind) for bias in self.biases]

    def forward(self, rows: Tensor, points: Tensor, players: Tensor) -> Opinion:
        return self.think(self.rounded(), rows, points, players)

    def think(self, used: Sequence[Tensor], rows: Tensor, points: Tensor, players: Tensor) -> Opinion:
        """What the network says with these weights of (n, inputs) int8, (n, seats) points and (n,) numbers of seats."""
        layers = len(self.weights)
        x = rows.to(kind_on(rows.device))
        for i in range(layers):
            if i < layers - 1:
                x = clipped(functional.linear(x, used[i], used[layers + i]))
        # float32 holds these products exactly, so that logits are not rounded.
        said = functional.linear(x.float(), used[layers - 1].float(), used[-1].float())
        shares, leads = said[:, self.actions :].reshape(-1, CHANNELS, self.seats).unbind(1)
        here = torch.arange(self.seats, device=rows.device) < players[:, None]
        standing = torch.where(here, points.float(), -FAR)
        others = best_other(standing)
        shares = (shares + standing * (2 / self.spread)).masked_fill(~here, NOWHERE)
        return Opinion(
            said[:, : self.actions],
            shares,
            torch.tanh(leads + (standing - others) / (2 * self.spread)).masked_fill(~here, 0),
        )

    @torch.no_grad()
    def keep_small(self) -> None:
        """Clamps weights to the range of 8-bit integers."""
        for weights, shift in zip(self.weights, self.shifts, strict=True):
            weights.clamp_(-WEIGHT_LIMIT / (1 << shift), WEIGHT_LIMIT / (1 << shift))


def kind_on(device: torch.device) -> torch.dtype:
    """The type that the device multiplies fast; it holds the network's numbers without loss."""
    return torch.float32 if device.type == "cpu" else torch.bfloat16


def unpack(bits: Tensor, actions: int) -> Tensor:
    """Masks of words as bools, one for each action."""
    shifts = torch.arange(32, device=bits.device, dtype=torch.int32)
    return ((bits.unsqueeze(-1) >> shifts) & 1).flatten(1)[:, :actions].bool()
