"""Measures what people wait while bots think and visitors analyse.

    python -m bench.thinking --bots 50 --visitors 50 --people 10 --seconds 60 --cores 0 1

Some tables have people only, the others a person against the strongest bots, who decides as soon as she is asked, so
that their bots think all the time. The main figure is the time from a person's decision to the last client's update, in
a span without and in one with bots and analyses. The server has only the given cores; without them it shares all.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from contextlib import nullcontext, suppress
from pathlib import Path

from bench.analyses import ARRIVAL, COMPILED, WARM, EvaluationClient
from bench.load import TOO_LATE, UNLIMITED, Board, PlayerClient
from bench.scale import at_home
from bench.visitors import Lost, SeenTable
from tests.web.serving import Serving, serving

WAITING = re.compile(rb'^ludotheque_waiting\{queue="(\w+)"\} (\d+)', re.M)
LOOK = 1.0  # seconds between two looks at the queues
QUICKEST = 0.2  # seconds; a person who is asked again sooner has several decisions in a turn


class BotBoard:
    """A table where a person plays against bots."""

    def __init__(self, address: str, game: str, level: str, luck: random.Random) -> None:
        self.client, self._address = PlayerClient(address, 0), address
        self._game, self._level, self._luck = game, level, luck
        self.times: list[float] = []  # seconds from a decision to the person's own update
        self.answers: list[float] = []  # seconds that the bots took, both of them
        self.errors = 0

    async def play(self) -> None:
        """Plays one game after the other, for ever."""
        while True:
            form = {"seats": 3, "seat-0": "me", "seat-1": f"bot:{self._level}", "seat-2": f"bot:{self._level}"}
            made = await self.client.visitor.post(f"/new/{self._game}", form)
            table = made.headers["location"].rpartition("/")[2]
            self.client.version = 0
            following = asyncio.create_task(self.client.follow(table))
            try:
                while await self._turn(table):
                    pass
            finally:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

    async def _turn(self, table: str) -> bool:
        """Waits until the person is asked, and decides; False if the game is over."""
        begun = time.monotonic()
        while b" data-seat=" not in (state := self.client.parts.get(b"state", b"")) or not self.client.version:
            if b'data-stage="over"' in state and self.client.version:
                return False
            self.client.came.clear()
            await self.client.came.wait()
        if self.times and time.monotonic() - begun > QUICKEST:
            self.answers.append(time.monotonic() - begun)
        seen, begun = SeenTable.of(b"".join(self.client.parts.values())), time.monotonic()
        fields = {"seat": 0, "version": self.client.version, "action": self._luck.choice(seen.actions)}
        with suppress(Lost, TimeoutError):
            async with asyncio.timeout(TOO_LATE):
                if (await self.client.visitor.post(f"/t/{table}/play", fields)).status == 303:
                    await self.client.reaches(int(str(fields["version"])) + 1)
                    self.times.append(time.monotonic() - begun)
                    return True
        self.errors += 1
        return True


async def longest_queues(server: Serving, longest: Counter[str]) -> None:
    """Notes how many wait in each queue at most."""
    client = PlayerClient(server.address, 0).visitor
    while True:
        with suppress(Lost):
            for queue, waiting in WAITING.findall((await client.get("/metrics")).body):
                longest[queue.decode()] = max(longest[queue.decode()], int(waiting))
        await asyncio.sleep(LOOK)


def row(name: str, times: list[float], errors: int) -> str:
    """Formats a line of the table."""
    found = sorted(1000 * each for each in times)
    half, most = (statistics.median(found), found[int(0.99 * len(found))]) if found else (0.0, 0.0)
    return f"| {name} | {len(found)} | {half:.0f} | {most:.0f} | {errors} |"


async def measure(server: Serving, given: argparse.Namespace) -> None:
    """Measures both spans and prints."""
    luck = random.Random(given.seed)
    boards = [Board(server.address, given.game, random.Random(luck.random())) for _ in range(given.people)]
    bots = [BotBoard(server.address, given.game, given.level, random.Random(luck.random())) for _ in range(given.bots)]
    analysts = [EvaluationClient(server.address, given.game, number) for number in range(given.visitors)]
    first = EvaluationClient(server.address, given.game, -1)
    await first.visitor.get("/health")
    async with asyncio.timeout(WARM):
        while not await first.evaluate(COMPILED):  # until the search is compiled
            pass
    for board in boards:
        await board.open()
    print("| people at | decisions | p50 ms | p99 ms | errors |\n|---|---|---|---|---|")
    for busy in (False, True):
        working: list[asyncio.Task[None]] = []
        longest: Counter[str] = Counter()
        if busy:
            for begun in (*(each.play() for each in bots), *(each.watch() for each in analysts)):
                working.append(asyncio.create_task(begun))
                await asyncio.sleep(ARRIVAL)
            await asyncio.sleep(given.warm)
            working.append(asyncio.create_task(longest_queues(server, longest)))
            for each in bots:
                each.times.clear()
                each.answers.clear()
        for board in boards:
            board.times.clear()
        end = time.monotonic() + (given.seconds if busy else given.seconds / 3)
        await asyncio.gather(*(board.play(end, 1 / given.rate) for board in boards))
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        times, errors = [each for board in boards for each in board.times], sum(board.errors for board in boards)
        print(row("their tables, " + ("beside bots and analyses" if busy else "alone"), times, errors), flush=True)
    print(row("tables of bots", [each for bot in bots for each in bot.times], sum(bot.errors for bot in bots)))
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    answers, turns = sorted(each for bot in bots for each in bot.answers), sorted(len(bot.answers) for bot in bots)
    if answers:
        half, most = statistics.median(answers), answers[int(0.99 * len(answers))]
        print(f"Both bots of a table answered after {half:.1f} s (p50), {most:.1f} s (p99); ", end="")
        print(f"{turns[0]} to {turns[-1]} times a table.")
    looks, failures = sum(each.looks for each in analysts), sum(each.failures for each in analysts)
    print(f"Evaluations shown: {looks}, failed: {failures}. Longest queues: {dict(longest)}.")
    print(f"Times that the greedy bot decided for another: {server.complaints.count('decides instead')}.")


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="thinking")
    parser.add_argument("--bots", type=int, default=50, help="tables of a person and two bots")
    parser.add_argument("--level", default="master", help="of the bots")
    parser.add_argument("--visitors", type=int, default=50, help="that analyse")
    parser.add_argument("--people", type=int, default=10, help="tables of three people")
    parser.add_argument("--rate", type=float, default=1.0, help="decisions a second at each of these")
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before the measurement beside bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, nargs="*", default=[], help="of the server")
    given = parser.parse_args()
    others = set(os.sched_getaffinity(0)) - set(given.cores) or set(given.cores)
    more = {"LUDOTHEQUE_METRICS": "*", "LUDOTHEQUE_LOG_LEVEL": "warning"}
    home = at_home(given.cores) if given.cores else nullcontext()
    with tempfile.TemporaryDirectory() as folder, home, serving(Path(folder), **UNLIMITED | more) as server:
        if given.cores:
            os.sched_setaffinity(0, others)
        asyncio.run(measure(server, given))


if __name__ == "__main__":
    main()
