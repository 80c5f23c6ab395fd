"""Many games at once as a `VecEnv` of Stable-Baselines3, on the vector environment.

    from sb3_contrib import MaskablePPO
    from ludotheque.env.sb3 import SB3VecEnv
    MaskablePPO("MlpPolicy", SB3VecEnv("sintra", 64, opponents=["random"])).learn(100_000)

It is made of one batch of compiled games, not of one process a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from ludotheque.env.vector import VectorSolo
from ludotheque.errors import Error
from ludotheque.kernel.arrays import Array

__all__ = ["SB3VecEnv"]

MASKS = "action_masks"  # what sb3-contrib asks an environment for


class SB3VecEnv(VecEnv):
    """`num_envs` games; the arguments are those of `VectorSolo`. A finished game restarts at once, as SB3 expects."""

    def __init__(self, game: str, num_envs: int, **arguments: Any) -> None:
        self.games = VectorSolo(game, num_envs, **arguments)
        self.render_mode = None
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._infos: dict[str, Any] = {}

    def reset(self) -> Array:
        """Deals new games, from the seed that `seed` was given."""
        rows, self._infos = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return rows

    def step_async(self, actions: Array) -> None:
        """Takes the actions of the next step."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Plays them. `terminal_observation` of a finished game is what its learner saw in the end."""
        rows, rewards, over, _, infos = self.games.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for g in np.flatnonzero(over).tolist():
            told[g] = {"terminal_observation": rows[g], "TimeLimit.truncated": False, "rule": int(infos["rule"][g])}
        if over.any():
            rows, infos = self.games.restart_finished()
        self._infos = infos
        return rows, rewards.astype(np.float32), over, told

    def close(self) -> None:
        """Frees the games."""
        self.games.close()

    def action_masks(self) -> Array:
        """(games, actions) bool: the legal actions, for MaskablePPO."""
        if not self._infos:
            raise Error("There are no games yet: reset deals them.")
        masks: Array = self._infos["action_mask"].astype(bool)
        return masks

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The masks of some games: the games are rows of one batch and have no other method."""
        if method_name != MASKS:
            raise AttributeError(method_name)
        return list(self.action_masks()[self._rows(indices)])

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have this attribute."""
        return attr_name == MASKS or hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the batch, once for every game."""
        value = getattr(self, attr_name) if hasattr(self, attr_name) else getattr(self.games, attr_name)
        return [value for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of the whole batch."""
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False for _ in self._rows(indices)]

    def _rows(self, indices: Any) -> Sequence[int]:
        return range(self.num_envs) if indices is None else np.atleast_1d(indices).tolist()
