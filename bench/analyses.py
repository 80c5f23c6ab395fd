"""Measures what analysing visitors cost the live tables beside them.

    python -m bench.analyses --tables 10 --visitors 50 --seconds 20 --turns 3

Spans without and with analysing visitors take turns at one server, so that what else the machine does weighs on both
alike. The figure is the time from a decision to the last client's update. Each visitor watches one evaluation after the
other, each of another position, so that none is known from before.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.load import SEATS, UNLIMITED, Board
from bench.visitors import Lost, Visitor
from ludotheque.analysis import AnalysisTree, to_link
from ludotheque.core.game import game_of
from tests.web.serving import serving

TRIES = re.compile(rb"([\d,]+) tries")
COMPILED = 400  # tries that only a compiled search makes in its first rounds
ARRIVAL = 0.1  # seconds between two visitors who come, before a span begins
WARM = 300.0  # seconds that compiling may take


class AnalysesFigures(NamedTuple):
    """The times of decisions in each span of one kind, in milliseconds, and the evaluations that came."""

    spans: list[list[float]]
    looks: int

    def percentile(self, part: float) -> float:
        """The median over the spans of a percentile of each, so that one disturbed span decides nothing."""
        return statistics.median(sorted(times)[int(part * len(times))] for times in self.spans)


class EvaluationClient:
    """A visitor who watches evaluations."""

    def __init__(self, address: str, game: str, number: int) -> None:
        self.visitor = Visitor(address)
        self._game, self._luck = game, random.Random(number)
        self.looks = self.failures = 0

    async def watch(self) -> None:
        """Watches one evaluation after the other."""
        while True:
            try:
                await self.evaluate()
            except Lost:
                self.failures += 1
                await asyncio.sleep(0.5)

    async def evaluate(self, enough: int = 10**9) -> bool:
        """Watches one evaluation; True if it reaches a number of tries."""
        tree = AnalysisTree(game_of(self._game).start(SEATS, seed=self._luck.getrandbits(40)))
        async for event in self.visitor.stream(f"/analysis/{to_link(tree)}/0/think?lines=3"):
            self.looks += event.startswith(b"event: look")
            told = TRIES.search(event)
            if told and int(told[1].replace(b",", b"")) >= enough:
                return True
        return False


async def measure(address: str, given: argparse.Namespace) -> tuple[AnalysesFigures, AnalysesFigures]:
    """The figures without and with analysing visitors."""
    first = EvaluationClient(address, given.game, -1)
    await first.visitor.get("/health")
    async with asyncio.timeout(WARM):
        while not await first.evaluate(COMPILED):
            pass
    analysts = [EvaluationClient(address, given.game, number) for number in range(given.visitors)]
    for each in analysts:
        await each.visitor.get("/health")
    spans: tuple[list[list[float]], list[list[float]]] = ([], [])
    for turn in range(2 * given.turns):
        watching: list[asyncio.Task[None]] = []
        for each in analysts if turn % 2 else ():
            watching.append(asyncio.create_task(each.watch()))
            await asyncio.sleep(ARRIVAL)
        boards = [Board(address, given.game, random.Random(turn * given.tables + n)) for n in range(given.tables)]
        for board in boards:
            await board.open()
        end = time.monotonic() + given.seconds
        await asyncio.gather(*(board.play(end, 1 / given.rate) for board in boards))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        spans[turn % 2].append([1000 * each for board in boards for each in board.times])
        for board in boards:
            await board.close()
    if failures := sum(each.failures for each in analysts):
        print(f"{failures} evaluations failed")
    return AnalysesFigures(spans[0], 0), AnalysesFigures(spans[1], sum(each.looks for each in analysts))


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(prog="analyses")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--game", default="sintra")
    parser.add_argument("--rate", type=float, default=1.0, help="decisions a second at each table")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each span")
    parser.add_argument("--turns", type=int, default=3, help="spans of each kind")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **UNLIMITED) as server:
        without, beside = asyncio.run(measure(server.address, given))
    print("| | decisions | p50 ms | p99 ms | evaluations |\n|---|---|---|---|---|")
    for name, found in (("without", without), (f"beside {given.visitors}", beside)):
        decisions, half, most = sum(map(len, found.spans)), found.percentile(0.5), found.percentile(0.99)
        print(f"| {name} | {decisions} | {half:.1f} | {most:.1f} | {found.looks} |")
    print(f"ratio of p99: {beside.percentile(0.99) / without.percentile(0.99):.2f}")


if __name__ == "__main__":
    main()
