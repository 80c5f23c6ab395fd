"""The matches behind docs/players.md: how strong the players are, and which ideas were worth keeping.

    python bench/strength.py figures results.jsonl [--cores 2] [--seconds 600] [--only sintra]
    python bench/strength.py trials results.jsonl
    python bench/strength.py show results.jsonl

Every match is a table and a number of games, its seats rotated and its deals paired as in the arena.
The matches take turns, so that a run that is cut off, or one with a limit of seconds, has played a bit
of each; `show` sums up what a file holds. It needs no package beyond those of the core.
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
from ludotheque.arena.crew import warm

SEED = 2026


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
    yield Match(game, ("master@0.03", "random"), 200)
    yield Match(game, ("master@0.03", "random", "random", "random"), 200)
    yield Match(game, ("master@0.05", "greedy"), 400)
    yield Match(game, ("master@0.1", "skilled"), 200)
    for pair in (("child", "beginner"), ("beginner", "casual"), ("casual", "skilled"), ("skilled", "expert")):
        yield Match(game, pair, 200)
    yield Match(game, ("child", "random"), 100)
    yield Match(game, ("beginner", "greedy"), 100)
    yield Match(game, ("expert", "master"), 24)


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


def played(matches: list[Match], cores: int, limit: float) -> Iterator[tuple[Match, Result]]:
    """The results as they come, the matches in turn, until the time is up."""
    rows = [[(match, fixture) for fixture in fixtures([match.table], match.games)] for match in matches]
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


def show(path: Path) -> None:
    """Prints the first player's share of the victories in every match."""
    found: dict[Match, list[Result]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        match = Match(entry["game"], tuple(entry["table"]), entry["games"])
        found.setdefault(match, []).append(Result(**entry["result"]))
    for match, results in sorted(found.items()):
        row = next(row for row in standings(results, rated=False).table if row.name == match.table[0])
        low, high = row.share_interval
        print(
            f"{match.game:10} {' - '.join(match.table):60} {row.games:4} games  {100 * row.share:5.1f}% "
            f"[{100 * low:5.1f}-{100 * high:5.1f}]  {row.score:6.1f} points, {row.seconds:.3f} s a decision"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("what", choices=["figures", "trials", "show"])
    options.add_argument("file", type=Path, help="where results are kept, a line of JSON each")
    options.add_argument("--cores", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=1e9, help="how long to play, at most")
    options.add_argument("--only", choices=ludotheque.games(), action="append", help="this game only")
    options.add_argument("--match", action="append", default=[], help="GAME,BOT,BOT,...,NUMBER: this match instead")
    chosen = options.parse_args()
    if chosen.what != "show":
        plan = figures if chosen.what == "figures" else trials
        given = [text.split(",") for text in chosen.match]
        matches = [Match(game, tuple(table), int(games)) for game, *table, games in given]
        matches = matches or [match for game in chosen.only or ludotheque.games() for match in plan(game)]
        with chosen.file.open("a", encoding="utf-8") as file:
            for match, result in played(matches, chosen.cores, chosen.seconds):
                file.write(json.dumps({**match._asdict(), "result": result._asdict()}) + "\n")
                file.flush()
    show(chosen.file)


if __name__ == "__main__":
    main()
