"""The simple bots: what they see, and how they play."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Clock, Sight, levels, player, players
from ludotheque.bots.greedy import POSITIONS, best_ends
from tests.bots.games_of_bots import decisions, played
from tests.samples import OURS

GAMES = ludotheque.games()
SIMPLE = ("greedy", "random", "policy")


def test_players_are_known_by_name() -> None:
    assert players() == (*SIMPLE, *levels())


def test_an_unknown_player_is_refused_with_a_sentence() -> None:
    with pytest.raises(
        ludotheque.UnknownName,
        match=r"There is no bot 'clever': choose greedy, random, policy, child, .*, master, or package",
    ):
        player("clever")


def test_nobody_has_a_sight_when_chance_decides_or_the_game_is_over() -> None:
    with pytest.raises(ludotheque.Error, match="No seat is to act"):
        Sight.of(ludotheque.load("sintra").start(2))


def test_a_stopped_clock_goes_on_after_an_error() -> None:
    clock = Clock(5)
    with pytest.raises(ZeroDivisionError), clock.stopped():
        raise ZeroDivisionError
    assert clock.left() <= 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SIMPLE)
def test_every_choice_is_legal_and_the_same_for_the_same_seed(game: str, name: str) -> None:
    loaded = ludotheque.load(game)
    seats = loaded.seats[-1]
    choices = []
    for _ in range(2):
        bots = [player(name, seat) for seat in range(seats)]
        moves = list(islice(played(loaded.start(seats, seed=1), bots), 60))
        assert all(choice in position.legal() for position, choice in moves)
        choices.append([choice for _, choice in moves])
    assert choices[0] == choices[1]


@pytest.mark.parametrize("game", GAMES)
def test_random_players_with_other_seeds_play_other_games(game: str) -> None:
    start = ludotheque.load(game).start(2, seed=1)
    first, second = ([choice for _, choice in played(start, [player("random", s)] * 2)] for s in (1, 2))
    assert first != second


@pytest.mark.parametrize("game", GAMES)
def test_a_sight_holds_the_view_of_its_seat_and_worlds_that_look_the_same(game: str) -> None:
    assert [field.name for field in fields(Sight) if not field.name.startswith("_")] == [
        "game",
        "seat",
        "view",
        "legal",
        "clock",
        "guarded",
    ]
    for position in decisions(game, 15):
        sight = Sight.of(position)
        assert sight.view == position.view(position.to_act)
        for seed in range(3):
            world = sight.imagine(seed)
            assert world.to_act == sight.seat
            assert world.view(sight.seat) == sight.view
            assert tuple(world.legal()) == sight.legal


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SIMPLE)
def test_a_player_decides_alike_in_worlds_that_it_cannot_tell_apart(game: str, name: str) -> None:
    for position in decisions(game, 15):
        other = position.redeal(position.to_act, seed=99)
        choices = {player(name, 5).choose(Sight.of(world)) for world in (position, other)}
        assert len(choices) == 1, f"{position} and {other.to_dict()}"


@pytest.mark.parametrize("game", GAMES)
def test_every_first_action_is_judged_even_on_a_small_budget(game: str) -> None:
    for position in decisions(game, 15):
        seat = position.to_act
        assert seat is not None
        for budget in (1, 20, POSITIONS):
            assert sorted(best_ends(position.game, position.state(), seat, budget)) == position.legal()


def test_the_greedy_bot_takes_the_turn_with_the_best_end() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    seat, evaluate = position.to_act, ludotheque.load("sintra").edition.module("evaluation").evaluate
    assert seat is not None

    def best(after: Position) -> int:
        if after.to_act != seat:
            return int(evaluate(after.state(), seat))
        return max(best(after.play(action)) for action in after.legal())

    ends = {action: best(position.play(action)) for action in position.legal()}
    assert best_ends(position.game, position.state(), seat, POSITIONS) == ends
    assert ends[player("greedy").choose(Sight.of(position))] == max(ends.values())


@pytest.mark.parametrize("game", OURS)
def test_the_greedy_bot_beats_the_random_one(game: str) -> None:
    loaded, matches = ludotheque.load(game), 5
    won = 0
    for seed in range(matches):
        seat = seed % 2
        bots = [player("greedy" if s == seat else "random", seed + s) for s in range(2)]
        *_, (position, choice) = played(loaded.start(2, seed=seed), bots)
        won += position.play(choice).winners() == [seat]
    assert won >= 0.8 * matches
