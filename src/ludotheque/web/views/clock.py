"""Clocks as pages show them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from ludotheque.web.tables.clock import seconds_left
from ludotheque.web.tables.state import PERSON, RUNNING, TableSeat, TableState


@dataclass(frozen=True)
class ClockView:
    """The clock of a seat."""

    seconds: int  # left when the page was made
    running: bool
    text: str  # such as 4:09
    began: int  # when it began to run: the page counts by itself and is sent the clock again when this changes


def clock_of(table: TableState, seat: TableSeat, asked: Container[int], now: float) -> ClockView | None:
    """The clock of a person; None at a table without clocks and for a bot."""
    if table.clock == "none" or table.status != RUNNING or seat.kind != PERSON or seat.away:
        return None
    running = seat.seat in asked and seat.seat not in table.seals
    left = seconds_left(table, seat, running, now)
    return ClockView(left, running, clock_text(left), round(1000 * table.moved_at) if running else 0)


def clock_text(seconds: int) -> str:
    """A time as clocks show it: 4:09, or 23:59:00."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
