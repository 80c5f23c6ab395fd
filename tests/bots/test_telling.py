"""Turning points in words: how the better turn differs from the played one."""

from __future__ import annotations

import pytest

from ludotheque.core.lessons import lesson_of
from ludotheque.review.reasons import turn_with
from ludotheque.review.story import Decision
from ludotheque.review.telling import Telling
from tests.bots.games_of_bots import random_positions


def test_a_better_turn_is_told_to_its_end() -> None:
    positions, even = random_positions("stanza", 2, 5), (0.5, 0.5)
    first = [each.legal()[0] for each in positions]
    ply = next(n for n, each in enumerate(positions[9:], 9) if each.play(first[n]).to_act == each.to_act)
    cut = Decision(ply, positions[ply].to_act or 0, first[ply], (), even, even, even, (0.0, 0.0))
    assert len(Telling(positions, first, ("Ann", "Bea"), "en").lesson(cut).better.sentences) > 1


@pytest.mark.parametrize(
    ("language", "now", "later"),
    [
        (
            "en",
            "By the end of the turn that would have been +7 points instead of 0.",
            "As the table stood, it would have brought −1 point later instead of 0.",
        ),
        (
            "fr",
            "À la fin du tour, cela aurait fait +7 points au lieu de 0.",
            "Dans cette position, cela aurait rapporté plus tard −1 point au lieu de 0.",
        ),
        (
            "nl",
            "Aan het eind van de beurt was dat +7 punten geweest in plaats van 0.",
            "In die stand had dat later −1 punt opgeleverd in plaats van 0.",
        ),
    ],
)
def test_a_turning_point_tells_the_points_that_a_turn_brings_now_and_later(language: str, now: str, later: str) -> None:
    start, even = lesson_of("sintra").steps[5].start, (0.5, 0.5)
    decision = Decision(0, 0, 14, (55, 62), even, even, even, (0.0, 0.0))
    telling = Telling([start, start.play(10)], (10,), ("Ann", "Bea"), language)
    lesson = telling.lesson(decision)
    assert lesson.why.startswith(f"{now} ")
    assert later in lesson.why
    assert lesson.rules == ("S35", "S37", "S51")
    assert telling.told(lesson.better).endswith(" (+7)")
    alike = Telling([start, *turn_with(start, 0, (14, 55, 62))[1:]], (14, 55, 62), ("Ann", "Bea"), language)
    same = alike.lesson(decision)
    assert not any(said in same.why for said in (now, later))
    assert same.rules == ()


def test_points_that_are_prepared_count_once() -> None:
    step, even = lesson_of("stanza").steps[4], (0.5, 0.5)  # the right turn brings 12 points for L103, at the end
    start, (first, *rest) = step.start, step.right[0]
    other = next(action for action in start.legal() if action != first)
    telling = Telling([start, start.play(other)], (other,), ("Ann", "Bea"), "en")
    lesson = telling.lesson(Decision(0, 0, first, tuple(rest), even, even, even, (0.0, 0.0)))
    assert lesson.better.points == ({}, {"L103": 12})
    assert not telling.told(lesson.better).endswith(")")
    assert "it would have brought +12 points later" in lesson.why
