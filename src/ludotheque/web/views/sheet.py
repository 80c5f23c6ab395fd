"""The score sheet of a finished game, as the rulebook would fill it in."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.contract.ending import Ending, ScoreLine
from ludotheque.web.tables.state import OVER, TableState
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class SheetCell:
    """What a seat has in a line of the score sheet."""

    points: int | None  # None: the line is not about this seat
    note: str = ""  # how they came about
    praise: str = ""  # what stands out


@dataclass(frozen=True)
class SheetLine:
    """A line of the score sheet."""

    label: str
    rules: tuple[RuleLink, ...]
    cells: tuple[SheetCell, ...]  # by seat
    note: str = ""  # about all seats


@dataclass(frozen=True)
class SheetPart:
    """Lines that belong together; "" is no title."""

    title: str
    lines: tuple[SheetLine, ...]
    so_far: SheetLine | None  # a subtotal


@dataclass(frozen=True)
class SheetReason:
    """Why somebody has won."""

    text: str
    rule: RuleLink | None


@dataclass(frozen=True)
class Source:
    """Where points came from, for the chart."""

    label: str
    points: tuple[int, ...]  # by seat


@dataclass(frozen=True)
class Sheet:
    """The score sheet."""

    headline: str  # who has won
    reasons: tuple[SheetReason, ...]
    parts: tuple[SheetPart, ...]
    total: SheetLine
    winners: tuple[int, ...]
    tie: SheetLine | None  # what decided between those with the most points, if it had to
    came_from: str  # the title of the chart
    sources: tuple[Source, ...]
    record: str  # download
    replay: str
    again: str  # post here


def sheet_of(table: TableState, names: tuple[str, ...], speech: PageSpeech, viewer: int | None) -> Sheet | None:
    """Who has won and why, and every line with its rule; `reader` is a seat to speak to."""
    if table.status != OVER:
        return None
    ending = table.position.ending(speech.language, names, viewer)
    rule = table.position.game.about.WINNER
    return Sheet(
        headline=ending.verdict.headline,
        reasons=tuple(
            SheetReason(reason.text, rule_link(table.game, reason.rule) if reason.rule else None)
            for reason in ending.verdict.reasons
        ),
        parts=tuple(_part(table.game, ending, number) for number in range(len(ending.parts))),
        total=_sums(ending.total, (rule_link(table.game, rule),), ending.scores),
        winners=ending.winners,
        tie=None if ending.tie is None else _line(table.game, ending.tie),
        came_from=ending.came_from,
        sources=tuple(Source(label, tuple(points)) for label, points in ending.sources().items()),
        record=f"/t/{table.id}/record",
        replay=f"/t/{table.id}/replay",
        again=f"/t/{table.id}/again",
    )


def _part(game: str, ending: Ending, number: int) -> SheetPart:
    part = ending.parts[number]
    so_far = _sums(part.so_far, (), ending.subtotals(number)) if part.so_far else None
    return SheetPart(part.title, tuple(_line(game, line) for line in part.lines), so_far)


def _line(game: str, line: ScoreLine) -> SheetLine:
    cells = tuple(SheetCell(*cell) for cell in line.cells)
    return SheetLine(line.name, tuple(rule_link(game, number) for number in line.rules), cells, line.note)


def _sums(label: str, rules: tuple[RuleLink, ...], points: list[int] | tuple[int, ...]) -> SheetLine:
    return SheetLine(label, rules, tuple(SheetCell(sum_) for sum_ in points))
