"""The score sheet of a finished game, as the rulebook would fill it in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.contract.ending import Cell, Ending, ScoreLine
from ludotheque.web.tables.state import OVER, TableState
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class Sheet:
    """The score sheet (`parts/end.jinja`)."""

    ending: Ending
    subtotals: tuple[ScoreLine | None, ...]  # by part
    total: ScoreLine


def sheet_of(table: TableState, names: tuple[str, ...], speech: PageSpeech, seat: int | None) -> Sheet | None:
    """The score sheet; its sentences address the player of `seat`."""
    if table.status != OVER:
        return None
    ending = table.position.ending(speech.language, names, seat, table.history.positions)
    rule = table.position.game.about.WINNER
    return Sheet(
        ending,
        tuple(
            _sums(part.so_far, (), ending.subtotals(n)) if part.so_far else None for n, part in enumerate(ending.parts)
        ),
        _sums(ending.total, (rule,), ending.scores),
    )


def _sums(name: str, rules: tuple[str, ...], points: Sequence[int]) -> ScoreLine:
    return ScoreLine(name, rules, tuple(map(Cell, points)), source="")
