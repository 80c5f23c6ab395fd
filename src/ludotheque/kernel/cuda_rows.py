"""Observations as a network's inputs, on the GPU.

One kernel writes the observations, one thread a game, to memory in which the games lie side by side: neighbouring
threads write neighbouring numbers. A second kernel picks the columns that the network reads, and turns them into rows
by way of shared memory. So the accesses of both coalesce, and the first one needs shared memory for the states alone.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import cuda, types

from .arrays import AnyArray
from .batch import Batch
from .cuda_batch import BLOCK, as_numba, make_fetching
from .device import SIMULATED, WORD_BYTES, DeviceRules, KernelCache, arrays, compile_kernel, gpu_type, layout
from .edition import Edition
from .rows import LIMIT, Inputs

LANES = 4  # bytes of a word; the length of a row is a multiple of it
TILE = 4 if SIMULATED else 32  # games, and words of a row, that a block turns at once
LINES = 2 if SIMULATED else 8  # threads for each of these games


class CudaRows:
    """Reads a batch on the GPU, into arrays of any library there."""

    def __init__(self, batch: Batch, inputs: Inputs) -> None:
        self._engine = batch._engine
        self._see, self._pick = kernels_of(batch.edition, batch.players)
        length = batch.edition.module("observe").OBSERVATION
        self._seen = as_numba(arrays().zeros((length, self._engine._games), np.int16))
        self._tables = [
            as_numba(arrays().asarray(table.astype(np.int32)))
            for table in (inputs.columns, inputs.factors, inputs.points)
        ]

    def write(self, rows: AnyArray, points: AnyArray) -> None:
        """Writes what the seats to act may know to (games, inputs) int8 and (games, seats) int16."""
        engine = self._engine
        words = engine.take_in(rows).view(np.int32)
        stream = engine._launch[2]
        self._see[engine._launch](
            as_numba(engine._everyone), as_numba(engine._states), as_numba(engine.to_act), self._seen
        )
        tiles = -(-words.shape[0] // TILE), -(-words.shape[1] // TILE)
        self._pick[tiles, (TILE, LINES), stream](
            self._seen, *self._tables, as_numba(words), as_numba(engine.take_in(points))
        )


@functools.cache
def kernels_of(edition: Edition, players: int) -> tuple[Any, Any]:
    """The kernels for games with this number of players: one observes, one picks the columns."""
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES
    rules, fetch = DeviceRules(edition), make_fetching(words)
    hide, observe_one = rules.hide, rules.observe

    @cuda.jit
    def see(numbers: Any, states: Any, to_act: Any, seen: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, len(to_act))
        if thread < here:
            seat = max(to_act[first + thread], -1)
            hide(games[thread], seat)
            observe_one(games[thread], seat, seen[:, first + thread])

    pick = make_picking()
    if not SIMULATED:
        many, halves = types.Array(types.int32, 1, "C"), types.Array(types.int16, 2, "C")
        compile_kernel(
            see, many, many, types.Array(types.int8, 1, "C"), halves, cache=KernelCache(edition, "see", players)
        )
        compile_kernel(
            pick, halves, many, many, many, types.Array(types.int32, 2, "C"), halves,
            cache=KernelCache(edition, "pick", players),
        )  # fmt: skip
    return see, pick


def make_picking() -> Any:
    """Makes the kernel that turns observations, in which games lie side by side, into a network's rows of bytes."""
    limit, lanes, lines, tile_size = LIMIT, LANES, LINES, TILE
    padded = TILE + 1  # so that a column of the tile lies in different banks of memory

    @cuda.jit(device=True)
    def cut(number: int) -> int:
        return max(-limit, min(limit, int(number))) & 255

    @cuda.jit
    def pick(seen: Any, columns: Any, factors: Any, places: Any, rows: Any, points: Any) -> None:
        tile = cuda.shared.array((tile_size, padded), types.int32)
        lane, line = cuda.threadIdx.x, cuda.threadIdx.y
        first_game, first_word = cuda.blockIdx.x * tile_size, cuda.blockIdx.y * tile_size
        game = first_game + lane
        if game < rows.shape[0]:
            for k in range(line, tile_size, lines):
                place = lanes * (first_word + k)
                if place < lanes * rows.shape[1]:
                    bits = cut(seen[columns[place], game] * factors[place])
                    bits |= cut(seen[columns[place + 1], game] * factors[place + 1]) << 8
                    bits |= cut(seen[columns[place + 2], game] * factors[place + 2]) << 16
                    bits |= cut(seen[columns[place + 3], game] * factors[place + 3]) << 24
                    tile[k, lane] = bits if bits < 1 << 31 else bits - (1 << 32)
            if cuda.blockIdx.y == 0:
                for seat in range(line, len(places), lines):
                    points[game, seat] = seen[places[seat], game]
        cuda.syncthreads()
        word = first_word + lane
        if word < rows.shape[1]:
            for k in range(line, tile_size, lines):
                if first_game + k < rows.shape[0]:
                    rows[first_game + k, word] = tile[lane, k]

    return pick
