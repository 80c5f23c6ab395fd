"""The end of a game in the terminal: who has won and why, and the score sheet with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.cli.speech import CliSpeech
from ludotheque.cli.table import seat_style
from ludotheque.contract.ending import Ending, ScoreLine
from ludotheque.contract.phrases import minus
from ludotheque.core.position import Position


def score_sheet(position: Position, names: Sequence[str], speech: CliSpeech) -> RenderableType:
    """The ending of a game as the rulebook would fill it in (`Position.ending`)."""
    ending = position.ending(speech.language, names)
    reasons = (f"{reason.text} ({reason.rule})" if reason.rule else reason.text for reason in ending.verdict.reasons)
    return Group(
        Text(speech.say("end.heading"), "bold"),
        sheet(ending, names, speech),
        "",
        *(Text(note) for note in notes(ending, names)),
        Text(ending.verdict.headline, "bold"),
        *(Text(reason) for reason in reasons),
    )


def sheet(ending: Ending, names: Sequence[str], speech: CliSpeech) -> Table:
    """The lines of the score sheet, with subtotals and the total."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(speech.say("end.rule"), style="dim", no_wrap=True)
    grid.add_column("")
    for seat, name in enumerate(names):
        grid.add_column(Text(name), header_style=f"bold {seat_style(seat)}", justify="right", overflow="fold")
    for number, part in enumerate(ending.parts):
        if part.title:
            grid.add_row("", Text(part.title, "italic"))
        for line in part.lines:
            grid.add_row(*row(line))
        if part.so_far:
            grid.add_row("", Text(part.so_far, "italic"), *(minus(points) for points in ending.subtotals(number)))
    grid.add_section()
    grid.add_row("", Text(ending.total, "bold"), *(Text(minus(score), "bold") for score in ending.scores))
    if ending.tie is not None:
        grid.add_row(*row(ending.tie))
    return grid


def row(line: ScoreLine) -> list[RenderableType]:
    """A line of the sheet: its rules, its name, the points of every seat."""
    points = ("" if cell.points is None else minus(cell.points) for cell in line.cells)
    return [" ".join(line.rules), Text(line.name), *points]


def notes(ending: Ending, names: Sequence[str]) -> Iterator[str]:
    """What explains lines of the sheet: how points came about, by player, and shared prizes."""
    for line in [*ending.lines, *([ending.tie] if ending.tie else [])]:
        told = [f"{names[seat]}: {cell.note}" for seat, cell in enumerate(line.cells) if cell.note]
        if line.note or told:
            yield f"{line.name} – {'; '.join([line.note, *told] if line.note else told)}"
