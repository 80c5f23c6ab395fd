"""The matches behind docs/players.md: how strong the players are, and which ideas were worth keeping.

    python bench/strength.py figures results.jsonl [--cores 2] [--seconds 600] [--only sintra]
    python bench/strength.py trials results.jsonl
    python bench/strength.py show results.jsonl
    python bench/strength.py rate results.jsonl [--pictures docs/pictures]

Every match is a table and a number of games, its seats rotated and its deals paired as in the arena.
The matches take turns, so that a run that is cut off, or one with a limit of seconds, has played a bit
of each; run again with the same file, it goes on. `show` sums up what a file holds, `rate` rates all
players in it (extra `arena`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import ludotheque
from ludotheque.arena import Contest, Fixture, Result, fixtures, play, standings
from ludotheque.arena.match_pool import warm

SEED = 2026

ENOUGH = {
    "fourberies": (5000, 5000, 1500),
    "sintra": (100, 600, 6000),
    "stanza": (200, 4000, 2000),
}
"""By game, the iterations a decision of the strongest level against random players, the greedy one and a level."""


class Match(NamedTuple):
    """Two kinds of players at a table, and how often they meet there."""

    game: str
    table: tuple[str, ...]
    games: int

    @property
    def contest(self) -> Contest:
        return Contest(self.game, len(self.table), SEED)


Job = tuple[Match, Fixture]


def figures(game: str) -> Iterator[Match]:
    """How strong: against the simple players, each level against the next, the strongest against two below."""
    few, some, many = (f"master?iterations={iterations}" for iterations in ENOUGH[game])
    yield Match(game, (few, "random"), 200)
    yield Match(game, (few, "random", "random", "random"), 200)
    yield Match(game, (some, "greedy"), 200)
    yield Match(game, (many, "skilled"), 200)
    for pair in (("child", "beginner"), ("beginner", "casual"), ("casual", "skilled"), ("skilled", "expert")):
        yield Match(game, pair, 60)
    yield Match(game, (many, "expert"), 60)
    yield Match(game, ("beginner", "greedy"), 60)
    yield Match(game, ("child", "random"), 60)


IDEAS = (
    "temperature=0",  # all actions look alike before they are tried
    "turn=0",  # promises that look no further than the next decision
    "samples=0",  # rollouts at random
    "cutoff=1000",  # rollouts to the end of the game
    "cutoff=0",  # no rollouts at all
    "margin=0",  # only the victory counts
    "margin=0.7",
    "exploration=0.5",
    "exploration=2",
    "reuse=0",
    "together=0",  # who has chosen at the same time has chosen at random
    "mixed=1",  # secret choices by regret matching
    "mixed=2",  # secret choices drawn by how often they were tried
)


def trials(game: str) -> Iterator[Match]:
    """Which ideas help: the strongest player against itself with one thing changed, with the same short time."""
    from ludotheque.bots.levels import STRONGEST, level_of

    ours = level_of(game, STRONGEST)
    for idea in IDEAS:
        changed = ours.changed({key: float(value) for key, _, value in (idea.partition("="),)})
        secret = idea.startswith(("together", "mixed"))
        if changed != ours and (ours.tuning.secret or not secret):
            yield Match(game, ("master@0.03", f"master@0.03?{idea}"), 200)


def one(job: Job) -> tuple[Match, Result]:
    match, fixture = job
    return match, play(match.contest, fixture)


def played(
    matches: list[Match], known: dict[Match, list[Result]], cores: int, limit: float
) -> Iterator[tuple[Match, Result]]:
    """The results that are not known yet as they come, the matches in turn, until the time is up."""
    rows = [list(missing(match, known.get(match, []))) for match in matches]
    jobs = [job for turn in zip_longest(*rows) for job in turn if job is not None]
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        pool.map(warm, [Contest(game, 2) for game in sorted({match.game for match in matches})], 1)
        begun = time.monotonic()
        results = pool.imap_unordered(one, jobs)
        for _ in jobs:
            try:
                yield results.next(max(0.0, limit - (time.monotonic() - begun)))
            except multiprocessing.TimeoutError:
                return


def missing(match: Match, known: list[Result]) -> Iterator[Job]:
    """The games of a match that have not been played yet."""
    numbers = {result.number for result in known}
    for fixture in fixtures([match.table], match.games):
        if fixture.number not in numbers:
            yield match, fixture


def read(path: Path) -> dict[Match, list[Result]]:
    """The results that a file holds."""
    found: dict[Match, list[Result]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entry = json.loads(line)
        match = Match(entry["game"], tuple(entry["table"]), entry["games"])
        found.setdefault(match, []).append(Result(**entry["result"]))
    return found


def show(path: Path) -> None:
    """Prints the first player's share of the victories in every match."""
    for match, results in sorted(read(path).items()):
        row = next(row for row in standings(results, rated=False).table if row.name == match.table[0])
        low, high = row.share_interval
        print(
            f"{match.game:10} {' - '.join(match.table):60} {row.games:4} games  {100 * row.share:5.1f}% "
            f"[{100 * low:5.1f}-{100 * high:5.1f}]  {row.score:6.1f} points, {row.seconds:.3f} s a decision"
        )


def rate(path: Path, pictures: Path | None) -> None:
    """Prints the ratings of all players that met at tables of two; the strongest level counts as one, however short."""
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
    options.add_argument("file", type=Path, help="where results are kept, a line of JSON each")
    options.add_argument("--cores", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=1e9, help="how long to play, at most")
    options.add_argument("--pictures", type=Path, help="the folder to draw ratings in")
    options.add_argument("--only", choices=ludotheque.games(), action="append", help="this game only")
    options.add_argument("--match", action="append", default=[], help="GAME,BOT,BOT,...,NUMBER: this match instead")
    chosen = options.parse_args()
    if chosen.what in ("figures", "trials"):
        plan = figures if chosen.what == "figures" else trials
        given = [text.split(",") for text in chosen.match]
        matches = [Match(game, tuple(table), int(games)) for game, *table, games in given]
        matches = matches or [match for game in chosen.only or ludotheque.games() for match in plan(game)]
        with chosen.file.open("a", encoding="utf-8") as file:
            for match, result in played(matches, read(chosen.file), chosen.cores, chosen.seconds):
                file.write(json.dumps({**match._asdict(), "result": result._asdict()}) + "\n")
                file.flush()
    if chosen.what == "rate":
        rate(chosen.file, chosen.pictures)
    else:
        show(chosen.file)


if __name__ == "__main__":
    main()
