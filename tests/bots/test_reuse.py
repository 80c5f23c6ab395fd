"""A search keeps parts of the last one where that is sound, and nothing else."""

from __future__ import annotations

from itertools import islice

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.bots.engine import Engine, settled
from ludotheque.bots.levels import level_of
from ludotheque.bots.network import network_of
from ludotheque.bots.search.tree import NONE
from tests.bots.games_of_bots import played
from tests.samples import OURS

OPEN_GAMES = [game for game in ludotheque.games() if not level_of(game, "master").tuning.secret]


def searched(engine: Engine, position: Position, iterations: int) -> dict[int, int]:
    """Searches, reusing the last search if possible; returns the visits of every action."""
    seat = position.to_act
    assert seat is not None
    tuning = level_of(position.game.name, "master").tuning
    findings = engine.search(position.state(), seat, tuning, seed=3, iterations=iterations, reuse=True)
    return {found.action: found.visits for found in findings.actions}


def answers(engine: Engine, action: int) -> dict[int, int]:
    """The visits of every answer to an action."""
    tree = engine._searches[0].tree
    node = tree.child[0]
    while tree.action[node] != action:
        node = tree.sibling[node]
    found, child = {}, tree.child[node]
    while child != NONE:
        found[int(tree.action[child])] = int(tree.visits[child])
        child = tree.sibling[child]
    return found


def new_engine(game: str) -> Engine:
    loaded = ludotheque.load(game)
    return Engine(loaded.compiled, 2, nodes=50_000, network=network_of(loaded))


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in OPEN_GAMES if game in OURS])  # small games are too short for it
def test_the_answers_to_a_choice_are_kept(game: str) -> None:
    """The next decision, and the one after it, start with the visits of their nodes; the rest is dropped."""
    engine, position = new_engine(game), ludotheque.load(game).start(2, seed=7)
    kept = 0
    for _ in range(12):
        visits = searched(engine, position, 600)
        best = max(visits, key=lambda action: visits[action])
        known = answers(engine, best)
        after = position.play(best)
        if after.to_act is None:
            break
        chance = any(ply < 0 for ply in after.record().plies[len(position.record().plies) :])
        now = searched(engine, after, 1)
        if not chance and sum(known.values()) > 100:
            kept += 1
            assert sum(now.values()) == sum(known.values()) + 1
            assert all(known[action] <= now[action] <= known[action] + 1 for action in known)
        elif chance:
            assert sum(now.values()) == 1
        position = after
    assert kept > 2


@pytest.mark.compiled
@pytest.mark.parametrize("game", OPEN_GAMES)
def test_a_chance_event_makes_all_forgotten(game: str) -> None:
    engine, loaded = new_engine(game), ludotheque.load(game)
    searched(engine, loaded.start(2, seed=7), 600)
    assert sum(searched(engine, loaded.start(2, seed=8), 50).values()) == 50


@pytest.mark.compiled
def test_without_reuse_a_search_starts_from_nothing() -> None:
    engine, position = new_engine("sintra"), ludotheque.load("sintra").start(2, seed=7)
    tuning, seat = level_of("sintra", "master").tuning, position.to_act
    assert seat is not None
    for _ in range(2):
        findings = engine.search(position.state(), seat, tuning, iterations=300)
        assert sum(found.visits for found in findings.actions) == 300


@pytest.mark.compiled
@pytest.mark.parametrize("game", ludotheque.games())
def test_players_with_the_same_seed_play_the_same_game(game: str) -> None:
    """They must agree whatever the engines have searched before."""
    choices = []
    for other in (1, 2):
        start = ludotheque.load(game).start(2, seed=5)
        player("expert", other).choose(Sight.of(start))
        choices.append([choice for _, choice in islice(played(start, [player("expert", s) for s in (9, 4)]), 25)])
    assert choices[0] == choices[1]


@pytest.mark.parametrize(
    ("visits", "before", "spent", "expected"),
    [
        ([60, 40], 0, 0.5, False),  # 100 more may come
        ([90, 10], 0, 0.5, False),
        ([90, 10], 0, 0.6, True),  # 67 more at most
        ([900, 10], 850, 0.1, True),  # 60 came in a tenth of the time
        ([10], 0, 0.1, False),
        ([10], 0, 0.6, True),
        ([], 0, 0.6, False),  # not begun yet
    ],
)
def test_a_choice_is_settled_when_it_cannot_be_overtaken(
    visits: list[int], before: int, spent: float, expected: bool
) -> None:
    assert settled(visits, before, spent) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("game", ludotheque.games())
def test_a_number_of_iterations_ends_early_only_when_the_choice_is_settled(game: str) -> None:
    engine, early = new_engine(game), 0
    for position, _ in islice(played(ludotheque.load(game).start(2, seed=7), [player("random", s) for s in (1, 2)]), 8):
        seat, tuning = position.to_act, level_of(game, "master").tuning
        assert seat is not None
        findings = engine.search(position.state(), seat, tuning, seed=3, iterations=400, settle=True)
        second, best = sorted((0, 0, *(found.visits for found in findings.actions)))[-2:]
        assert findings.iterations == 400 or best - second >= 400 - findings.iterations
        early += findings.iterations < 400
    assert early > 0
