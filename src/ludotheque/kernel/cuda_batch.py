"""What does the work of a batch on the GPU: one thread a game, one launch a step.

The states rest in the GPU's memory. A block copies those of its games to its shared memory,
word by word and so side by side, plays there, and copies them back.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, types

from .cpu_batch import Shown, generators, policy_seed, some
from .cuda import gpu_type
from .device import SIMULATED, WORD_BYTES, Array, DeviceRules, arrays, check_memory, layout, packed, unpacked
from .edition import Edition
from .flow import GENERATOR
from .state import Record
from .stepping import PLAY, RESTART, SOME, make_step

BLOCK = 4 if SIMULATED else 32  # threads, and games, of a block
NUMBER = np.int64 if SIMULATED else np.uint32  # of a generator; NumPy would tell of every overflow


class Kernels(NamedTuple):
    """The kernels for games of one layout."""

    step: Any
    choose: Any
    observe: Any


class CudaBatch(Shown):
    """The games of a batch in the GPU's memory, and arrays of CuPy."""

    def __init__(
        self, edition: Edition, start: Record, games: int, seed: int, again: bool, words: int, threads: int | None
    ) -> None:
        xp = arrays()
        self._edition, self._first, self._games, self._again = edition, start.copy(), games, again
        self._dtype = layout(edition.state, start.players)
        check_memory(games, game_bytes(self._dtype, words, start.players))
        super().__init__(xp, games, words, start.players)
        self._start = xp.asarray(packed(start, self._dtype).view(np.int32))
        self._states = xp.zeros(games * self._dtype.itemsize // WORD_BYTES, np.int32)
        self._randoms = xp.asarray(generators(games, seed, -games, NUMBER))
        self._policies = xp.asarray(generators(games, policy_seed(seed), 0, NUMBER))
        self._actions = xp.zeros(games, np.int64)
        self._kernels = kernels_of(edition, start.players)
        self._launch = (-(-games // BLOCK), BLOCK, 0, BLOCK * self._dtype.itemsize)
        self._changed = [
            as_numba(array) for array in (self._randoms, self.to_act, self.bits, self.broken, self.ended, self.rows)
        ]

    def take_in(self, given: Any) -> Array | None:
        """An array of the caller's without a copy, whichever library made it; None if it is not on the GPU."""
        xp = arrays()
        if isinstance(given, xp.ndarray):
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return xp.asarray(given)
        on_gpu = hasattr(given, "__dlpack_device__") and given.__dlpack_device__()[0] == 2
        return xp.from_dlpack(given) if on_gpu else None

    def to_host(self, array: Array) -> np.ndarray[Any, Any]:
        return np.asarray(array.get() if hasattr(array, "get") else array)

    def step(self, actions: Array, which: Array | None) -> None:
        if which is None:
            self._run(PLAY, actions)
        else:
            self._run(SOME, some(arrays(), actions, which))

    def restart(self, which: Array | None) -> None:
        self._run(RESTART, arrays().ones(self._games, np.int64) if which is None else which)

    def _run(self, mode: int, choices: Array) -> None:
        chosen = as_numba(choices.astype(np.int64, copy=False))
        self._kernels.step[self._launch](
            as_numba(self._states), as_numba(self._start), mode, chosen, self._again, *self._changed
        )

    def play_at_random(self, seats: Array) -> None:
        """One launch for every decision of the game that has most of them."""
        xp = arrays()
        ended, games = xp.zeros(self._games, bool), xp.arange(self._games)
        while True:
            mine = seats[games, xp.maximum(self.to_act, 0)] & (self.to_act >= 0) & (self.broken == 0) & ~ended
            if not mine.any():
                break
            self._run(SOME, some(xp, self._draw(self.bits * mine[:, None]), mine))
            ended |= self.ended
        self.ended[:] = ended

    def choose(self) -> Array:
        return self._draw(self.bits)

    def _draw(self, bits: Array) -> Array:
        """A random action of every mask; an empty one draws nothing from its stream."""
        self._kernels.choose[self._launch[:2]](as_numba(bits), as_numba(self._policies), as_numba(self._actions))
        return self._actions

    def observe(self, seats: Array | None) -> Array:
        chosen = arrays().maximum(self.to_act, -1) if seats is None else seats
        rows = arrays().zeros((self._games, self._edition.module("observe").OBSERVATION), np.int16)
        self._kernels.observe[self._launch](
            as_numba(self._states), as_numba(chosen.astype(np.int64)), as_numba(rows)
        )  # fmt: skip
        return rows

    def unpack(self, actions: int) -> Array:
        """The masks, a bool for each action."""
        flat = arrays().unpackbits(self.bits.view(np.uint8).ravel(), bitorder="little")
        return flat.reshape(self._games, -1)[:, :actions].astype(bool)

    def state(self, game: int) -> Record:
        size = self._dtype.itemsize // WORD_BYTES
        words = self.to_host(self._states[game * size : (game + 1) * size])
        return unpacked(words.view(self._dtype)[0], self._first)


def game_bytes(dtype: np.dtype[Any], words: int, players: int) -> int:
    """What a game takes of the GPU's memory: state, two generators, mask, result, small numbers, action and choice."""
    return dtype.itemsize + 4 * (2 * GENERATOR + words + 1 + 2 * players) + 4 + 2 * 8


def as_numba(array: Array) -> Any:
    """The array as Numba's kernels take it fastest."""
    return array if SIMULATED else cuda.as_cuda_array(array)


@functools.cache
def kernels_of(edition: Edition, players: int) -> Kernels:
    """The kernels for games of so many players."""
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype), dtype.itemsize // WORD_BYTES
    rules = DeviceRules(edition)
    choose_one = rules.choose

    @cuda.jit(device=True)
    def renew(memory: Any, i: int, start: Any) -> None:
        for word in range(words):
            memory[i * words + word] = start[word]

    step_one = make_step(rules.take, rules.result, renew, cuda.jit(device=True))

    @cuda.jit
    def step(
        states: Any, start: Any, mode: int, choices: Any, again: bool,
        randoms: Any, to_act: Any, bits: Any, broken: Any, ended: Any, rows: Any,
    ) -> None:  # fmt: skip
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = min(BLOCK, len(choices) - first)
        for word in range(thread, here * words, BLOCK):
            memory[word] = states[first * words + word]
        cuda.syncthreads()
        if thread < here:
            step_one(
                memory, games, thread, first + thread, start, mode, choices, again,
                randoms, to_act, bits, broken, ended, rows,
            )  # fmt: skip
        cuda.syncthreads()
        for word in range(thread, here * words, BLOCK):
            states[first * words + word] = memory[word]

    @cuda.jit
    def choose(bits: Any, randoms: Any, actions: Any) -> None:
        g = cuda.grid(1)
        if g < len(actions):
            actions[g] = choose_one(bits[g], randoms[g])

    return Kernels(step, choose, make_observing(rules, record, words))


def make_observing(rules: DeviceRules, record: Any, words: int) -> Any:
    """The kernel that writes observations, of copies of the states in which the rest is hidden."""
    hide, observe_one = rules.hide, rules.observe

    @cuda.jit
    def observe(states: Any, seats: Any, rows: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = min(BLOCK, len(seats) - first)
        for word in range(thread, here * words, BLOCK):
            memory[word] = states[first * words + word]
        cuda.syncthreads()
        if thread < here:
            hide(games[thread], seats[first + thread])
            observe_one(games[thread], seats[first + thread], rows[first + thread])

    return observe
