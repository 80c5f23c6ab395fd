"""The coach who watches the short game at the end of a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.lessons import PUPIL, FirstGame, has_lesson, lesson_of
from ludotheque.core.words import words
from ludotheque.errors import Error
from ludotheque.puzzles import puzzles_of
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import RuleLink, game_card, names_of, rule_link
from ludotheque.web.views.sheet import sheet_of
from ludotheque.web.views.visit import Visit
from ludotheque.web.work.think_pool import Costly, costs_by_reply

DECIDING_LINES = 3  # lines of the score sheet that the coach names at the end


@dataclass(frozen=True)
class Watcher:
    """The coach's card at a table (`parts/watcher.jinja`)."""

    symbol: str
    view_box: str
    at: tuple[int, ...]
    says: str  # before the first turn
    pause: str  # when the pupil thinks for long
    met: tuple[str, ...]  # rules that the lesson has taught


@dataclass(frozen=True)
class CostlyView:
    """What the coach says before a costly choice is made."""

    action: int
    sentence: str
    reason: str


@dataclass(frozen=True)
class DecidingLine:
    """A line of the score sheet that decided the game."""

    name: str
    rule: RuleLink
    points: int  # what the pupil got
    other: int  # what the best other player got


@dataclass(frozen=True)
class Watched:
    """What the coach says of this moment (`parts/watched.jinja`)."""

    costly: tuple[CostlyView, ...] = ()
    praise: str = ""  # at the end of the game
    lines: tuple[DecidingLine, ...] = ()
    play: str = ""  # post here to play a whole game
    puzzle: str = ""  # the address of the puzzle of the day, if the game has puzzles


def watched_lesson(table: TableState, visitor: str) -> FirstGame | None:
    """The lesson whose short game a visitor plays at this table; None: it is another game."""
    if table.start is None or PUPIL not in table.seats_of(visitor) or not has_lesson(table.game):
        return None
    try:
        lesson = lesson_of(table.game)
    except Error:
        return None
    return lesson if table.start == lesson.steps[-1].start.to_dict() else None


def watcher_of(table: TableState, visit: Visit) -> Watcher | None:
    """The coach's card, if he watches this table."""
    lesson = watched_lesson(table, visit.visitor)
    if lesson is None:
        return None
    spoken = words(table.game, visit.language).find(f"lesson.{lesson.steps[-1].name}")
    met = tuple(rule for step in lesson.steps for rule in step.teaches)
    return Watcher(lesson.symbol, lesson.view_box, lesson.at, spoken["says"], spoken["pause"], met)


def watched_of(table: TableState, lesson: FirstGame, costly: tuple[Costly, ...], visit: Visit) -> Watched:
    """What the coach says now: before a costly choice, or at the end."""
    spoken = words(table.game, visit.language).find(f"lesson.{lesson.steps[-1].name}")
    names = names_of(table, visit.speech)
    if not table.ended:
        warned = (CostlyView(each.action, spoken["costly"], cost_of(each, names, visit)) for each in costly)
        return Watched(costly=tuple(warned))
    play, puzzle = game_card(table.game, visit.speech).play, f"/puzzles/{table.game}" if puzzles_of(table.game) else ""
    return Watched((), spoken["good"], deciding_lines(table, names, visit), play, puzzle)


def cost_of(costly: Costly, names: tuple[str, ...], visit: Visit) -> str:
    """By the rules, what a costly choice brings less, or leaves to the next player."""
    one, other = costly.reason, costly.better
    if costs_by_reply(one, other) and one.reply and other.reply:
        name, played = names[one.reply.seat], one.reply.points
        return visit.speech.say("learn.costs_reply", name=name, played=played, better=other.reply.points)
    return visit.speech.say("learn.costs_points", played=one.points, better=other.points)


def deciding_lines(table: TableState, names: tuple[str, ...], visit: Visit) -> tuple[DecidingLine, ...]:
    """The lines of the score sheet with the largest differences between the pupil and the best other player."""
    sheet = sheet_of(table, names, visit.speech, PUPIL)
    if sheet is None:
        return ()
    best = max((seat for seat in range(table.players) if seat != PUPIL), key=lambda seat: sheet.ending.scores[seat])
    found = [
        DecidingLine(
            line.name, rule_link(table.game, line.rules[0]), line.cells[PUPIL].points or 0, line.cells[best].points or 0
        )
        for line in sheet.ending.lines
        if line.rules
    ]
    found.sort(key=lambda line: -abs(line.points - line.other))
    return tuple(line for line in found[:DECIDING_LINES] if line.points != line.other)
