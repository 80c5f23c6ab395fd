"""PettingZoo: its own checkers pass, and agents see what their seats may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ludotheque
from ludotheque.env import table

pytestmark = pytest.mark.compiled

# The checker knows by name which environments give their mask beside the row; ours is not one of them.
MASK_BESIDE_ROW = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

KINDS = [(name, players) for name in ludotheque.games() for players in ludotheque.load(name).seats]


def with_marks(test: Any) -> Any:
    for mark in MASK_BESIDE_ROW:
        test = mark(test)
    return test


@pytest.mark.parametrize(("name", "players"), KINDS)
@with_marks
def test_the_checkers_of_pettingzoo_pass(name: str, players: int) -> None:
    api_test(table.env(name, players=players), num_cycles=200)
    seed_test(lambda: table.env(name, players=players), num_cycles=100)


@pytest.mark.parametrize("name", ludotheque.games())
def test_only_who_is_to_act_has_legal_actions_and_rewards_sum_to_nothing(name: str) -> None:
    env = table.raw_env(name, players=2)
    env.reset(seed=3)
    chooser = np.random.default_rng(3)
    while not any(env.terminations.values()):
        acting, waiting = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
        assert not env.observe(waiting)["action_mask"].any()
        env.step(int(chooser.choice(np.flatnonzero(env.observe(acting)["action_mask"]))))
    assert sorted(env.rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_an_illegal_action_is_refused_with_its_rule_or_loses() -> None:
    raw, checked = table.raw_env("sintra"), table.env("sintra")
    for env in (raw, checked):
        env.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    before = raw.observe("player_0")["observation"]
    with pytest.raises(ludotheque.IllegalAction, match="S"):
        raw.step(illegal)
    assert np.array_equal(raw.observe("player_0")["observation"], before)
    for nothing in (67, -1, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            checked.step(nothing)
    loser = checked.agent_selection
    checked.step(illegal)
    assert checked.terminations[loser]
    assert checked.rewards[loser] == -1


def test_points_can_be_the_reward_and_the_table_can_be_drawn() -> None:
    env = table.raw_env("stanza", players=3, reward="score", render_mode="svg", expert=True)
    env.reset(seed=4)
    assert str(env.render()).startswith("<svg")
    chooser, total = np.random.default_rng(4), dict.fromkeys(env.agents, 0.0)
    first = env._episode.scores()
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(chooser.choice(np.flatnonzero(mask))))
        for agent, reward in env.rewards.items():
            total[agent] += reward
    assert list(total.values()) == [now - then for now, then in zip(env._episode.scores(), first, strict=True)]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(ludotheque.Error, match="There is no render mode 'human'"):
        table.env("sintra", render_mode="human")
    env = table.env("sintra")
    env.reset(seed=1)
    with pytest.raises(ludotheque.Error, match="There is no agent 'player_2': they are player_0, player_1"):
        env.observe("player_2")
    for space in (env.unwrapped.observation_space, env.unwrapped.action_space):
        with pytest.raises(ludotheque.Error, match="There is no agent 'x'"):
            space("x")
    for seed in (-1, "x"):
        with pytest.raises(ludotheque.Error, match=f"A seed is a whole number from 0 on, not {seed!r}"):
            env.reset(seed=seed)
    with pytest.raises(ludotheque.Error, match="reset deals one"):
        table.raw_env("sintra").step(0)
