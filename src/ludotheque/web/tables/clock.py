"""Clocks of tables: time used, time left, deadlines, and the server's clock behind them.

A "move" clock starts anew with every move; a "game" clock adds up what a player uses in the whole game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludotheque.web.tables.state import RUNNING, TableSeat, TableState

if TYPE_CHECKING:
    from ludotheque.web.storage.changes import TableChange

HOUR = 3_600
DAY = 24 * HOUR
WEEK = 7 * DAY

CLOCKS = {
    "none": ("none", 0),
    "move-60": ("move", 60),
    "move-300": ("move", 300),
    "move-86400": ("move", DAY),
    "move-259200": ("move", 3 * DAY),
    "move-604800": ("move", WEEK),
    "game-600": ("game", 600),
    "game-1800": ("game", 1800),
    "game-3600": ("game", HOUR),
}
"""The clocks of new tables by the values of the form's field `clock`."""

GRACE = 60.0  # minimum seconds that a returning player gets on a game clock
GRACE_SHARE = 0.25  # minimum share of a move clock that a returning player gets
REMINDER_SHARE = 0.25  # share of a move clock that is left when the player is reminded
MOST_REMINDER = DAY / 2  # seconds before the end at most
SLEW = 0.01  # seconds of correction per second with which a SteadyClock follows the computer's clock


def runs_out_at(table: TableState, seat: TableSeat) -> float:
    """The time at which the running clock of a seat runs out."""
    paused = seat.paused(table.moved_at, float("inf"))
    return table.moved_at + table.clock_seconds + paused - seat.used


def deadline(table: TableState) -> float | None:
    """The time at which the first running clock runs out; None if no clock runs."""
    if table.clock == "none":
        return None
    return min((runs_out_at(table, table.seats[n]) for n in table.asked() if _is_running(table, n)), default=None)


def last_moment(table: TableState, visitor: str) -> float | None:
    """The time at which the first running clock of a visitor runs out; None if none runs."""
    return min((runs_out_at(table, seat) for seat in _running_seats(table, visitor)), default=None)


def runs_from(table: TableState, visitor: str, now: float) -> float | None:
    """The time from which a clock of a visitor who is asked runs: now, or after a vacation; None if there is none."""
    seats = _running_seats(table, visitor)
    return min((seat.paused_until or now if seat.on_vacation(now) else now for seat in seats), default=None)


def _running_seats(table: TableState, visitor: str) -> list[TableSeat]:
    asked = table.asked().keys() if table.clock != "none" else ()
    return [table.seats[n] for n in table.seats_of(visitor) if n in asked and _is_running(table, n)]


def reminder_at(table: TableState, visitor: str) -> float | None:
    """The time to remind a visitor that the time is nearly up; None but at a table with days a move."""
    ends = last_moment(table, visitor) if is_correspondence(table) else None
    return None if ends is None else ends - min(REMINDER_SHARE * table.clock_seconds, MOST_REMINDER)


def is_correspondence(table: TableState) -> bool:
    """Whether players have days for a move."""
    return table.clock == "move" and table.clock_seconds >= DAY


def late_seats(table: TableState, now: float) -> list[int]:
    """The seats whose time is up."""
    if table.deadline is None or table.deadline > now or table.status != RUNNING:
        return []
    return [n for n in table.asked() if _is_running(table, n) and runs_out_at(table, table.seats[n]) <= now]


def seconds_left(table: TableState, seat: TableSeat, running: bool, now: float) -> int:
    """Whole seconds left on the clock of a seat."""
    used = max(0.0, now - table.moved_at - seat.paused(table.moved_at, now)) if running else 0.0
    return max(0, round(table.clock_seconds - used - seat.used))


def _is_running(table: TableState, seat: int) -> bool:
    return seat not in table.seals and not table.seats[seat].is_bot


def use_time(change: TableChange, seat: int, until: float) -> None:
    """Adds a player's thinking time to the game clock of the seat; grace counts on, though a bot decides after all."""
    held = change.table.seats[seat]
    graced = held.graced == len(change.table.history.choices)
    if change.table.clock == "game" and (graced or not held.is_bot):
        change.seat(seat, used=held.used + max(0.0, until - change.table.moved_at))


def end_grace(change: TableChange) -> None:
    """Takes back what returning players got on a move clock, since another move begins."""
    for seat in change.table.seats if change.table.clock == "move" else ():
        if seat.used:
            change.seat(seat.seat, used=0.0)


def give_grace(change: TableChange, seat: int) -> None:
    """Gives a returning player a minimum of time, once a move; a clock with more than that stays as it was.

    The time comes off what this seat has used, so the clocks of others run on.
    """
    table, held = change.table, change.table.seats[seat]
    choices = len(table.history.choices)
    if table.clock == "none" or (held.graced is not None and held.graced >= choices):  # undo brings no grace back
        return
    running = seat in table.asked() and _is_running(table, seat)
    thinking = change.now - table.moved_at if running else 0.0
    least = GRACE if table.clock == "game" else table.clock_seconds * GRACE_SHARE
    most = table.clock_seconds - least - thinking
    if held.used > most:
        change.seat(seat, used=most, graced=choices)


class SteadyClock:
    """Seconds since 1970. It starts from `time.time` and follows later jumps slowly.

    So nobody loses on time because the computer's clock was set, and hosts with correct clocks agree.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._lock = threading.Lock()
        self._last = steady()
        self._ahead = wall() - self._last

    def __call__(self) -> float:
        with self._lock:
            passed = self._steady()
            most = SLEW * (passed - self._last)
            self._ahead += max(-most, min(most, self._wall() - passed - self._ahead))
            self._last = passed
            return passed + self._ahead
