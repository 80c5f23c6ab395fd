"""Lessons are data: every position loads, every sequence can be played, every sentence is there and short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import Error, IllegalAction, games
from ludotheque.core.checking.lessons import LONGEST, LONGEST_DO, lesson_problems
from ludotheque.core.game import game_of
from ludotheque.core.lessons import BETWEEN, FILE, PUPIL, FirstGame, has_lesson, lesson_of
from ludotheque.core.words import LANGUAGES, words
from ludotheque.kernel.places import folder_of

TAUGHT = [name for name in games() if has_lesson(name)]


def sentences(lesson: FirstGame, language: str) -> dict[str, str]:
    """Every sentence of a lesson by its key."""
    found: dict[str, str] = {}
    for step in lesson.steps:
        for key, text in words(lesson.game.name, language).find(f"lesson.{step.name}").items():
            found |= {f"{step.name}.{key}.{n}": each for n, each in enumerate(text.split(BETWEEN))}
    return found


@pytest.mark.parametrize("name", TAUGHT)
def test_the_check_finds_nothing_wrong(name: str) -> None:
    assert list(lesson_problems(game_of(name))) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_has_eight_steps_and_a_short_game_of_the_pupil(name: str) -> None:
    steps = lesson_of(name).steps
    assert [bool(step.right) for step in steps] == [True] * 8 + [False]
    assert {step.start.to_act for step in steps} == {PUPIL}
    assert len({step.name for step in steps}) == len(steps)


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_in_every_language_and_short(name: str, language: str) -> None:
    lesson = lesson_of(name)
    ours = sentences(lesson, language)
    assert ours.keys() == sentences(lesson, "en").keys()
    for key, text in ours.items():
        count = len([word for word in text.split() if re.search(r"\w", word)])
        assert 0 < count <= (LONGEST_DO if ".do." in key else LONGEST), (key, count)
        assert not re.search(rf"\b{lesson.game.about.PREFIX}\d", text), "the data names the rule"
    if language != "en":
        english = sentences(lesson, "en")
        assert [key for key in ours if ours[key] == english[key] and " " in english[key]] == []


LEFT_TO_THE_BOOKLET = {
    "sintra": {"Set-up", "Variants"},
    "fourberies": {"Set-up", "End of the game", "Two players", "What always holds"},
    "stanza": {"Set-up", "Passing", "Variants"},
}


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_cites_a_rule_that_it_teaches_and_every_chapter_of_a_first_game_is_taught(name: str) -> None:
    chapters = {int(rule[1:]): title for rule, title in words(name, "en").find("booklet.chapters").items()}
    taught = set()
    for step in lesson_of(name).steps:
        assert step.rule in step.teaches
        cited = (*step.teaches, *(answer.rule for answer in step.answers if answer.rule))
        taught |= {max(first for first in chapters if first <= int(rule[1:])) for rule in cited}
    assert {chapters[first] for first in chapters.keys() - taught} == LEFT_TO_THE_BOOKLET[name]


@pytest.mark.parametrize("name", TAUGHT)
def test_chance_in_a_step_is_always_the_same(name: str) -> None:
    for step in lesson_of(name).steps[:-1]:
        assert step.after(step.right[0]).position == step.after(step.right[0]).position


def test_a_step_knows_what_is_right_now_and_when_it_is_done() -> None:
    step = next(step for step in lesson_of("stanza").steps if step.name == "tile")
    assert (step.next_right([]), step.next_right([0]), step.next_right([0, 64])) == ((0,), (64,), (84, 85))
    assert step.next_right([1]) == step.next_right([0, 64, 84]) == ()
    assert [step.is_done(made) for made in ([], [0, 64], [0, 64, 85])] == [False, False, True]


def test_what_cannot_be_chosen_is_refused() -> None:
    step = lesson_of("stanza").steps[2]
    with pytest.raises(IllegalAction):
        step.after([41])
    with pytest.raises(IllegalAction):
        step.after([40, 0])  # it is Nina's turn
    with pytest.raises(Error):
        step.after([9999])


def test_a_game_without_a_file_has_no_lesson(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ludotheque.core.lessons.folder_of", lambda _: tmp_path)
    lesson_of.cache_clear()
    assert not has_lesson("stanza")
    assert list(lesson_problems(game_of("stanza"))) == []
    with pytest.raises(Error, match="has no lesson"):
        lesson_of("stanza")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[[steps]]", "[[steps", "cannot be read"),
        ('"phase": "TURN"', '"phase": "NIGHT"', "step walking: phase"),
        ("right = [[2]]", "right = [[9]]", "cannot be played"),
        ("actions = [0]", "actions = [64]", "nobody can try 64"),
        ('rule = "L15"', 'rule = "L999"', "no such rule"),
        ('words = "first"', 'words = "sixth"', "lacks lesson.walking.sixth"),
        ('names = ["Nina"]', "", "cannot be read"),
    ],
)
def test_a_wrong_lesson_is_told(old: str, new: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = (folder_of("stanza") / FILE).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / FILE).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr("ludotheque.core.lessons.folder_of", lambda _: tmp_path)
    lesson_of.cache_clear()
    assert told in " ".join(lesson_problems(game_of("stanza")))


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Each test reads its lessons, and leaves none behind."""
    lesson_of.cache_clear()
    yield
    lesson_of.cache_clear()
