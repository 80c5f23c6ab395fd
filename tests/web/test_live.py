"""Event streams: the newest version, resumed where a client was, and cut off if it cannot follow."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette

from ludotheque import games
from ludotheque.web.app import create_app, lifespan
from ludotheque.web.pages.live import event
from ludotheque.web.services import Services
from ludotheque.web.tables.company import react
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.state import TableState
from tests.web.site import first_choice, migrated, settings

PIECE, END = re.compile(r'(?=<g data-at=")'), "</svg></section>"  # a picture is cut here if only pieces of it are sent


class Client:
    """A browser that listens to a table's events, as fast as it likes."""

    def __init__(self, app: Starlette, path: str, query: str = "", slow: bool = False, **headers: str) -> None:
        self.app, self.slow = app, slow
        self.received: list[str] = []
        self.heard: list[str] = []  # what people say and show, and who watches
        self.bytes = 0  # sent over the wire
        self.status = 0
        self._unpacked: Callable[[bytes], bytes] = bytes
        self.left = asyncio.Event()
        names = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.scope: dict[str, Any] = {
            "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": names,
            "scheme": "http", "server": ("testserver", 80), "http_version": "1.1", "root_path": "", "asgi": {},
        }  # fmt: skip
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        await self.app(self.scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            if (b"content-encoding", b"gzip") in message["headers"]:
                self._unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress
        elif message["body"]:
            self.bytes += len(message["body"])
            if self.slow and b"event: table" in message["body"]:
                await asyncio.sleep(3600)
            text = self._unpacked(message["body"]).decode()
            (self.heard if text.startswith("event: company") else self.received).append(text)

    @property
    def tables(self) -> list[str]:
        """The events of tables: who watches is told a moment later."""
        return [each for each in self.received if each.startswith("id: ")]

    @property
    def versions(self) -> list[int]:
        lines = "".join(self.received).splitlines()
        return [int(line.removeprefix("id: ")) for line in lines if line.startswith("id: ")]

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not happened():
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self.left.set()
        await asyncio.wait_for(self.task, 10)


def at_a_table(
    tmp_path: Path, scenario: Callable[[Starlette, Services, str], Awaitable[None]], game: str = "sintra", **others: Any
) -> None:
    """Runs a server with one table, where one visitor holds both seats."""

    async def run() -> None:
        made = settings(tmp_path, **others)
        migrated(made.database)
        app = create_app(made)
        async with lifespan(app):
            services: Services = app.state.services
            plan = Plan(game, (SeatPlan("person"), SeatPlan("person")))
            await scenario(app, services, await asyncio.to_thread(create, services.store, plan, "ann"))

    asyncio.run(run())


def step(services: Services, table_id: str) -> TableState:
    """One decision, or all simultaneous ones: a sealed one alone is seen by nobody else."""
    table = services.store.read(table_id)
    for seat, position in table.asked().items():
        services.store.change(table_id, decide, "ann", seat, table.version, first_choice(position))
    return services.store.read(table_id)


def test_a_client_gets_the_table_whenever_it_changes(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        client = Client(app, f"/t/{table}/events", "since=0")
        await client.until(lambda: client.versions == [2])
        await asyncio.to_thread(step, services, table)
        await client.until(lambda: client.versions == [2, 3])
        await asyncio.to_thread(step, services, table)
        await client.until(lambda: client.versions == [2, 3, 4])
        assert client.received[0] == "retry: 1500\n\n"
        part = Client(app, f"/t/{table}/part")
        await part.task
        first = Client(app, f"/t/{table}/events", "since=0")
        await first.until(lambda: first.versions == [4])
        # What is sent is the same as what can be asked for: the tests of secrets look at that.
        whole = event("table", part.received, 4).decode()
        assert first.received[-1] == whole
        # After the first event only what changed is sent: parts of the whole, and the newest lines of the log.
        state, *parts = re.split(r"(?=<\w+[^<>]* data-part=)", client.received[-1].removesuffix("\n\n"))
        assert "data-delta" in state + parts.pop(0)
        lines = re.findall(r"<li.*?</li>", parts.pop().replace("\ndata: ", ""))
        assert 0 < len(lines) < 4
        assert 0 < len("".join(parts)) < len(whole)
        pieces = [piece for part in parts if "data-pieces" in part for piece in PIECE.split(part.removesuffix(END))[1:]]
        assert pieces
        assert all(part in whole for part in (*pieces, *lines, *(part for part in parts if "data-pieces" not in part)))
        for each in (client, first):
            await each.leave()
        assert services.hub.count == 0

    at_a_table(tmp_path, scenario)


@pytest.mark.parametrize("game", games())
def test_a_client_that_accepts_gzip_gets_the_same_events_in_a_quarter_of_the_bytes(tmp_path: Path, game: str) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        plain = Client(app, f"/t/{table}/events", "since=0", accept_encoding="br, gzip;q=0")
        small = Client(app, f"/t/{table}/events", "since=0", accept_encoding="br, gzip")
        for steps in range(12):
            await plain.until(lambda: len(plain.versions) == len(small.versions) == steps + 1)  # noqa: B023
            for one, other in zip(small.tables, plain.tables, strict=True):  # every event can be read at once
                # A page gets the whole table instead of what changed, if the table was read anew at that moment.
                assert one == other or ("data-delta" in one) != ("data-delta" in other)
            if (await asyncio.to_thread(step, services, table)).ended:
                break
        assert 4 * small.bytes < plain.bytes
        assert small.bytes < 15_000 * len(small.versions)
        for each in (plain, small):
            await each.leave()

    at_a_table(tmp_path, scenario, game)


def test_a_sealed_answer_reaches_only_its_own_players_tabs(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        seal = services.store.read(table).asked()[0].legal()
        cookie = f"visitor={URLSafeSerializer(services.settings.secret, salt='visitor').dumps('ann')!s}"
        mine, eve = (Client(app, f"/t/{table}/events", "since=2&eyes=0", cookie=who) for who in (cookie, ""))
        await mine.until(lambda: services.hub.count == 2)
        for each in seal[:2]:
            mine.received.clear()
            await asyncio.to_thread(services.store.change, table, decide, "ann", 0, 2, each)
            # Twice, where the feed of other servers' changes finds the new seal at the same moment.
            await mine.until(lambda: set(mine.versions) == {2})
        assert eve.versions == []
        for client in (mine, eve):
            await client.leave()

    at_a_table(tmp_path, scenario, "fourberies")


def test_a_client_with_the_newest_version_waits_for_the_next(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        client = Client(app, f"/t/{table}/events", "since=2")
        await asyncio.sleep(0.1)
        assert client.versions == []
        await asyncio.to_thread(step, services, table)
        await client.until(lambda: client.versions == [3])
        await client.leave()

    at_a_table(tmp_path, scenario)


def test_a_lost_connection_is_resumed_by_the_last_event(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        client = Client(app, f"/t/{table}/events", "since=2")
        await asyncio.to_thread(step, services, table)
        await client.until(lambda: client.versions == [3])
        await client.leave()
        for _ in range(3):
            await asyncio.to_thread(step, services, table)
        again = Client(app, f"/t/{table}/events", "since=2", last_event_id="3")
        await again.until(lambda: again.versions == [6])  # the table as it is now, and only that
        await again.leave()
        current = Client(app, f"/t/{table}/events", "since=2", last_event_id="6")
        await current.until(lambda: current.versions == [6])  # a version tells neither seals nor tastes
        await current.leave()

    at_a_table(tmp_path, scenario)


def test_a_slow_client_is_cut_off_and_holds_nobody_up(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        slow = Client(app, f"/t/{table}/events", "since=0", slow=True)
        fast = Client(app, f"/t/{table}/events", "since=0")
        await asyncio.to_thread(step, services, table)
        await fast.until(lambda: fast.versions[-1:] == [3])
        await asyncio.wait_for(slow.task, 5)
        assert slow.versions == []
        assert services.hub.count == 1
        await fast.leave()

    at_a_table(tmp_path, scenario, patience=0.3)


def test_a_silent_stream_says_that_it_is_alive(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        client = Client(app, f"/t/{table}/events", "since=2")
        await client.until(lambda: client.received.count("event: alive\ndata:\n\n") >= 2)
        await client.leave()

    at_a_table(tmp_path, scenario, heartbeat=0.1)


def test_streams_end_when_the_server_does(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        client = Client(app, f"/t/{table}/events", "since=2")
        await client.until(lambda: services.hub.count == 1)
        services.hub.close()
        await asyncio.wait_for(client.task, 5)

    at_a_table(tmp_path, scenario)


def test_there_is_a_limit_to_streams(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        first = Client(app, f"/t/{table}/events")
        await first.until(lambda: services.hub.count == 1)
        second = Client(app, f"/t/{table}/events")
        await asyncio.wait_for(second.task, 5)
        assert second.status == 503
        await first.leave()

    at_a_table(tmp_path, scenario, streams=1)


def test_an_event_keeps_its_lines_together() -> None:
    assert event("table", ["<p>\na", "</p>\n"], 7) == b"id: 7\nevent: table\ndata: <p>\ndata: a</p>\n\n"


def test_a_reaction_is_heard_by_all_clients(tmp_path: Path) -> None:
    async def scenario(app: Starlette, services: Services, table: str) -> None:
        clients = [Client(app, f"/t/{table}/events", "since=2") for _ in range(2)]
        for client in clients:
            await client.until(lambda: bool(client.heard))  # noqa: B023
        await asyncio.to_thread(services.store.change, table, react, "ann", "sly")
        for client in clients:
            await client.until(lambda: "reactions.svg#sly" in "".join(client.heard))  # noqa: B023
            await client.leave()

    at_a_table(tmp_path, scenario)
