"""The score sheet of a finished game, as the rulebook would fill it in."""

from __future__ import annotations

from ludotheque.contract.ending import Ending, Line
from ludotheque.web.storage.store import OVER, TableState
from ludotheque.web.views.common import rule_link
from ludotheque.web.views.context import RuleLink
from ludotheque.web.views.context_sheet import Reason, Sheet, SheetCell, SheetLine, SheetPart, Source
from ludotheque.web.views.speech import Speech


def sheet_of(table: TableState, names: tuple[str, ...], speech: Speech, viewer: int | None) -> Sheet | None:
    """Who has won and why, and every line with its rule; `reader` is a seat to speak to."""
    if table.status != OVER:
        return None
    ending = table.position.ending(speech.language, names, viewer)
    rule = table.position.game.about.WINNER
    return Sheet(
        headline=ending.verdict.headline,
        reasons=tuple(
            Reason(reason.text, rule_link(table.game, reason.rule) if reason.rule else None)
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


def _line(game: str, line: Line) -> SheetLine:
    cells = tuple(SheetCell(*cell) for cell in line.cells)
    return SheetLine(line.name, tuple(rule_link(game, number) for number in line.rules), cells, line.note)


def _sums(label: str, rules: tuple[RuleLink, ...], points: list[int] | tuple[int, ...]) -> SheetLine:
    return SheetLine(label, rules, tuple(SheetCell(sum_) for sum_ in points))
