"""Walks: valid steps at many places at the same time, and between them requests that must change nothing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from unittest.mock import patch

from ludotheque.core.position import Position
from ludotheque.web.middleware.limits import Buckets
from ludotheque.web.pages.analysis import node_in, tree_of
from ludotheque.web.storage import nudges
from ludotheque.web.storage.analyses import kept_analysis
from ludotheque.web.tables.companion import entry_url
from ludotheque.web.tables.state import RUNNING, WAITING
from ludotheque.web.work import think_pool
from tests.web.asgi import RawResponse
from tests.web.fuzz.archives import move_and_change
from tests.web.fuzz.other_steps import analysis_steps, companion_steps, making, new_companion, unkept
from tests.web.fuzz.table_steps import SEATS, FuzzTable, freeing, refused_steps, running_steps, waiting_steps
from tests.web.fuzz.walk_step import FuzzVisitor, WalkStep, WrongRequest
from tests.web.site import Site, migrated, quiet, settings

AT_ONCE = 16  # places that are walked at, at the same time
STEPS = 300  # valid steps at a place before another one takes its place
WRONG = 4  # requests with one thing wrong after each valid step
MIXED = 0.2  # the probability that a wrong step is sent just before a valid one
HTMX = 0.9  # the probability that a wrong one is sent by a page with scripts: the sentence alone is cheap to draw
SHOWN = 0.05  # the probability that a step is posted as a page with scripts does, which gets the table back
TELL = 10.0  # seconds between two lines that tell how far it is
UNLIMITED = Buckets(1e9, 10**9)
ELSEWHERE = ("nudge",)  # steps at a table that lead to another page
FORBIDDEN = (b"Traceback", b"sqlalchemy", b"sqlite3.", b'File "/')


@dataclass
class Fuzzer:
    """A site, its visitors, and what they have asked."""

    site: Site
    folder: Path  # for an archive of what there is in the end
    requests: int
    luck: random.Random
    steps: int = STEPS
    tell: Callable[[str], object] = str
    seen: Counter[str] = field(default_factory=Counter)

    def person(self) -> FuzzVisitor:
        """A new visitor."""
        return FuzzVisitor(self.site.app, self.site.services.settings.secret, self.luck)

    async def run(self) -> Counter[str]:
        """Walks until there were enough requests; in every round each place has one valid step and some wrong ones."""
        services, begun, told = self.site.services, time.monotonic(), time.monotonic()
        services.reaction_limit = services.chat_limit = services.analysis_limit = UNLIMITED
        services.analyses_of_address = services.erasing_limit = UNLIMITED
        watching = sqlite3.connect(str(services.store.engine.url.database), isolation_level=None)
        walks = [self.walk() for _ in range(AT_ONCE)]
        while self.seen.total() < self.requests:
            wrong = await asyncio.gather(*(anext(walk) for walk in walks))
            before = version_of(watching)
            await asyncio.gather(*(self.refused(each) for each in wrong))
            assert version_of(watching) == before, f"one of these has changed something: {wrong}"
            if time.monotonic() - told > TELL:
                told = time.monotonic()
                self.tell(f"{self.seen.total():,} of {self.requests:,} requests, {told - begun:.0f} s")
        watching.close()
        self.seen += move_and_change(services.store.engine, self.folder, self.luck, max(1, self.requests // 200))
        return self.seen

    async def walk(self) -> AsyncIterator[list[WalkStep]]:
        """Does a valid step, then yields steps whose faults are to be sent; at one place after the other."""
        kinds = (self.walk_at_table, self.walk_at_table, self.walk_at_companion, self.walk_in_analysis)
        while True:
            async for steps in self.luck.choice(kinds)():
                yield [self.luck.choice(steps) for _ in range(WRONG)]

    async def walk_at_table(self) -> AsyncIterator[list[WalkStep]]:
        """A table of three people, from the form to the end of its game."""
        people, stranger = [self.person() for _ in range(SEATS)], self.person()
        made = making(people[0], self.luck, (await people[0].send("/pledge", None)).body.decode())
        yield [made]
        table = FuzzTable(place_of(await self.do(made)), people, stranger, self.luck)
        for _ in range(self.steps):
            state = self.site.table(table.id)
            if state.status == WAITING:
                steps = freeing(table, state) or waiting_steps(table, state)
                step = steps[-1] if self.luck.random() < 0.5 else self.luck.choice(steps)
                more = steps
            elif state.status == RUNNING:
                steps = running_steps(table, state)
                step, more = self.luck.choice(steps), [*steps, *refused_steps(table, state)]
            else:
                return
            yield [each for each in [*more, *unkept(stranger, self.luck)] if each.faults()]
            if step.valid:
                await self.do(step)

    async def walk_at_companion(self) -> AsyncIterator[list[WalkStep]]:
        """A companion, from its form on."""
        person = self.person()
        made = await self.do(new_companion(person, self.luck))
        table = made.headers[b"location"].decode().split("/")[2]
        assert entry_url(self.site.table(table)) == made.headers[b"location"].decode()
        for _ in range(self.steps):
            state = self.site.table(table)
            if state.status != RUNNING:
                return
            steps = companion_steps(person, state, self.luck)
            yield steps
            await self.do(steps[0] if state.history.choices and self.luck.random() < 0.1 else steps[-1])

    async def walk_in_analysis(self) -> AsyncIterator[list[WalkStep]]:
        """An analysis of a new game, while its address is short enough to be stored nowhere."""
        person = self.person()
        new = next(step for step in unkept(person, self.luck) if step.name == "new analysis")
        url = (await self.do(new)).headers[b"location"].decode()
        for _ in range(self.steps // 10):
            position = self.position_of(url)
            steps = analysis_steps(person, url, position, self.luck)
            yield steps
            if position.to_act is None:
                return
            url = (await self.do(steps[-1])).headers[b"location"].decode()

    async def do(self, step: WalkStep) -> RawResponse:
        """Sends a valid step, sometimes after a wrong one, which then shares a commit with steps of other places."""
        if step.faults() and self.luck.random() < MIXED:
            await self.refused([step])
        shown = self.luck.random() < SHOWN and step.path.startswith("/t/") and step.name not in ELSEWHERE
        answer = await step.person.send(step.path, step.fields, shown)
        assert answer.status in ((200, 204) if shown else (200, 303)), told(step, answer)
        self.seen[f"{step.name} done"] += 1
        return answer

    async def refused(self, steps: Sequence[WalkStep]) -> None:
        """Sends each step with one thing wrong; the answer is a sentence."""
        for step in steps:
            asked = step.spoilt(self.luck)
            try:
                answer = await asked.person.send(asked.path, asked.fields, htmx=self.luck.random() < HTMX)
            except Exception as problem:
                raise AssertionError(f"{asked} led to {problem!r}") from problem
            assert 400 <= answer.status < 500, told(asked, answer)
            assert answer.body, told(asked, answer)
            assert not any(word in answer.body for word in FORBIDDEN), told(asked, answer)
            self.seen[f"{asked.what} {answer.status}"] += 1

    def position_of(self, url: str) -> Position:
        """The position of a moment of an analysis."""
        text, at = url.removeprefix("/analysis/").split("/")
        return node_in(tree_of(kept_analysis(self.site.services.store, text)), at).position


def told(asked: WalkStep | WrongRequest, answer: RawResponse) -> str:
    """A request and its answer, in short."""
    what = asked.what if isinstance(asked, WrongRequest) else asked.name
    return f"{what}: {asked.path} {str(asked.fields)[:400]}: {answer.status} {answer.body[:400]!r}"


def version_of(watching: sqlite3.Connection) -> int:
    """A number that changes with every change of the database."""
    return int(watching.execute("PRAGMA data_version").fetchone()[0])


def place_of(made: RawResponse) -> str:
    """The table that was made."""
    return made.headers[b"location"].decode().rpartition("/")[2]


def fuzz(folder: Path, requests: int, seed: int, steps: int = STEPS) -> Counter[str]:
    """Runs on a server of its own, and returns what the requests were."""
    made = settings(folder, chat=True)
    migrated(made.database)
    # Compiling takes minutes: hints are short here. Nobody waits for an hour before a nudge.
    with quiet(made) as site, patch.object(think_pool, "compile_soon"), patch.object(nudges, "LATE", -1.0):
        tell = partial(print, f"seed {seed}:", flush=True)
        return site.run(Fuzzer(site, folder, requests, random.Random(seed), steps, tell).run)


def fuzz_alone(requests: int, seed: int) -> Counter[str]:
    """As `fuzz`, in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        return fuzz(Path(folder), requests, seed)
