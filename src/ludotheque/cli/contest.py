"""`arena`: a contest between bots, its results kept as they come, its standings told and drawn."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

import ludotheque
from ludotheque.arena import (
    Book,
    Contest,
    MatchPool,
    Standings,
    draw,
    fixtures,
    ladder,
    refuse_undrawable,
    results_table,
    round_robin,
    standings,
)
from ludotheque.arena.standings import Interval
from ludotheque.bots import levels
from ludotheque.cli.options import read_options
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers, errors, print_json, progress
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.errors import Error
from ludotheque.kernel.data_table import refuse_unknown_kind
from ludotheque.web.views.levels import level_name
from ludotheque.web.views.speech import speech as page_speech

ALL_LEVELS = "levels"  # stands for all of them
ENDLESS = 10_000  # columns of a terminal that nothing is too wide for


class ContestSetting(NamedTuple):
    """What is played."""

    game: str
    players: int | None
    seconds: float | None
    seed: int
    options: tuple[str, ...]


class Pairings(NamedTuple):
    """The pairings of a contest and their numbers of games."""

    bots: tuple[str, ...]
    tables: tuple[str, ...]
    ladder: bool
    games: int

    def at(self, players: int | None, least: int) -> list[tuple[str, ...]]:
        """The tables of the contest, all of the same size."""
        named = [tuple(name.strip() for name in text.split(",")) for text in self.tables]
        seats = players or (len(named[0]) if named else least)
        if any(len(table) != seats for table in named):
            raise Error(f"Every table must have {seats} players.")
        bots = [name for bot in self.bots for name in (levels() if bot == ALL_LEVELS else (bot,))]
        if bots or not named:
            named += ladder(bots, seats) if self.ladder else round_robin(bots, seats)
        return named


class Files(NamedTuple):
    """The files that a contest reads and writes, if any."""

    results: Path | None
    resume: bool
    picture: Path | None
    data: Path | None  # the table of all results


def arena(
    setting: ContestSetting,
    pairings: Pairings,
    cores: int | None,
    ray: str | None,
    files: Files,
    language: str,
    json: bool,
) -> None:
    """Plays what is not played yet, then tells the standings."""
    spoken, game = speech(language), ludotheque.load(setting.game)
    tables = pairings.at(setting.players, game.seats[0])
    players = len(tables[0])
    options = read_options(game, players, setting.options)
    contest = Contest(setting.game, players, setting.seed, setting.seconds, options)
    pool = MatchPool(contest, [name for table in tables for name in table], cores, ray)
    planned = fixtures(tables, pairings.games)
    if files.picture is not None:
        refuse_undrawable(files.picture)
        refuse_unwritable(files.picture, "picture")
    if files.data is not None:
        refuse_unknown_kind(files.data)
        refuse_unwritable(files.data, "table")
    book = Book(contest, files.results, resume=files.resume)
    missing = book.missing(planned)
    with redirect_stdout(sys.stderr), progress() as bar:  # a cluster that loses a worker says so
        task = bar.add_task(spoken.say("arena.playing"), total=len(planned), completed=len(book.results))
        for result in pool.play(missing):
            book.add(result)
            bar.advance(task)
            for failure in result.failures.values():
                bar.console.print(failure, style="red", markup=False)
    found = standings(book.results, seed=setting.seed)
    names = {name: level_name(game.name, name, page_speech(language)) for name in levels()}
    heading = spoken.say("arena.heading", title=game.title(language), count=found.games, players=players)
    if json:
        print_json({"game": game.name, "players": players, **found.to_json()})
    else:
        show(found, heading, spoken)
    if files.picture is not None:
        draw(found, files.picture, heading, spoken.say("arena.scale"), names)
        errors().print(spoken.say("arena.drawn", file=str(files.picture)), markup=False)
    if files.data is not None:
        results_table(book.results).save(files.data)


def show(found: Standings, heading: str, spoken: CliSpeech) -> None:
    """Prints the ratings, and the share of games that each player won against each other."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("arena.bot"), no_wrap=True)
    for column in ("rating", "games", "share", "rank", "score", "seconds", "failures"):
        grid.add_column(spoken.say(f"arena.{column}"), justify="right")
    for row in found.table:
        grid.add_row(
            Text(row.name),
            "" if row.rating is None else between(f"{row.rating:.0f}", row.rating_interval, ".0f"),
            f"{row.games:,}",
            percent(row.share, row.share_interval),
            f"{row.rank:.2f}",
            f"{row.score:.1f}",
            f"{row.seconds:.3f}",
            str(row.failures or ""),
        )
    answers().print(Text(heading, "bold"))
    for table in (grid, duels(found, spoken)):
        console = answers()
        # A line that wraps is better than one that is cut off.
        least = Measurement.get(console, console.options.update_width(ENDLESS), table).minimum
        console.width = max(console.width, least)
        console.print(table, "", sep="\n")
    answers().print(Text(spoken.say("arena.note"), "dim"))


def duels(found: Standings, spoken: CliSpeech) -> Table:
    """How often each player (row) was ahead of each other (column)."""
    order = [row.name for row in found.table]
    share = {(duel.name, duel.against): percent(duel.ahead, duel.interval) for duel in found.duels}
    grid = Table(box=None, pad_edge=False)
    grid.add_column(spoken.say("arena.against"), no_wrap=True)
    for name in order:
        grid.add_column(Text(name), justify="right", overflow="fold")
    for name in order:
        grid.add_row(Text(name), *(share.get((name, other), "") for other in order))
    return grid


def percent(part: float, within: Interval) -> str:
    """A share and its interval."""
    return between(f"{100 * part:.1f}%", (100 * within[0], 100 * within[1]), ".1f")


def between(value: str, within: Interval | None, form: str) -> str:
    """A value and its interval, if it has one; a line can be broken before that."""
    return value if within is None else f"{value} \\[{within[0]:{form}}-{within[1]:{form}}]"
