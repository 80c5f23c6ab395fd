"""Walks: valid deeds at many places at the same time, and between them requests that must change nothing."""

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

from ludotheque.core.position import Position
from ludotheque.web.middleware.limits import Buckets
from ludotheque.web.pages.analysis import node_in, tree_of
from ludotheque.web.storage.analyses import kept_analysis
from ludotheque.web.tables.companion import entry_url
from ludotheque.web.tables.state import RUNNING, WAITING
from tests.web.asgi import RawResponse
from tests.web.fuzz.deed import Deed, FuzzVisitor, WrongRequest
from tests.web.fuzz.other_deeds import analysis_deeds, companion_deeds, making, new_companion, unkept
from tests.web.fuzz.table_deeds import SEATS, FuzzTable, freeing, refused_deeds, running_deeds, waiting_deeds
from tests.web.site import Site, migrated, quiet, settings

AT_ONCE = 16  # places that are walked at, at the same time
DEEDS = 300  # valid deeds at a place before another one takes its place
WRONG = 4  # requests with one thing wrong after each valid deed
MIXED = 0.2  # the probability that a wrong deed is sent just before a valid one
HTMX = 0.9  # the probability that a wrong one is sent by a page with scripts: the sentence alone is cheap to draw
SHOWN = 0.05  # the probability that a deed is posted as a page with scripts does, which gets the table back
TELL = 10.0  # seconds between two lines that tell how far it is
UNLIMITED = Buckets(1e9, 10**9)
FORBIDDEN = (b"Traceback", b"sqlalchemy", b"sqlite3.", b'File "/')


@dataclass
class Fuzzer:
    """A site, its visitors, and what they have asked."""

    site: Site
    requests: int
    luck: random.Random
    deeds: int = DEEDS
    tell: Callable[[str], object] = str
    seen: Counter[str] = field(default_factory=Counter)

    def person(self) -> FuzzVisitor:
        """A new visitor."""
        return FuzzVisitor(self.site.app, self.site.services.settings.secret, self.luck)

    async def run(self) -> Counter[str]:
        """Walks until there were enough requests; in every round each place has one valid deed and some wrong ones."""
        services, begun, told = self.site.services, time.monotonic(), time.monotonic()
        services.reaction_limit = services.chat_limit = services.analysis_limit = UNLIMITED
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
        return self.seen

    async def walk(self) -> AsyncIterator[list[Deed]]:
        """Does a valid deed, then yields deeds whose faults are to be sent; at one place after the other."""
        kinds = (self.walk_at_table, self.walk_at_table, self.walk_at_companion, self.walk_in_analysis)
        while True:
            async for deeds in self.luck.choice(kinds)():
                yield [self.luck.choice(deeds) for _ in range(WRONG)]

    async def walk_at_table(self) -> AsyncIterator[list[Deed]]:
        """A table of three people, from the form to the end of its game."""
        people, stranger = [self.person() for _ in range(SEATS)], self.person()
        made = making(people[0], self.luck, (await people[0].send("/pledge", None)).body.decode())
        yield [made]
        table = FuzzTable(place_of(await self.do(made)), people, stranger, self.luck)
        for _ in range(self.deeds):
            state = self.site.table(table.id)
            if state.status == WAITING:
                deeds = freeing(table, state) or waiting_deeds(table, state)
                deed = deeds[-1] if self.luck.random() < 0.5 else self.luck.choice(deeds)
                more = deeds
            elif state.status == RUNNING:
                deeds = running_deeds(table, state)
                deed, more = self.luck.choice(deeds), [*deeds, *refused_deeds(table, state)]
            else:
                return
            yield [each for each in [*more, *unkept(stranger, self.luck)] if each.faults()]
            if deed.valid:
                await self.do(deed)

    async def walk_at_companion(self) -> AsyncIterator[list[Deed]]:
        """A companion, from its form on."""
        person = self.person()
        made = await self.do(new_companion(person, self.luck))
        table = made.headers[b"location"].decode().split("/")[2]
        assert entry_url(self.site.table(table)) == made.headers[b"location"].decode()
        for _ in range(self.deeds):
            state = self.site.table(table)
            if state.status != RUNNING:
                return
            deeds = companion_deeds(person, state, self.luck)
            yield deeds
            await self.do(deeds[0] if state.history.choices and self.luck.random() < 0.1 else deeds[-1])

    async def walk_in_analysis(self) -> AsyncIterator[list[Deed]]:
        """An analysis of a new game, while its address is short enough to be stored nowhere."""
        person = self.person()
        new = next(deed for deed in unkept(person, self.luck) if deed.name == "new analysis")
        url = (await self.do(new)).headers[b"location"].decode()
        for _ in range(self.deeds // 10):
            position = self.position_of(url)
            deeds = analysis_deeds(person, url, position, self.luck)
            yield deeds
            if position.to_act is None:
                return
            url = (await self.do(deeds[-1])).headers[b"location"].decode()

    async def do(self, deed: Deed) -> RawResponse:
        """Sends a valid deed, sometimes after a wrong one, which then shares a commit with deeds of other places."""
        if deed.faults() and self.luck.random() < MIXED:
            await self.refused([deed])
        shown = self.luck.random() < SHOWN and deed.path.startswith("/t/")
        answer = await deed.person.send(deed.path, deed.fields, shown)
        assert answer.status in ((200, 204) if shown else (200, 303)), told(deed, answer)
        self.seen[f"{deed.name} done"] += 1
        return answer

    async def refused(self, deeds: Sequence[Deed]) -> None:
        """Sends each deed with one thing wrong; the answer is a sentence."""
        for deed in deeds:
            asked = deed.spoilt(self.luck)
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


def told(asked: Deed | WrongRequest, answer: RawResponse) -> str:
    """A request and its answer, in short."""
    what = asked.what if isinstance(asked, WrongRequest) else asked.name
    return f"{what}: {asked.path} {str(asked.fields)[:400]}: {answer.status} {answer.body[:400]!r}"


def version_of(watching: sqlite3.Connection) -> int:
    """A number that changes with every change of the database."""
    return int(watching.execute("PRAGMA data_version").fetchone()[0])


def place_of(made: RawResponse) -> str:
    """The table that was made."""
    return made.headers[b"location"].decode().rpartition("/")[2]


def fuzz(folder: Path, requests: int, seed: int, deeds: int = DEEDS) -> Counter[str]:
    """Runs on a server of its own, and returns what the requests were."""
    made = settings(folder, chat=True)
    migrated(made.database)
    with quiet(made) as site:
        tell = partial(print, f"seed {seed}:", flush=True)
        return site.run(Fuzzer(site, requests, random.Random(seed), deeds, tell).run)


def fuzz_alone(requests: int, seed: int) -> Counter[str]:
    """As `fuzz`, in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        return fuzz(Path(folder), requests, seed)
