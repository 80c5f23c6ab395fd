"""Several real processes on one database: any of them serves any table, and one of them runs its bots."""

from __future__ import annotations

import asyncio
import fcntl
import itertools
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select

from bench.visitors import SeenTable, Visitor
from ludotheque.errors import Error
from ludotheque.web.server import listen
from ludotheque.web.settings import Settings
from ludotheque.web.storage import schema
from ludotheque.web.storage.schema import open_store
from ludotheque.web.storage.store import TableStore
from ludotheque.web.supervisor import MOST_SILENT, POLL, Worker, serve, work
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.work.hand_over import MAX_READ, HandOver, worker_of
from ludotheque.web.work.leases import MISSED_BEATS, WorkerLease
from tests.web.serving import SECRET, serving

pytestmark = pytest.mark.both_databases
QUICK = {"LUDOTHEQUE_PACE": "0", "LUDOTHEQUE_BEAT": "0.2", "LUDOTHEQUE_THINK_PROCESSES": "0"}


async def _made(visitor: Visitor, path: str, **fields: object) -> str:
    answer = await visitor.post(path, {name.replace("_", "-"): value for name, value in fields.items()})
    assert answer.status == 303, answer
    return answer.headers["location"].rpartition("/")[2]


async def _play(visitor: Visitor, table: str, seen: SeenTable) -> bool:
    """Decides something, whatever is allowed; False if the table has changed since the visitor saw it."""
    for action in seen.actions:
        fields = {"seat": seen.seat, "version": seen.version, "action": action}
        answer = await visitor.post(f"/t/{table}/play", fields)
        if answer.status != 422:
            assert answer.status in (303, 409), answer
            return answer.status == 303
    raise AssertionError("nothing is allowed")


async def _asked(visitor: Visitor, table: str) -> SeenTable:
    """The table as soon as the visitor is asked."""
    async with asyncio.timeout(60):
        while not (seen := SeenTable.of((await visitor.get(f"/t/{table}/part")).body)).actions:
            await asyncio.sleep(0.05)
        return seen


def _run(play: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(120):
            await play()

    asyncio.run(in_time())


@pytest.mark.server
def test_updates_reach_the_clients_of_every_process(database: str, tmp_path: Path) -> None:
    one = serving(tmp_path, "--database", database, **QUICK)
    other = serving(tmp_path, "--database", database, **QUICK)
    with one as here, other as there:

        async def play() -> None:
            ann = Visitor(here.address)
            table = await _made(ann, "/new/sintra", seats=2, seat_0="me", seat_1="me")
            watcher = Visitor(there.address)
            events = watcher.follow(f"/t/{table}/events", 0)
            version, _ = await anext(events)
            for _ in range(3):
                seen = await _asked(ann, table)
                assert await _play(ann, table, seen)
                version, parts = await anext(events)
                assert version == seen.version + 1
                assert SeenTable.of(b"".join(parts.values())).version == version
            ann.move_to(there.address)  # the seat is the same there
            assert await _play(ann, table, await _asked(ann, table))
            await events.aclose()
            await _change_of_mind(Visitor(here.address), Visitor(here.address), there.address)

        _run(play)


async def _change_of_mind(ann: Visitor, bea: Visitor, there: str) -> None:
    """A changed sealed answer makes no version, but reaches the player's own page, also at another process."""
    table = await _made(ann, "/new/fourberies", seats=3, seat_0="me", seat_1="me", seat_2="friend")
    await bea.get("/health")
    await bea.post(f"/t/{table}/sit", {"seat": 2, "name": "Bea"})
    await ann.post(f"/t/{table}/start")
    watcher = Visitor(there)
    watcher.cookies = bea.cookies
    events = watcher.follow(f"/t/{table}/events", 0)
    await anext(events)
    seen = await _asked(bea, table)
    for action in seen.actions[:2]:
        fields = {"seat": seen.seat, "version": (await _asked(bea, table)).version, "action": action}
        assert (await bea.post(f"/t/{table}/play", fields)).status == 303
        _, parts = await anext(events)
        assert SeenTable.of(b"".join(parts.values())).sealed == action
    await events.aclose()


@pytest.mark.server
def test_bots_survive_the_process_that_ran_them(database: str, tmp_path: Path) -> None:
    one = serving(tmp_path, "--database", database, **QUICK | {"LUDOTHEQUE_PACE": "3600"})  # never decides
    with one as slow:
        ann = Visitor(slow.address)

        async def begin() -> str:
            table = await _made(ann, "/new/sintra", seats=2, seat_0="me", seat_1="bot:random")
            seen = SeenTable.of((await ann.get(f"/t/{table}/part")).body)
            while seen.actions:
                assert await _play(ann, table, seen)
                seen = SeenTable.of((await ann.get(f"/t/{table}/part")).body)
            return table

        table = asyncio.run(begin())
        with serving(tmp_path, "--database", database, **QUICK) as other:
            ann.move_to(other.address)

            async def stays_asleep() -> None:
                before = SeenTable.of((await ann.get(f"/t/{table}/part")).body)
                await asyncio.sleep(1)
                assert SeenTable.of((await ann.get(f"/t/{table}/part")).body) == before  # another worker has it

            asyncio.run(stays_asleep())
            slow.kill()

            async def goes_on() -> None:
                await _asked(ann, table)

            _run(goes_on)


@pytest.mark.server
def test_a_worker_that_dies_is_replaced(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--database", database, "--workers", "2", **QUICK) as server:

        async def play() -> None:
            ann = Visitor(server.address)
            table = await _made(ann, "/new/sintra", seats=2, seat_0="me", seat_1="bot:random")
            for _ in range(2):
                assert await _play(ann, table, await _asked(ann, table))
            before = _children(server.process.pid)
            assert len(before) == 2
            await _lives_at_one_worker(server.address, table, before)
            for child in before:
                os.kill(child, signal.SIGKILL)
            while len(now := _children(server.process.pid)) < 2 or now & before:
                await asyncio.sleep(0.05)
            assert await _play(ann, table, await _asked(ann, table))

        _run(play)
        assert server.stop() == 0
        assert "Traceback" not in server.complaints


async def _lives_at_one_worker(address: str, table: str, workers: set[int]) -> None:
    """All clients of a table are served by the same worker, whichever accepts their connections.

    Not those that come while that worker hangs, as it may on a busy machine.
    """
    fewer, more = 8, 0
    while not fewer < 8 <= more:
        held = {worker: _sockets(worker) for worker in workers}
        streams = [Visitor(address).follow(f"/t/{table}/events", 0) for _ in range(8)]
        for stream in streams:
            await anext(stream)
        fewer, more = sorted(len(_sockets(worker) - held[worker]) for worker in workers)  # some are for the database
        for stream in streams:
            await stream.aclose()


def _sockets(process: int) -> set[str]:
    """The sockets that a process has open."""
    links = set()
    for each in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # it was closed meanwhile
            links.add(str(each.readlink()))
    return {link for link in links if link.startswith("socket:")}


def _children(parent: int) -> set[int]:
    """The worker processes of a supervisor."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(child) for child in found if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()}


@pytest.mark.server
def test_workers_end_with_their_supervisor(tmp_path: Path) -> None:
    """None of them holds the pipe by which another one notices the end."""
    with serving(tmp_path, "--workers", "3") as server:
        workers = _children(server.process.pid)
        assert len(workers) == 3
        os.kill(youngest := max(workers), signal.SIGSTOP)  # a pipe that it holds stays open
        server.process.kill()
        while any(_is_running(worker) for worker in workers - {youngest}):
            time.sleep(0.05)


def _is_running(process: int) -> bool:
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())  # a zombie has an empty one
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.server
def test_a_worker_whose_supervisor_dies_while_it_starts_ends_and_keeps_no_table(database: str) -> None:
    context = multiprocessing.get_context("spawn")
    mine, its = context.Pipe()
    mine.close()
    settings = Settings(database, SECRET, think_processes=0, beat=0.2)
    with listen("127.0.0.1", 0) as listening:
        worker = context.Process(target=work, args=(settings, listening, its, None))
        worker.start()
        worker.join(60)
    assert worker.exitcode == 0
    engine = open_store(database)
    with engine.connect() as connection:
        assert connection.execute(select(schema.workers.c.id)).all() == []
    engine.dispose()


def test_of_two_workers_one_claims_a_table_until_it_is_silent(database: str) -> None:
    engine = open_store(database)
    one, other = WorkerLease(engine), WorkerLease(engine)
    for worker in (one, other):
        worker.renew()
    table = create(TableStore(engine, 1), Plan("sintra", (SeatPlan("person"), SeatPlan("bot"))), "ann")
    with schema.writing(engine) as connection:
        connection.execute(schema.tables.update().values(bot_asked=True))
    assert one.unclaimed_tables() == other.unclaimed_tables() == [table]
    assert one.claim(table)
    assert not other.claim(table)
    assert (one.unclaimed_tables(), other.unclaimed_tables()) == ([table], [])
    for _ in range(MISSED_BEATS + 1):
        other.renew()
    assert other.claim(table)
    before = one.id
    one.renew()  # it was declared dead: it continues under a new id, without the table
    assert one.id != before
    assert not one.claim(table)
    other.end()
    assert one.claim(table)
    engine.dispose()


@pytest.mark.parametrize("workers", [0, -1])
def test_a_server_without_workers_is_refused(workers: int) -> None:
    with pytest.raises(Error, match="at least one worker"):
        serve(Settings("sqlite://", "x", workers=workers), "127.0.0.1", 0, print)


@pytest.mark.server
def test_the_tables_of_a_worker_that_hangs_are_served_by_another(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", **QUICK) as server:

        async def play() -> None:
            ann = Visitor(server.address)
            tables = [await _made(ann, "/new/sintra", seats=2, seat_0="me", seat_1="me") for _ in range(8)]
            assert len({worker_of(table.encode(), 2) for table in tables}) == 2
            hanging = min(_children(server.process.pid))
            (lock,) = tmp_path.glob("*-lock")
            with lock.open("rb") as held:  # it stops while it writes nothing: SQLite would let nobody else write
                fcntl.flock(held, fcntl.LOCK_EX)
                os.kill(hanging, signal.SIGSTOP)
                while _state(hanging) != "T":
                    await asyncio.sleep(0.001)
            for table in tables:
                while not await _answers(ann, table):
                    pass
            with suppress(ProcessLookupError):  # it has been replaced after a minute
                os.kill(hanging, signal.SIGCONT)

        _run(play)


def _state(process: int) -> str:
    """What a process does, as Linux says it: T if it has been stopped."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


async def _answers(ann: Visitor, table: str) -> bool:
    """Whether a decision is acknowledged while somebody waits."""
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            return await _play(ann, table, await _asked(ann, table))
    return False  # if the decision is made all the same, the next one is about another version


def test_a_worker_that_gives_no_more_pulses_hangs() -> None:
    hand_over, _ = HandOver.between(2)
    worker = Worker(cast("Any", None), hand_over, cast("Any", None), 0.0)
    times = itertools.count(0.0, POLL)
    looks = int(MOST_SILENT / POLL)
    assert not any(worker.look(next(times)) for _ in range(2 * looks))  # it is being started, on a slow machine
    for _ in range(2):
        hand_over.pulse()
        assert not any(worker.look(next(times)) for _ in range(looks - 5))
    now = next(times)
    assert not any(worker.look(now) for _ in range(2 * looks))  # the supervisor has much to do with another worker
    assert not worker.look(now + 1000)  # the computer has slept
    assert any(worker.look(now + 1000 + each * POLL) for each in range(9))
    for each in (*hand_over.givers, *hand_over.receivers):
        each.close()


def test_a_connection_goes_to_the_worker_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what was read; a request for no table, a long one, and one that finds no room stay where they are."""
    one, other = HandOver.between(2)
    monkeypatch.setattr("ludotheque.web.work.hand_over.PATIENCE", 3600.0)
    monkeypatch.setattr("ludotheque.web.work.hand_over.PULSE", 0.01)
    other.pulse()
    tables = {worker_of(name, 2): name for name in (b"one", b"two", b"three", b"four")}
    mine, theirs = (b"GET /t/" + tables[number] + b"/part?eyes=1 HTTP/1.1\r\n" for number in (0, 1))
    here, there = socket.socketpair()
    assert not one.give(here.fileno(), mine)
    assert not one.give(here.fileno(), b"GET /mine HTTP/1.1\r\n")
    assert not one.give(here.fileno(), theirs + b"x" * MAX_READ)
    with monkeypatch.context() as patch:
        patch.setattr("ludotheque.web.work.hand_over.PATIENCE", -1.0)
        assert not one.give(here.fileno(), theirs)  # the other worker hangs
    assert one.give(here.fileno(), theirs)
    here.close()

    async def receive() -> None:
        loop = asyncio.get_running_loop()
        received: asyncio.Future[bytes] = loop.create_future()

        class Echo(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                self.transport = transport
                transport.write(b"here")  # type: ignore[attr-defined]

            def data_received(self, data: bytes) -> None:
                received.set_result(data)
                self.transport.close()

        other.open(Echo)
        assert await asyncio.wait_for(received, 20) == theirs
        assert await loop.run_in_executor(None, there.recv, 9) == b"here"
        other.close()
        await asyncio.sleep(0.05)

    asyncio.run(receive())
    assert not one.give(there.fileno(), theirs)  # the other worker stops
    other.pulse()  # the next one is being started
    while one.give(there.fileno(), theirs):  # nobody receives now
        pass
    for each in (there, *one.givers, *one.receivers):
        each.close()
