"""The program, and the arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludotheque.cli.screen import refuse
from ludotheque.cli.streams import lost
from ludotheque.errors import Error


class Sentences(TyperGroup):
    """Turns every error of Ludothèque into one sentence and exit code 2; silent if standard error is closed."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Error as problem:
            refuse(str(problem))
            raise typer.Exit(2) from None
        except OSError as problem:
            if lost(problem):
                raise typer.Exit(2) from None
            raise
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


app = typer.Typer(
    name="ludotheque",
    cls=Sentences,
    help="Modern board games with exact rules. `ludotheque games` lists them; `ludotheque play sintra` deals a game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def number_option(help: str, **limits: Any) -> Any:
    """An option whose value is a number."""
    return typer.Option(metavar="NUMBER", help=help, **limits)


def file_option(help: str) -> Any:
    """An option whose value is the path of a file."""
    return typer.Option(metavar="FILE", help=help)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `ludotheque games` lists.")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Database of the games; LUDOTHEQUE_DATABASE or your data folder by default."),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")]
MomentFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game, or a position (JSON).")]
PlyNumber = Annotated[int | None, number_option("After this many plies of the record.", min=0)]
Language = Annotated[str, typer.Option(metavar="CODE", help="English, French or Dutch: en, fr or nl.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Players = Annotated[int | None, number_option("Number of players; the minimum by default.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, as `ludotheque games` lists them."),
]
Cores = Annotated[int | None, number_option("Cores that play; all of them by default.")]
Data = Annotated[Path | None, file_option("Also save the numbers as a table: .csv or .parquet.")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address instead.")]
