"""Plays a bot against one of an earlier commit, which runs in a process of its own.

    git worktree add --detach ../old aea9550
    python bench/against_old.py sintra results.jsonl --old ../old [--ours master@0.5] [--theirs master@0.5]
        [--players 2] [--games 200] [--cores 2] [--seconds 600]

One of our bots sits among theirs. Seats rotate, and the games of a deal share their chance as in the arena. Positions
travel as JSON; a bot takes from one only what its seat may know. While one bot thinks the other one waits, so each has
one core. The same command with the same file continues a match.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SEED = 2026
Z = 1.96  # standard errors on each side of an interval of 95%


class MatchAgainstOld(NamedTuple):
    """A match."""

    game: str
    players: int
    ours: str
    theirs: str
    old: str

    @property
    def name(self) -> str:
        return f"{self.game} {self.ours} - {self.players - 1} x {self.theirs}"


def serve() -> None:
    """Answers questions on standard input with the choices of this package's bots."""
    import ludotheque
    from ludotheque.bots import Sight, player

    bots: dict[Any, Any] = {}
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a print must not look like an answer
    for line in sys.stdin:
        asked = json.loads(line)
        position = ludotheque.load(asked["game"]).position(asked["position"])
        key = asked["number"], position.to_act
        bots = {known: bot for known, bot in bots.items() if known[0] == key[0]}
        if key not in bots:
            bots[key] = player(asked["bot"], asked["seed"])
        bot = bots[key]
        begun = time.perf_counter()
        choice = bot.choose(Sight.of(position))
        failed = getattr(bot, "failures", [])
        told = {"action": choice, "seconds": time.perf_counter() - begun, "failures": failed[:1]}
        print(json.dumps(told), file=answers, flush=True)


def older(value: Any) -> Any:
    """A position as the earlier commit reads it: Sintra's white was called green."""
    if isinstance(value, dict):
        return {older(key): older(each) for key, each in value.items()}
    if isinstance(value, list):
        return [older(each) for each in value]
    return value.replace("W", "G") if isinstance(value, str) and set(value) <= set("BWYOPJ.") else value


class OldBot:
    """A bot of the earlier commit."""

    def __init__(self, folder: str) -> None:
        paths = [str(Path(folder).resolve() / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip

    def choose(self, **asked: Any) -> dict[str, Any]:
        """The answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@functools.cache
def old_bot(folder: str) -> OldBot:
    """The process of the earlier commit that this process asks."""
    return OldBot(folder)


def play(job: tuple[MatchAgainstOld, int]) -> dict[str, Any]:
    """Plays one game; the share of the victory that our bot gets, and the seconds of each side."""
    from ludotheque.arena.match import Contest, Luck
    from ludotheque.bots import Sight, player

    plan, number = job
    mine, contest = number % plan.players, Contest(plan.game, plan.players, SEED)
    position, luck = contest.start(), Luck(SEED, number // plan.players)
    ours: Any = player(plan.ours, SEED << 32 | number)
    spent, decisions = [0.0, 0.0], [0, 0]
    failures: list[str] = []
    while (seat := position.to_act) is not None:
        if seat < 0:
            position = position.play(luck.draw(position))
            continue
        if seat == mine:
            begun = time.perf_counter()
            action = ours.choose(Sight.of(position))
            seconds, failed = time.perf_counter() - begun, getattr(ours, "failures", [])[:1]
        else:
            seed = (SEED << 32 | number) * plan.players + seat
            asked = {"game": plan.game, "position": older(position.to_dict()), "bot": plan.theirs}
            answer = old_bot(plan.old).choose(number=number, seed=seed, **asked)
            action, seconds, failed = answer["action"], answer["seconds"], answer["failures"]
        failures += failed if not failures else []
        spent[seat != mine] += seconds
        decisions[seat != mine] += 1
        position = position.play(action)
    winners = position.winners()
    share = 1 / len(winners) if mine in winners else 0.0
    return {
        "match": plan.name, "number": number, "share": share, "scores": list(position.scores()), "seat": mine,
        "seconds": [round(s / max(n, 1), 4) for s, n in zip(spent, decisions, strict=True)], "failures": failures,
    }  # fmt: skip


def read(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def played(plan: MatchAgainstOld, games: int, known: set[int], cores: int, limit: float) -> Iterator[dict[str, Any]]:
    """Plays the missing games until the time is up."""
    jobs = [(plan, number) for number in range(games) if number not in known]
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        if cores > 1:  # one process compiles, the others read what it has compiled
            pool.apply(warm, (plan,))
        results = pool.imap_unordered(play, jobs)
        for _ in jobs:
            try:
                yield results.next(max(0.0, limit - (time.monotonic() - begun)))
            except multiprocessing.TimeoutError:
                return


def warm(plan: MatchAgainstOld) -> None:
    """Compiles both sides' searches."""
    from ludotheque.bots import Sight, player
    from ludotheque.core.game import load

    position = load(plan.game).start(plan.players, seed=SEED)
    player(plan.ours, 1).choose(Sight.of(position))
    asked = {"game": plan.game, "position": older(position.to_dict()), "bot": plan.theirs}
    old_bot(plan.old).choose(number=-1, seed=1, **asked)


def show(found: list[dict[str, Any]]) -> None:
    """Prints our share of the victories in every match of a file, with an interval of 95%."""
    for name in sorted({game["match"] for game in found}):
        games = [game for game in found if game["match"] == name]
        n, share = len(games), sum(game["share"] for game in games) / len(games)
        middle, width = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        low, high = ((middle + sign * width) / (1 + Z * Z / n) for sign in (-1, 1))
        ours, theirs = (sum(game["seconds"][side] for game in games) / n for side in (0, 1))
        failed = sum(bool(game["failures"]) for game in games)
        print(
            f"{name}: {n} games, {100 * share:.1f}% [{100 * low:.1f}-{100 * high:.1f}], "
            f"{ours:.3f} and {theirs:.3f} s a decision, {failed} failures"
        )


def main() -> None:
    if "--serve" in sys.argv:
        serve()
        return
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("game")
    options.add_argument("file", type=Path, help="file of results, one JSON object a line")
    options.add_argument("--old", required=True, help="folder of the earlier commit")
    options.add_argument("--ours", default="master@0.5")
    options.add_argument("--theirs", default="master@0.5")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--cores", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=1e9, help="maximum time to play")
    chosen = options.parse_args()
    plan = MatchAgainstOld(chosen.game, chosen.players, chosen.ours, chosen.theirs, chosen.old)
    known = {game["number"] for game in read(chosen.file) if game["match"] == plan.name}
    with chosen.file.open("a", encoding="utf-8") as file:
        for game in played(plan, chosen.games, known, chosen.cores, chosen.seconds):
            file.write(json.dumps(game) + "\n")
            file.flush()
    show(read(chosen.file))


if __name__ == "__main__":
    main()
