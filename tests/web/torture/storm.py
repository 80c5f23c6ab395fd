"""The storm: two servers on one database, killed and stopped again and again while people play whole games."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bench.visitors import Lost
from tests.web.torture.checker import Report, check
from tests.web.torture.people import AGAIN, RemotePlayer
from tests.web.torture.posts import Posts
from tests.web.torture.servers import Servers
from tests.web.torture.stuck import watch

DEADLY = 0.03  # the probability that a server kills itself after a change
PAUSES = (0.05, 0.4)  # seconds between two restarts
MOST_ANSWERS = 8  # posts that are answered between two kills at most
PATIENCE = 2.0  # seconds that a kill waits for them, and then for a post at its target
MIDST = 0.008  # seconds at most between the post and the kill
PARTLY = 0.6  # the probability that only a worker or a thinking process is killed, where there are any
TELL = 30.0  # seconds between two lines that tell how far a storm is
GameNames = tuple[str, ...]
GAMES: GameNames = ("sintra", "fourberies", "stanza")


@dataclass(frozen=True)
class StormPlan:
    """What happens in a storm."""

    kills: int
    parties: int  # tables that are played at, at the same time
    seed: int
    games: GameNames = GAMES
    workers: int = 1  # workers of each server; with several, workers and thinking processes are killed as well
    minutes: float = math.inf  # after which the kills end, however many there were
    gently: float = 0.15  # the probability that servers are told to stop instead of being killed
    losing: str = ""  # what servers lose sometimes, though they acknowledge it (`victim.py`)


@dataclass
class Party:
    """Two people and a bot at a table, and after the game at the next one."""

    servers: Servers
    posts: Posts
    luck: random.Random
    games: Iterator[str]
    played: list[tuple[str, list[RemotePlayer]]] = field(default_factory=list)
    now: tuple[str, list[RemotePlayer]] = ("", [])  # the table and its people; "" while they sit down
    stopping: bool = False

    async def play(self) -> None:
        """Plays one game after the other; the last is played to its end."""
        while not self.stopping:
            people = [RemotePlayer(self.servers.addresses, seat, self.luck, self.posts) for seat in range(2)]
            people[0].others, people[1].others = people[1:], people[:1]
            self.now = "", people
            table = await self._sit_down(people)
            self.now = table, people
            self.played.append(self.now)
            async with following(people, table), asyncio.TaskGroup() as group:
                for person in people:
                    group.create_task(person.play(table))
            await self._in_step(table, people)

    async def _sit_down(self, people: list[RemotePlayer]) -> str:
        fields = {"seats": 3, "seat-0": "me", "seat-1": "friend", "seat-2": "bot:random"}
        for person in people:
            while (
                not person.visitor.cookies
            ):  # without a cookie the player would be a new visitor after a lost response
                with contextlib.suppress(Lost):
                    await person.anywhere().get("/")
        table, game = "", next(self.games)
        while not table:
            with contextlib.suppress(Lost):
                answer = await people[0].anywhere().post(f"/new/{game}", fields)
                table = answer.headers.get("location", "").rpartition("/")[2]
        await insist(people[1], f"/t/{table}/sit", {"seat": 1, "name": "Bea"})
        await insist(people[0], f"/t/{table}/start", {})
        return table

    async def _in_step(self, table: str, people: list[RemotePlayer]) -> None:
        """Every client has the newest version, with the same bytes as a fresh page."""
        async with following(people, table):
            for person in people:
                while True:
                    with contextlib.suppress(Lost):
                        fresh = b"\n".join(b"data: " + line for line in (await person.page(table)).splitlines())
                        if b"".join(person.event[1].values()) == fresh:
                            break
                    await asyncio.sleep(AGAIN)


@contextlib.asynccontextmanager
async def following(people: list[RemotePlayer], table: str) -> AsyncIterator[None]:
    """While people follow the events of their table."""
    tasks = [asyncio.create_task(person.follow(table)) for person in people]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(result, asyncio.CancelledError):
                raise AssertionError(f"a stream failed: {result!r}")


async def insist(person: RemotePlayer, path: str, fields: dict[str, object]) -> None:
    """Posts until there is a response; a refusal because it was done before counts as one."""
    while True:
        with contextlib.suppress(Lost):
            if (await person.anywhere().post(path, fields)).status in (303, 409):
                return
        await asyncio.sleep(AGAIN)


Trouble = Callable[[Servers, Posts, random.Random, Report, asyncio.Future[Any]], Awaitable[None]]
"""What happens to the servers while people play."""

Tell = Callable[[str], object]
"""Tells how far a storm is."""


async def storm(database: str, folder: Path, plan: StormPlan, tell: Tell = str) -> Report:
    """Kills and stops servers while people play, then lets them finish; raises if anything was lost."""
    end = time.monotonic() + 60 * plan.minutes

    async def kill(
        servers: Servers, posts: Posts, luck: random.Random, report: Report, playing: asyncio.Future[Any]
    ) -> None:
        delays = iter(lambda: luck.uniform(0.0, MIDST), None)
        while report.kills < plan.kills and not playing.done() and time.monotonic() < end:
            await posts.answers(luck.randint(0, MOST_ANSWERS), PATIENCE)
            which = luck.choice(((0,), (1,), (0, 1)))
            if luck.random() < plan.gently:
                report.stops += await servers.stop(which)
            else:
                addresses = [servers.addresses[n] for n in which]
                await posts.aim(addresses, delays, PATIENCE)
                posts.strike(addresses)
                if plan.workers == 1 or luck.random() >= PARTLY:
                    report.servers += servers.kill(which)
                else:
                    workers, thinking = servers.kill_part(which, luck)
                    report.workers += workers
                    report.thinking += thinking
            await servers.start(DEADLY)
            report.suicides = servers.suicides
        servers.kill((0, 1))
        await servers.start(0.0)

    return await weather(database, folder, DEADLY, kill, plan, tell)


async def calm(database: str, folder: Path, restarts: int, plan: StormPlan) -> Report:
    """The same with servers that are stopped and started again."""

    async def restart(
        servers: Servers, posts: Posts, luck: random.Random, report: Report, playing: asyncio.Future[Any]
    ) -> None:
        for server in [0, 1] * restarts:
            await asyncio.sleep(luck.uniform(*PAUSES))
            report.stops += await servers.stop((server,))
            await servers.start(0.0)

    return await weather(database, folder, 0.0, restart, plan, str)


async def weather(database: str, folder: Path, deadly: float, trouble: Trouble, plan: StormPlan, tell: Tell) -> Report:
    """People play while there is trouble, and then to the end of their games; raises if anything was lost."""
    luck, report, posts = random.Random(plan.seed), Report(), Posts()
    servers = Servers(database, folder, plan.workers, plan.losing)
    try:
        await servers.start(deadly)
        tables = [
            Party(servers, posts, random.Random(luck.random()), itertools.cycle(plan.games[n:] + plan.games[:n]))
            for n in range(plan.parties)
        ]
        await first_of(
            people_and_trouble(tables, partial(trouble, servers, posts, luck, report)),
            watch(database, servers, lambda: [party.now for party in tables]),
            progress(plan, tables, posts, report, tell),
        )
    finally:
        servers.close()
    report.suicides, report.hits = servers.suicides, posts.hits
    check(database, [game for party in tables for game in party.played], servers.gentle_ends, report)
    return report


async def progress(plan: StormPlan, tables: list[Party], posts: Posts, report: Report, tell: Tell) -> None:
    """Tells now and then how far the storm is; never returns."""
    begun = time.monotonic()
    while True:
        await asyncio.sleep(TELL)
        people = [person for party in tables for _, people in party.played for person in people]
        acknowledged = sum(sent.acknowledged for person in people for sent in person.sent)
        tell(
            f"{report.kills} of {plan.kills} kills, {posts.hits} of them hit a post, {report.stops} stops,"
            f" game {len(people) // 2}, {acknowledged} decisions acknowledged, {time.monotonic() - begun:.0f} s"
        )


async def people_and_trouble(tables: list[Party], trouble: Callable[[asyncio.Future[Any]], Awaitable[None]]) -> None:
    """People play while there is trouble, and then to the end of their games."""
    playing = asyncio.gather(*(party.play() for party in tables))
    try:
        await trouble(playing)
        for party in tables:
            party.stopping = True
        await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def first_of(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Waits for the first one that ends, raises its problem, and cancels the others."""
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
