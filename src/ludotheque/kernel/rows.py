"""Observations as a network reads them: some of the numbers, each times a factor, as bytes.

An observation has a place for every seat and option that a game knows. A network has inputs for
the places that say something, in a range that suits whole numbers of 8 bits, and wants the points
of the seats apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import AnyArray, Array
from .batch import Batch

LIMIT = 127  # the largest number that an input holds


@dataclass(frozen=True, eq=False)
class Inputs:
    """Which places of an observation a network reads, times which factors, and where points stand."""

    columns: Array  # (inputs,) int32; where the factor is 0 nothing is read
    factors: Array  # (inputs,) int32
    points: Array  # (seats,) int32: the places of the points, from the observer on

    def read(self, observations: Array) -> tuple[Array, Array]:
        """The inputs, int8, and the points, int16, of whole observations."""
        scaled = observations[..., self.columns].astype(np.int32) * self.factors
        return np.clip(scaled, -LIMIT, LIMIT).astype(np.int8), observations[..., self.points]


class CpuRows:
    """Reads a batch on the CPU."""

    def __init__(self, batch: Batch, inputs: Inputs) -> None:
        self._batch, self._inputs = batch, inputs

    def write(self, rows: AnyArray, points: AnyArray) -> None:
        """Writes what the seats to act may know to (games, inputs) int8 and (games, seats) int16."""
        rows[...], points[...] = self._inputs.read(self._batch.observations())


def rows_of(batch: Batch, inputs: Inputs) -> Any:
    """What reads this batch for a network."""
    if batch.device == "cpu":
        return CpuRows(batch, inputs)
    from .cuda_rows import CudaRows

    return CudaRows(batch, inputs)
