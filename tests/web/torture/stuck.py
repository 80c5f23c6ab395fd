"""Ends a storm in which a table stands still, and tells what it waits for: in the database, at servers and people."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Engine, select

from bench.visitors import Lost, SeenTable
from ludotheque.web.storage.schema import open_store, workers
from ludotheque.web.storage.store import TableStore
from tests.web.torture.people import RemotePlayer

STUCK = 60.0  # seconds without a new version or decision at a table, while no server is being started
LOOK = 1.0  # seconds between two looks
ANSWER = 5.0  # seconds that a server has to show a table that stands still

PartyTables = list[tuple[str, list[RemotePlayer]]]
"""The tables that are played at, and the people there; "" while they sit down."""


class WatchedServers(Protocol):
    """Servers that can be asked."""

    addresses: list[str]

    @property
    def starting(self) -> bool:
        """Whether a server is being started."""

    async def stacks(self) -> str:
        """What every thread of every server does now."""


async def watch(database: str, servers: WatchedServers, now_playing: Callable[[], PartyTables]) -> None:
    """Raises when a table stands still; never returns."""
    quiet: dict[int, tuple[object, float]] = {}  # how far each party was, and for how many seconds
    while True:
        await asyncio.sleep(LOOK)
        for number, (table, people) in enumerate(now_playing()):
            far = (table, [person.far for person in people])
            known, seconds = quiet.get(number, (None, 0.0))
            quiet[number] = far, 0.0 if known != far or servers.starting else seconds + LOOK
            if quiet[number][1] >= STUCK:
                told = await story(database, servers, table, people)
                raise AssertionError(f"The table {table or 'that is made'} stands still.\n{told}")


async def story(database: str, servers: WatchedServers, table: str, people: list[RemotePlayer]) -> str:
    """What a table waits for."""
    lines = await asyncio.to_thread(_stored, database, table) if table else []
    for person in people:
        lines.append(f"seat {person.seat}: {person.doing}; its stream showed version {person.event[0]}")
        lines += [await _shown(person, address, table) for address in servers.addresses if table]
    return "\n".join([*lines, await servers.stacks()])


def _stored(database: str, table: str) -> list[str]:
    """What the database says of a table."""
    engine = open_store(database)
    try:
        state = TableStore(engine, 1).read(table)
        beats = _beats(engine)
        time.sleep(LOOK)
        later = _beats(engine)
    finally:
        engine.dispose()
    return [
        f"{state.game}: {state.status}, version {state.version}, moved at {state.move_version},"
        f" {state.stored_plies} plies, {len(state.history.choices)} of them count",
        f"asked {list(state.asked())}, sealed {state.seals}, away {[seat.seat for seat in state.seats if seat.away]},"
        f" wish to undo {state.undo_asked}, deadline {state.deadline}",
        f"a bot is asked: {state.bot_to_decide()}, by the database {state.bot_asked}, its worker {state.worker}",
        f"heartbeats {beats}, and {LOOK} s later {later}",
    ]


def _beats(engine: Engine) -> dict[str, int]:
    with engine.connect() as connection:
        return dict(connection.execute(select(workers.c.id, workers.c.beat)).all())


async def _shown(person: RemotePlayer, address: str, table: str) -> str:
    """What one server shows a player."""
    person.visitor.move_to(address)
    with contextlib.suppress(Lost, TimeoutError):
        async with asyncio.timeout(ANSWER):
            answer = await person.visitor.get(f"/t/{table}/part")
        return f"  {address}: {SeenTable.of(answer.body) if answer.status == 200 else answer.status}"
    return f"  {address}: no answer"
