"""The solver: exact, also over chance; refuses what is too big or hidden."""

from __future__ import annotations

from fractions import Fraction

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import solve
from tests.bots.games_of_bots import random_positions


def by_hand(position: Position) -> tuple[Fraction, ...]:
    """The shares of the victory without a table and without a shortcut."""
    if position.to_act is None:
        winners = position.winners()
        return tuple(Fraction(seat in winners, len(winners)) for seat in range(position.players))
    if position.to_act < 0:
        parts = [[chance * share for share in by_hand(position.play(o))] for o, chance in position.outcomes().items()]
        return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))
    seat = position.to_act
    return max((by_hand(position.play(action)) for action in position.legal()), key=lambda shares: shares[seat])


@pytest.mark.parametrize(("game", "players"), [("sintra", 2), ("stanza", 2), ("harvest", 2)])
def test_the_last_decisions_have_the_values_of_all_games_that_follow(game: str, players: int) -> None:
    for last in random_positions(game, players, 4)[-2:]:
        # Without a generator, chance is not dealt.
        position = ludotheque.load(game).position(last.to_dict())
        solved = solve(position, 3000)
        assert solved.shares == by_hand(position)
        assert solved.actions == {action: by_hand(position.play(action)) for action in position.legal()}
        assert sum(solved.shares) == 1
        assert solved.actions[solved.best(position.to_act or 0)[0]] == solved.shares


def test_chance_counts_by_its_weights() -> None:
    """Harvest has dice, so its last round is worked out over them."""
    first = ludotheque.load("harvest").position(random_positions("harvest", 2, 1)[-3].to_dict())
    while first.to_act is not None and first.to_act >= 0:
        first = first.play(first.legal()[0])
    assert solve(first).actions == {}
    assert solve(first).shares == by_hand(first)


def test_a_finished_game_has_its_result() -> None:
    last = random_positions("sintra", 2, 4)[-1]
    over = last.play(last.legal()[0])
    while over.to_act is not None:
        over = over.play(over.legal()[0])
    assert [seat for seat, share in enumerate(solve(over).shares) if share] == over.winners()


def test_an_ending_that_is_too_long_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.bots.solver.MOST_PLIES", 5)
    with pytest.raises(ludotheque.Error, match="too long to be solved: more than 5 choices and draws"):
        solve(ludotheque.load("sintra").start(2, seed=1))


@pytest.mark.parametrize(
    ("game", "positions", "sentence"),
    [
        ("sintra", 100, "too big to be solved: more than 100 positions"),
        ("fourberies", 100, "Fourberies has secrets"),
        ("sintra", 0, "must be a whole number from 1 on, not 0"),
    ],
)
def test_what_cannot_be_solved_is_refused_with_a_sentence(game: str, positions: int, sentence: str) -> None:
    with pytest.raises(ludotheque.Error, match=sentence):
        solve(ludotheque.load(game).start(2, seed=1), positions)
