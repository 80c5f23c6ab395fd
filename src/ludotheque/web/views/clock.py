"""Clocks as pages show them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from ludotheque.web.tables.clock import DAY, HOUR, runs_out_at, seconds_left
from ludotheque.web.tables.state import PERSON, RUNNING, TableSeat, TableState
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class ClockView:
    """The clock of a seat."""

    seconds: int  # left when the page was made
    running: bool
    text: str  # such as 4:09 or 6 d 23 h
    ends: int  # when it runs out: the page counts by itself and is sent the clock again when this changes


def clock_of(
    table: TableState, seat: TableSeat, asked: Container[int], now: float, speech: PageSpeech, mine: bool
) -> ClockView | None:
    """The clock of a person; None at a table without clocks and for a bot.

    Only for its player it stands still once an answer is sealed: others would learn of the seal.
    """
    if table.clock == "none" or table.status != RUNNING or seat.kind != PERSON or seat.away:
        return None
    running = seat.seat in asked and not (mine and seat.seat in table.seals)
    left = seconds_left(table, seat, running, now)
    running = running and not seat.on_vacation(now)
    return ClockView(left, running, clock_text(left, speech), round(1000 * runs_out_at(table, seat)) if running else 0)


def clock_text(seconds: int, speech: PageSpeech) -> str:
    """A time as clocks show it: 4:09, 23:59:00 or 6 d 23 h. The script counts them all down."""
    if seconds >= 2 * DAY:
        return speech.say("times.days_hours", days=seconds // DAY, hours=seconds // HOUR % 24)
    hours, minutes, rest = seconds // HOUR, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
