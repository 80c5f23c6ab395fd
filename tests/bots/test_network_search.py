"""The search with a network: alike interpreted and compiled, blind to secrets, right where it can be checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight
from ludotheque.bots.engine import Engine, SearchResult
from ludotheque.bots.levels import NETWORK, STRONGEST, level_of
from ludotheque.bots.network import ELSEWHERE, network_of
from ludotheque.bots.search.tree import OPEN
from tests.bots.course import decisions, random_course
from tests.bots.networks import random_network
from tests.bots.test_search import solved_decisions

GAMES = ludotheque.games()
WITHOUT_SECRETS = ("sintra", "stanza")
WITH_SECRETS = ("fourberies",)


@cache
def engine(game: str, seats: int, mode: str, nodes: int = 20_000) -> Engine:
    loaded = ludotheque.load(game)
    return Engine(getattr(loaded, mode), seats, nodes=nodes, network=random_network(loaded))


def search(
    position: Position, iterations: int, mode: str = "edition", nodes: int = 20_000, **changes: float
) -> SearchResult:
    """What a search finds for the seat that is to act."""
    sight = Sight.of(position)
    level = level_of(position.game.name, NETWORK).changed(changes)
    found = engine(position.game.name, position.players, mode, nodes)
    return found.search(sight.imagine(1).state(), sight.seat, level.tuning, seed=1, iterations=iterations)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_interpreted_and_compiled(game: str) -> None:
    for position in decisions(game, 4):
        plain, compiled = search(position, 40), search(position, 40, "compiled")
        assert [(found.action, found.visits) for found in plain.actions] == [
            (found.action, found.visits) for found in compiled.actions
        ]
        assert plain.nodes == compiled.nodes
        assert plain.shares == pytest.approx(compiled.shares)


@pytest.mark.parametrize("game", GAMES)
def test_every_iteration_tries_a_legal_action_and_shares_add_up(game: str) -> None:
    for position in decisions(game, 5):
        found = search(position, 12)
        assert [each.action for each in found.actions] == list(position.legal())
        assert found.best in position.legal()
        assert sum(found.shares) == pytest.approx(1)
        assert sum(each.visits for each in found.actions) == found.iterations == 12


@pytest.mark.parametrize("game", WITHOUT_SECRETS)
def test_it_finds_the_win_wherever_there_is_one(game: str) -> None:
    solved = solved_decisions(game, 2)
    assert solved
    for position, shares in solved:
        found = search(position, 400, margin=0, even=0.5, exploration=2)
        assert shares[found.best] == max(shares.values())


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_it_decides_alike_in_worlds_that_its_seat_cannot_tell_apart(game: str) -> None:
    for position in decisions(game, 4):
        assert position.to_act is not None
        other = position.redeal(position.to_act, 99)
        assert search(position, 20).actions == search(other, 20).actions


@pytest.mark.parametrize("game", GAMES)
def test_a_full_memory_does_not_end_it(game: str) -> None:
    position = decisions(game, 3)[1]
    found = search(position, 60, nodes=100)
    assert found.iterations == 60
    assert found.nodes <= 100


def test_a_finished_game_is_looked_at_without_secrets() -> None:
    position = random_course("fourberies", 3, 1)[4]
    tuning = level_of("fourberies", NETWORK).tuning
    found = engine("fourberies", 3, "edition").search(position.state(), OPEN, tuning, iterations=10)
    assert sum(found.shares) == pytest.approx(1)


def test_a_game_without_a_network_is_searched_by_its_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))
    network_of.cache_clear()
    level = level_of("sintra", NETWORK)
    assert level.network
    assert level.with_network(ludotheque.load("sintra")) == (level_of("sintra", STRONGEST), None)
    network_of.cache_clear()
