"""Observations as a network's inputs: some of the numbers, each times a factor, as bytes.

An observation has a number for every possible seat and option. A network reads only the numbers that vary, scaled to
8-bit integers, and the points of the seats apart from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.errors import Error

from .arrays import AnyArray, Array
from .batch import Batch

LIMIT = 127  # the largest value of an input
FACTOR_BITS = 8  # bits of the factor in a number that holds an input's column and factor
MAX_FACTOR = (1 << FACTOR_BITS) - 1


@dataclass(frozen=True, eq=False)
class Inputs:
    """The columns of an observation that a network reads, their factors, and the columns of the points."""

    columns: Array  # (inputs,) int32; ignored if the factor is 0
    factors: Array  # (inputs,) int32 from 0 to MAX_FACTOR
    points: Array  # (seats,) int32: the columns of the points, clockwise from the observer

    def read(self, observations: Array) -> tuple[Array, Array]:
        """The inputs (int8) and the points (int16) in observations."""
        scaled = observations[..., self.columns].astype(np.int32) * self.factors
        return np.clip(scaled, -LIMIT, LIMIT).astype(np.int8), observations[..., self.points]

    @property
    def fit(self) -> bool:
        """Whether all factors are in their range."""
        return not self.factors.size or bool(self.factors.min() >= 0 and self.factors.max() <= MAX_FACTOR)

    def packed(self) -> Array:
        """The column of each input and its factor as one number: the factor in the lowest bits."""
        if not self.fit:
            raise Error(f"The factors of a network's inputs are from 0 to {MAX_FACTOR}.")
        return (self.columns << FACTOR_BITS | self.factors).astype(np.int32)


class CpuRows:
    """Reads a batch on the CPU."""

    def __init__(self, batch: Batch, inputs: Inputs) -> None:
        self._batch, self._inputs = batch, inputs

    def write(self, rows: AnyArray, points: AnyArray) -> None:
        """Writes what the seats to act may know to (games, inputs) int8 and (games, seats) int16."""
        rows[...], points[...] = self._inputs.read(self._batch.observations())


def rows_of(batch: Batch, inputs: Inputs) -> Any:
    """The reader of this batch for a network."""
    if batch.device == "cpu":
        return CpuRows(batch, inputs)
    from .cuda_rows import CudaRows

    return CudaRows(batch, inputs)
