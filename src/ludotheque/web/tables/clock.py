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

GRACE = 60.0  # minimum seconds that a returning player gets on a game clock
GRACE_SHARE = 0.25  # minimum share of a move clock that a returning player gets
SLEW = 0.01  # seconds of correction per second with which a SteadyClock follows the computer's clock


def runs_out_at(table: TableState, seat: TableSeat) -> float:
    """The time at which the running clock of a seat runs out."""
    return table.moved_at + table.clock_seconds - (seat.used if table.clock == "game" else 0.0)


def deadline(table: TableState) -> float | None:
    """The time at which the first running clock runs out; None if no clock runs."""
    if table.clock == "none":
        return None
    return min((runs_out_at(table, table.seats[n]) for n in table.asked() if _is_running(table, n)), default=None)


def late_seats(table: TableState, now: float) -> list[int]:
    """The seats whose time is up."""
    if table.deadline is None or table.deadline > now or table.status != RUNNING:
        return []
    return [n for n in table.asked() if _is_running(table, n) and runs_out_at(table, table.seats[n]) <= now]


def seconds_left(table: TableState, seat: TableSeat, running: bool, now: float) -> int:
    """Whole seconds left on the clock of a seat."""
    used = max(0.0, now - table.moved_at) if running else 0.0
    return max(0, round(table.clock_seconds - used - (seat.used if table.clock == "game" else 0.0)))


def _is_running(table: TableState, seat: int) -> bool:
    return seat not in table.seals and not table.seats[seat].is_bot


def use_time(change: TableChange, seat: int, until: float) -> None:
    """Adds a player's thinking time to the game clock of the seat."""
    held = change.table.seats[seat]
    if change.table.clock == "game" and not held.is_bot:
        change.seat(seat, used=held.used + max(0.0, until - change.table.moved_at))


def give_grace(change: TableChange, seat: int) -> None:
    """Gives a returning player a minimum of time; a clock with more than that stays as it was."""
    table = change.table
    if table.clock == "game":
        most = table.clock_seconds - GRACE
        used = max(0.0, min(table.seats[seat].used, most - (change.now - table.moved_at)))
        change.seat(seat, used=used)
        change.set(moved_at=max(table.moved_at, change.now - (most - used)))
    elif table.clock == "move":
        change.set(moved_at=max(table.moved_at, change.now - table.clock_seconds * (1 - GRACE_SHARE)))


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
