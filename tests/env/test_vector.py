"""The vector environment: many games at once, each as it would be alone."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import ludotheque
from ludotheque.core.position import Position
from ludotheque.env.observing import mask, observation
from ludotheque.env.vector import VectorSolo

pytestmark = pytest.mark.compiled


def legal_actions(masks: Any, chooser: np.random.Generator) -> Any:
    """A random legal action for each game; 0 if none is legal."""
    return np.array([chooser.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("name", ludotheque.games())
def test_rows_and_masks_are_those_of_the_positions(name: str) -> None:
    envs = VectorSolo(name, num_envs=3, opponents=["random", "random"], threads=2)
    game, chooser = ludotheque.load(name), np.random.default_rng(1)
    rows, infos = envs.reset(seed=4)
    over, ended = np.zeros(3, bool), 0
    for _ in range(60):
        assert envs.observation_space.contains(rows)
        for g in range(3):
            position = Position(game, game.edition.state.unpack(envs._batch.state(g).pack()[0]), None)
            seat = int(infos["seat"][g])
            assert np.array_equal(rows[g], observation(position, seat))
            assert position.to_act in (seat, None)
            assert np.array_equal(infos["action_mask"][g], mask(position))
        sits = (infos["seat"] + over) % 3  # one seat further on in a game that begins anew
        rows, rewards, over, cut, infos = envs.step(legal_actions(infos["action_mask"], chooser))
        assert np.array_equal(infos["seat"], sits)
        assert not cut.any()
        assert set(rewards[~over]) <= {0.0}
        assert set(rewards[over]) <= {1.0, 0.25, 0.0, -0.5}
        ended += int(over.sum())
    assert ended >= 1
    envs.close()


def test_a_seed_repeats_all_games_whatever_the_threads() -> None:
    episodes = []
    for threads in (1, 3):
        envs, chooser = VectorSolo("sintra", num_envs=5, threads=threads), np.random.default_rng(2)
        _, infos = envs.reset(seed=9)
        episode = []
        for _ in range(40):
            rows, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], chooser))
            episode.append((rows.tobytes(), rewards.tobytes(), over.tobytes()))
        episodes.append(episode)
        envs.close()
    assert episodes[0] == episodes[1]
    assert len(set(episodes[0])) == 40


@pytest.mark.parametrize("name", ludotheque.games())
def test_points_can_be_the_reward(name: str) -> None:
    """The reward of an episode is the growth of the learner's points after its first decision."""
    envs, game = VectorSolo(name, num_envs=3, opponents=["random", "greedy"], reward="score"), ludotheque.load(name)
    chooser, rules = np.random.default_rng(6), game.edition.rules

    def points(infos: dict[str, Any]) -> Any:
        return np.array([rules.score(envs._batch.state(g), seat) for g, seat in enumerate(infos["seat"].tolist())])

    _, infos = envs.reset(seed=8)
    before, over, ended, gained = points(infos), np.zeros(3, bool), 0, set()
    while ended < 3:
        begun = over
        _, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], chooser))
        now = points(infos)
        assert rewards.tolist() == np.where(begun, 0, now - before).tolist()
        before, ended = now, ended + int(over.sum())
        gained |= set(rewards.tolist())
    assert len(gained) > 3
    _, rewards, over, _, infos = envs.step(np.full(3, 4000))
    assert (rewards[infos["rule"] > 0] == -1).all()
    envs.close()


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
    "opponents", [["greedy"], ["random", "child"], ["tests.env.test_vector:CountingBot", "random"]]
)
def test_opponents_are_the_players_that_were_chosen(opponents: list[str]) -> None:
    """Only the learner's decisions are asked for, and the rewards agree with the results."""
    players = 1 + len(opponents)
    envs, chooser = VectorSolo("fourberies", num_envs=2, opponents=opponents, seat=0), np.random.default_rng(5)
    CountingBot.asked = 0
    _, infos = envs.reset(seed=3)
    ended = 0
    while ended == 0:
        assert set(envs._batch.to_act.tolist()) <= {0, -2}
        _, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], chooser))
        wins = envs._batch.results.wins
        for g in np.flatnonzero(over):
            assert rewards[g] == pytest.approx((players * wins[g, 0] / wins[g].sum() - 1) / (players - 1))
        ended += int(over.sum())
    assert (CountingBot.asked > 0) == ("tests.env.test_vector:CountingBot" in opponents)
    assert envs._asked.sum() > 20
    envs.close()


class CountingBot:
    """A bot that counts how often it is asked."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[int], clock: Any) -> int:
        CountingBot.asked += 1
        return legal[-1]


def test_a_game_does_not_depend_on_the_others() -> None:
    """The first two of five games are the same as two games alone, with every kind of opponent."""
    for opponents in (["random"], ["greedy"]):
        episodes = []
        for games in (2, 5):
            envs = VectorSolo("sintra", num_envs=games, opponents=opponents)
            rows, infos = envs.reset(seed=9)
            episode: list[Any] = [rows[:2].tobytes()]
            for _ in range(12):
                rows, rewards, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
                episode.append((rows[:2].tobytes(), rewards[:2].tolist()))
            episodes.append(episode)
            envs.close()
        assert episodes[0] == episodes[1]


def test_better_opponents_win_more() -> None:
    """A random learner wins about half of the games against random bots, and almost none against greedy ones."""
    won = {}
    for opponent in ("random", "greedy"):
        envs, chooser = VectorSolo("sintra", num_envs=12, opponents=[opponent]), np.random.default_rng(1)
        _, infos = envs.reset(seed=2)
        found: list[float] = []
        while len(found) < 12:
            _, rewards, over, _, infos = envs.step(legal_actions(infos["action_mask"], chooser))
            found += rewards[over].tolist()
        won[opponent] = sum(found) / len(found)
        envs.close()
    assert won["greedy"] < -0.8 < won["random"]


def test_gymnasium_makes_it_wraps_it_and_drives_it() -> None:
    envs = gymnasium.make_vec("ludotheque.env.solo:sintra-v2", num_envs=8, opponents=["random"])
    assert isinstance(envs.unwrapped, VectorSolo)
    assert envs.spec is not None
    counting = RecordEpisodeStatistics(envs)
    _, infos = counting.reset(seed=1)
    assert envs.observation_space.shape == (8, *envs.unwrapped.single_observation_space.shape)  # type: ignore[misc]
    chooser = np.random.default_rng(1)
    episodes: list[int] = []
    for _ in range(80):
        _, _, over, _, infos = counting.step(legal_actions(infos["action_mask"], chooser))
        episodes += infos["episode"]["l"][over].tolist() if over.any() else []
    assert episodes
    assert min(episodes) > 10
    assert benchmark_vector_step(envs, target_duration=1, seed=1) > 0
    counting.close()


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"num_envs": 0}, "num_envs must be 1 to"),
        ({"num_envs": None}, "num_envs must be 1 to"),
        ({"num_envs": 2, "seat": 2}, "seat must be 0 to 1, not 2"),
        ({"num_envs": 2, "threads": 0}, "threads must be 1 to"),
        ({"num_envs": 2, "opponents": ["random"] * 8}, "is for 2 to 4 players, not 9"),
        ({"num_envs": 2, "opponents": "random"}, "must be a list of names"),
        ({"num_envs": 2, "reward": "money"}, "There is no reward 'money'"),
        ({"num_envs": 2, "opponents": ["nobody"]}, "There is no bot 'nobody'"),
        ({"num_envs": 2, "colour": "red"}, "has no option 'colour'"),
        ({"num_envs": 2, "players": 2}, "has no option 'players'"),
    ],
)
def test_what_cannot_be_is_refused(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        VectorSolo("sintra", **how)
    envs = VectorSolo("sintra", num_envs=2)
    with pytest.raises(ludotheque.Error, match="reset deals them"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(2), [[0], [0, 1]], None):
        with pytest.raises(ludotheque.Error, match="The actions must be 2 whole numbers"):
            envs.step(wrong)  # type: ignore[arg-type]
    envs.close()
