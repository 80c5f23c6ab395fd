"""The choices of a decision: their numbers, short texts and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.cli.speech import CliSpeech
from ludotheque.core.position import Position

FEW = 8  # choices or fewer stand in one column


def numbered(position: Position) -> dict[int, int]:
    """The legal actions by the numbers that people type.

    An action whose short text is a number keeps that number, so that each number means one thing.
    """
    texts = {action: position.notation(action) for action in position.legal()}
    own = {action: int(text) for action, text in texts.items() if text.isdecimal()}
    free = (number for number in count(1) if number not in own.values())
    return {own[action] if action in own else next(free): action for action in texts}


def choices(position: Position, names: Sequence[str], speech: CliSpeech, width: int) -> RenderableType:
    """The legal actions, in two columns if they are many and short."""
    rows = [
        (
            str(number),
            position.notation(action),
            position.say(action, speech.language, names=names),
        )
        for number, action in numbered(position).items()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    if len(rows) > FEW and 2 * (sum(widths) + 4) + 3 <= width:
        lines = [
            Text.assemble((number.rjust(widths[0]), "bold"), "  ", (short.ljust(widths[1]), "cyan"), "  ", sentence)
            for number, short, sentence in rows
        ]
        return Columns(lines, padding=(0, 3), column_first=True, equal=True)
    grid = Table.grid(padding=(0, 2))
    for number, short, sentence in rows:
        grid.add_row(Text(number.rjust(widths[0]), "bold"), Text(short, "cyan"), Text(sentence))
    return grid
