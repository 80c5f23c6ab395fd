"""The queues in which the games of a block wait for a warp, and the operations of a whole warp.

A queue has a word for each lane, with a bit for each game of that lane (the slots of one column). So giving or
claiming a game is one atomic instruction on a word that only the same lane of other warps also changes. There is no
lock, and no warp waits for another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import cuda

from .device import SIMULATED

SHIFT = 2 if SIMULATED else 5
WARP = 1 << SHIFT  # lanes of a warp; the simulator has no warps, so there a block is one
ALL_LANES = -1
NO_SLOT = -1
NANOSECONDS = 100  # the pause of a warp that finds no game

F = TypeVar("F", bound=Callable[..., Any])
inlined: Callable[[F], F] = cuda.jit(device=True) if SIMULATED else cuda.jit(device=True, forceinline=True)


@inlined
def give(waiting: Any, queue: int, lane: int, slot: int) -> None:
    """Puts a game of this lane into a queue."""
    cuda.threadfence_block()  # the warp that claims the game must see all of its state
    cuda.atomic.or_(waiting, (queue, lane), 1 << (slot >> SHIFT))


@inlined
def claim(waiting: Any, queue: int, lane: int) -> int:
    """Takes a game of this lane out of a queue; NO_SLOT if there is none."""
    slot = NO_SLOT
    bits = waiting[queue, lane]
    while bits != 0 and slot == NO_SLOT:
        bit = bits & -bits
        bits = cuda.atomic.and_(waiting, (queue, lane), ~bit)
        if bits & bit:  # else another warp has taken it
            slot = ((cuda.ffs(bit) - 1) << SHIFT) + lane
    cuda.threadfence_block()
    return slot


if SIMULATED:

    @inlined
    def meet() -> None:
        """Joins the lanes again."""
        cuda.syncthreads()

    @inlined
    def count_lanes(which: bool) -> int:
        """The number of lanes for which it is true."""
        return cuda.syncthreads_count(which)  # type: ignore[no-any-return]

    @inlined
    def fullest(waiting: Any, lane: int) -> tuple[int, int]:
        """The queue in which most lanes find a game, and their number."""
        cuda.syncthreads()
        lanes = np.count_nonzero(waiting, axis=1)
        cuda.syncthreads()
        return int(np.argmax(lanes)), int(np.max(lanes))

    @inlined
    def pause() -> None:
        """Leaves time to other warps."""

else:

    @inlined
    def meet() -> None:
        """Joins the lanes again."""
        cuda.syncwarp()

    @inlined
    def count_lanes(which: bool) -> int:
        """The number of lanes for which it is true."""
        return cuda.popc(cuda.ballot_sync(ALL_LANES, which))  # type: ignore[no-any-return]

    @inlined
    def fullest(waiting: Any, lane: int) -> tuple[int, int]:
        """The queue in which most lanes find a game, and their number."""
        best, most = 0, 0
        for queue in range(len(waiting)):
            lanes = count_lanes(waiting[queue, lane] != 0)
            if lanes > most:
                best, most = queue, lanes
        return best, most

    @inlined
    def pause() -> None:
        """Leaves time to other warps."""
        cuda.nanosleep(NANOSECONDS)
