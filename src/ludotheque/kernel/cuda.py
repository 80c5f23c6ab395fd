"""Whole random games on the GPU.

Games are in different phases at any time, and threads of a warp that run different rules wait for each other. So a
game does not belong to a thread. The games of a block lie in its shared memory, in rows as wide as a warp. Each game
waits in the queue for its next kind of step. A warp works on one queue as long as most of its lanes find games there,
then it moves to the fullest queue. Every game draws from its own stream, so results do not depend on the thread.

A lane takes only games of its own column. So a queue is one word for each lane, with a bit for each row, and needs no
lock. The games of a column lie in the same memory bank, so lanes that read the same field never conflict.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, types

from .arrays import AnyArray
from .chance import WORD
from .device import (
    SIMULATED,
    WORD_BYTES,
    DeviceRules,
    arrays,
    check_memory,
    compile_kernel,
    gpu_type,
    layout,
    packed,
)
from .edition import Edition
from .flow import DECISIONS, GENERATOR
from .queues import NO_SLOT, WARP, claim, count_lanes, fullest, give, meet, pause
from .state import OVER, StateBase

ENOUGH = 3 if SIMULATED else 16  # a warp with fewer busy lanes looks for a fuller queue
FEW_KINDS = 16  # a game with fewer kinds of steps gets more warps
MOST_ROWS = 2 if SIMULATED else 31  # the bits of a queue's word
RESERVED_MEMORY = 1024  # bytes of a block's memory that the GPU itself uses

STREAM = 1  # the index of the stream in a generator: here the number of the game
NO_GAME = WORD  # the stream of a slot that has had no game yet


class Pool(NamedTuple):
    """A compiled kernel and its launch configuration."""

    kernel: Any
    dtype: np.dtype[Any]
    slots: int
    blocks: int
    threads: int  # threads of a block
    shared: int  # bytes of shared memory a block


def play_on_gpu(edition: Edition, start: StateBase, games: int, seed: int) -> AnyArray:
    """Plays random games; returns one row of `Loops.result` a game."""
    xp = arrays()
    pool = pool_of(edition, start.players)
    numbers = 1 + 2 * start.players
    check_memory(games, 4 * numbers)
    begin = xp.asarray(packed(start, pool.dtype).view(np.int32))
    taken, rows = xp.zeros(1, np.int64), xp.zeros((games, numbers), np.int32)
    pool.kernel[pool.blocks, pool.threads, 0, pool.shared](begin, games, seed & WORD, taken, rows)
    cuda.synchronize()
    return rows


@functools.cache
def pool_of(edition: Edition, players: int) -> Pool:
    """The kernel for games with this number of players, with as many slots as a block's memory holds."""
    dtype = layout(edition.state, players, ("generator", "u4", (GENERATOR,)))
    rules = DeviceRules(edition)
    blocks, memory = 1, 1 << 17
    if not SIMULATED:
        properties = cuda.get_current_device()
        blocks, memory = properties.MULTIPROCESSOR_COUNT, properties.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
    queues = WORD_BYTES * WARP * (rules.kinds + 1)
    rows = min(MOST_ROWS, (memory - RESERVED_MEMORY - queues) // (WARP * dtype.itemsize))
    threads = WARP * warps_for(rules.kinds)
    kernel, shared = make_kernel(rules, dtype, players, rows, threads), rows * WARP * dtype.itemsize
    if not SIMULATED:
        compile_for(kernel, shared)
    return Pool(kernel, dtype, rows * WARP, blocks, threads, shared)


def warps_for(kinds: int) -> int:
    """The warps of a block, as measured: with few kinds of steps, more warps still find full queues."""
    if SIMULATED:
        return 1
    return 16 if kinds < FEW_KINDS else 12


def compile_for(kernel: Any, shared: int) -> None:
    """Compiles the kernel now, and reserves its shared memory in bytes."""
    long, words, rows = types.int64, types.Array(types.int32, 1, "C"), types.Array(types.int32, 2, "C")
    ask_for_shared(compile_kernel(kernel, words, long, long, types.Array(long, 1, "C"), rows), shared)


def ask_for_shared(made: Any, shared: int) -> None:
    """Reserves bytes of a block's shared memory for a compiled kernel."""
    from numba.cuda.cudadrv import driver

    wish = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver.driver.cuKernelSetAttribute(
        wish, shared, made._codelibrary.get_cufunc().handle, cuda.get_current_device().id
    )


def make_kernel(rules: DeviceRules, dtype: np.dtype[Any], players: int, rows_of_games: int, threads: int) -> Any:
    """Makes the kernel that plays games until `last` of them have been taken."""
    record, words, i4, warp = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES, types.int32, WARP
    move, kind_of, result, over = rules.move, rules.kind, rules.result, rules.kinds
    queues, slots = over + 1, WARP * rows_of_games  # the last queue holds games that are over or not begun

    @cuda.jit
    def play(start: Any, last: int, seed: int, taken: Any, rows: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, i4)  # the same memory as words
        waiting = cuda.shared.array((queues, warp), i4)
        retired = cuda.shared.array(1, i4)  # the number of slots that get no more games
        thread = cuda.threadIdx.x
        lane = thread & (warp - 1)
        for queue in range(thread // warp, queues, threads // warp):
            waiting[queue, lane] = (1 << rows_of_games) - 1 if queue == over else 0
        for slot in range(thread, slots, threads):
            games[slot]["generator"][STREAM] = NO_GAME
        if thread == 0:
            retired[0] = 0
        cuda.syncthreads()

        queue, kind, slot = over, over, NO_SLOT
        while True:
            meet()
            if slot != NO_SLOT and kind != queue:
                give(waiting, kind, lane, slot)
                slot = NO_SLOT
            if slot == NO_SLOT:
                slot = claim(waiting, queue, lane)
            busy = count_lanes(slot != NO_SLOT)
            if busy < ENOUGH:
                best, most = fullest(waiting, lane)
                if most > busy:  # the warp with most games plays on, so a block never stalls
                    if slot != NO_SLOT:
                        give(waiting, queue, lane, slot)
                    queue = best
                    slot = claim(waiting, queue, lane)
                elif busy == 0:
                    if count_lanes(retired[0] == slots) == warp:
                        return
                    pause()
            if slot != NO_SLOT:
                game = games[slot]
                random = game["generator"]
                if queue != over:
                    move(game, random)
                    kind = over if game["to_act"] == OVER else kind_of(game)
                else:
                    if random[STREAM] != NO_GAME:
                        result(game, random[DECISIONS], rows[random[STREAM]])
                    number = cuda.atomic.add(taken, 0, 1)
                    if number < last:
                        for word in range(words):
                            memory[slot * words + word] = start[word]
                        random[0], random[STREAM] = seed, number
                        kind = kind_of(game)
                    else:
                        cuda.atomic.add(retired, 0, 1)
                        slot = NO_SLOT

    return play
