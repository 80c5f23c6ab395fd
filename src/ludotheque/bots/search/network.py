"""The evaluation of a network inside the search, in whole numbers.

A layer adds up the weights of the inputs that are not zero: in most positions six inputs out of seven are. NumPy does
it where the rules are interpreted. Both ways give the bits of `Network.evaluate` in `core/network.py`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.network import Network
from ludotheque.kernel.rows import LIMIT

from ...kernel.rule import INTERPRETED, MODE, called, rule
from .tree import Column

EXACT = 1 << 24  # whole numbers below this are exact as float32
AT_ONCE = 4  # inputs that are added together; each pair of products fits into 16 bits


class Layers(NamedTuple):
    """A network as the search reads it, with the memory of one evaluation. `weights` holds all layers."""

    sizes: Column  # the numbers of inputs and of each layer's outputs
    weights: Column  # int8: for each layer (inputs + 1, outputs), the last input is always 0; interpreted: matrices
    biases: Column  # int32
    shifts: Column
    columns: Column  # the columns of the observation that are inputs
    factors: Column  # the inputs are multiplied by these
    points: Column  # the columns of the observation with the seats' points
    unit: float  # the unit of the last layer's numbers
    spread: float  # the lead in points that counts as clear
    row: Column  # int16: the observation
    active: Column  # int16: the inputs of a layer
    places: Column  # the places of the inputs that are not 0
    sums: Column  # int32: what the last layer says


def layers_of(network: Network, length: int) -> Layers:
    """A network for the search; `length` is that of an observation."""
    sizes = [len(network.inputs.columns), *(len(bias) for bias in network.biases)]
    widest = max(sizes)
    if MODE == INTERPRETED:
        # Floats multiply faster, and are exact as long as no sum needs more than their digits.
        sums = max(int(np.abs(part.astype(np.int64)).sum(axis=1).max()) * LIMIT for part in network.weights)
        kind = np.float32 if sums < EXACT else np.float64
        weights: Any = [np.ascontiguousarray(part.T, kind) for part in network.weights]
    else:
        weights = np.concatenate([np.pad(part.T, ((0, 1), (0, 0))).ravel() for part in network.weights])
    return Layers(
        sizes=np.array(sizes, np.int64),
        weights=weights,
        biases=np.concatenate(network.biases),
        shifts=np.array(network.shifts, np.int64),
        columns=network.inputs.columns.astype(np.int64),
        factors=network.inputs.factors.astype(np.int64),
        points=network.inputs.points.astype(np.int64),
        unit=float(network.unit),
        spread=network.spread,
        row=np.zeros(length, np.int16),
        active=np.zeros(widest + 1, np.int16),
        places=np.zeros(widest + AT_ONCE, np.int64),
        sums=np.zeros(widest, np.int32),
    )


if MODE == INTERPRETED:

    def propagate(net: Layers) -> None:
        """Writes to `sums` what the last layer says about the observation in `row`."""
        active = (net.row[net.columns] * net.factors).clip(-LIMIT, LIMIT)
        first = 0
        for weights, shift in zip(net.weights, net.shifts, strict=True):
            outputs = weights.shape[1]
            places = active.nonzero()[0]
            products = active[places].astype(weights.dtype) @ weights[places]
            sums = products.astype(np.int64) + net.biases[first : first + outputs]
            active = ((sums + (1 << int(shift) >> 1)) >> shift).clip(0, LIMIT)
            first += outputs
        net.sums[: len(sums)] = sums

else:

    @called
    def propagate(net: Layers) -> None:
        """Writes to `sums` what the last layer says about the observation in `row`."""
        for i in range(net.sizes[0]):
            net.active[i] = max(-LIMIT, min(LIMIT, net.row[net.columns[i]] * net.factors[i]))
        first, first_bias = 0, 0
        for layer in range(len(net.shifts)):
            inputs, outputs = net.sizes[layer], net.sizes[layer + 1]
            if layer > 0:
                shift = net.shifts[layer - 1]
                for i in range(inputs):
                    net.active[i] = max(0, min(LIMIT, (net.sums[i] + (1 << shift >> 1)) >> shift))
            for j in range(outputs):
                net.sums[j] = net.biases[first_bias + j]
            add_inputs(net, first, inputs, outputs)
            first += (inputs + 1) * outputs
            first_bias += outputs

    @called
    def add_inputs(net: Layers, first: int, inputs: int, outputs: int) -> None:
        """Adds to `sums` the weights of a layer, which begin at `first`, times the inputs that are not 0."""
        count = 0
        for i in range(inputs):
            net.places[count] = i
            count += net.active[i] != 0
        net.active[inputs] = 0
        for i in range(AT_ONCE):
            net.places[count + i] = inputs
        sums = net.sums
        for k in range(0, count, AT_ONCE):
            a, b, c, d = net.places[k], net.places[k + 1], net.places[k + 2], net.places[k + 3]
            at_a, at_b, at_c, at_d = first + a * outputs, first + b * outputs, first + c * outputs, first + d * outputs
            weights_a, weights_b = net.weights[at_a : at_a + outputs], net.weights[at_b : at_b + outputs]
            weights_c, weights_d = net.weights[at_c : at_c + outputs], net.weights[at_d : at_d + outputs]
            a, b, c, d = net.active[a], net.active[b], net.active[c], net.active[d]
            for j in range(outputs):  # numbers of 16 bits, so that many are multiplied at once
                ab = np.int16(np.int16(np.int16(weights_a[j]) * a) + np.int16(np.int16(weights_b[j]) * b))
                cd = np.int16(np.int16(np.int16(weights_c[j]) * c) + np.int16(np.int16(weights_d[j]) * d))
                sums[j] += np.int32(ab) + np.int32(cd)


def make_evaluation(sight: ModuleType, observe: ModuleType) -> Any:
    """Makes `look(states, seat, net)`: the network's evaluation of states[0] from a seat's eyes, with states[1]."""
    hide, observe_seat = sight.hide, observe.observe

    if MODE == INTERPRETED:

        def blank(states: Any, seat: int) -> None:
            states[1] = states[0].copy()
            hide(states[1], seat)

    else:

        @rule
        def blank(states: Any, seat: int) -> None:
            states[1] = states[0]
            hide(states[1], seat)

    @called
    def look(states: Any, seat: int, net: Layers) -> None:
        blank(states, seat)
        observe_seat(states[1], seat, net.row)
        propagate(net)

    return look
