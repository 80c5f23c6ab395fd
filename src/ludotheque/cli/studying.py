"""`study`: very many games between chosen players, counted, told and reported."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.cli.options import read_options
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, errors, interruptible, print_json, progress, waiting
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.contract.reading import shown
from ludotheque.core.game import Game
from ludotheque.errors import Error
from ludotheque.kernel.data_table import refuse_unknown_kind
from ludotheque.study import Setting, Summary, pieces, played, report, settings, summary, tables, work

MOST_GAMES = 10**9


class Entrants(NamedTuple):
    """Players who meet, and how many games they play in each setting."""

    bots: tuple[str, ...]
    games: int


class Scope(NamedTuple):
    """What is played: numbers of players, options, and whether any option is tried alone."""

    players: tuple[int, ...]
    options: tuple[str, ...]
    usual: bool


def study(
    name: str,
    fields: Sequence[str],
    scope: Scope,
    seed: int,
    cores: int | None,
    ray: str | None,
    files: tuple[Path | None, Path | None],
    language: str,
    json: bool,
) -> None:
    """Plays, counts, and tells what was found; writes a report and a table of the seats if they have a file."""
    file, data = files
    spoken, game = speech(language), ludotheque.load(name)
    if file is not None:
        if file.suffix == ".json":
            raise Error("Name the report like report.html; its numbers are saved beside it as JSON.")
        for path in (file, file.with_suffix(".json")):
            refuse_unwritable(path, "report")
    if data is not None:
        refuse_unknown_kind(data)
        refuse_unwritable(data, "table")
    found = counted(game, read_fields(fields), scope, seed, cores, ray, spoken)
    if file is not None:
        file.write_text(report(found, command(name, fields, scope, seed), language), encoding="utf-8")
        file.with_suffix(".json").write_text(json_format.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
        errors().print(spoken.say("study.written", file=str(file)), markup=False)
    if data is not None:
        tables(found)["seats"].save(data)
    if json:
        print_json(found)
    elif file is None:
        show(game, found, spoken)


def read_fields(texts: Sequence[str]) -> list[Entrants]:
    """All players and games that were typed; the same players twice would be one field with two numbers."""
    fields = [read_field(text) for text in texts]
    for number, field in enumerate(fields):
        if field.bots in (other.bots for other in fields[:number]):
            raise Error(
                f"The players {shown(','.join(field.bots))} are given twice: give them once, with all their games."
            )
    return fields


def read_field(text: str) -> Entrants:
    """Players and games as they are typed: `random=1000000`, `greedy,random=200`."""
    names, equals, typed = text.partition("=")
    known = typed.isdecimal() and len(typed) <= len(str(MOST_GAMES))  # Python reads no number of 5,000 digits
    if not equals or not known or not 1 <= int(typed) <= MOST_GAMES:
        raise Error(f"Players and games are typed as NAME=GAMES, such as random=1000000, not {shown(text)}.")
    return Entrants(tuple(bot.strip() for bot in names.split(",")), int(typed))


def counted(
    game: Game,
    fields: Sequence[Entrants],
    scope: Scope,
    seed: int,
    cores: int | None,
    ray: str | None,
    spoken: CliSpeech,
) -> Summary:
    """Plays all games with a progress bar; what they have in common."""
    least = min(scope.players or game.seats)
    options = read_options(game, least, scope.options) if scope.options or scope.usual else None
    planned: list[tuple[Setting, int]] = [
        (setting, field.games)
        for field in fields
        for setting in settings(game, field.bots, scope.players, options)
    ]  # fmt: skip
    work_list = [
        piece._replace(number=number)
        for number, (setting, games) in enumerate(planned)
        for piece in pieces([setting], games, seed)
    ]
    if ray is None and any(set(field.bots) == {"random"} for field in fields):
        with waiting(spoken.say("count.compiling")):
            interruptible(lambda: work(work_list[0]._replace(last=0)))
    tallies: dict[int, Any] = {}
    with redirect_stdout(sys.stderr), progress() as bar:  # a cluster that loses a worker says so
        task = bar.add_task(spoken.say("study.playing"), total=sum(games for _, games in planned))
        for piece, tally in played(work_list, cores, ray):
            tallies[piece.number] = tally if piece.number not in tallies else tallies[piece.number] + tally
            bar.advance(task, piece.last - piece.first)
    return summary(game.name, seed, [(setting, tallies[i]) for i, (setting, _) in enumerate(planned)])


def command(name: str, fields: Sequence[str], scope: Scope, seed: int) -> str:
    """What to type to get the same numbers again."""
    words = ["ludotheque study", name, *fields]
    words += [f"--players {number}" for number in scope.players] + [f"--option {text}" for text in scope.options]
    words += ["--usual"] * scope.usual + [f"--seed {seed}"]
    return " ".join(words)


def show(game: Game, found: Summary, spoken: CliSpeech) -> None:
    """Prints the wins by seat, and what decided the games."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("study.setting"), no_wrap=True)
    for column in ("games", "seats", "points", "margin", "length"):
        grid.add_column(spoken.say(f"study.{column}"), justify="right")
    for one in found["settings"]:
        options = " ".join(f"{name}={value}" for name, value in one["options"].items())
        players = spoken.say("study.players", players=one["players"], bots=", ".join(one["bots"]))
        grid.add_row(
            Text(f"{players} {options}".strip()),
            f"{one['games']:,}",
            " ".join(f"{100 * seat['share']:.1f}%" for seat in one["seats"]),
            f"{one['winning_score']['mean']:.1f}",
            f"{one['margin']['mean']:.1f}",
            f"{one['length']['mean']:.0f}",
        )
    answers().print(Text(game.title(spoken.language), "bold"), grid, "", sep="\n")
    answers().print(Text(spoken.say("study.note"), "dim"))
