"""Very many games at once as a vector environment of Gymnasium, on compiled rules and all cores.

    from ludotheque.env.vector import VectorSolo
    envs = VectorSolo("sintra", num_envs=1024, players=2)

One seat learns in every game, the others play at random. `infos["action_mask"]` says what is legal.
"""

from __future__ import annotations

import functools
import importlib
import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import ludotheque
from ludotheque.env.observing import DTYPE, Array
from ludotheque.env.spaces import action_space, observation_space
from ludotheque.errors import Error
from ludotheque.kernel.chance import KEY_STEP, WORD
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.options import Value
from ludotheque.reading import shown, whole

SEEDS = 2**32


@functools.cache
def step_of(edition: Edition) -> Any:
    """The step made for an edition's rules."""
    made = importlib.import_module(f"{edition.root}.env.vectors.loops").make_step
    return made(edition.rules, edition.play, edition.module("sight").hide, edition.module("observe").observe)


class VectorSolo(VectorEnv[Array, Array, Array]):
    """`num_envs` games; one that is over begins anew in the next step, whatever action is given for it.

    With seat None the learner sits elsewhere in every game. An illegal action ends its game with the
    reward -1; `infos["rule"]` holds the number of the rule that forbids it, 0 for legal ones.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int = 2,
        seat: int | None = None,
        threads: int | None = None,
        **options: Value,
    ) -> None:
        loaded = ludotheque.load(game)
        self._start = loaded.start(players, None, **options).state().pack()
        for what, number, least, most in (
            ("num_envs", num_envs, 1, 2**24), ("seat", seat, 0, players - 1), ("threads", threads, 1, 1024),
        ):  # fmt: skip
            if number is not None and (whole(number) is None or not least <= number <= most):
                raise Error(f"{what} must be {least} to {most}, not {shown(number)}.")
        self.num_envs, self._edition, self._fixed = num_envs, loaded.compiled, -1 if seat is None else seat
        self.single_observation_space, self.single_action_space = observation_space(loaded), action_space(loaded)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._threads = min(threads or os.cpu_count() or 1, num_envs)
        self._pool = ThreadPoolExecutor(self._threads)
        self._actions = loaded.action_count
        self._begin(0)

    def _begin(self, seed: int) -> None:
        """Lays everything out for games from this seed; they begin in the next step."""
        games = self.num_envs
        self._states = np.repeat(self._start, games)
        self._lucks, self._whims = self._streams(seed), self._streams(seed + KEY_STEP)
        self._seats, self._over = np.zeros(games, np.int64), np.ones(games, bool)
        self._rows = np.zeros((games, *self.single_observation_space.shape), DTYPE)  # type: ignore[misc]
        self._masks = np.zeros((games, self._actions), np.int8)
        self._rewards, self._broken = np.zeros(games), np.zeros(games, np.int64)

    def _streams(self, seed: int) -> Array:
        rows = np.zeros((self.num_envs, 3), np.int64)
        rows[:, 0], rows[:, 1] = seed & WORD, np.arange(self.num_envs)
        return rows

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deals all games anew."""
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(SEEDS)))
        self._step(np.zeros(self.num_envs, np.int64))
        return self._rows.copy(), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Plays in every game for the learner, and for the others up to its next decision or the end."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise Error(f"The actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}.")
        self._step(given.astype(np.int64))
        cut = np.zeros(self.num_envs, bool)
        return self._rows.copy(), self._rewards.copy(), self._over.copy(), cut, self._infos()

    def _step(self, given: Array) -> None:
        edges = np.linspace(0, self.num_envs, self._threads + 1).astype(int).tolist()
        parts = [self._pool.submit(self._part, first, last, given) for first, last in pairwise(edges)]
        for part in parts:
            part.result()

    def _part(self, first: int, last: int, given: Array) -> None:
        """Steps the games first..last-1 without holding the interpreter's lock."""
        step_of(self._edition)(
            first, last, self._start, self._states, np.zeros_like(self._start), given, self._fixed, self._seats,
            self._lucks, self._whims, np.zeros(self._actions, np.int64), self._rows, self._masks, self._rewards,
            self._over, self._broken,
        )  # fmt: skip

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy(), "seat": self._seats.copy(), "rule": self._broken.copy()}

    def close_extras(self, **_: Any) -> None:
        """Ends the threads."""
        self._pool.shutdown()
