"""What does the work of a batch on the CPU, on all cores."""

from __future__ import annotations

import importlib
from functools import cached_property
from typing import Any

import numpy as np

from .chance import KEY_STEP, WORD
from .edition import Edition
from .flow import GENERATOR
from .state import Record
from .stepping import PLAY, RESTART
from .threads import spread

Array = np.ndarray[Any, Any]


def generators(games: int, seed: int, first: int, dtype: Any) -> Array:
    """A generator for each game: one seed, and streams from `first` on."""
    rows = np.zeros((games, GENERATOR), np.int64)
    rows[:, 0] = seed & WORD
    rows[:, 1] = (np.arange(games) + first) & WORD
    return rows.astype(dtype)


def policy_seed(seed: int) -> int:
    """The seed of random actions, apart from what chance draws from."""
    return (seed + KEY_STEP) & WORD


class CpuBatch:
    """The games of a batch as records, and arrays of NumPy."""

    def __init__(
        self, edition: Edition, start: Record, games: int, seed: int, again: bool, words: int, threads: int | None
    ) -> None:
        self._edition, self._games, self._again, self._threads = edition, games, again, threads
        self._start = start.pack()
        self._states = np.repeat(self._start, games)
        self._randoms = generators(games, seed, -games, np.int64)  # the first game begins `games` streams further on
        self._policies = generators(games, policy_seed(seed), 0, np.int64)
        self._actions = np.zeros(games, np.int64)
        self.to_act = np.zeros(games, np.int8)
        self.bits = np.zeros((games, words), np.uint32)
        self.broken = np.zeros(games, np.int16)
        self.ended = np.zeros(games, bool)
        self.rows = np.zeros((games, 1 + 2 * start.players), np.int32)
        stepping = importlib.import_module(f"{edition.root}.kernel.stepping")
        self._step, self._choose = stepping.make_stepping(edition.flow, edition.play)

    def take_in(self, given: Any) -> Array | None:
        """An array of the caller's; None if it is none."""
        return given if isinstance(given, np.ndarray) else None

    def to_host(self, array: Array) -> Array:
        return array

    def step(self, actions: Array) -> None:
        self._run(PLAY, actions.astype(np.int64, copy=False))

    def restart(self, which: Array | None) -> None:
        self._run(RESTART, np.ones(self._games, np.int64) if which is None else which.astype(np.int64))

    def _run(self, mode: int, choices: Array) -> None:
        def work(first: int, last: int) -> None:
            self._step(
                first, last, self._states, self._start, mode, choices, self._again,
                self._randoms, self.to_act, self.bits, self.broken, self.ended, self.rows,
            )  # fmt: skip

        work(0, 0)  # compiles, or loads what is compiled
        spread(work, self._games, self._threads)

    def choose(self) -> Array:
        self._choose(0, self._games, self.bits, self._policies, self._actions)
        return self._actions

    def observe(self, seats: Array | None) -> Array:
        chosen = np.maximum(self.to_act, -1) if seats is None else seats
        observe, length = self._observing
        rows = np.zeros((self._games, length), np.int16)
        observe(0, self._games, self._states, np.zeros_like(self._start), chosen.astype(np.int64), rows)
        return rows

    @cached_property
    def _observing(self) -> tuple[Any, int]:
        stepping = importlib.import_module(f"{self._edition.root}.kernel.stepping")
        observe = self._edition.module("observe")
        return stepping.make_observing(self._edition.module("sight").hide, observe.observe), observe.OBSERVATION

    def unpack(self, actions: int) -> Array:
        """The masks, a bool for each action."""
        flat = np.unpackbits(self.bits.view(np.uint8), axis=1, bitorder="little")
        return flat[:, :actions].astype(bool)

    def state(self, game: int) -> Record:
        return self._edition.state.unpack(self._states[game])
