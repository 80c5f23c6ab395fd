"""Evaluations: looks that deepen, from what a seat may know or with all cards open. Interpreted."""

from __future__ import annotations

import itertools

import pytest

import ludotheque
from ludotheque import Error
from ludotheque.analysis import AnalysisTree, Evaluation, evaluate, evaluating
from tests.games.fourberies.build import table as court


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "FIRST_ROUND", 15)
    monkeypatch.setattr(evaluating, "LONGEST_ROUND", 30)


@pytest.mark.parametrize("game", ["sintra", "fourberies"])  # without and with secrets
def test_looks_deepen_and_tell_lines(game: str) -> None:
    node = AnalysisTree.start(ludotheque.load(game), 2).root.roll(seed=3)
    looks = list(evaluate(node, lines=2, seconds=None, tries=70, interpreted=True))
    assert [look.tries for look in looks] == [15, 30, 60, 70]
    assert [look.rounds for look in looks] == [1, 2, 3, 4]
    last = looks[-1]
    assert sum(last.shares) == pytest.approx(1)
    assert sum(line.visits for line in last.lines) == 70
    assert last.seat == node.position.to_act
    for line in last.lines[:2]:
        assert node.position.why_not(line.action) is None
        assert line.visits >= 7
        assert line.lead is not None
        assert line.spread is not None
    assert looks == again(looks, list(evaluate(node, lines=2, seconds=None, tries=70, interpreted=True)))


def again(looks: list[Evaluation], others: list[Evaluation]) -> list[Evaluation]:
    """Other looks, with the times of these."""
    return [Evaluation(**(vars(other) | {"seconds": look.seconds})) for look, other in zip(looks, others, strict=True)]


@pytest.mark.parametrize("at_once", [True, False])  # whether the seats decide at the same time, or another seat does
def test_a_look_depends_on_what_the_seat_knows_alone(at_once: bool) -> None:
    position = ludotheque.load("fourberies").start(3, seed=2)
    while position.redeal(1, seed=5) == position or (position.secret, position.to_act) != (at_once, 0):
        position = position.play(position.legal()[0])
    worlds = position, position.redeal(1, seed=5)
    one, other = (list(evaluate(each, seat=1, seconds=None, tries=20, interpreted=True)) for each in worlds)
    assert again(one, other) == one
    last = one[-1]
    assert last.seat == (1 if at_once else 0)
    assert last.others.keys() == ({0, 2} if at_once else set())
    for choices in last.others.values():
        assert sum(choices.values()) == pytest.approx(1)
        assert list(choices.values()) == sorted(choices.values(), reverse=True)


def test_all_cards_may_be_open() -> None:
    (look,) = evaluate(court(3), all_open=True, seconds=None, tries=15, interpreted=True)
    assert sum(look.shares) == pytest.approx(1)
    assert look.lines


def test_before_chance_there_are_shares_and_no_lines() -> None:
    root = AnalysisTree.start(ludotheque.load("fourberies"), 3).root
    look = list(evaluate(root, seconds=None, tries=45, interpreted=True))[-1]
    assert sum(look.shares) == pytest.approx(1)
    assert look.lines == ()


def test_a_game_that_is_over_has_one_look() -> None:
    position = ludotheque.load("sintra").start(2, seed=4)
    while position.to_act is not None:
        position = position.play(position.legal()[-1])
    (look,) = evaluate(position)
    assert [share > 0 for share in look.shares] == [seat in position.winners() for seat in range(2)]


def test_questions_that_cannot_be_get_a_sentence() -> None:
    position = court(3)
    for wishes, sentence in (
        ({"lines": 9}, "lines"),
        ({"seat": 3}, "no seat 3"),
        ({"seat": 1, "all_open": True}, "no seat is named"),
        ({"seconds": None}, "seconds or of tries"),
    ):
        with pytest.raises(Error, match=sentence):
            next(evaluate(position, **wishes))


def test_it_can_be_stopped() -> None:
    looks = evaluate(court(3), seconds=60, interpreted=True)
    assert [look.rounds for look in itertools.islice(looks, 2)] == [1, 2]
    looks.close()  # type: ignore[attr-defined]
