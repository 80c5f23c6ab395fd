"""Conversion of a trained network to whole numbers; its weights are rounded already."""

from __future__ import annotations

import numpy as np
import torch

from ludotheque.core.game import Game
from ludotheque.core.network import Network, facts_of
from ludotheque.kernel.rows import Inputs

from .inputs import ONE
from .net import LEVELS, WEIGHT_LIMIT, Net, kind_on


def quantize(net: Net, inputs: Inputs, game: Game) -> Network:
    """The network as whole numbers."""
    weights, biases, shifts = [], [], []
    kind = kind_on(net.biases[0].device)
    for i, shift in enumerate(net.shifts):
        scale = (ONE if i == 0 else LEVELS) << shift  # the sum that stands for 1 in this layer
        rounded = net.weights[i].detach().float().cpu().mul(1 << shift).round_().clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        bias = net.biases[i].detach().to(kind).cpu().to(torch.float64).mul(scale).round_()
        weights.append(rounded.numpy().astype(np.int8))
        biases.append(bias.numpy().astype(np.int32))
        last = i == len(net.shifts) - 1
        shifts.append((scale if last else scale // LEVELS).bit_length() - 1)
    return Network(
        facts_of(game) | {"sizes": net.sizes, "spread": net.spread},
        inputs,
        tuple(weights),
        tuple(biases),
        tuple(shifts),
    )
