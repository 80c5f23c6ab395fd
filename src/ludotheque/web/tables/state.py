"""A table at one version: its settings, its seats and the history of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.web.tables.refusal import Refusal

WAITING, RUNNING, OVER, GIVEN_UP = "waiting", "running", "over", "given_up"
PERSON, BOT, OPEN = "person", "bot", "open"  # kinds of seats, as databases and archives store them


@dataclass(frozen=True)
class TableSeat:
    """A seat of a table, and the person or bot that holds it."""

    seat: int
    kind: str  # PERSON, BOT or OPEN
    name: str  # "" if the person gave none
    level: str  # level of the bot that holds the seat or stands in for its player
    visitor: str | None
    away: bool  # a bot stands in for the player
    used: float  # seconds used on a game clock
    luck: str  # the text that the player adds to the draws (docs/fairness.md)
    link: str | None  # the key of the unused link to this seat

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for this seat."""
        return self.kind == BOT or self.away


@dataclass(frozen=True)
class TableState:
    """A table at one version. Most fields are columns of `storage/schema.py`."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    start: dict[str, Any] | None
    title: str
    host: str
    listed: bool
    hints: bool
    clock: str
    clock_seconds: int
    status: str
    version: int
    move_version: int
    moved_at: float
    deadline: float | None
    seed: str
    luck: str
    undo_asked: dict[str, Any] | None
    next: str | None
    changed: float
    bot_asked: bool
    worker: str | None
    seats: tuple[TableSeat, ...]
    seals: dict[int, tuple[int, float]]  # sealed answers by seat: the action and its time
    history: History
    stored_plies: int  # number of plies stored, including those taken back

    @property
    def position(self) -> Position:
        """The position now."""
        return self.history.position

    @property
    def ended(self) -> bool:
        """Whether nothing can be decided any more: the game is over or was given up."""
        return self.status in (OVER, GIVEN_UP)

    def asked(self) -> dict[int, Position]:
        """The seats that may decide now, each with a position in which it is to act."""
        return self.history.asked if self.status == RUNNING else {}

    def bot_to_decide(self) -> int | None:
        """The next seat for which a bot must decide; None once every person has left the table."""
        if not self.people():
            return None
        return next((seat for seat in self.asked() if self.seats[seat].is_bot and seat not in self.seals), None)

    def seats_of(self, visitor: str) -> list[int]:
        """The seats that a visitor holds."""
        return [seat.seat for seat in self.seats if seat.kind == PERSON and seat.visitor == visitor]

    def people(self) -> set[str]:
        """The visitors who hold a seat and are not away."""
        return {seat.visitor for seat in self.seats if seat.visitor and seat.kind == PERSON and not seat.away}

    def seat_at(self, seat: int) -> TableSeat:
        """A seat by its number; refuses a number that the table does not have."""
        if not 0 <= seat < self.players:
            raise Refusal(422, "no_seat")
        return self.seats[seat]

    def seat_of(self, visitor: str, seat: int) -> TableSeat:
        """A seat by its number; refuses a visitor who does not hold it."""
        found = self.seat_at(seat)
        if seat not in self.seats_of(visitor):
            raise Refusal(403, "not_your_seat")
        return found

    def free_seats(self) -> int:
        """The number of seats that nobody holds."""
        return sum(seat.kind == OPEN for seat in self.seats)
