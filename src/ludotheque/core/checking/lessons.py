"""What is wrong with the lesson of a game: its positions, its sequences, its answers and its sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.game import Game
from ludotheque.core.lessons import BETWEEN, FILE, Answer, Step, has_lesson, lesson_of
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.errors import Error

LONGEST = 25  # words of a sentence of the coach
LONGEST_DO = 7  # words of what the pupil is to do


def lesson_problems(game: Game) -> Iterator[str]:
    """Yields every problem of the game's lesson, if it brings one."""
    if not has_lesson(game.name):
        return
    try:
        lesson = lesson_of(game.name)
    except Error as problem:
        yield str(problem)
        return
    if not lesson.steps or lesson.steps[-1].right or not all(step.right for step in lesson.steps[:-1]):
        yield f"{FILE}: every step needs right sequences but the last, which is a short game."
    for step in lesson.steps:
        yield from (f"{FILE}, step {step.name}: {sentence}" for sentence in step_problems(game, step))
        yield from sentence_problems(game, step)


def step_problems(game: Game, step: Step) -> Iterator[str]:
    """Rules that do not exist, sequences that cannot be played, and answers that are never given."""
    for rule in (step.rule, *step.teaches, *(answer.rule for answer in step.answers if answer.rule)):
        if rule not in game.rules():
            yield f"it cites {rule}, and the words have no such rule."
    reached = []
    for sequence in step.right:
        try:
            reached += [(step.after(sequence[:count]).position, sequence[:count]) for count in range(len(sequence) + 1)]
        except Error as problem:
            yield f"the sequence {list(sequence)} cannot be played: {problem}"
    for answer in step.answers:
        for action in answer.actions:
            if not any(answers(answer, action, position, step.next_right(made)) for position, made in reached):
                yield f"nobody can try {action} when its answer {answer.words!r} fits."


def answers(answer: Answer, action: int, position: Position, right: tuple[int, ...]) -> bool:
    """Whether an answer fits here: the action is asked for, not right, and legal or forbidden by the cited rule."""
    return action in position.asked() and action not in right and position.why_not(action) in (None, answer.rule)


def sentence_problems(game: Game, step: Step) -> Iterator[str]:
    """Sentences that are too long."""
    for key, sentence in words(game.name, "en").find(f"lesson.{step.name}").items():
        for text in sentence.split(BETWEEN):
            if len(text.split()) > (LONGEST_DO if key == "do" else LONGEST):
                yield f"words/en.toml: lesson.{step.name}.{key} is too long: {text}"
