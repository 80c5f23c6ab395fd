"""Reviews: everything adds up, blunders show as such, draws and decisions are kept apart."""

from __future__ import annotations

import functools
import json
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque import GameRecord, Position
from ludotheque.bots import player
from ludotheque.bots.review import Effort, Judged, Story, judged_part, review, told
from ludotheque.bots.review.graph import Words, graph, luck_and_skill
from ludotheque.bots.review.judging import judge, moments, other_draws, result
from ludotheque.bots.review.story import BLUNDER, SLIP
from ludotheque.bots.review.telling import Telling, told_changes
from ludotheque.core.words import LANGUAGES
from tests.bots.course import played, random_course

GAMES = ludotheque.games()
QUICK = Effort(iterations=24, seconds=None)
CAREFUL = Effort(iterations=600, seconds=None)


@functools.cache
def finished(game: str, seats: int = 2) -> Position:
    bots = [player("random", seat) for seat in range(seats)]
    *_, (position, choice) = played(ludotheque.load(game).start(seats, seed=4), bots)
    return position.play(choice)


@functools.cache
def quick_review(game: str) -> Story:
    return review(finished(game).record(), QUICK, seed=1)


@pytest.mark.parametrize("game", GAMES)
def test_draws_decisions_and_surprises_add_up_to_the_change(game: str) -> None:
    story = quick_review(game)
    for balance in story.balances:
        parts = balance.drawn + balance.given + balance.received + balance.unforeseen
        assert balance.start + parts == pytest.approx(balance.result)
        assert balance.lucky >= 0 >= balance.unlucky
        assert balance.given <= 0
    assert sum(balance.start for balance in story.balances) == pytest.approx(1)
    assert sum(balance.drawn for balance in story.balances) == pytest.approx(0)
    assert [balance.result for balance in story.balances] == list(result(finished(game)))
    for draw in story.draws:
        assert sum(draw.luck) == pytest.approx(0)
    for decision in story.decisions:
        assert sum(decision.gave) == pytest.approx(0)
        assert decision.lost >= 0


@pytest.mark.parametrize("game", GAMES)
def test_every_ply_belongs_to_one_moment(game: str) -> None:
    positions = list(finished(game).record().replay())
    found = moments(positions)
    assert [each.first for each in found] == [0, *(each.last for each in found)][:-1]
    assert found[-1].last == len(positions) - 1
    for each in found:
        assert {positions[ply].to_act for ply in range(each.first, each.last)} == {each.seat}
        assert each.seat < 0 or each.last == each.first + 1
    story = quick_review(game)
    assert [ply for ply, _ in story.shares()] == [*(each.first for each in found), found[-1].last]


@pytest.mark.parametrize("game", GAMES)
def test_a_review_in_parts_is_the_same_review(game: str) -> None:
    record = finished(game).record()
    count = len(moments(list(record.replay())))
    parts = [judged_part(record, first, first + 30, QUICK, seed=1) for first in reversed(range(0, count, 30))]
    kept = json.loads(json.dumps([judged.to_dict() for part in parts for judged in part]))
    assert told(game, [Judged.from_dict(d) for d in kept], result(finished(game))) == quick_review(game)


@functools.cache
def mistaken(seed: int) -> tuple[list[Position], int]:
    """A game that ends with a decision in which one action wins and another loses, and the losing one chosen."""
    for number in range(seed, seed + 300):
        last = random_course("sintra", 2, number)[-1]
        seat = last.to_act
        ends = {action: last.play(action) for action in last.legal()}
        losing = next((action for action, end in ends.items() if seat not in end.winners()), None)
        if losing is None or any(end.to_act is not None for end in ends.values()):
            continue
        if any(end.winners() == [seat] for end in ends.values()):
            positions = [*last.record().replay(), last.play(losing)]
            return positions, losing
    raise AssertionError("no such game was found")


def test_a_blunder_shows_as_such() -> None:
    positions, losing = mistaken(0)
    record = positions[-1].record()
    last = moments(positions)[-1]
    judged = list(judge(positions, record.plies, [last], CAREFUL))
    story = told("sintra", judged, result(positions[-1]))
    (worst,) = story.turning_points()
    assert worst.lost >= BLUNDER
    assert worst.ply == len(record.plies) - 1
    assert worst.best != losing
    assert positions[-2].play(worst.best or 0).winners() == [worst.seat]
    assert story.balances[worst.seat].blunders == pytest.approx(-worst.lost)


def test_the_best_decision_gives_nothing_away() -> None:
    positions, _ = mistaken(0)
    before = positions[-2]
    best = before.advice(None, iterations=600)[0].action
    positions = [*positions[:-1], before.play(best)]
    judged = list(judge(positions, positions[-1].record().plies, moments(positions)[-1:], CAREFUL))
    story = told("sintra", judged, result(positions[-1]))
    assert story.decisions[0].lost < SLIP
    assert story.turning_points() == []


@pytest.mark.parametrize("game", GAMES)
def test_what_else_could_have_been_drawn(game: str) -> None:
    positions = list(finished(game).record().replay())
    for moment in moments(positions):
        if moment.seat < 0:
            others = other_draws(positions[moment.first], 3)
            assert sum(weight for weight, _ in others) == pytest.approx(1)
            assert all(position.to_act != -1 for _, position in others)
            assert len({position for _, position in others}) > 1
            break


def test_a_game_that_is_not_over_is_refused_with_a_sentence() -> None:
    with pytest.raises(ludotheque.Error, match="Only a game that is over can be reviewed"):
        review(ludotheque.load("sintra").start(2, seed=1).record(), QUICK)


def test_progress_is_told() -> None:
    told_of: list[tuple[int, int]] = []
    record: GameRecord = finished("sintra").record()
    review(record, Effort(1, None), progress=lambda done, count: told_of.append((done, count)))
    count = len(moments(list(record.replay())))
    assert told_of == [(done, count) for done in range(1, count + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_turning_point_is_told_in_words(game: str, language: str) -> None:
    record = finished(game).record()
    positions, names = list(record.replay()), ("Ann", "Bea")
    telling = Telling(positions, record.plies, names, language)
    story = quick_review(game)
    assert any(name in telling.title(story) for name in names)
    for decision in story.turning_points():
        lesson = telling.lesson(decision)
        before, best = positions[decision.ply], decision.best or 0
        assert lesson.played.sentences[0] == before.say(record.plies[decision.ply], language, names=names)
        assert lesson.better.sentences[0] == before.say(best, language, names=names)
        assert "%" in lesson.why
        assert 1 <= telling.turn_number(decision.ply) <= len(story.decisions)


def test_what_a_turn_changes_is_told() -> None:
    record = finished("sintra").record()
    telling = Telling(list(record.replay()), record.plies, ("Ann", "Bea"), "en")
    told_of = [told_changes(telling.lesson(decision).played) for decision in quick_review("sintra").decisions[:12]]
    assert any("placed" in text for text in told_of)


def test_the_graph_can_be_read_without_colours_and_without_eyes() -> None:
    story = quick_review("sintra")
    words = Words("Ann: 50% at the start.", "draws", "decisions")
    picture = ElementTree.fromstring(graph(story, ("Ann <b>", "Bea"), (3, 4), words, 0))
    assert picture.get("aria-label") == "Ann: 50% at the start."
    text = "".join(picture.itertext())
    assert "Ann <b>" in text
    assert all(str(number) in text for number in range(1, len(story.turning_points()) + 1))
    chart = ElementTree.fromstring(luck_and_skill(story, ("Ann", "Bea"), words))
    assert "Bea: draws" in (chart.get("aria-label") or "")
