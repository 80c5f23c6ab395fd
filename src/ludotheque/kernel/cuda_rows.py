"""Observations as a network's inputs, on the GPU.

One kernel writes the observations, one thread for each place at a table, to memory in which the games lie side by
side: neighbouring threads write neighbouring numbers. A second kernel picks the columns that the network reads, and
turns them into rows by way of shared memory. So the accesses of both coalesce, and the first one needs shared memory
for the states alone.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import cuda, types

from ludotheque.contract.observation import length

from .arrays import AnyArray
from .batch import Batch
from .cuda_batch import BLOCK, as_numba, make_fetching
from .device import SIMULATED, WORD_BYTES, DeviceRules, KernelCache, arrays, compile_kernel, gpu_type, layout
from .edition import Edition
from .rows import FACTOR_BITS, LIMIT, Inputs

LANES = 4  # bytes of a word; the length of a row is a multiple of it
TILE = 4 if SIMULATED else 32  # games, and words of a row, that a block turns at once
LINES = 2 if SIMULATED else 8  # threads for each of these games


class CudaRows:
    """Reads a batch on the GPU, into arrays of any library there."""

    def __init__(self, batch: Batch, inputs: Inputs) -> None:
        self._engine, self._players = batch._engine, batch.players
        self._see, self._pick = kernels_of(batch.edition, batch.players)
        width = batch.edition.module("observe").OBSERVATION
        self._seen = as_numba(arrays().zeros((width, self._engine._games), np.int16))
        self._tables = [
            as_numba(arrays().asarray(table.astype(np.int32))) for table in (inputs.packed(), inputs.points)
        ]

    def write(self, rows: AnyArray, points: AnyArray) -> None:
        """Writes what the seats to act may know to (games, inputs) int8 and (games, seats) int16."""
        engine = self._engine
        words = engine.take_in(rows).view(np.int32)
        blocks, threads, stream, memory = engine._launch
        self._see[blocks, (threads, self._players), stream, memory](
            as_numba(engine._everyone), as_numba(engine._states), as_numba(engine.to_act), self._seen
        )
        tiles = -(-words.shape[0] // TILE), -(-words.shape[1] // TILE)
        self._pick[tiles, (TILE, LINES), stream](
            self._seen, *self._tables, as_numba(words), as_numba(engine.take_in(points))
        )


@functools.cache
def kernels_of(edition: Edition, players: int) -> tuple[Any, Any]:
    """The kernels for games with this number of players: one observes, one picks the columns.

    In the first one every warp has the same games, and writes another place at their tables. So many warps share the
    memory of few states.
    """
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES
    rules, fetch, table = DeviceRules(edition), make_fetching(words), edition.module("observe")
    hide, observe_table, observe_place = rules.hide, rules.observe_table, rules.observe_place
    start, size = length(table.COMMON, (), 0), length(table.EACH_SEAT, (), 0)
    places = (table.OBSERVATION - start) // size

    @cuda.jit
    def see(numbers: Any, states: Any, to_act: Any, seen: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, len(to_act))
        game = first + min(thread, here - 1)
        seat = max(to_act[game], -1)
        if thread < here and cuda.threadIdx.y == 0:
            hide(games[thread], seat)
        cuda.syncthreads()
        if thread < here:
            for place in range(cuda.threadIdx.y, places, cuda.blockDim.y):
                at = start + size * place
                observe_place(games[thread], seat, place, seen[at : at + size, game], 0)
        cuda.syncthreads()  # a game may change the state for a moment while it observes the table
        if thread < here and cuda.threadIdx.y == 0:
            observe_table(games[thread], seat, seen[:start, game])

    pick = make_picking()
    if not SIMULATED:
        many, halves = types.Array(types.int32, 1, "C"), types.Array(types.int16, 2, "C")
        compile_kernel(
            see, many, many, types.Array(types.int8, 1, "C"), halves, cache=KernelCache(edition, "see", players)
        )
        compile_kernel(
            pick, halves, many, many, types.Array(types.int32, 2, "C"), halves,
            cache=KernelCache(edition, "pick", players),
        )  # fmt: skip
    return see, pick


def make_picking() -> Any:
    """Makes the kernel that turns observations, in which games lie side by side, into a network's rows of bytes."""
    lanes, lines, tile_size, factor_bits = LANES, LINES, TILE, FACTOR_BITS
    lowest, highest = np.int32(-LIMIT), np.int32(LIMIT)  # 32 bits: numbers of 64 take twice as long
    padded = TILE + 1  # so that a column of the tile lies in different banks of memory

    @cuda.jit(device=True)
    def cut(seen: Any, chosen: int, game: int) -> int:
        number = np.int32(seen[chosen >> factor_bits, game] * (chosen & ((1 << factor_bits) - 1)))
        return int(max(lowest, min(highest, number))) & 255

    @cuda.jit
    def pick(seen: Any, inputs: Any, places: Any, rows: Any, points: Any) -> None:
        tile = cuda.shared.array((tile_size, padded), types.int32)
        lane, line = cuda.threadIdx.x, cuda.threadIdx.y
        first_game, first_word = cuda.blockIdx.x * tile_size, cuda.blockIdx.y * tile_size
        # At the edge a game or a word is read twice: without branches, all reads are under way at once.
        game, last = min(first_game + lane, rows.shape[0] - 1), rows.shape[1] - 1
        for i in range(tile_size // lines):
            place = lanes * min(first_word + line + i * lines, last)
            bits = cut(seen, inputs[place], game)
            bits |= cut(seen, inputs[place + 1], game) << 8
            bits |= cut(seen, inputs[place + 2], game) << 16
            bits |= cut(seen, inputs[place + 3], game) << 24
            tile[line + i * lines, lane] = bits if bits < 1 << 31 else bits - (1 << 32)
        if cuda.blockIdx.y == 0:
            for seat in range(line, len(places), lines):
                points[game, seat] = seen[places[seat], game]
        cuda.syncthreads()
        word = first_word + lane
        if word <= last:
            for k in range(line, tile_size, lines):
                if first_game + k < rows.shape[0]:
                    rows[first_game + k, word] = tile[lane, k]

    return pick
