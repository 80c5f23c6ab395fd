"""A table at one version: who sits where, what is agreed, and the line of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludotheque.core.history import History
from ludotheque.core.position import Position

WAITING, RUNNING, OVER = "waiting", "running", "over"
PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(frozen=True)
class Seat:
    """Who sits in a chair."""

    seat: int
    kind: str
    name: str  # "" if the person gave none
    level: str
    visitor: str | None
    away: bool
    used: float
    luck: str
    link: str | None  # the key of the unused link to this chair

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for this seat."""
        return self.kind == BOT or self.away


@dataclass(frozen=True)
class TableState:
    """All that is known of a table at one version."""

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
    moved: int
    moved_at: float
    deadline: float | None
    seed: str
    luck: str
    undo_asked: dict[str, Any] | None
    next: str | None
    changed: float
    robot_asked: bool  # as it was stored: a bot is to decide
    runner: str | None  # the worker that runs the bots
    seats: tuple[Seat, ...]
    seals: dict[int, tuple[int, float]]  # seat: action, when
    history: History
    made: int  # plies that were ever made

    @property
    def position(self) -> Position:
        return self.history.position

    def asked(self) -> dict[int, Position]:
        """The seats that may decide now, each with a position in which it is to act."""
        return self.history.asked if self.status == RUNNING else {}

    def bot_to_decide(self) -> int | None:
        """A seat that is asked and that a bot holds; none if no person is left at the table."""
        if not self.people():
            return None
        return next((seat for seat in self.asked() if self.seats[seat].is_bot and seat not in self.seals), None)

    def seats_of(self, visitor: str) -> list[int]:
        """The seats that a visitor holds."""
        return [seat.seat for seat in self.seats if seat.kind == PERSON and seat.visitor == visitor]

    def people(self) -> set[str]:
        """The visitors who are at the table and not away."""
        return {seat.visitor for seat in self.seats if seat.visitor and seat.kind == PERSON and not seat.away}
