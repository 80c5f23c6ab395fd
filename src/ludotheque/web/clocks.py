"""Clocks: when the time of a person is up, a bot keeps the chair warm."""

from __future__ import annotations

import asyncio
import contextlib

from anyio.to_thread import run_sync

from ludotheque.web.refusal import Refusal
from ludotheque.web.tables import Tables


async def watch_clocks(tables: Tables, tick: float) -> None:
    """Looks at the clocks of all tables, again and again."""
    while True:
        await asyncio.sleep(tick)
        with contextlib.suppress(Refusal):
            await run_sync(stop_late, tables)


def stop_late(tables: Tables) -> None:
    """Lets bots take over where a clock has run out."""
    for late in tables.late():
        with contextlib.suppress(Refusal):
            tables.time_is_up(late)
