"""Plays the matches of docs/players.md (how strong the bots are) and docs/notebook.md (which ideas help).

    python bench/strength.py figures results.jsonl [--cores 2] [--seconds 600] [--only sintra]
    python bench/strength.py trials results.jsonl
    python bench/strength.py show results.jsonl
    python bench/strength.py rate results.jsonl [--pictures docs/pictures]

A match is a table of bots and a number of games, with rotated seats and paired deals as in the arena.
The matches take turns, so a run that is stopped has played some games of each. The same command with
the same file continues it. `show` summarises a file; `rate` rates all bots in it (extra `arena`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import NamedTuple

import ludotheque
from ludotheque.arena import Contest, Fixture, Result, fixtures, play, standings
from ludotheque.arena.match_pool import warm

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.long_runs import choose_clock, read_lines

SEED = 2026

ENOUGH = "master?iterations=2000"  # the strongest level with a number of iterations, so that games are repeatable


class BotMatch(NamedTuple):
    """A table of bots and a number of games."""

    game: str
    table: tuple[str, ...]
    games: int

    @property
    def contest(self) -> Contest:
        return Contest(self.game, len(self.table), SEED)


Job = tuple[BotMatch, Fixture]


def figures(game: str) -> Iterator[BotMatch]:
    """Yields the matches on strength: neighbouring levels, and against the simple bots."""
    ladder = ("child", "beginner", "casual", "skilled", "expert", ENOUGH)
    for weaker, stronger in pairwise(ladder):
        yield BotMatch(game, (stronger, weaker), 60)
    yield BotMatch(game, ("policy", "greedy"), 200)
    yield BotMatch(game, (ENOUGH, "skilled"), 60)
    yield BotMatch(game, (ENOUGH, "greedy"), 60)
    yield BotMatch(game, ("skilled", "policy"), 60)
    yield BotMatch(game, ("casual", "greedy"), 60)
    yield BotMatch(game, ("child", "greedy"), 60)
    yield BotMatch(game, ("child", "random"), 60)
    yield BotMatch(game, (ENOUGH, "random", "random", "random"), 60)


IDEAS = (
    "temperature=0",  # equal priors
    "temperature=1.5",
    "margin=0",  # the lead in points does not count
    "margin=0.7",
    "exploration=0.5",
    "exploration=2",
    "cutoff=6",  # a rollout by the priors before a leaf is evaluated
)


def trials(game: str) -> Iterator[BotMatch]:
    """Yields the trials: the strongest level against itself with one number changed, in the same short time."""
    from ludotheque.bots.levels import STRONGEST, level_of

    ours = level_of(game, STRONGEST)
    for idea in IDEAS:
        if ours.changed({key: float(value) for key, _, value in (idea.partition("="),)}) != ours:
            yield BotMatch(game, ("master@0.03", f"master@0.03?{idea}"), 200)


def one(job: Job) -> tuple[BotMatch, Result]:
    match, fixture = job
    return match, play(match.contest, fixture)


def played(
    matches: list[BotMatch], known: dict[BotMatch, list[Result]], cores: int, limit: float, by_processor: bool
) -> Iterator[tuple[BotMatch, Result]]:
    """Plays the missing games, the matches in turn, until the time is up; yields results as they come."""
    rows = [list(missing(match, known.get(match, []))) for match in matches]
    jobs = [job for turn in zip_longest(*rows) for job in turn if job is not None]
    with multiprocessing.get_context("spawn").Pool(cores, choose_clock, (by_processor,)) as pool:
        pool.map(warm, [Contest(game, 2) for game in sorted({match.game for match in matches})], 1)
        begun = time.monotonic()
        results = pool.imap_unordered(one, jobs)
        for _ in jobs:
            try:
                yield results.next(max(0.0, limit - (time.monotonic() - begun)))
            except multiprocessing.TimeoutError:
                return


def missing(match: BotMatch, known: list[Result]) -> Iterator[Job]:
    """Yields the games of a match that were not played yet."""
    numbers = {result.number for result in known}
    for fixture in fixtures([match.table], match.games):
        if fixture.number not in numbers:
            yield match, fixture


def read(path: Path) -> dict[BotMatch, list[Result]]:
    """Reads the results in a file."""
    found: dict[BotMatch, list[Result]] = {}
    for entry in read_lines(path):
        match = BotMatch(entry["game"], tuple(entry["table"]), entry["games"])
        found.setdefault(match, []).append(Result(**entry["result"]))
    return found


def show(path: Path) -> None:
    """Prints the first bot's share of the victories in every match."""
    for match, results in sorted(read(path).items()):
        row = next(row for row in standings(results, rated=False).table if row.name == match.table[0])
        low, high = row.share_interval
        print(
            f"{match.game:10} {' - '.join(match.table):60} {row.games:4} games  {100 * row.share:5.1f}% "
            f"[{100 * low:5.1f}-{100 * high:5.1f}]  {row.score:6.1f} points, {row.seconds:.3f} s a decision"
        )


def rate(path: Path, pictures: Path | None) -> None:
    """Prints the ratings from all games of two. All variants of a level count as that level."""
    from ludotheque.arena.picture import draw
    from ludotheque.core.words import words

    games: dict[str, list[Result]] = {}
    for match, results in sorted(read(path).items()):
        for result in results if len(match.table) == 2 else ():
            seats = tuple(name.partition("?")[0] for name in result.seats)
            games.setdefault(match.game, []).append(result._replace(seats=seats))
    for game, results in games.items():
        found = standings(results)
        if pictures is not None:
            levels = words(game, "en").find("levels")
            names = {level: f"{told['name']} ({level})" for level, told in levels.items()}
            axis = "Rating (Elo's scale), with intervals of 95%"
            draw(found, pictures / f"players-{game}.svg", ludotheque.load(game).title("en"), axis, names)
        for row in found.table:
            between = "" if row.rating_interval is None else "[{:5.0f}-{:5.0f}]".format(*row.rating_interval)
            print(f"{game:10} {row.name:10} {row.games:4} games  {row.rating:5.0f} {between}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("what", choices=["figures", "trials", "show", "rate"])
    options.add_argument("file", type=Path, help="file of results, one JSON object a line")
    options.add_argument("--cores", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=1e9, help="maximum time to play")
    options.add_argument("--pictures", type=Path, help="folder for pictures of the ratings")
    options.add_argument("--only", choices=ludotheque.games(), action="append", help="play only this game")
    options.add_argument(
        "--match", action="append", default=[], help="play this match instead: GAME,BOT,BOT,...,NUMBER"
    )
    options.add_argument("--processor-time", action="store_true", help="limits of time are of CPU time")
    chosen = options.parse_args()
    if chosen.what in ("figures", "trials"):
        plan = figures if chosen.what == "figures" else trials
        given = [text.split(",") for text in chosen.match]
        matches = [BotMatch(game, tuple(table), int(games)) for game, *table, games in given]
        matches = matches or [match for game in chosen.only or ludotheque.games() for match in plan(game)]
        with chosen.file.open("a", encoding="utf-8") as file:
            known = read(chosen.file)
            for match, result in played(matches, known, chosen.cores, chosen.seconds, chosen.processor_time):
                file.write(json.dumps({**match._asdict(), "result": result._asdict()}) + "\n")
                file.flush()
    if chosen.what == "rate":
        rate(chosen.file, chosen.pictures)
    else:
        show(chosen.file)


if __name__ == "__main__":
    main()
