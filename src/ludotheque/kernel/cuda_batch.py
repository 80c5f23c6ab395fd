"""Batches on the GPU: one thread a game, two launches a step.

The first launch plays the actions in all games. Most games then reach their next decision. In a few, chance acts,
often many times in a row, or the game restarts. These games would hold up their warps, so the first launch lists
them and the second one plays the rest of their step.

The states stay in the GPU's memory. A block copies the states of its games to its shared memory word by word, so that
the accesses coalesce, plays there, and copies them back.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, types

from .arrays import AnyArray
from .converting import convert
from .cpu_batch import BatchArrays, Starts, generators, seeded, some
from .device import (
    SIMULATED,
    WORD_BYTES,
    DeviceRules,
    KernelCache,
    arrays,
    check_memory,
    compile_kernel,
    gpu_type,
    layout,
    packed,
    unpacked,
)
from .edition import Edition
from .flow import BITS, GENERATOR
from .redealing import LEAVE, make_redealing
from .state import StateBase
from .stepping import REST, SOME, make_step

BLOCK = 4 if SIMULATED else 32  # threads a block, each with one game
CHOOSING = 4 if SIMULATED else 256  # threads a block in kernels without shared memory
NUMBER = np.int64 if SIMULATED else np.uint32  # the type of a generator's numbers; NumPy would warn of overflows


class Kernels(NamedTuple):
    """The kernels for games of one layout."""

    step: Any
    choose: Any
    observe: Any


class CudaBatch(BatchArrays):
    """The games of a batch in the GPU's memory, in CuPy arrays."""

    def __init__(
        self, edition: Edition, starts: Starts, games: int, seed: int, again: bool, words: int, threads: int | None
    ) -> None:
        xp, players = arrays(), starts[0].players
        self._edition, self._starts, self._again = edition, [start.copy() for start in starts], again
        self._dtype = layout(edition.state, players)
        check_memory(games, game_bytes(self._dtype, words, players))
        super().__init__(xp, games, words, players)
        self._start = xp.asarray(np.concatenate([packed(start, self._dtype) for start in starts]).view(np.int32))
        self._states = xp.zeros(games * self._dtype.itemsize // WORD_BYTES, np.int32)
        self._everyone, self._everyones = xp.arange(games, dtype=np.int32), xp.full(1, games, np.int32)
        self._rest, self._rests = xp.zeros(games, np.int32), xp.zeros(1, np.int32)  # listed games, and their number
        self._randoms, self._policies = seeded(xp, games, seed, NUMBER)
        self._actions = xp.zeros(games, np.int64)
        self._kernels = kernels_of(edition, players)
        self.use_stream(0)
        rest, rests = as_numba(self._rest), as_numba(self._rests)
        states, first = as_numba(self._states), as_numba(self._start)
        self._all_games = as_numba(self._everyone), as_numba(self._everyones), states, first
        self._listed_games = rest, rests, states, first
        shown = [as_numba(array) for array in (self.to_act, self.bits, self.broken, self.ended, self.rows)]
        self._changed = rest, rests, as_numba(self._randoms), *shown
        self._drawing = as_numba(self._policies), as_numba(self._actions)
        self._shown_bits = as_numba(self.bits)

    def use_stream(self, handle: int) -> None:
        """Launches kernels on this CUDA stream from now on, as recording a graph needs; 0 is the default stream."""
        stream = cuda.external_stream(handle) if handle else 0
        self._launch = -(-self._games // BLOCK), BLOCK, stream, BLOCK * self._dtype.itemsize
        self._filling = arrays().cuda.ExternalStream(handle) if handle else contextlib.nullcontext()

    def take_in(self, given: Any) -> AnyArray | None:
        """The caller's array without a copy, from any library; None if it is not on the GPU."""
        xp = arrays()
        if isinstance(given, xp.ndarray):
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return xp.asarray(given)
        on_gpu = hasattr(given, "__dlpack_device__") and given.__dlpack_device__()[0] == 2
        return xp.from_dlpack(given) if on_gpu else None

    def to_host(self, array: AnyArray) -> np.ndarray[Any, Any]:
        return np.asarray(array.get() if hasattr(array, "get") else array)

    def _run(self, mode: int, choices: AnyArray) -> None:
        chosen = self._drawing[1] if choices is self._actions else as_numba(plain(choices))
        with self._filling:
            self._rests.fill(0)
        step = self._kernels.step[self._launch]
        step(*self._all_games, mode, chosen, self._again, True, *self._changed)
        step(*self._listed_games, REST, chosen, self._again, False, *self._changed)

    def play_at_random(self, seats: AnyArray) -> None:
        """Steps all games until no marked seat is to act in any of them."""
        xp = arrays()
        ended, games = xp.zeros(self._games, bool), xp.arange(self._games)
        while True:
            mine = seats[games, xp.maximum(self.to_act, 0)] & (self.to_act >= 0) & (self.broken == 0) & ~ended
            if not mine.any():
                break
            self._run(SOME, some(xp, self._draw(self.bits * mine[:, None]), mine))
            ended |= self.ended
        self.ended[:] = ended

    def choose(self) -> AnyArray:
        return self._draw(self.bits)

    def _draw(self, bits: AnyArray) -> AnyArray:
        """A random action of every mask. An empty mask draws nothing from its stream."""
        masks = self._shown_bits if bits is self.bits else as_numba(bits)
        self._kernels.choose[-(-self._games // CHOOSING), CHOOSING](masks, *self._drawing)
        return self._actions

    def observe(self, seats: AnyArray | None, dtype: str, width: int) -> AnyArray:
        chosen = arrays().maximum(self.to_act, -1) if seats is None else seats
        length = self._edition.module("observe").OBSERVATION
        check_memory(self._games, length * np.dtype(np.int16).itemsize)
        rows = arrays().zeros((self._games, length), np.int16)
        self._kernels.observe[self._launch](
            as_numba(self._everyone), as_numba(self._states), as_numba(plain(chosen)), as_numba(rows)
        )  # fmt: skip
        return rows if (dtype, width) == ("int16", length) else convert(arrays(), rows[:, :width], dtype)

    def redeal(self, seats: AnyArray, seed: int, actions: int) -> None:
        randoms = arrays().asarray(generators(self._games, seed, 0, NUMBER))
        redealing_of(self._edition, self._starts[0].players)[self._launch](
            as_numba(self._everyone), as_numba(self._states), as_numba(plain(seats)), as_numba(randoms),
            self._shown_bits, actions,
        )  # fmt: skip

    def unpack(self, actions: int) -> AnyArray:
        """The masks with a bool for each action."""
        check_memory(self._games, BITS * self.bits.shape[1] + actions)
        flat = arrays().unpackbits(self.bits.view(np.uint8).ravel(), bitorder="little")
        return flat.reshape(self._games, -1)[:, :actions].astype(bool)

    def state(self, game: int) -> StateBase:
        size = self._dtype.itemsize // WORD_BYTES
        words = self.to_host(self._states[game * size : (game + 1) * size])
        return unpacked(words.view(self._dtype)[0], self._starts[game % len(self._starts)])


def game_bytes(dtype: np.dtype[Any], words: int, players: int) -> int:
    """Bytes a game in the GPU's memory: state, generators, mask, result, lists, small numbers, action and choice."""
    return dtype.itemsize + 4 * (2 * GENERATOR + words + 1 + 2 * players + 2) + 4 + 2 * 8


def plain(numbers: AnyArray) -> AnyArray:
    """An array of any type and layout as one that the kernels are compiled for."""
    return arrays().ascontiguousarray(numbers, np.int64)


def as_numba(array: AnyArray) -> Any:
    """The array in the form that Numba's kernels accept fastest."""
    return array if SIMULATED else cuda.as_cuda_array(array, sync=False)  # all kernels use one stream


@functools.cache
def kernels_of(edition: Edition, players: int) -> Kernels:
    """The kernels for games with this number of players."""
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES
    rules = DeviceRules(edition)
    choose_one = rules.choose

    @cuda.jit(device=True)
    def renew(memory: Any, i: int, g: int, start: Any) -> None:
        first = g % (len(start) // words) * words
        for word in range(words):
            memory[i * words + word] = start[first + word]

    step_one = make_step(rules.take, rules.result, renew, cuda.jit(device=True))
    fetch = make_fetching(words)

    @cuda.jit
    def step(
        numbers: Any, total: Any, states: Any, start: Any, mode: int, choices: Any, again: bool, until_chance: bool,
        rest: Any, rests: Any, randoms: Any, to_act: Any, bits: Any, broken: Any, ended: Any, rows: Any,
    ) -> None:  # fmt: skip
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, total[0])
        if thread < here:
            number = numbers[first + thread]
            if step_one(
                memory, games, thread, number, start, mode, choices, again, until_chance,
                randoms, to_act, bits, broken, ended, rows,
            ):  # fmt: skip
                rest[cuda.atomic.add(rests, 0, 1)] = number
        cuda.syncthreads()
        for i in range(here):
            place = numbers[first + i] * words
            for word in range(thread, words, BLOCK):
                states[place + word] = memory[i * words + word]

    @cuda.jit
    def choose(bits: Any, randoms: Any, actions: Any) -> None:
        g = cuda.grid(1)
        if g < len(actions):
            actions[g] = choose_one(bits[g], randoms[g])

    if not SIMULATED:
        compile_all(step, choose, functools.partial(KernelCache, edition, players=players))
    return Kernels(step, choose, make_observing(rules, record, fetch))


def compile_all(step: Any, choose: Any, cache: Any) -> None:
    """Compiles these kernels now."""
    number, truth = types.int64, types.boolean
    bytes_, halves, words, numbers, truths = (
        types.Array(kind, 1, "C") for kind in (types.int8, types.int16, types.int32, number, truth)
    )
    masks, rows = types.Array(types.uint32, 2, "C"), types.Array(types.int32, 2, "C")
    compile_kernel(
        step, words, words, words, words, number, numbers, truth, truth,
        words, words, masks, bytes_, masks, halves, truths, rows, cache=cache("step"),
    )  # fmt: skip
    compile_kernel(choose, masks, masks, numbers, cache=cache("choose"))


def make_fetching(words: int) -> Any:
    """Makes the function that copies the states of a block's games to its shared memory, and counts them."""

    @cuda.jit(device=True)
    def fetch(memory: Any, states: Any, numbers: Any, first: int, total: int) -> int:
        here = min(BLOCK, total - first)
        last, threads = here * words - 1, BLOCK * cuda.blockDim.y
        a = cuda.threadIdx.x + BLOCK * cuda.threadIdx.y
        while a <= last:  # four loads on their way at once; beyond the end all are of the last word
            b, c, d = min(a + threads, last), min(a + 2 * threads, last), min(a + 3 * threads, last)
            word_a = states[numbers[first + a // words] * words + a % words]
            word_b = states[numbers[first + b // words] * words + b % words]
            word_c = states[numbers[first + c // words] * words + c % words]
            word_d = states[numbers[first + d // words] * words + d % words]
            memory[a], memory[b], memory[c], memory[d] = word_a, word_b, word_c, word_d
            a += 4 * threads
        cuda.syncthreads()
        return here

    return fetch


@functools.cache
def redealing_of(edition: Edition, players: int) -> Any:
    """The kernel that redeals games with this number of players."""
    dtype = layout(edition.state, players)
    record, words = gpu_type(dtype, players), dtype.itemsize // WORD_BYTES
    rules, fetch = DeviceRules(edition), make_fetching(words)
    redeal_one = make_redealing(rules.redeal, rules.why_not, cuda.jit(device=True))

    @cuda.jit
    def redeal(numbers: Any, states: Any, seats: Any, randoms: Any, bits: Any, actions: int) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, len(seats))
        if thread < here and seats[first + thread] != LEAVE:
            g = first + thread
            redeal_one(games[thread], seats[g], randoms[g], bits[g], actions)
        cuda.syncthreads()
        for i in range(here):
            for word in range(thread, words, BLOCK):
                states[(first + i) * words + word] = memory[i * words + word]

    return redeal


def make_observing(rules: DeviceRules, record: Any, fetch: Any) -> Any:
    """Makes the kernel that writes observations, from copies of the states with everything else hidden."""
    hide, observe_one = rules.hide, rules.observe

    @cuda.jit
    def observe(numbers: Any, states: Any, seats: Any, rows: Any) -> None:
        games = cuda.shared.array(0, record)
        memory = cuda.shared.array(0, types.int32)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * BLOCK
        here = fetch(memory, states, numbers, first, len(seats))
        if thread < here:
            hide(games[thread], seats[first + thread])
            observe_one(games[thread], seats[first + thread], rows[first + thread])

    return observe
