"""The search: exact where that can be checked, blind to secrets, within its limits, and stoppable."""

from __future__ import annotations

import threading
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, Solution, solve
from ludotheque.bots.engine import Engine, SearchResult
from ludotheque.bots.levels import level_of
from ludotheque.bots.network import ELSEWHERE, network_of
from ludotheque.bots.search.tree import OPEN, Tuning
from tests.bots.games_of_bots import decisions, random_positions
from tests.samples import OURS

GAMES = ludotheque.games()
# With a network and by points; the small games have no network, and stand for ours in a corrected box.
SEARCHES = [(game, game in OURS) for game in GAMES] + [("sintra", False)]
WITHOUT_SECRETS = [game for game in GAMES if not level_of(game, "master").tuning.secret]
WITH_SECRETS = [game for game in GAMES if level_of(game, "master").tuning.secret]


def tuning_of(position: Position) -> Tuning:
    return level_of(position.game.name, "master").tuning


@cache
def engine(
    game: str, seats: int, mode: str = "compiled", threads: int = 1, nodes: int = 20_000, network: bool = True
) -> Engine:
    loaded = ludotheque.load(game)
    return Engine(
        loaded.compiled if mode == "compiled" else loaded.edition,
        seats,
        threads,
        nodes,
        network_of(loaded) if network else None,
    )


def search(
    position: Position,
    iterations: int,
    seed: int = 1,
    mode: str = "compiled",
    network: bool = True,
    lines: int = 0,
    **changes: float,
) -> SearchResult:
    """The result of a search for the seat to act."""
    sight = Sight.of(position)
    world = sight.imagine(seed).state()
    found = engine(position.game.name, position.players, mode, network=network)
    tuning = level_of(position.game.name, "master").changed(changes).tuning
    calm = 1.0 if lines else None
    return found.search(world, sight.seat, tuning, seed=seed, iterations=iterations, calm=calm, lines=lines)


# --- right where it can be checked ----------------------------------------------------------------


@cache
def solved_decisions(game: str, wanted: int) -> list[tuple[Position, Solution]]:
    """Late decisions that decide the victory, with their exact values."""
    found: list[tuple[Position, Solution]] = []
    for seed in range(200):
        for position in reversed(random_positions(game, 2, seed)[-6:]):
            try:
                solved = solve(position, 300)
            except ludotheque.Error:
                break
            if len(set(solved.actions.values())) > 1:
                found.append((position, solved))
        if len(found) >= wanted:
            break
    return found


@pytest.mark.parametrize(("game", "network"), [each for each in SEARCHES if each[0] in WITHOUT_SECRETS])
def test_it_finds_the_win_wherever_there_is_one(game: str, network: bool) -> None:
    solved = solved_decisions(game, 2)
    assert solved
    for position, exact in solved:
        found = search(position, 400, mode="interpreted", network=network, margin=0, even=0.5, exploration=2)
        assert found.best in exact.best(position.to_act or 0), position.to_dict()


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in WITH_SECRETS if game in OURS])  # small games are too short for it
def test_with_secrets_the_last_choice_is_the_best_over_all_worlds(game: str) -> None:
    tried = 0
    for seed in range(12):
        last = random_positions(game, 2, seed)[-1]
        seat = last.to_act
        worlds = [last.redeal(seat, number) for number in range(60)]
        means = dict.fromkeys(last.legal(), 0.0)
        for action in means:
            for world in worlds:
                winners = world.play(action).winners()
                means[action] += (seat in winners) / len(winners) / len(worlds)
        if len(set(means.values())) > 1:
            tried += 1
            assert means[search(last, 3000).best] >= max(means.values()) - 0.05
    assert tried


# --- the same everywhere --------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "network"), SEARCHES)
def test_compiled_and_interpreted_searches_find_the_same(game: str, network: bool) -> None:
    for number, position in enumerate(islice(decisions(game, 5), 1, 5)):
        lines = 2 * (number % 2)
        ours = search(position, 25, network=network, lines=lines)
        theirs = search(position, 25, mode="interpreted", network=network, lines=lines)
        visits = [[(found.action, found.visits) for found in result.actions] for result in (ours, theirs)]
        assert visits[0] == visits[1]
        assert ours.nodes == theirs.nodes
        assert ours.shares == pytest.approx(theirs.shares)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_and_a_number_of_iterations_always_find_the_same(game: str) -> None:
    position = decisions(game, 2)[1]
    first = search(position, 500)
    search(position, 200, seed=2)  # what is left of another search in the memory does not matter
    assert search(position, 500).actions == first.actions
    if game in WITH_SECRETS:  # else chance may come too late to matter
        assert search(position, 500, seed=3).actions != first.actions


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_are_searched_alike(game: str) -> None:
    for position in decisions(game, 12):
        other = position.redeal(position.to_act, seed=99)
        assert search(position, 60).actions == search(other, 60).actions


@pytest.mark.compiled
def test_who_chooses_at_the_same_time_does_not_see_what_the_others_have_chosen() -> None:
    position = ludotheque.load("fourberies").start(2, seed=1)
    while position.phase != "travel":
        position = position.play(position.legal()[0])
    answers = {search(position.play(action), 300).actions for action in position.legal()}
    assert len(answers) == 1


@pytest.mark.parametrize("game", GAMES)
def test_only_games_with_secret_choices_give_every_seat_a_tree(game: str) -> None:
    hidden = any(not position.sees_choice(-1) for position in random_positions(game, 3, 1))
    assert hidden == bool(level_of(game, "master").tuning.secret)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_all_and_only_legal_actions_are_judged(game: str) -> None:
    for position in decisions(game, 8):
        findings = search(position, 200)
        assert [found.action for found in findings.actions] == position.legal()
        assert sum(found.visits for found in findings.actions) == 200
        assert all(0 <= found.share <= 1 for found in findings.actions)


# --- bounds ---------------------------------------------------------------------------------------


def test_a_game_without_a_network_is_searched_by_its_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))
    network_of.cache_clear()
    assert all(network_of(ludotheque.load(game)) is None for game in GAMES)
    network_of.cache_clear()
    for game in GAMES:
        for position in decisions(game, 5):
            found = search(position, 12, mode="interpreted", network=False)
            assert [each.action for each in found.actions] == position.legal()
            assert sum(found.shares) == pytest.approx(1)


@pytest.mark.compiled
def test_a_full_memory_does_not_stop_the_search() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    small = engine("sintra", 2, nodes=100)
    findings = small.search(position.state(), 0, tuning_of(position), iterations=3000)
    assert findings.iterations == 3000
    assert 90 < findings.nodes <= 100
    assert findings.memory == 80 * findings.nodes
    assert findings.best in position.legal()


@pytest.mark.compiled
def test_several_threads_share_the_iterations() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    seat = position.to_act
    assert seat is not None
    findings = engine("sintra", 2, threads=2).search(position.state(), seat, tuning_of(position), iterations=1001)
    assert findings.iterations == 1001
    assert sum(found.visits for found in findings.actions) == 1001


@pytest.mark.compiled
def test_it_stops_in_time_and_when_told() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    seat, ready = position.to_act, engine("sintra", 2)
    assert seat is not None
    search(position, 1)
    findings = ready.search(position.state(), seat, tuning_of(position), seconds=0.1)
    assert 0 < findings.iterations < 10**9
    threading.Timer(0.1, ready.stop).start()
    findings = ready.search(position.state(), seat, tuning_of(position), iterations=10**9)
    assert 0 < findings.iterations < 10**9


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"seconds": 0}, "A search needs more than 0 seconds"),
        ({"seconds": -1.5}, r"A search needs more than 0 seconds and no more than a day, not -1\.5"),
        ({"seconds": float("nan")}, "more than 0 seconds and no more than a day, not nan"),
        ({"iterations": 0}, "A search needs at least one iteration, a whole number, not 0"),
        ({}, "A search needs a number of iterations or a time"),
    ],
)
def test_a_search_without_time_is_refused_with_a_sentence(limits: dict[str, float], sentence: str) -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    with pytest.raises(ludotheque.Error, match=sentence):
        engine("sintra", 2).search(position.state(), 0, tuning_of(position), **limits)  # type: ignore[arg-type]


@pytest.mark.compiled
def test_a_stop_just_before_it_begins_is_not_lost() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    ready = engine("sintra", 2)
    ready.stop()
    assert ready.search(position.state(), 0, tuning_of(position), iterations=500).iterations == 1
    assert ready.search(position.state(), 0, tuning_of(position), iterations=500).iterations == 500
    ready.stop()
    ready.ready()
    assert ready.search(position.state(), 0, tuning_of(position), iterations=500).iterations == 500


# --- what it tells beyond the best action ------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_the_shares_of_all_seats_make_one_victory(game: str) -> None:
    for position in decisions(game, 5):
        findings = search(position, 300)
        assert sum(findings.shares) == pytest.approx(1)
        for found in findings.actions:
            assert sum(found.shares) == pytest.approx(1)
            if found.visits:
                assert found.shares[position.to_act or 0] == pytest.approx(found.share)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in WITHOUT_SECRETS if game in OURS])  # small games are too short for it
def test_what_is_expected_to_follow_can_be_played(game: str) -> None:
    told = 0
    for position in decisions(game, 5):
        findings = search(position, 2000)
        line = next(found.line for found in findings.actions if found.action == findings.best)
        after = position.game.position(position.to_dict()).play(findings.best)
        for action in line:
            if after.to_act is None or after.to_act < 0:
                break
            after = after.play(action)
            told += 1
    assert told > 5


@pytest.mark.compiled
@pytest.mark.parametrize("game", WITH_SECRETS)
def test_with_open_cards_the_shares_depend_on_what_is_hidden(game: str) -> None:
    positions = random_positions(game, 3, 1)
    position = positions[len(positions) // 2]
    worlds = [position.redeal(position.to_act, seed).state() for seed in range(6)]
    ready, tuning = engine(game, 3), tuning_of(position)
    found = [ready.search(world, OPEN, tuning, iterations=200) for world in worlds]
    assert all(findings.actions == () and sum(findings.shares) == pytest.approx(1) for findings in found)
    assert len({findings.shares for findings in found}) > 1
