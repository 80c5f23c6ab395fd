"""The queues in which the games of a block wait for a warp, and what the lanes of a warp do together.

A queue has a word for each lane, and in it a bit for each of the lane's games, which are the slots
of one column. So giving and claiming a game is one atomic instruction, on a word that only the
same lane of other warps changes too: there is no lock, and nobody waits for another warp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import cuda

from .device import SIMULATED

SHIFT = 2 if SIMULATED else 5
WARP = 1 << SHIFT  # lanes; the simulator knows no warps, so there a block is one
ALL_LANES = -1
NO_SLOT = -1
NANOSECONDS = 100  # to wait where no game is to be found

F = TypeVar("F", bound=Callable[..., Any])
inlined: Callable[[F], F] = cuda.jit(device=True) if SIMULATED else cuda.jit(device=True, forceinline=True)


@inlined
def give(waiting: Any, queue: int, lane: int, slot: int) -> None:
    """Lets a game of this lane wait in a queue."""
    cuda.threadfence_block()  # whoever claims it sees all of its state
    cuda.atomic.or_(waiting, (queue, lane), 1 << (slot >> SHIFT))


@inlined
def claim(waiting: Any, queue: int, lane: int) -> int:
    """Takes a game of this lane out of a queue; NO_SLOT if none waits there."""
    slot = NO_SLOT
    bits = waiting[queue, lane]
    while bits != 0 and slot == NO_SLOT:
        bit = bits & -bits
        bits = cuda.atomic.and_(waiting, (queue, lane), ~bit)
        if bits & bit:  # else another warp was faster
            slot = ((cuda.ffs(bit) - 1) << SHIFT) + lane
    cuda.threadfence_block()
    return slot


if SIMULATED:

    @inlined
    def meet() -> None:
        """Lets the lanes go on together."""
        cuda.syncthreads()

    @inlined
    def count_lanes(which: bool) -> int:
        """How many lanes say so."""
        return cuda.syncthreads_count(which)  # type: ignore[no-any-return]

    @inlined
    def fullest(waiting: Any, lane: int) -> tuple[int, int]:
        """The queue in which most lanes find a game, and how many do."""
        cuda.syncthreads()
        lanes = np.count_nonzero(waiting, axis=1)
        cuda.syncthreads()
        return int(np.argmax(lanes)), int(np.max(lanes))

    @inlined
    def pause() -> None:
        """Leaves others the time to play."""

else:

    @inlined
    def meet() -> None:
        """Lets the lanes go on together."""
        cuda.syncwarp()

    @inlined
    def count_lanes(which: bool) -> int:
        """How many lanes say so."""
        return cuda.popc(cuda.ballot_sync(ALL_LANES, which))  # type: ignore[no-any-return]

    @inlined
    def fullest(waiting: Any, lane: int) -> tuple[int, int]:
        """The queue in which most lanes find a game, and how many do."""
        best, most = 0, 0
        for queue in range(len(waiting)):
            lanes = count_lanes(waiting[queue, lane] != 0)
            if lanes > most:
                best, most = queue, lanes
        return best, most

    @inlined
    def pause() -> None:
        """Leaves others the time to play."""
        cuda.nanosleep(NANOSECONDS)
