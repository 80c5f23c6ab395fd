"""The vector environment: many games at once, each as it would be alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.position import Position
from ludotheque.env.observing import mask, observation
from ludotheque.env.vector import VectorSolo


def legal_actions(masks: Any, chooser: np.random.Generator) -> Any:
    """A random legal action for each game; 0 where nothing is legal."""
    return np.array([chooser.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("name", ludotheque.games())
def test_rows_and_masks_are_those_of_the_positions(name: str) -> None:
    envs = VectorSolo(name, num_envs=3, players=3, threads=2)
    game, chooser = ludotheque.load(name), np.random.default_rng(1)
    rows, infos = envs.reset(seed=4)
    ended = 0
    for _ in range(60):
        assert envs.observation_space.contains(rows)
        for g in range(3):
            position = Position(game, game.edition.state.unpack(envs._states[g]), None)
            seat = int(infos["seat"][g])
            assert np.array_equal(rows[g], observation(position, seat))
            assert position.to_act in (seat, None)
            assert np.array_equal(infos["action_mask"][g], mask(position))
        rows, rewards, over, cut, infos = envs.step(legal_actions(infos["action_mask"], chooser))
        assert not cut.any()
        assert set(rewards[~over]) <= {0.0}
        assert set(rewards[over]) <= {1.0, 0.25, 0.0, -0.5}
        ended += int(over.sum())
    assert ended >= 1
    envs.close()


def test_a_seed_repeats_all_games_whatever_the_threads() -> None:
    courses = []
    for threads in (1, 3):
        envs, chooser = VectorSolo("sintra", num_envs=5, threads=threads), np.random.default_rng(2)
        _, infos = envs.reset(seed=9)
        course = []
        for _ in range(40):
            rows, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], chooser))
            course.append((rows.tobytes(), rewards.tobytes(), over.tobytes()))
        courses.append(course)
        envs.close()
    assert courses[0] == courses[1]
    assert len(set(courses[0])) == 40


def test_an_illegal_action_ends_its_game_only_and_the_next_step_begins_anew() -> None:
    envs = VectorSolo("sintra", num_envs=4, seat=1)
    _, infos = envs.reset(seed=1)
    actions = legal_actions(infos["action_mask"], np.random.default_rng(3))
    actions[2] = np.flatnonzero(infos["action_mask"][2] == 0)[0]
    _, rewards, over, _, infos = envs.step(actions)
    assert (rewards.tolist(), over.tolist()) == ([0, 0, -1, 0], [False, False, True, False])
    assert f"S{infos['rule'][2]}" in ludotheque.load("sintra").rules()
    assert set(infos["seat"]) == {1}
    _, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], np.random.default_rng(3)))
    assert (rewards[2], over[2], infos["rule"][2]) == (0, False, 0)
    envs.close()


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"num_envs": 0}, "num_envs must be 1 to"),
        ({"num_envs": 2, "seat": 2}, "seat must be 0 to 1, not 2"),
        ({"num_envs": 2, "threads": 0}, "threads must be 1 to"),
        ({"num_envs": 2, "players": 9}, "is for 2 to 4 players, not 9"),
    ],
)
def test_what_cannot_be_is_refused(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        VectorSolo("sintra", **how)
    envs = VectorSolo("sintra", num_envs=2)
    envs.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(2)):
        with pytest.raises(ludotheque.Error, match="The actions must be 2 whole numbers"):
            envs.step(wrong)
    envs.close()
