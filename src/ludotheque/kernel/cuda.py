"""Whole random games on the GPU.

Games are in different phases at any time, and threads of a warp that run different rules wait
for each other. So a game does not belong to a thread: the games of a block lie in its shared
memory and wait in queues, one for each kind of next step. A warp takes up to 32 games of the
kind that most games wait for, plays each of them on as long as it stays of that kind, for a few
steps, and puts them in the queues of their next steps. Every game still draws from its own
stream: results do not depend on who plays it.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, types

from .chance import WORD
from .device import SIMULATED, WORD_BYTES, Array, DeviceRules, arrays, check_memory, layout, packed
from .edition import Edition
from .flow import DECISIONS, GENERATOR
from .state import OVER, Record

WARP = 4 if SIMULATED else 32  # games that are played at once
FEW_KINDS = 16  # a game of fewer has short steps, which more warps at once make up for
STEPS = 4  # in a row, while the game stays of its kind
MOST_SLOTS = 7 if SIMULATED else 1024  # games of a block
STATIC_MEMORY = 48 * 1024  # bytes of shared memory that a kernel may have without asking for more
RESERVED_MEMORY = 2 * 1024
ALL_LANES = -1
NANOSECONDS = 32  # between two tries to get the lock: trying all the time would slow down who holds it

STREAM = 1  # where a generator holds its stream, here the number of the game
NO_GAME = WORD  # the number of a slot's game before its first one
NO_SLOT = -1


class Pool(NamedTuple):
    """A compiled kernel, and how it is to be launched."""

    kernel: Any
    dtype: np.dtype[Any]
    slots: int
    blocks: int
    threads: int  # of a block
    shared: int  # bytes of it


def play_on_gpu(edition: Edition, start: Record, games: int, seed: int) -> Array:
    """Plays random games; the rows of `play.result`, one a game."""
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
    """The kernel for games of so many players, and as many slots as fit in a block's memory."""
    dtype = layout(edition.state, players, ("generator", "u4", (GENERATOR,)))
    rules = DeviceRules(edition)
    blocks, memory = 1, 4 * STATIC_MEMORY
    if not SIMULATED:
        properties = cuda.get_current_device()
        blocks, memory = properties.MULTIPROCESSOR_COUNT, properties.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
    queued = 2 * (rules.kinds + 2)  # bytes of a slot's places in the queues
    slots = min(
        MOST_SLOTS,
        (memory - RESERVED_MEMORY) // (dtype.itemsize + queued),
        (STATIC_MEMORY - RESERVED_MEMORY) // queued,
    )
    threads = WARP * warps_for(rules.kinds)
    kernel, shared = make_kernel(rules, dtype, slots, threads), slots * dtype.itemsize
    if not SIMULATED:
        compile_for(kernel, shared)
    return Pool(kernel, dtype, slots, blocks, threads, shared)


def warps_for(kinds: int) -> int:
    """The warps of a block, as measured; the simulator knows no warps, so there a block is one."""
    if SIMULATED:
        return 1
    return 12 if kinds < FEW_KINDS else 8


def compile_for(kernel: Any, shared: int) -> None:
    """Compiles the kernel now, and asks for so much of a block's shared memory."""
    from numba.cuda.cudadrv import driver

    long, words, rows = types.int64, types.Array(types.int32, 1, "C"), types.Array(types.int32, 2, "C")
    kernel.compile((words, long, long, types.Array(long, 1, "C"), rows))
    (made,) = kernel.overloads.values()
    wish = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver.driver.cuKernelSetAttribute(
        wish, shared, made._codelibrary.get_cufunc().handle, cuda.get_current_device().id
    )


def make_kernel(rules: DeviceRules, dtype: np.dtype[Any], slots: int, threads: int) -> Any:
    """Makes the kernel that plays games until so many have been taken."""
    record, words = gpu_type(dtype), dtype.itemsize // WORD_BYTES
    i2, i4 = types.int16, types.int32
    move, kind_of, result, kinds = rules.move, rules.kind, rules.result, rules.kinds
    over, retired, queues = kinds, kinds + 1, kinds + 2  # slots whose game is over or not begun; with no game left
    meet, pause, fullest = make_warp(retired)
    warp = WARP

    @cuda.jit
    def play(start: Any, last: int, seed: int, taken: Any, rows: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, i4)  # the same memory, word by word
        queue = cuda.shared.array((queues, slots), i2)
        waiting = cuda.shared.array(queues, i4)
        lock = cuda.shared.array(1, i4)
        thread = cuda.threadIdx.x
        lane = thread % warp
        for kind in range(thread, queues, threads):
            waiting[kind] = slots if kind == over else 0
        for slot in range(thread, slots, threads):
            queue[over, slot] = slot
            games[slot]["generator"][STREAM] = NO_GAME
        if thread == 0:
            lock[0] = 0
        cuda.syncthreads()

        slot, kind = NO_SLOT, 0
        while True:
            meet()  # else the first lane might hold the lock while others still play
            if lane == 0:
                while cuda.atomic.cas(lock, 0, 0, 1) != 0:
                    pause()
            meet()
            if slot != NO_SLOT:
                queue[kind, cuda.atomic.add(waiting, kind, 1)] = slot
            meet()
            kind = fullest(waiting, lane)
            most = waiting[kind]
            slot = NO_SLOT
            if lane < most:
                slot = queue[kind, most - 1 - lane]
            finished = waiting[retired] == slots
            meet()
            if lane == 0:
                waiting[kind] = max(0, most - warp)
                cuda.threadfence_block()
                cuda.atomic.exch(lock, 0, 0)
            if finished:
                return
            if slot != NO_SLOT:
                game = games[slot]
                random = game["generator"]
                if kind == over:
                    if random[STREAM] != NO_GAME:
                        result(game, random[DECISIONS], rows[random[STREAM]])
                    number = cuda.atomic.add(taken, 0, 1)
                    if number < last:
                        for word in range(words):
                            memory[slot * words + word] = start[word]
                        random[0], random[STREAM] = seed, number
                        kind = kind_of(game)
                    else:
                        kind = retired
                else:
                    now = kind
                    for _ in range(STEPS):
                        move(game, random)
                        kind = over if game["to_act"] == OVER else kind_of(game)
                        if kind != now:
                            break

    return play


def make_warp(queues: int) -> tuple[Any, Any, Any]:
    """Makes what the threads of a warp do together: meet, wait for a lock, and find the fullest of some queues."""
    if SIMULATED:

        @cuda.jit(device=True)
        def meet() -> None:
            cuda.syncthreads()

        @cuda.jit(device=True)
        def fullest(waiting: Any, lane: int) -> int:
            return int(np.argmax(waiting[:queues]))

        @cuda.jit(device=True)
        def pause() -> None:
            pass

    else:

        @cuda.jit(device=True, forceinline=True)
        def meet() -> None:
            cuda.threadfence_block()
            cuda.syncwarp()

        @cuda.jit(device=True, forceinline=True)
        def fullest(waiting: Any, lane: int) -> int:
            best = 0
            for kind in range(lane, queues, WARP):
                best = max(best, waiting[kind] * queues + kind)
            distance = WARP // 2
            while distance > 0:
                best = max(best, cuda.shfl_xor_sync(ALL_LANES, best, distance))
                distance //= 2
            return best % queues

        @cuda.jit(device=True, forceinline=True)
        def pause() -> None:
            cuda.nanosleep(NANOSECONDS)

    return meet, pause, fullest


def gpu_type(dtype: np.dtype[Any]) -> Any:
    """Numba's type of a record."""
    if SIMULATED:
        return dtype
    from numba.cuda.np.numpy_support import from_dtype

    return from_dtype(dtype)
