"""Measures how well a review's shares predict the winner, in games between bots.

    python bench/calibration.py games.jsonl [--games 300] [--iterations 600] [--levels expert]
        [--tables sintra:2,fourberies:2,fourberies:3,stanza:2] [--cores 1] [--seconds 600] [--picture calibration.svg]

It judges twelve decisions of each game as a review does, with open cards. The Brier score is the mean squared
difference between shares and result, over seats and moments: 0 is perfect. Its errors are standard errors over
games. The columns "expected" tell the score if the shares were exactly right, so a game that stays open has a high
one. With two levels, such as expert,skilled, the seats rotate.

The same command with the same file continues it, and `--games 0` only shows what it has.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.core.charts import Points, lines
from ludotheque.kernel.arrays import Array
from ludotheque.review.judging import ITERATIONS, Effort, judge, moments, result

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.long_runs import read_lines

PARTS = 12  # judged moments of a game
LATE = 8  # the first moment of the last third
BINS = 10
FEWEST = 50  # shares in a bin that is drawn
FIRST_SEED = 1000

JudgedGame = dict[str, Any]


class JudgedTable(NamedTuple):
    """What all games of a measurement have in common."""

    table: str
    levels: str
    iterations: int

    @property
    def name(self) -> str:
        return f"{self.table} {self.levels}"


def played(setting: JudgedTable, number: int) -> tuple[list[Position], list[int]]:
    """Plays a game between bots of the levels; returns its positions and choices."""
    name, _, players = setting.table.partition(":")
    levels, seats = setting.levels.split(","), range(int(players))
    position = ludotheque.load(name).start(len(seats), seed=FIRST_SEED + number)
    bots = [player(levels[(seat + number) % len(levels)], (FIRST_SEED + number) * len(seats) + seat) for seat in seats]
    while position.to_act is not None:
        position = position.play(bots[position.to_act].choose(Sight.of(position)))
    record = position.record()
    return list(record.replay()), list(record.plies)


def judged(job: tuple[JudgedTable, int]) -> JudgedGame:
    """The shares of all seats at each moment of a game, and how it ended."""
    setting, number = job
    positions, choices = played(setting, number)
    asked = [each for each in moments(positions) if each.seat >= 0 and len(positions[each.first].legal()) > 1]
    which = [asked[int((part + 0.5) / PARTS * len(asked))] for part in range(PARTS)]
    found = judge(positions, choices, which, Effort(setting.iterations, None), FIRST_SEED + number)
    shares = [[round(share, 4) for share in each.shares or ()] for each in found]
    return {**setting._asdict(), "number": number, "shares": shares, "result": result(positions[-1])}


def measured(
    settings: Sequence[JudgedTable], games: int, found: Sequence[JudgedGame], cores: int, seconds: float
) -> Iterator[JudgedGame]:
    """Plays and judges the missing games, the settings in turn, until the time is up."""
    known = {(line["table"], line["levels"], line["iterations"], line["number"]) for line in found}
    jobs = [(setting, number) for number in range(games) for setting in settings if (*setting, number) not in known]
    end = time.monotonic() + seconds
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        for line in pool.imap_unordered(judged, jobs):
            yield line
            if time.monotonic() > end:
                return


class Errors(NamedTuple):
    """The mean of a number of each game, with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, games: Array) -> Errors:
        return cls(float(games.mean()), float(games.std(ddof=1) / math.sqrt(len(games))))

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.error:.3f}"


def grouped(found: Sequence[JudgedGame]) -> dict[JudgedTable, tuple[Array, Array]]:
    """By setting: shares by game, moment and seat, and results by game, one moment and seat."""
    groups: dict[JudgedTable, list[JudgedGame]] = {}
    for line in found:
        groups.setdefault(JudgedTable(*(line[name] for name in JudgedTable._fields)), []).append(line)
    return {
        setting: (np.array([line["shares"] for line in games]), np.array([[line["result"]] for line in games]))
        for setting, games in groups.items()
    }


def scores(groups: dict[JudgedTable, tuple[Array, Array]]) -> Table:
    """The Brier scores, and what they would be if the shares were exactly right."""
    headings = ("games", "whole game", "expected", "last third", "expected", "too sure by", "equal shares")
    grid = Table("table", *headings)
    for setting, (shares, results) in groups.items():
        missed, expected, seats = (shares - results) ** 2, shares * (1 - shares), shares.shape[2]
        row = [Errors.of(part[:, at:].mean(axis=(1, 2))) for at in (0, LATE) for part in (missed, expected)]
        sure = Errors.of((missed - expected).mean(axis=(1, 2)))
        even = (seats - 1) / seats**2  # the score of equal shares with one winner
        grid.add_row(setting.name, str(len(shares)), *map(str, (row[0], row[1], row[2], row[3], sure)), f"{even:.3f}")
    return grid


def reliability(shares: Array, results: Array) -> list[tuple[int, float, float]]:
    """By tenth of the shares: their number, their mean, and the share of the victories that followed."""
    won = np.broadcast_to(results, shares.shape).ravel()
    said = shares.ravel()
    bins = np.minimum((said * BINS).astype(int), BINS - 1)
    rows = [(int((bins == part).sum()), said[bins == part], won[bins == part]) for part in range(BINS)]
    return [(n, float(said.mean()), float(came.mean())) for n, said, came in rows if n]


def reliabilities(groups: dict[JudgedTable, tuple[Array, Array]]) -> Table:
    """By tenth of the shares: what was said and what was won, in percent, and how many there are."""
    grid = Table("table", *(f"{100 * part // BINS}-{100 * (part + 1) // BINS}" for part in range(BINS)))
    for setting, (shares, results) in groups.items():
        rows = {min(int(said * BINS), BINS - 1): (n, said, won) for n, said, won in reliability(shares, results)}
        cells = ("{1:.0%} {2:.0%}\n({0})".format(*rows[part]) if part in rows else "" for part in range(BINS))
        grid.add_row(setting.name, *cells)
    return grid


def picture(groups: dict[JudgedTable, tuple[Array, Array]]) -> str:
    """The victories over the shares that were said; exactly right shares lie on the diagonal."""
    drawn: dict[str, Points] = {"exactly right": [(0, 0), (100, 100)]}
    for setting, both in groups.items():
        name = setting.table.partition(":")[0].capitalize()
        drawn[name] = [(100 * said, 100 * won) for n, said, won in reliability(*both) if n >= FEWEST]
    ticks = {at: f"{at:g}%" for at in (0.0, 25.0, 50.0, 75.0, 100.0)}
    chart = lines("won", drawn, "share of the victory that was said: 100%", ticks)
    return chart.file("Shares in reviews against results", "Two players; means of tenths of the shares")


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("file", type=Path, help="file of games, one JSON object a line")
    options.add_argument("--games", type=int, default=300)
    options.add_argument("--iterations", type=int, default=ITERATIONS, help="iterations of each search")
    options.add_argument("--levels", default="expert", help="levels of the bots, separated by commas")
    options.add_argument("--cores", type=int, default=1)
    options.add_argument("--seconds", type=float, default=1e9, help="maximum time to play and judge")
    options.add_argument("--picture", type=Path, help="file for a picture of the games of two equal players")
    options.add_argument(
        "--tables", default="sintra:2,fourberies:2,fourberies:3,stanza:2", help="GAME:PLAYERS, separated by commas"
    )
    chosen = options.parse_args()
    settings = [JudgedTable(table, chosen.levels, chosen.iterations) for table in chosen.tables.split(",")]
    with chosen.file.open("a", encoding="utf-8") as file:
        for line in measured(settings, chosen.games, read_lines(chosen.file), chosen.cores, chosen.seconds):
            file.write(json.dumps(line) + "\n")
            file.flush()
    groups = grouped(read_lines(chosen.file))
    console = Console()
    console.print(scores(groups), reliabilities(groups))
    if chosen.picture is not None:
        equal = {each: both for each, both in groups.items() if each.table.endswith(":2") and "," not in each.levels}
        chosen.picture.write_text(picture(equal), encoding="utf-8")


if __name__ == "__main__":
    main()
