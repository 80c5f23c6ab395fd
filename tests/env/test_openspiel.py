"""OpenSpiel: its own tests pass, and its own algorithms play."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

import ludotheque
import ludotheque.env.openspiel
from ludotheque.env.knowledge import GameNode
from ludotheque.env.observing import observation
from tests.samples import OURS, few_kinds, random_choice, random_game

KINDS = [f"ludotheque_{name}(players={n})" for name in ludotheque.games() for n in ludotheque.load(name).seats]
OTHERS = [
    "ludotheque_sintra(players=3,side=B,first_seat=2,score_floor_zero=True)",
    "ludotheque_fourberies(players=2,unmet_requests=True,actor3_always_pays=False)",
    "ludotheque_stanza(players=2,experienced=True,expert=True)",
]
HIDDEN = "fourberies"  # the game with secrets


def at_decision(game: Any, decisions: int, seed: int = 1) -> Any:
    """The state at the next decision after a number of random ones."""
    state, chooser = game.new_initial_state(), np.random.RandomState(seed)
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chooser.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(int(chooser.choice(state.legal_actions())))
            decisions -= 1
    return state


@pytest.mark.parametrize("text", KINDS + OTHERS)
def test_the_tests_of_openspiel_pass(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ludotheque.games())
def test_information_set_search_plays(name: str) -> None:
    game = pyspiel.load_game(f"ludotheque_{name}")
    chooser = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chooser)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=12, random_state=chooser)
    state = at_decision(game, 20 if name in OURS else 8)
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", ludotheque.games())
def test_regret_minimisation_learns_about_information_states(name: str) -> None:
    game = pyspiel.load_game(f"ludotheque_{name}")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = at_decision(game, 0)
    policy = solver.average_policy().action_probabilities(state)
    assert len(solver._infostates) > (50 if name in OURS else 25)
    assert set(policy) == set(state.legal_actions())


class Endgame(pyspiel.Game):  # type: ignore[misc]
    """A game that starts a few decisions before the end of a random game of two."""

    def __init__(self, name: str, left: int) -> None:
        whole = pyspiel.load_game(f"{ludotheque.env.openspiel.PREFIX}{name}")
        info = pyspiel.GameInfo(
            num_distinct_actions=whole.num_distinct_actions(),
            max_chance_outcomes=whole.max_chance_outcomes(),
            num_players=2, min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=100,
        )  # fmt: skip
        super().__init__(whole.kind, info, {})
        kind = next(k for k in few_kinds() if k.game == name and k.players == 2)
        # With this seed La Stanza's last turn has few decisions, so its tree is small.
        asked = [position for position, _ in random_game(kind, seed=2) if position.legal()]
        self.first, self.game = GameNode(asked[-left]), whole.game

    def new_initial_state(self) -> Any:
        return ludotheque.env.openspiel.SpielState(self)


@pytest.mark.parametrize(("name", "left", "iterations"), [("fourberies", 4, 4), ("sintra", 4, 4), ("stanza", 2, 1)])
def test_regret_minimisation_solves_the_end_of_a_game(name: str, left: int, iterations: int) -> None:
    """External sampling visits all actions of a player, so the game starts near its end."""
    game = Endgame(name, left)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    state = game.new_initial_state()
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", ludotheque.games())
def test_information_set_search_plays_a_game_to_its_end(name: str) -> None:
    game, chooser = Endgame(name, left=8), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chooser)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=8, random_state=chooser)
    state, asked = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chooser.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(bot.step(state))
            asked += 1
    assert asked >= 2
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_resampled_state_is_the_same_to_its_player(name: str) -> None:
    game = pyspiel.load_game(f"ludotheque_{name}")
    for decisions in (5, 25 if name in OURS else 9):
        state = at_decision(game, decisions)
        player = state.current_player()
        other = state.resample_from_infostate(player, np.random.RandomState(5).uniform)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()


def test_a_resampled_state_is_another_world_in_which_nobody_knows_the_real_one() -> None:
    state = at_decision(pyspiel.load_game(f"ludotheque_{HIDDEN}(players=3)"), 25)
    player = state.current_player()
    chooser = np.random.RandomState(1)
    worlds = [state.resample_from_infostate(player, chooser.uniform) for _ in range(8)]
    assert len({str(world) for world in worlds}) > 1
    rest = (player + 1) % 3
    assert len({world.node.known(rest) for world in worlds}) == 1
    assert worlds[0].node.known(rest) != state.node.known(rest)


def test_information_states_remember_what_is_no_longer_seen() -> None:
    """Two ways of play that lead to the same position have different information states."""
    game = ludotheque.load("sintra")
    first = GameNode(game.start(2, seed=1, first_seat=0))
    takes = first.position.legal()
    assert first.after(takes[0]).known(0) != first.after(takes[1]).known(0)
    assert first.after(takes[0]).known(1) == first.after(takes[0]).known(1)


def test_while_others_choose_in_secret_a_seat_learns_nothing() -> None:
    kind = next(k for k in few_kinds() if k.game == HIDDEN and k.players == 3)
    moment, seen = None, 0
    for position, choice in random_game(kind, seed=2):
        moment = moment or GameNode(position)
        if choice is None:
            break
        if position.phase == "travel" and position.to_act == 0:
            later = [moment.after(action) for action in position.legal()]
            assert len({after.known(2) for after in later}) == 1
            assert len({after.known(0) for after in later}) == len(later)
            assert later[0].known(2) == moment.known(2)
            seen += 1
        moment = moment.after(choice)
    assert seen > 3


def test_the_observer_reads_the_fields() -> None:
    game = pyspiel.load_game("ludotheque_stanza(players=3)")
    state = at_decision(game, 12)
    observer = make_observation(game)
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, observation(state.node.position, 1))
    assert observer.dict["seat_0.score"][0] == state.node.position.scores()[1]
    assert observer.string_from(state, 1) == state.observation_string(1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ludotheque_sintra(players=7)", "is for 2 to 4 players, not 7"),
        ("ludotheque_sintra(side=C)", "The option side cannot be C: choose A, B"),
    ],
)
def test_what_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        pyspiel.load_game(text)
    with pytest.raises(ludotheque.Error, match="take no parameters"):
        make_observation(pyspiel.load_game("ludotheque_sintra"), params={"x": 1})


def test_chance_has_the_exact_probabilities() -> None:
    state = pyspiel.load_game("ludotheque_sintra").new_initial_state()
    position = ludotheque.load("sintra").start(2)
    chooser = random.Random(1)
    for _ in range(30):
        if position.to_act == -1:
            assert state.chance_outcomes() == [(o, float(p)) for o, p in position.outcomes().items()]
        choice = random_choice(position, chooser)
        position = position.play(choice)
        state.apply_action(choice)


def test_information_states_are_tensors_with_a_past() -> None:
    state = pyspiel.load_game("ludotheque_bids(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    row, known = state.observation_tensor(0), state.information_state_tensor(0)
    assert known[: len(row)] == row
    assert len(known) == len(row) + 256
    other = state.clone()
    state.apply_action(state.legal_actions()[0])
    other.apply_action(other.legal_actions()[1])
    assert state.information_state_tensor(0)[len(row) :] != other.information_state_tensor(0)[len(row) :]
    assert state.information_state_tensor(1) == other.information_state_tensor(1)  # a secret bid
