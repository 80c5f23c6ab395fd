"""Measures the memory of a server with many idle tables that were all opened once."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from sqlalchemy import insert, select

from bench.visitors import Visitor
from ludotheque.web.storage import schema
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from tests.web.serving import serving

PLIES = 60  # plies per table


def idle(tables: int) -> str:
    """Creates the tables, opens all of them and describes the memory."""
    from bench.load import UNLIMITED, memory_of

    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.sqlite3"
        ids = filled(database, tables)
        with serving(Path(folder), "--database", database, **UNLIMITED) as server:
            before = memory_of(server)
            asyncio.run(look(server.address, ids))
            after = memory_of(server)
    each = (after - before) * 1024 / tables
    return f"{tables} idle tables: {after:.0f} MiB in all, {before:.0f} before, {each:.1f} KiB per table"


async def look(address: str, ids: list[str]) -> None:
    """Makes the server read every table."""
    visitor = Visitor(address, keep=True)
    for each in ids:
        assert (await visitor.get(f"/t/{each}/record")).status == 409
    await visitor.leave()


def filled(database: str, tables: int) -> list[str]:
    """Plays one table for a while and copies it; returns the ids of the copies."""
    engine = schema.open_store(database)
    store = TableStore(engine, 1)
    first = create(store, Plan("sintra", (SeatPlan("person"),) * 3), "ann")
    while (state := store.read(first)).stored_plies < PLIES:
        seat = state.position.to_act or 0
        store.change(first, decide, "ann", seat, state.version, state.position.legal()[0])
    ids = [f"copy-{n}" for n in range(tables)]
    with schema.writing(engine) as connection:
        for table, key in ((schema.tables, "id"), (schema.seats, "table"), (schema.plies, "table")):
            rows = [dict(row) for row in connection.execute(select(table).where(table.c[key] == first)).mappings()]
            connection.execute(insert(table), [row | {key: each} for each in ids for row in rows])
    engine.dispose()
    return ids
