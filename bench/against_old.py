"""Plays a bot against one of an earlier commit, which runs in a process of its own.

    git worktree add --detach ../old aea9550
    python bench/against_old.py results.jsonl --old ../old --match sintra:2:200 [--match fourberies:4:60]
        [--ours master@0.5] [--theirs master@0.5] [--seed 2027] [--cores 2] [--seconds 600] [--processor-time]
    python bench/against_old.py results.jsonl

A match is a game, its players and a number of games; several take turns. One of our bots sits among theirs. Seats
rotate, and the games of a deal share their chance as in the arena. Positions travel as JSON; a bot takes from one only
what its seat may know. While one bot thinks the other one waits, so each has one core.

The same command with the same file continues its matches, and without matches it shows what the file has. The games of
a network add up; those of another one count apart. A line with `games` stands for so many games of an earlier file.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import math
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.long_runs import choose_clock, read_lines

SEED = 2027
PROCESSOR = "--processor-time"
Z = 1.96  # standard errors on each side of an interval of 95%


class MatchAgainstOld(NamedTuple):
    """A match."""

    game: str
    players: int
    ours: str
    theirs: str
    old: str
    seed: int
    games: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.ours} - {self.players - 1} x {self.theirs}"

    @property
    def key(self) -> tuple[str, int, str]:
        """What the games of a match that is continued have in common."""
        return self.name, self.seed, network_name(self.game)


GameAgainstOld = tuple[MatchAgainstOld, int]
Line = dict[str, Any]


@functools.cache
def network_name(game: str) -> str:
    """The first digits of the fingerprint of our network."""
    from ludotheque.kernel.places import file_of

    return hashlib.sha256(file_of(game, "network.npz").read_bytes()).hexdigest()[:12]


def serve() -> None:
    """Answers questions on standard input with the choices of this package's bots."""
    import ludotheque
    from ludotheque.bots import Sight, player

    choose_clock(PROCESSOR in sys.argv)
    bots: dict[Any, Any] = {}
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a print must not look like an answer
    for line in sys.stdin:
        asked = json.loads(line)
        position = ludotheque.load(asked["game"]).position(asked["position"])
        key = str(asked["number"]), position.to_act
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

    def __init__(self, folder: str, *options: str) -> None:
        paths = [str(Path(folder).resolve() / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), "--serve", *options],
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
    return OldBot(folder, *([PROCESSOR] if time.perf_counter is time.process_time else []))


def play(job: GameAgainstOld) -> Line:
    """Plays one game; the share of the victory that our bot gets, and the seconds of each side."""
    from ludotheque.arena.match import Contest, Luck
    from ludotheque.bots import Sight, player

    plan, number = job
    mine, contest = number % plan.players, Contest(plan.game, plan.players, plan.seed)
    position, luck = contest.start(), Luck(plan.seed, number // plan.players)
    ours: Any = player(plan.ours, plan.seed << 32 | number)
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
            seed = (plan.seed << 32 | number) * plan.players + seat
            asked = {"game": plan.game, "position": older(position.to_dict()), "bot": plan.theirs}
            answer = old_bot(plan.old).choose(number=[*plan.key, number], seed=seed, **asked)
            action, seconds, failed = answer["action"], answer["seconds"], answer["failures"]
        failures += failed if not failures else []
        spent[seat != mine] += seconds
        decisions[seat != mine] += 1
        position = position.play(action)
    winners = position.winners()
    share = 1 / len(winners) if mine in winners else 0.0
    return {
        "match": plan.name, "network": network_name(plan.game), "seed": plan.seed, "number": number, "share": share,
        "scores": list(position.scores()), "seat": mine,
        "seconds": [round(s / max(n, 1), 4) for s, n in zip(spent, decisions, strict=True)], "failures": failures,
    }  # fmt: skip


def missing(plans: Sequence[MatchAgainstOld], found: Sequence[Line]) -> list[GameAgainstOld]:
    """The games that were not played yet, the matches in turn."""
    known = {(line["match"], line["seed"], line["network"], line.get("number")) for line in found}
    jobs = [(plan, number) for plan in plans for number in range(plan.games)]
    return sorted((job for job in jobs if (*job[0].key, job[1]) not in known), key=lambda job: job[1])


def played(jobs: Sequence[GameAgainstOld], cores: int, limit: float, by_processor: bool) -> Iterator[Line]:
    """Plays games until the time is up."""
    begun = time.monotonic()
    sides = [(plan, ours) for plan in {plan.game: plan for plan, _ in jobs}.values() for ours in (True, False)]
    with multiprocessing.get_context("spawn").Pool(cores, choose_clock, (by_processor,)) as pool:
        if cores > 1:  # a few processes compile, the others read what they have compiled
            pool.map(warm, sides, 1)
        results = pool.imap_unordered(play, jobs)
        for _ in jobs:
            try:
                yield results.next(max(0.0, limit - (time.monotonic() - begun)))
            except multiprocessing.TimeoutError:
                return


def warm(side: tuple[MatchAgainstOld, bool]) -> None:
    """Compiles our search of a game, or theirs."""
    from ludotheque.bots import Sight, player
    from ludotheque.core.game import load

    plan, ours = side
    position = load(plan.game).start(plan.players, seed=plan.seed)
    if ours:
        player(plan.ours, 1).choose(Sight.of(position))
    else:
        asked = {"game": plan.game, "position": older(position.to_dict()), "bot": plan.theirs}
        old_bot(plan.old).choose(number=-1, seed=1, **asked)


def show(found: Sequence[Line]) -> None:
    """Prints our share of the victories in every match of a file, with an interval of 95%."""
    for name, network in sorted({(line["match"], line["network"]) for line in found}):
        lines = [line for line in found if (line["match"], line["network"]) == (name, network)]
        n = sum(line.get("games", 1) for line in lines)
        share = sum(line["share"] * line.get("games", 1) for line in lines) / n
        middle, width = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        low, high = ((middle + sign * width) / (1 + Z * Z / n) for sign in (-1, 1))
        print(f"{name}, network {network}: {n} games, {100 * share:.1f}% [{100 * low:.1f}-{100 * high:.1f}]")
        games = [line for line in lines if "games" not in line]
        if not games:
            continue
        ours, theirs = (sum(game["seconds"][side] for game in games) / len(games) for side in (0, 1))
        leads = [game["scores"].pop(game["seat"]) - max(game["scores"]) for game in games]
        failed = sum(bool(game["failures"]) for game in games)
        print(
            f"    {len(games)} of them one by one: a lead of {sum(leads) / len(games):+.1f}, "
            f"{ours:.3f} and {theirs:.3f} s a decision, {failed} failures"
        )


def main() -> None:
    if "--serve" in sys.argv:
        serve()
        return
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("file", type=Path, help="file of results, one JSON object a line")
    options.add_argument("--old", default="../old", help="folder of the earlier commit")
    options.add_argument("--match", action="append", default=[], help="GAME:PLAYERS:GAMES")
    options.add_argument("--ours", default="master@0.5")
    options.add_argument("--theirs", default="master@0.5")
    options.add_argument("--seed", type=int, default=SEED, help="seed of the deals")
    options.add_argument("--cores", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=1e9, help="maximum time to play")
    options.add_argument(PROCESSOR, action="store_true", help="on a busy machine: limits of time are of CPU time")
    chosen = options.parse_args()
    plans = [
        MatchAgainstOld(game, int(players), chosen.ours, chosen.theirs, chosen.old, chosen.seed, int(games))
        for game, players, games in (match.split(":") for match in chosen.match)
    ]
    with chosen.file.open("a", encoding="utf-8") as file:
        jobs = missing(plans, read_lines(chosen.file))
        for game in played(jobs, chosen.cores, chosen.seconds, chosen.processor_time) if jobs else ():
            file.write(json.dumps(game) + "\n")
            file.flush()
    show(read_lines(chosen.file))


if __name__ == "__main__":
    main()
