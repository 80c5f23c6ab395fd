"""Lessons: a guided first game that a game's folder prepares in `lesson.toml`, its sentences in the game's words."""

from __future__ import annotations

import functools
import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ludotheque.core.fair import draw
from ludotheque.core.game import Game, game_of
from ludotheque.core.history import History
from ludotheque.core.plies import ply_of
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.errors import Error, IllegalAction
from ludotheque.kernel.places import folder_of
from ludotheque.kernel.state import CHANCE

PUPIL = 0  # the seat of the person who learns
MOST_CHOICES = 40  # a pupil makes fewer in a step
FILE = "lesson.toml"
BETWEEN = " · "  # what stands between the instructions for the single choices of a step


class Answer(NamedTuple):
    """What the coach says to a likely try that is not the right one."""

    words: str  # the key of its sentence in the words of the step
    actions: tuple[int, ...] = ()
    pieces: tuple[str, ...] = ()  # ids of parts of the picture that stand for no action
    rule: str = ""  # the rule that the sentence cites


@dataclass(frozen=True)
class Step:
    """One prepared position, and what the pupil is to do in it. The last step of a lesson is a short game."""

    name: str  # its sentences are lesson.NAME in the words of the game
    start: Position
    rule: str  # the rule beside what the pupil is to do
    teaches: tuple[str, ...] = ()  # the rules that it is about
    right: tuple[tuple[int, ...], ...] = ()  # the sequences of actions that it looks for; none: a short game
    fixed: Mapping[int, tuple[int, ...]] | None = None  # answers by seat; the pupil's own follow the right sequence
    answers: tuple[Answer, ...] = ()
    light: tuple[str, ...] = ()  # selectors of what the sentence names; one of several pieces is lit as a whole

    @property
    def seed(self) -> str:
        """The seed of all chance in this step: it is always the same."""
        return hashlib.sha256(f"{self.start.game.name}/{self.name}".encode()).hexdigest()

    def next_right(self, played: Sequence[int]) -> tuple[int, ...]:
        """The actions that the coach looks for after these choices of the pupil; none after others or after all."""
        count, so_far = len(played), tuple(played)
        follow = [each[count] for each in self.right if each[:count] == so_far and len(each) > count]
        return tuple(dict.fromkeys(follow))

    def is_done(self, played: Sequence[int]) -> bool:
        """Whether the pupil has played one of the right sequences."""
        return tuple(played) in self.right

    def after(self, played: Sequence[int]) -> History:
        """The game after these choices of the pupil; raises IllegalAction if one of them cannot be made."""
        history = History((self.start,), ())
        left = {seat: list(actions) for seat, actions in (self.fixed or {}).items()}
        for count, action in enumerate(played, start=1):
            if PUPIL not in history.asked:
                raise IllegalAction("The pupil is not asked now.")
            choices = [
                action if seat == PUPIL else (left.get(seat) or position.legal()).pop(0)
                for seat, position in sorted(history.asked.items())
            ]
            history = self._gone_on(history.followed(choices), left, self.is_done(played[:count]))
        return history

    def _gone_on(self, history: History, left: dict[int, list[int]], done: bool) -> History:
        """The game after all chance and all fixed answers that follow by themselves."""
        while (seat := history.position.to_act) is not None:
            if seat == CHANCE:
                outcome = draw(history.position, self.seed, "", len(history.choices))
                history = history.followed([ply_of(outcome, by_chance=True)])
            elif left.get(seat) and (done or seat != PUPIL) and not history.simultaneous:
                history = history.followed([left[seat].pop(0)])
            else:
                break
        return history


@dataclass(frozen=True)
class FirstGame:
    """The guided first game of a game."""

    game: Game
    names: tuple[str, ...]  # the names of the other seats
    symbol: str  # the coach's picture among the symbols of the board, or ""
    view_box: str  # the part of the picture that is shown
    at: tuple[int, ...]  # the box of the symbol in it: x, y, width and height; or nothing
    steps: tuple[Step, ...]


def has_lesson(name: str) -> bool:
    """Whether a game brings a lesson."""
    return (folder_of(name) / FILE).exists()


@functools.cache
def lesson_of(name: str) -> FirstGame:
    """The lesson of a game; raises Error if its file is missing or wrong."""
    try:
        data = tomllib.loads((folder_of(name) / FILE).read_text(encoding="utf-8"))
        return _lesson(game_of(name), data)
    except OSError:
        raise Error(f"{name} has no lesson.") from None
    except (KeyError, TypeError, ValueError) as problem:
        raise Error(f"{FILE} of {name} cannot be read: {type(problem).__name__}, {problem}.") from None


def _lesson(game: Game, data: Mapping[str, Any]) -> FirstGame:
    steps: list[Step] = []
    position: dict[str, Any] = {}
    for entry in data["steps"]:
        position = json.loads(entry["position"]) if "position" in entry else position
        try:
            steps.append(_step(game, entry, position))
        except Error as problem:
            raise Error(f"{FILE} of {game.name}, step {entry['name']}: {problem}") from None
    coach = data.get("coach", {})
    picture = coach.get("symbol", ""), coach.get("view_box", "0 0 64 64"), tuple(coach.get("at", ()))
    return FirstGame(game, tuple(data["names"]), *picture, tuple(steps))


def _step(game: Game, entry: Mapping[str, Any], position: dict[str, Any]) -> Step:
    """A step; without a position of its own it has that of the step before."""
    spoken, answered = words(game.name, "en").get(f"lesson.{entry['name']}", {}), entry.get("answers", ())
    asked = ("do", "aim") if entry.get("right") else ("costly", "pause")
    moved = ("before",) if entry.get("right") and "position" in entry else ()
    for key in ("title", "says", "good", *moved, *asked, *(each["words"] for each in answered)):
        if not spoken.get(key):
            raise Error(f"words/en.toml lacks lesson.{entry['name']}.{key}.")
    start = game.position({"game": game.name, "version": game.version} | position)
    for action in entry.get("played", ()):
        start = start.play(action)
    return Step(
        name=entry["name"],
        start=start,
        rule=entry["rule"],
        teaches=tuple(entry["teaches"]),
        right=tuple(map(tuple, entry.get("right", ()))),
        fixed={int(seat): tuple(actions) for seat, actions in entry.get("fixed", {}).items()},
        answers=tuple(
            Answer(each["words"], tuple(each.get("actions", ())), tuple(each.get("pieces", ())), each.get("rule", ""))
            for each in answered
        ),
        light=tuple(entry.get("light", ())),
    )
