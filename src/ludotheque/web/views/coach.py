"""The coach of a lesson: what he says of a moment of it, and what he answers to tries."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.lessons import BETWEEN, FirstGame, Step
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.viewer import Viewer

MOST_LIT = 6  # choices that are lit together; of more only those that the step is about


@dataclass(frozen=True)
class AnswerView:
    """What the coach says of a try."""

    about: str  # the action, or the id of a piece
    text: str
    rule: RuleLink | None


@dataclass(frozen=True)
class CoachView:
    """The coach beside the table (`parts/coach.jinja`)."""

    symbol: str
    view_box: str
    at: tuple[int, ...]
    title: str
    before: str  # at the start of a step: what the game is about, or how it has come here; or ""
    says: str
    do: str  # what the pupil is to do now, or ""
    rule: RuleLink
    aim: str  # what the step looks for
    state: str  # "asks", "good" (done), "other" (the pupil has played something else) or "game" (the short game)
    right: tuple[int, ...]  # the actions that the coach looks for now
    lit: tuple[str, ...]  # selectors of the choices in the light
    light: tuple[str, ...]  # selectors of what else the sentence names
    answers: tuple[AnswerView, ...]
    number: int  # the step, from 1
    count: int  # steps in all
    game: str  # the address of the lesson


@dataclass(frozen=True)
class LessonMoment:
    """A moment of a lesson, as its address names it."""

    lesson: FirstGame
    number: int  # the step, from 1
    played: tuple[int, ...]
    version: int

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number - 1]

    @property
    def url(self) -> str:
        """The address of this moment; a step without a choice is at its start."""
        moves = "-".join(map(str, self.played)) or "start"
        return f"/learn/{self.lesson.game.name}/{self.number}/{moves}"


def coach_of(moment: LessonMoment, viewer: Viewer) -> CoachView:
    """What the coach says of this moment: he asks, praises or answers."""
    step, position, game = moment.step, viewer.position, moment.lesson.game.name
    spoken = words(game, viewer.speech.language).find(f"lesson.{step.name}")
    right, done = step.next_right(moment.played), step.is_done(moment.played)
    state = "game" if not step.right else "good" if done else "asks" if right else "other"
    told = spoken.get("do", "").split(BETWEEN)
    answers = answers_of(step, position, spoken) if right else ()
    legal = position.legal() if right else []
    about = {*right, *(int(each.about) for each in answers if each.about.isdecimal())}
    near = [action for action in legal if len(legal) <= MOST_LIT or action in about]
    lit = [*(f'[data-action="{action}"]' for action in right), *(f'.board [data-action="{action}"]' for action in near)]
    return CoachView(
        symbol=moment.lesson.symbol,
        view_box=moment.lesson.view_box,
        at=moment.lesson.at,
        title=spoken["title"],
        before="" if moment.played else spoken.get("before", ""),
        says=spoken["good"] if done else viewer.speech.say("learn.other") if state == "other" else spoken["says"],
        do=told[min(len(moment.played), len(told) - 1)] if right else "",
        rule=rule_link(game, step.rule),
        aim=viewer.speech.say("learn.aim", aim=spoken["aim"]) if right else "",
        state=state,
        right=right,
        lit=tuple(lit),
        light=step.light if right else (),
        answers=answers,
        number=moment.number,
        count=len(moment.lesson.steps),
        game=f"/learn/{game}",
    )


def answers_of(step: Step, position: Position, spoken: dict[str, str]) -> tuple[AnswerView, ...]:
    """The answers to tries that can be made now: legal ones, those that the cited rule forbids, and pieces."""
    game, asked, found = position.game.name, position.asked(), []
    for answer in step.answers:
        rule = rule_link(game, answer.rule) if answer.rule else None
        fit = [each for each in answer.actions if each in asked and position.why_not(each) in (None, answer.rule)]
        found += [AnswerView(str(each), spoken[answer.words], rule) for each in (*fit, *answer.pieces)]
    return tuple(found)
