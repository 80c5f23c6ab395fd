"""Advice: every legal action is judged as its seat sees it, and the expected answers are put in words."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque
from ludotheque.bots.advice import expected
from ludotheque.core.words import LANGUAGES
from tests.bots.games_of_bots import decisions

GAMES = ludotheque.games()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_is_judged_the_best_first(game: str) -> None:
    position = decisions(game, 3)[1]
    given = position.advice(0.05)
    assert sorted(found.action for found in given) == position.legal()
    assert [found.visits for found in given] == sorted((found.visits for found in given), reverse=True)
    assert all(found.share is not None and 0 <= found.share <= 1 for found in given)
    assert all(sum(found.shares) == pytest.approx(1) for found in given)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_the_seat_cannot_tell_apart_get_the_same_advice(game: str) -> None:
    for position in decisions(game, 5):
        other = position.redeal(position.to_act, seed=99)
        found, same = (world.advice(None, iterations=300, seed=3) for world in (position, other))
        assert found == same
        assert expected(position, found[0]) == expected(other, same[0])


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_the_expected_rest_begins_with_the_advice_and_names_the_players(game: str) -> None:
    names = ("Ann", "Bea", "Cy", "Dirk", "Eve")
    position = decisions(game, 3)[1]
    best = position.advice(None, iterations=3000)[0]
    for language in LANGUAGES:
        told = expected(position, best, language, names)
        assert told[0] == (position.to_act, position.say(best.action, language, names=names))
        assert len(told) <= 1 + len(best.line)


@pytest.mark.compiled
def test_the_expected_rest_looks_several_decisions_ahead() -> None:
    position = decisions("sintra", 3)[1]
    told = expected(position, position.advice(None, iterations=3000)[0])
    assert len(told) > 2
    assert len({seat for seat, _ in told}) > 1


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "more than 0 seconds and no more than a day, not 0"),
        (-1, "not -1"),
        (1e30, "not 1e\\+30"),
        (float("nan"), "not nan"),
        (float("inf"), "not inf"),
        ("soon", "not 'soon'"),
        (True, "not True"),
    ],
)
def test_advice_without_time_is_refused(seconds: Any, said: str) -> None:
    with pytest.raises(ludotheque.Error, match=said):
        ludotheque.load("sintra").start(2, seed=7).advice(seconds)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({}, "a number of seconds or of iterations"),
        ({"iterations": 0}, "at least one iteration, a whole number, not 0"),
        ({"iterations": 1.5}, "not 1.5"),
        ({"iterations": True}, "not True"),
        ({"iterations": "9"}, "not '9'"),
        ({"iterations": 9, "seed": None}, "The seed of advice must be a whole number, not None"),
        ({"iterations": 9, "threads": 0}, "at least one thread and no more than 64, not 0"),
        ({"iterations": 9, "threads": "2"}, "not '2'"),
    ],
)
def test_wishes_that_mean_nothing_are_refused(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(ludotheque.Error, match=said):
        ludotheque.load("sintra").start(2, seed=7).advice(None, **wishes)


@pytest.mark.compiled
def test_an_action_that_was_not_tried_has_no_share() -> None:
    position = ludotheque.load("sintra").start(2, seed=7)
    tried, *untried = position.advice(None, iterations=1)
    assert tried.share is not None
    assert untried
    assert all((each.share, each.visits, each.shares) == (None, 0, ()) for each in untried)
    assert sum(each.visits for each in position.advice(None, iterations=40, threads=2)) == 40


def test_advice_needs_a_seat_to_act() -> None:
    game = ludotheque.load("sintra")
    with pytest.raises(ludotheque.Error, match=r"No seat is to act: chance decides now\.$"):
        game.start(2).advice()
    position = game.start(2, seed=7)
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    with pytest.raises(ludotheque.Error, match=r"No seat is to act: the game is over\.$"):
        position.advice()
