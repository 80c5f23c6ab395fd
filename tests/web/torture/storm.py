"""The storm: two servers on one database, killed again and again while people play whole games."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import os
import random
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bench.visitors import Lost
from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.state import OVER, TableState
from tests.web.serving import Serving
from tests.web.torture.people import AGAIN, RemotePlayer, SentDecision
from tests.web.torture.stuck import watch

DEADLY = 0.01  # the probability that a server kills itself after a change
PAUSES = (0.05, 0.8)  # seconds between two kills
PARTLY = 0.6  # the probability that only a worker or a thinking process is killed, where there are any
GameNames = tuple[str, ...]
GAMES: GameNames = ("sintra", "fourberies", "stanza")


@dataclass
class Report:
    """What happened."""

    kills: int = 0
    suicides: int = 0  # kills between commit and answer
    parts: int = 0  # workers and thinking processes that were killed while their server went on
    games: int = 0
    sealed: int = 0  # simultaneous decisions in them
    acknowledged: int = 0
    undone: int = 0  # decisions that were taken back
    doubtful: int = 0  # decisions that were made and not acknowledged
    streams: int = 0  # how often a client had to come back


class Servers:
    """Two servers; whichever dies is started again at the same address."""

    def __init__(self, database: str, folder: Path, workers: int = 1, losing: float = 0.0) -> None:
        self._database, self._folder, self._workers, self._losing = database, folder, workers, losing
        self._ports = [_free_port() for _ in range(2)]
        self._running: dict[int, Serving] = {}
        self.starting = False
        self.addresses = [f"http://127.0.0.1:{port}" for port in self._ports]

    async def start(self, deadly: float) -> int:
        """Starts the dead servers and returns their number."""
        dead = [port for port in self._ports if port not in self._running or not self._running[port].alive]
        self.starting = True
        await asyncio.gather(*(self._start(port, deadly) for port in dead))
        self.starting = False
        return len(dead)

    async def _start(self, port: int, deadly: float) -> None:
        if port in self._running:
            self._running.pop(port).kill()
        given = (self._database, str(port), str(deadly), str(self._workers), str(self._losing))
        victim = (sys.executable, "-m", "tests.web.torture.victim", *given)
        self._running[port] = await asyncio.to_thread(Serving, self._folder, victim, {})

    def kill(self, which: Iterable[int]) -> int:
        """Kills servers and returns how many were alive."""
        alive = [self._running[self._ports[n]] for n in which if self._running[self._ports[n]].alive]
        for server in alive:
            server.kill()
        return len(alive)

    def kill_part(self, luck: random.Random) -> int:
        """Kills a worker or a thinking process of a server, which replaces it; returns how many."""
        alive = [server.process.pid for server in self._running.values() if server.alive]
        parts = [child for server in alive for child in descendants(server)]
        for part in luck.sample(parts, min(1, len(parts))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(part, signal.SIGKILL)
        return min(1, len(parts))

    async def restart(self) -> None:
        """Stops one server after the other and starts it again."""
        for server in list(self._running.values()):
            await asyncio.to_thread(server.stop)
            assert server.complaints == ""
            await self.start(0.0)

    async def stacks(self) -> str:
        """What every thread of every server does now, from the end of what the servers said."""
        alive = [server for server in self._running.values() if server.alive]
        for process in (each.process.pid for each in alive):
            for each in (process, *children(process)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGUSR1)
        await asyncio.sleep(1.0)
        return "\n".join(f"{server.address} said:\n{server.complaints[-20_000:]}" for server in alive)

    def close(self) -> None:
        for server in self._running.values():
            server.kill()


def descendants(process: int) -> list[int]:
    """The workers of a server and their thinking processes."""
    found = children(process)
    return [*found, *(each for child in found for each in descendants(child))]


def children(process: int) -> list[int]:
    """The workers of a server, or the thinking processes of a worker."""
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return [int(child) for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:  # it has died meanwhile
        return []


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@dataclass
class Party:
    """Two people and a bot at a table, and after the game at the next one."""

    servers: Servers
    luck: random.Random
    games: Iterator[str]
    played: list[tuple[str, list[RemotePlayer]]] = field(default_factory=list)
    now: tuple[str, list[RemotePlayer]] = ("", [])  # the table and its people; "" while they sit down
    stopping: bool = False

    async def play(self) -> None:
        """Plays one game after the other; the last is played to its end."""
        while not self.stopping:
            people = [RemotePlayer(self.servers.addresses, seat, self.luck) for seat in range(2)]
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


Trouble = Callable[[Servers, random.Random, Report, asyncio.Future[Any]], Awaitable[None]]
"""What happens to the servers while people play."""


async def storm(
    database: str,
    folder: Path,
    kills: int,
    parties: int,
    seed: int,
    games: GameNames = GAMES,
    workers: int = 1,
    minutes: float = math.inf,
    losing: float = 0.0,
) -> Report:
    """Kills servers while people play, then lets them finish; raises if anything was lost.

    With several workers, workers and thinking processes are killed as well, while their server goes on. After so many
    minutes the kills end, however many there were. Servers lose decisions with the probability `losing`.
    """
    end = time.monotonic() + 60 * minutes

    async def kill(servers: Servers, luck: random.Random, report: Report, playing: asyncio.Future[Any]) -> None:
        while report.kills < kills and not playing.done() and time.monotonic() < end:
            await asyncio.sleep(luck.uniform(*PAUSES))
            if workers > 1 and luck.random() < PARTLY:
                killed = servers.kill_part(luck)
                report.kills += killed
                report.parts += killed
                continue
            killed = servers.kill(luck.choice(((0,), (1,), (0, 1))))
            started = await servers.start(DEADLY)
            report.kills += started
            report.suicides += started - killed
        servers.kill((0, 1))
        await servers.start(0.0)

    return await weather(database, folder, DEADLY, kill, parties, seed, games, workers, losing)


async def calm(database: str, folder: Path, restarts: int, parties: int, seed: int, games: GameNames = GAMES) -> Report:
    """The same with servers that are stopped and started again."""

    async def restart(servers: Servers, luck: random.Random, report: Report, playing: asyncio.Future[Any]) -> None:
        for _ in range(restarts):
            await asyncio.sleep(luck.uniform(*PAUSES))
            await servers.restart()

    return await weather(database, folder, 0.0, restart, parties, seed, games)


async def weather(
    database: str,
    folder: Path,
    deadly: float,
    trouble: Trouble,
    parties: int,
    seed: int,
    games: GameNames,
    workers: int = 1,
    losing: float = 0.0,
) -> Report:
    """People play while there is trouble, and then to the end of their games; raises if anything was lost."""
    luck, report = random.Random(seed), Report()
    servers = Servers(database, folder, workers, losing)
    try:
        await servers.start(deadly)
        tables = [
            Party(servers, random.Random(luck.random()), itertools.cycle(games[n:] + games[:n])) for n in range(parties)
        ]
        await first_of(
            people_and_trouble(tables, partial(trouble, servers, luck, report)),
            watch(database, servers, lambda: [party.now for party in tables]),
        )
    finally:
        servers.close()
    check(database, [game for party in tables for game in party.played], report)
    return report


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


async def first_of(*deeds: Coroutine[Any, Any, None]) -> None:
    """Waits for the first deed that ends, raises its problem, and cancels the others."""
    tasks = [asyncio.create_task(deed) for deed in deeds]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def check(database: str, games: list[tuple[str, list[RemotePlayer]]], report: Report) -> None:
    """Compares the stored decisions with those sent and acknowledged."""
    engine = open_store(database)
    store = TableStore(engine, 1)
    for table, people in games:
        state = store.read(table)
        assert state.status == OVER, f"{table} is stuck"
        assert state.position.record().verify() == state.position
        for person in people:
            made = decisions(state, person.seat)
            if problem := difference(person.sent, made):
                raise AssertionError(f"seat {person.seat} at {table}, {problem}")
            report.acknowledged += sum(sent.acknowledged for sent in person.sent)
            acknowledged = {(sent.ply, sent.action) for sent in person.sent if sent.acknowledged}
            report.doubtful += len(made.items() - acknowledged)
            report.streams += person.streams
            report.undone += person.undone
        report.sealed += sum(
            state.history.positions[ply].to_act == 0 and state.history.positions[ply].secret
            for ply in range(len(state.history.choices))
        )
        report.games += 1
    engine.dispose()


def decisions(state: TableState, seat: int) -> dict[int, int]:
    """The decisions of a seat, by the number of choices made before the question."""
    line = state.history
    return {line.group_start(ply): choice for ply, choice in enumerate(line.choices) if line.deciders[ply] == seat}


def difference(sent: list[SentDecision], made: dict[int, int]) -> str:
    """An acknowledged decision that is missing, or a stored one that nobody sent; "" if there is none.

    Of several answers to one question, as sealed ones can be changed, the last that was acknowledged
    counts, or one that was sent after it and not answered.
    """
    for ply in {each.ply for each in sent} | made.keys():
        mine = [each for each in sent if each.ply == ply]
        sure = [each.acknowledged and not each.perhaps_undone for each in mine]
        last = max((n for n, each in enumerate(sure) if each), default=None)
        if ply not in made:
            if last is not None:
                return f"ply {ply}: the decision {mine[last].action} is lost"
        elif made[ply] not in [each.action for each in mine[last or 0 :]]:
            return f"ply {ply}: {made[ply]} is not what was decided: {mine}"
    return ""
