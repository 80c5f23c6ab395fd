"""Batches: many games, the same with any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.kernel.batch import CHUNK, Results, random_games
from ludotheque.kernel.state import StateBase


def first_state(name: str, players: int = 3) -> StateBase:
    return ludotheque.load(name).start(players)._state


def played(name: str, games: int, **how: int) -> Results:
    return random_games(ludotheque.load(name).compiled, first_state(name), games, **how)  # type: ignore[arg-type]


@pytest.mark.compiled
@pytest.mark.parametrize("name", ludotheque.games())
def test_results_do_not_depend_on_threads(name: str) -> None:
    games = 2 * CHUNK + 7
    alone, together = played(name, games, threads=1), played(name, games, threads=4)
    assert np.array_equal(alone.scores, together.scores)
    assert np.array_equal(alone.decisions, together.decisions)
    assert np.array_equal(alone.wins, together.wins)
    fewer = played(name, 10)
    assert np.array_equal(fewer.scores, alone.scores[:10])


@pytest.mark.compiled
@pytest.mark.parametrize("name", ludotheque.games())
def test_a_batch_plays_the_games_that_interpreted_rules_play(name: str) -> None:
    results = played(name, 5, seed=21)
    rules = ludotheque.load(name).edition
    for number in range(5):
        state = first_state(name).copy()
        decisions = rules.loops.playout(state, [21, number, 0], [0] * ludotheque.load(name).action_count)
        assert results.decisions[number] == decisions
        assert results.scores[number].tolist() == [rules.rules.score(state, seat) for seat in range(3)]


@pytest.mark.compiled
def test_seeds_differ_and_somebody_wins() -> None:
    one, two = played("sintra", 50, seed=1), played("sintra", 50, seed=2)
    assert not np.array_equal(one.scores, two.scores)
    assert one.wins.any(axis=1).all()
    best = one.scores.max(axis=1)
    assert all(one.scores[one.wins[:, seat], seat].tolist() == best[one.wins[:, seat]].tolist() for seat in range(3))


@pytest.mark.compiled
def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    random_games(
        ludotheque.load("sintra").compiled,
        first_state("sintra"),
        3 * CHUNK,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(CHUNK, 3 * CHUNK), (2 * CHUNK, 3 * CHUNK), (3 * CHUNK, 3 * CHUNK)]


@pytest.mark.parametrize(
    "how", [{"games": -1}, {"games": "9"}, {"games": None}, {"seed": 2**32}, {"seed": "x"}, {"threads": 0}]
)
def test_a_batch_that_cannot_be_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(ludotheque.Error, match=f"The {next(iter(how))} of a batch must be a number from"):
        random_games(ludotheque.load("sintra").compiled, first_state("sintra"), **{"games": 1} | how)


def test_a_batch_needs_compiled_rules_and_a_state() -> None:
    game = ludotheque.load("sintra")
    with pytest.raises(ludotheque.Error, match="needs compiled rules"):
        random_games(game.edition, first_state("sintra"), 1)
    with pytest.raises(ludotheque.Error, match="starts from a state"):
        random_games(game.compiled, game.start(2), 1)  # type: ignore[arg-type]


@pytest.mark.compiled
def test_a_state_in_which_something_is_hidden_is_not_played() -> None:
    game = ludotheque.load("fourberies")
    position = game.start(3, seed=3)
    while not position.hidden(0).blanked:
        position = position.play(position.legal()[0])
    with pytest.raises(ludotheque.Error, match="redeal"):
        random_games(game.compiled, position.hidden(0), 10)
    assert not position.state().blanked
    open_game = ludotheque.load("sintra")
    assert random_games(open_game.compiled, open_game.start(2, seed=3).hidden(0), 10).decisions.all()
