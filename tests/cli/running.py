"""Running the command line in a test: what it printed, and how it ended."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import typer
import typer.testing

from ludotheque.cli.app import app

# The runner makes all commands anew for every run, which takes longer than most of them.
vars(typer.testing)["_get_command"] = functools.cache(typer.main.get_command)


class Outcome(NamedTuple):
    """A run of the command line, in which it does not matter where lines were wrapped."""

    code: int
    out: str
    err: str
    raw: str

    def says(self, text: object) -> bool:
        return plain(str(text)) in self.out

    def json(self) -> Any:
        return json.loads(self.raw)


def run(*arguments: object, lines: Iterable[str] = ()) -> Outcome:
    """Runs a command; `lines` are what a person types."""
    result = typer.testing.CliRunner().invoke(
        app, [str(a) for a in arguments], input="".join(f"{line}\n" for line in lines)
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Outcome(result.exit_code, plain(result.stdout), plain(result.stderr), result.stdout)


def plain(text: str) -> str:
    """The text with single blanks for all white space."""
    return " ".join(text.split())
