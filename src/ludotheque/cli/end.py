"""The end of a game: the score sheet, line by line with the rule's number, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.cli.speech import CliSpeech
from ludotheque.cli.table import seat_style
from ludotheque.core.position import Position
from ludotheque.core.words import words


def score_sheet(position: Position, names: Sequence[str], speech: CliSpeech) -> RenderableType:
    """The score sheet as the rulebook would fill it in, with what the game says of it and who has won."""
    spoken = words(position.game.name, speech.language)
    sheets = [dict(sheet) for sheet in position.score_sheet()]
    grid = Table(box=None, pad_edge=False)
    grid.add_column(speech.say("end.rule"), style="dim", no_wrap=True)
    grid.add_column("")
    for seat, name in enumerate(names):
        grid.add_column(Text(name), header_style=f"bold {seat_style(seat)}", justify="right", overflow="fold")
    for entry in position.game.about.LEDGER:
        if any(entry in sheet for sheet in sheets):
            points = [str(sheet[entry]) if entry in sheet else "" for sheet in sheets]
            grid.add_row(entry.partition(".")[0], str(spoken.find(f"ledger.{entry}")), *points)
    grid.add_section()
    grid.add_row("", Text(speech.say("end.total"), "bold"), *(Text(str(n), "bold") for n in position.scores()))
    return Group(
        Text(speech.say("end.heading"), "bold"),
        grid,
        "",
        *(Text(speech.named(position.game, note, names)) for note in position.score_notes(speech.language)),
        Text(winners_sentence(position, names, speech), "bold"),
    )


def winners_sentence(position: Position, names: Sequence[str], speech: CliSpeech) -> str:
    """Who has won."""
    winners = [names[seat] for seat in position.winners()]
    return speech.say("end.winner" if len(winners) == 1 else "end.winners", names=", ".join(winners))
