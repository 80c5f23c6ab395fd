"""Batches on the CPU, on all cores."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from .arrays import Array
from .chance import KEY_STEP, WORD
from .converting import DTYPES, convert
from .edition import Edition
from .flow import BITS, DECISIONS, GENERATOR
from .loops import NOTHING
from .memory import check_memory
from .state import StateBase
from .stepping import AT_RANDOM, PLAY, RESTART, SOME, WAIT
from .threads import spread

Starts = Sequence[StateBase]
"""The states from which the games of a batch start in turn, all with the same number of players."""

NO_SEATS = np.zeros((0, 0), bool)  # no seat plays at random
UNCHECKED_BYTES = 2**24  # asking for the free memory takes as long as filling an array of this size


def generators(games: int, seed: int, first: int, dtype: Any) -> Array:
    """A generator for each game, with one seed and the streams `first`, `first` + 1, ..."""
    rows = np.zeros((games, GENERATOR), np.int64)
    rows[:, 0] = seed & WORD
    rows[:, 1] = (np.arange(games) + first) & WORD
    return rows.astype(dtype)


def seeded(xp: Any, games: int, seed: int, dtype: Any) -> tuple[Any, Any]:
    """The generators of chance and of random actions. The first restart advances those of chance by `games` streams."""
    return xp.asarray(generators(games, seed, -games, dtype)), xp.asarray(
        generators(games, policy_seed(seed), 0, dtype)
    )


def policy_seed(seed: int) -> int:
    """The seed of random actions, different from that of chance."""
    return (seed + KEY_STEP) & WORD


def some(xp: Any, actions: Any, which: Any) -> Any:
    """The actions of the chosen games, and WAIT for the others. No action of the caller is read as WAIT."""
    return xp.where(which, xp.maximum(actions.astype(np.int64, copy=False), NOTHING), WAIT)


class BatchArrays:
    """The arrays of a batch that its caller sees, NumPy's or CuPy's, and what both devices do alike."""

    _run: Callable[..., None]
    _randoms: Any
    _policies: Any
    _states: Any

    def __init__(self, xp: Any, games: int, words: int, players: int) -> None:
        self.xp, self._games = xp, games
        self.to_act: Any = xp.zeros(games, np.int8)
        self.bits: Any = xp.zeros((games, words), np.uint32)
        self.broken: Any = xp.zeros(games, np.int16)
        self.ended: Any = xp.zeros(games, bool)
        self.rows: Any = xp.zeros((games, 1 + 2 * players), np.int32)

    def step(self, actions: Any, which: Any | None) -> None:
        if which is None:
            self._run(PLAY, actions)
        else:
            self._run(SOME, some(self.xp, actions, which))

    def restart(self, which: Any | None) -> None:
        self._run(RESTART, self.xp.ones(self._games, np.int64) if which is None else which)

    def reseed(self, seed: int) -> None:
        self._randoms[...], self._policies[...] = seeded(self.xp, self._games, seed, self._randoms.dtype)
        self.restart(None)

    def copy_rows(self, sources: Any) -> None:
        """Copies states, masks and results. A row keeps its random stream, but the decisions count as the source's."""
        states = self._states.reshape(self._games, -1)
        for array in (states, self.to_act, self.bits, self.broken, self.ended, self.rows):
            array[...] = array[sources]
        self._randoms[:, DECISIONS] = self._randoms[sources, DECISIONS]


def game_bytes(dtype: np.dtype[Any], words: int, players: int) -> int:
    """Bytes a game: state, two generators, an action, mask, result, and small numbers."""
    return dtype.itemsize + 8 * (2 * GENERATOR + 1) + 4 * (words + 1 + 2 * players) + 4


class CpuBatch(BatchArrays):
    """The games of a batch as records in NumPy arrays."""

    def __init__(
        self, edition: Edition, starts: Starts, games: int, seed: int, again: bool, words: int, threads: int | None
    ) -> None:
        players = starts[0].players
        self._start = np.concatenate([start.pack() for start in starts])
        check_memory(games, game_bytes(self._start.dtype, words, players))
        super().__init__(np, games, words, players)
        self._edition, self._again, self._threads = edition, again, threads
        self._states = np.resize(self._start, games)
        self._randoms, self._policies = seeded(np, games, seed, np.int64)
        self._actions = np.zeros(games, np.int64)
        self._step, self._choose = stepping_of(edition)

    def take_in(self, given: Any) -> Array | None:
        """The caller's array, or None if it is not an array."""
        return given if isinstance(given, np.ndarray) else None

    def to_host(self, array: Array) -> Array:
        return array

    def play_at_random(self, seats: Array) -> None:
        self._run(AT_RANDOM, self._actions, seats)

    def _run(self, mode: int, given: Array, seats: Array = NO_SEATS) -> None:
        # Arrays of another kind would make Numba compile the loop once more, for a minute.
        choices, seats = np.require(given, np.int64, ["C", "W"]), np.require(seats, bool, ["C", "W"])

        def work(first: int, last: int) -> None:
            self._step(
                first, last, self._states, self._start, mode, choices, self._again, seats, self._policies,
                self._randoms, self.to_act, self.bits, self.broken, self.ended, self.rows,
            )  # fmt: skip

        self._spread(work)

    def _spread(self, work: Callable[[int, int], None]) -> None:
        spread(work, self._games, self._threads)

    def choose(self) -> Array:
        self._spread(lambda first, last: self._choose(first, last, self.bits, self._policies, self._actions))
        return self._actions

    def observe(self, seats: Array | None, dtype: str, width: int) -> Array:
        chosen = np.maximum(self.to_act, -1) if seats is None else seats
        observe, length = self._observing
        self._need_room(width * np.dtype(DTYPES[dtype]).itemsize)
        rows = np.empty((self._games, width), DTYPES[dtype])
        viewers = chosen.astype(np.int64)

        def work(first: int, last: int) -> None:
            plain = (dtype, width) == ("int16", length)
            part = rows[first:last] if plain else np.empty((last - first, length), np.int16)
            states, scratch = self._states[first:last], np.empty_like(self._start[:1])
            observe(0, last - first, states, scratch, viewers[first:last], part)  # fills all of it
            if not plain:
                rows[first:last] = convert(np, part[:, :width], dtype)

        self._spread(work)
        return rows

    def redeal(self, seats: Array, seed: int, actions: int) -> None:
        randoms, redeal = generators(self._games, seed, 0, np.int64), redealing_of(self._edition)
        self._spread(lambda first, last: redeal(first, last, self._states, seats, randoms, self.bits, actions))

    def _need_room(self, size: int) -> None:
        """Raises an Error if there is no memory for an array with `size` bytes a game."""
        if self._games * size > UNCHECKED_BYTES:
            check_memory(self._games, size)

    @cached_property
    def _observing(self) -> tuple[Any, int]:
        return observing_of(self._edition), self._edition.module("observe").OBSERVATION

    def unpack(self, actions: int) -> Array:
        """The masks with a bool for each action."""
        self._need_room(BITS * self.bits.shape[1] + actions)
        flat = np.unpackbits(self.bits.view(np.uint8), axis=1, bitorder="little")
        return flat[:, :actions].astype(bool)

    def state(self, game: int) -> StateBase:
        state: StateBase = self._edition.state.unpack(self._states[game])
        return state


@functools.cache
def stepping_of(edition: Edition) -> tuple[Any, Any]:
    """The stepping and the choosing loop of an edition."""
    loops = importlib.import_module(f"{edition.root}.kernel.stepping")
    made: tuple[Any, Any] = loops.make_stepping(edition.flow, edition.loops)
    return made


@functools.cache
def redealing_of(edition: Edition) -> Any:
    """The loop of an edition that redeals."""
    loops = importlib.import_module(f"{edition.root}.kernel.redealing")
    return loops.make_redealing_games(edition.module("sight").redeal, edition.loops.why_not)


@functools.cache
def observing_of(edition: Edition) -> Any:
    """The loop of an edition that writes observations."""
    loops = importlib.import_module(f"{edition.root}.kernel.stepping")
    return loops.make_observing(edition.module("sight").hide, edition.module("observe").observe)
