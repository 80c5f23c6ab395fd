"""Stable-Baselines3 takes the vector environment, where the extra `train` is installed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

import ludotheque

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(find_spec("stable_baselines3") is None, reason="Stable-Baselines3 is not here"),
]


def test_finished_games_restart_at_once() -> None:
    from ludotheque.env.sb3 import SB3VecEnv

    envs = SB3VecEnv("sintra", 4, opponents=["random"])
    with pytest.raises(ludotheque.Error, match="no games yet"):
        envs.action_masks()
    envs.seed(3)
    rows, ended = envs.reset(), 0
    assert rows.shape == (4, *envs.observation_space.shape)
    for _ in range(80):
        masks = np.stack(envs.env_method("action_masks"))
        assert masks.any(axis=1).all()
        rows, rewards, over, infos = envs.step(masks.argmax(axis=1))
        assert (rewards[~over] == 0).all()
        for g in np.flatnonzero(over):
            ended += 1
            assert rewards[g] != 0
            assert (infos[g]["terminal_observation"] != rows[g]).any()
    assert ended >= 4
    assert (envs.env_is_wrapped(object), envs.has_attr("action_masks")) == ([False] * 4, True)


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not here")
def test_maskable_ppo_learns_on_it() -> None:
    from sb3_contrib import MaskablePPO

    from ludotheque.env.sb3 import SB3VecEnv

    envs = SB3VecEnv("sintra", 4, opponents=["random"])
    learner = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, seed=1)
    learner.learn(128)
    assert learner.num_timesteps == 128
