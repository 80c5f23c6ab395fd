"""Gymnasium: its own checker passes, and the episodes are games."""

from __future__ import annotations

import itertools
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludotheque
from ludotheque.env.registering import camel_case, env_id
from ludotheque.env.rendering import check_mode, render
from ludotheque.env.solo import SoloEnv

pytestmark = pytest.mark.compiled


def played(env: SoloEnv, seed: int) -> tuple[list[float], list[dict[str, Any]]]:
    """The rewards and infos of an episode with random legal actions."""
    chooser = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards, infos, over = [], [], False
    while not over:
        action = int(chooser.choice(np.flatnonzero(info["action_mask"])))
        row, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(row)
        assert not cut
        rewards.append(reward)
        infos.append(info)
    return rewards, infos


@pytest.mark.parametrize("name", ludotheque.games())
def test_the_checker_of_gymnasium_passes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        SoloEnv.metadata, "render_modes", ["svg", "ansi"]
    )  # pixels start a browser, and are tested below
    version = env_id(name).rpartition("-")[2]
    check_env(gymnasium.make(f"ludotheque.env.solo:{name}-{version}", opponents=["random", "random"]).unwrapped)


@pytest.mark.parametrize("name", ludotheque.games())
def test_only_the_end_is_rewarded_and_seeds_repeat_a_game(name: str) -> None:
    env = SoloEnv(name, opponents=["random", "random"])
    for seed in range(3):
        rewards, infos = played(env, seed)
        info = infos[-1]
        best = max(info["scores"])
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert rewards[-1] in (1.0, -0.5, 0.25, 0.0)
        assert (info["scores"][info["seat"]] == best) or rewards[-1] == -0.5
        again, same = played(SoloEnv(name, opponents=["random", "random"]), seed)
        assert (again, same[-1]["scores"]) == (rewards, info["scores"])


@pytest.mark.parametrize("name", ludotheque.games())
def test_points_can_be_the_reward(name: str) -> None:
    env = SoloEnv(name, opponents=["random"], seat=1, reward="score")
    _, first = env.reset(seed=5)
    rewards, infos = played(env, 5)
    points = [info["scores"][1] for info in (first, *infos)]
    assert {info["seat"] for info in infos} == {1}
    assert rewards == [now - then for then, now in itertools.pairwise(points)]
    assert any(rewards)


def test_an_illegal_action_loses_and_is_explained() -> None:
    env = SoloEnv("sintra", side="B")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert info["rule"] in ludotheque.load("sintra").rules()
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))


def test_an_opponent_may_be_any_player_and_the_table_can_be_drawn() -> None:
    env = SoloEnv("sintra", opponents=["greedy"], render_mode="svg")
    env.reset(seed=2)
    assert str(env.render()).startswith("<svg")


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"opponents": ["nobody"]}, "There is no bot 'nobody'"),
        ({"opponents": ["random"] * 7}, "is for 2 to 4 players, not 8"),
        ({"opponents": "random"}, "must be a list of names"),
        ({"opponents": 1}, "must be a list of names"),
        ({"seat": 2}, "There is no seat 2"),
        ({"reward": "money"}, "There is no reward 'money'"),
        ({"render_mode": "human"}, "There is no render mode 'human'"),
        ({"colour": "red"}, "has no option 'colour'"),
        ({"players": 2}, "has no option 'players'"),
    ],
)
def test_what_cannot_be_is_refused(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        SoloEnv("sintra", **how)
    env = SoloEnv("sintra")
    with pytest.raises(ludotheque.Error, match="reset deals one"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ludotheque.Error, match="There is no action 67"):
        env.step(67)


def test_games_are_registered_with_a_namespace() -> None:
    import ludotheque.env  # noqa: F401 (registers them)

    names = {spec.id for spec in gymnasium.registry.values() if spec.namespace == "ludotheque"}
    assert names >= {"ludotheque/Sintra-v2", "ludotheque/Fourberies-v2", "ludotheque/Stanza-v1"}


def test_no_two_games_share_an_id() -> None:
    names = ("foo_bar", "foobar", "foo__bar", "foo1", "foo_1", "foo1bar", "foo1_bar", "foo_1bar", "foo_1_bar", "foo_")
    assert camel_case("foo_bar") == "FooBar"
    assert len({camel_case(name) for name in names}) == len(names)


def test_a_table_is_drawn_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ludotheque.load("sintra").start(2, seed=1)
    told = render(position, position.to_act, "ansi")
    assert all(position.notation(action) in told for action in position.legal())
    assert position.notation(position.legal()[0]) not in render(position, None, "ansi")
    monkeypatch.setattr("ludotheque.env.rendering.BROWSERS", ("no-such-browser",))
    with pytest.raises(ludotheque.Error, match="need Chromium or Chrome"):
        check_mode("rgb_array")


@pytest.mark.browser
def test_a_table_is_drawn_as_pixels() -> None:
    drawn = render(ludotheque.load("sintra").start(2, seed=1), 0, "rgb_array")
    assert drawn.shape[1:] == (1200, 3)
    assert len({tuple(pixel) for pixel in drawn[::20, ::20].reshape(-1, 3).tolist()}) > 50
