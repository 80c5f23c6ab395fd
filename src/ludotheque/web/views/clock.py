"""Clocks as they are shown."""

from __future__ import annotations

from collections.abc import Container

from ludotheque.web.storage.store import PERSON, RUNNING, Seat, TableState
from ludotheque.web.tables.clock import seconds_left
from ludotheque.web.views.context import Clock


def clock_of(table: TableState, seat: Seat, asked: Container[int], now: float) -> Clock | None:
    """The clock of a person; none if the table has none, or if a bot sits there."""
    if table.clock == "none" or table.status != RUNNING or seat.kind != PERSON or seat.away:
        return None
    running = seat.seat in asked and seat.seat not in table.seals
    left = seconds_left(table, seat, running, now)
    return Clock(left, running, clock_text(left), round(1000 * table.moved_at) if running else 0)


def clock_text(seconds: int) -> str:
    """A time as clocks show it: 4:09, or 23:59:00."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
