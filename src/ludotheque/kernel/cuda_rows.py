"""Observations as a network's inputs, on the GPU.

A warp writes the observations of its games to shared memory, one thread a game, and then copies the columns that the
network reads to the rows, so that the accesses coalesce.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import cuda, types

from .arrays import AnyArray
from .batch import Batch
from .cuda import ask_for_shared
from .cuda_batch import BLOCK, as_numba, make_fetching
from .device import SIMULATED, WORD_BYTES, DeviceRules, KernelCache, arrays, compile_kernel, gpu_type, layout
from .edition import Edition
from .rows import LIMIT, Inputs

LANES = 4  # bytes of a word; the length of a row is a multiple of it


class CudaRows:
    """Reads a batch on the GPU, into arrays of any library there."""

    def __init__(self, batch: Batch, inputs: Inputs) -> None:
        self._engine = batch._engine
        self._kernel, self._launch = kernel_of(batch.edition, batch.players)
        self._tables = [
            as_numba(arrays().asarray(table.astype(np.int32)))
            for table in (inputs.columns, inputs.factors, inputs.points)
        ]

    def write(self, rows: AnyArray, points: AnyArray) -> None:
        """Writes what the seats to act may know to (games, inputs) int8 and (games, seats) int16."""
        engine = self._engine
        words = engine.take_in(rows).view(np.int32)
        blocks, threads, stream, _ = engine._launch
        self._kernel[blocks, threads, stream, self._launch](
            as_numba(engine._everyone), as_numba(engine._states), as_numba(engine.to_act), *self._tables,
            as_numba(words), as_numba(engine.take_in(points)),
        )  # fmt: skip


@functools.cache
def kernel_of(edition: Edition, players: int) -> tuple[Any, int]:
    """The kernel for games with this number of players, and its bytes of shared memory a block."""
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES
    rules, fetch = DeviceRules(edition), make_fetching(words)
    hide, observe_one = rules.hide, rules.observe
    # An odd number of words a row: threads that write the same column then use different memory banks.
    length = edition.module("observe").OBSERVATION
    stride = 2 * (-(-length // 2) | 1)
    first_row = BLOCK * dtype.itemsize // 2
    shared = dtype.itemsize * (BLOCK + -(-2 * BLOCK * stride // dtype.itemsize))
    limit, lanes = LIMIT, LANES

    @cuda.jit(device=True)
    def cut(number: int) -> int:
        return max(-limit, min(limit, int(number))) & 255

    @cuda.jit
    def read(
        numbers: Any, states: Any, to_act: Any, columns: Any, factors: Any, places: Any, rows: Any, points: Any
    ) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        halves = cuda.shared.array(0, types.int16)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, len(to_act))
        if thread < here:
            seat = max(to_act[first + thread], -1)
            at = first_row + thread * stride
            hide(games[thread], seat)
            observe_one(games[thread], seat, halves[at : at + length])
        cuda.syncthreads()
        for word in range(thread, rows.shape[1], BLOCK):
            place = lanes * word
            c0, c1, c2, c3 = columns[place], columns[place + 1], columns[place + 2], columns[place + 3]
            f0, f1, f2, f3 = factors[place], factors[place + 1], factors[place + 2], factors[place + 3]
            for i in range(here):
                at = first_row + i * stride
                bits = cut(halves[at + c0] * f0) | cut(halves[at + c1] * f1) << 8
                bits |= cut(halves[at + c2] * f2) << 16 | cut(halves[at + c3] * f3) << 24
                rows[first + i, word] = bits if bits < 1 << 31 else bits - (1 << 32)
        seats = len(places)
        for place in range(thread, seats * here, BLOCK):
            points[first + place // seats, place % seats] = halves[
                first_row + place // seats * stride + places[place % seats]
            ]

    if not SIMULATED:
        many = types.Array(types.int32, 1, "C")
        made = compile_kernel(
            read, many, many, types.Array(types.int8, 1, "C"), many, many, many,
            types.Array(types.int32, 2, "C"), types.Array(types.int16, 2, "C"),
            cache=KernelCache(edition, "rows", players),
        )  # fmt: skip
        ask_for_shared(made, shared)
    return read, shared
