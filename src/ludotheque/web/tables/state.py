"""A table at one version: its settings, its seats and the history of its game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.web.tables.refusal import Refusal

WAITING, RUNNING, OVER, GIVEN_UP = "waiting", "running", "over", "given_up"
WANTED = ("beginners", "experts")  # levels of players that a host may look for
PERSON, BOT, OPEN = "person", "bot", "open"  # kinds of seats, as databases and archives store them


@dataclass(frozen=True)
class TableSeat:
    """A seat of a table, and the person or bot that holds it."""

    seat: int
    kind: str  # PERSON, BOT or OPEN
    name: str  # "" if the person gave none
    level: str  # level of the bot that holds the seat or stands in for its player
    visitor: str | None
    away: bool = False  # a bot stands in for the player
    used: float = 0.0  # seconds used on a game clock; less than zero for a player who came back late, on any clock
    luck: str = ""  # the text that the player adds to the draws (docs/fairness.md)
    link: str | None = None  # the key of the unused link to this seat
    graced: int | None = None  # number of choices when the clock last got grace
    # The number of choices that stay, without hints: a bot made the last for the player; or when the seat was given up.
    kept: int | None = None
    token: str | None = None  # the person's choice; None: the one that the visitor's id gives
    paused_from: float | None = None  # the last vacation of the player: the clock stands still
    paused_until: float | None = None

    def on_vacation(self, now: float) -> bool:
        """Whether the clock of the player stands still now."""
        return (self.paused_from or 0.0) <= now < (self.paused_until or 0.0)

    def paused(self, start: float, end: float) -> float:
        """The seconds of a vacation between two times."""
        if self.paused_from is None or self.paused_until is None:
            return 0.0
        return max(0.0, min(end, self.paused_until) - max(start, self.paused_from))

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for this seat."""
        return self.kind == BOT or self.away

    @property
    def gave_up(self) -> bool:
        """A bot plays on for a player who gave the seat up."""
        return self.kind == BOT and self.away


class ChatLine(NamedTuple):
    """A line of the chat of a table."""

    seat: int
    text: str
    at: float


@dataclass(frozen=True)
class TableCompany:
    """What people say and show at a table; it has no part in the game, and no export holds it."""

    chat: tuple[ChatLine, ...] | None = None  # None: the host has not allowed one
    reactions: tuple[tuple[int, tuple[str, float]], ...] = ()  # the last of each seat, and its time
    quick: float | None = None  # a quick match that waited for players, and at first when it began to wait


@dataclass(frozen=True, kw_only=True)
class TableState:
    """A table at one version. Most fields are columns of `storage/schema.py`."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    start: dict[str, Any] | None = None
    title: str = ""
    host: str
    listed: bool = False
    rated: bool | None = False  # the host wants the result to count for ratings
    hints: bool = False
    clock: str = "none"
    clock_seconds: int = 0
    status: str
    version: int
    move_version: int
    moved_at: float = 0.0
    deadline: float | None = None
    seed: str
    luck: str = ""
    undo_asked: dict[str, Any] | None = None
    next: str | None = None
    changed: float = 0.0
    bot_asked: bool = False
    worker: str | None = None
    seats: tuple[TableSeat, ...]
    seals: dict[int, tuple[int, float]] = field(default_factory=dict)  # sealed answers by seat: the action and its time
    history: History
    stored_plies: int  # number of plies stored, including those taken back
    wanted: str | None = None  # the level of players that the host looks for
    origin: str | None = None  # the moment of another game that `start` is from, as "ID/review?ply=30"
    company: TableCompany = TableCompany()
    own_box: dict[str, Any] | None = None  # a corrected box (`core/boxes.py`)
    live_analysis: bool | None = None  # players may analyse the running game
    companion: bool | None = None  # people enter what a real box deals (`companion.py`)

    def replaced(self, **values: Any) -> TableState:
        """As `dataclasses.replace`, which sets field by field: this takes a fifth of the time."""
        other = object.__new__(TableState)
        vars(other).update(vars(self), **values)
        return other

    @property
    def position(self) -> Position:
        """The position now."""
        return self.history.position

    @property
    def ended(self) -> bool:
        """Whether nothing can be decided any more: the game is over or was given up."""
        return self.status in (OVER, GIVEN_UP)

    @property
    def may_seal(self) -> bool:
        """Whether seats may seal answers now."""
        return self.status == RUNNING and self.history.simultaneous

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

    def waits_for(self, visitor: str) -> bool:
        """Whether a seat of a visitor must decide."""
        asked = self.asked()
        return any(
            seat in asked and seat not in self.seals and not self.seats[seat].away for seat in self.seats_of(visitor)
        )

    def people(self) -> set[str]:
        """The visitors who hold a seat and are not away."""
        return {seat.visitor for seat in self.seats if seat.visitor and seat.kind == PERSON and not seat.away}

    def players_with_seats(self) -> set[str]:
        """The visitors who hold a seat, also absent ones: they may return."""
        return {seat.visitor for seat in self.seats if seat.visitor and seat.kind == PERSON}

    def agreeing(self, back: int) -> set[str]:
        """The visitors who must agree to keep only `back` choices: all present ones, and absent ones who lose some."""
        deciders = set(self.history.deciders[back : len(self.history.choices)])
        if self.may_seal:
            deciders |= self.asked().keys()  # an answer that a player has sealed would be lost
        absent = {seat.visitor for seat in self.seats if seat.kind == PERSON and seat.visitor and seat.seat in deciders}
        return self.people() | absent

    def free_steps(self, seat: int) -> list[int]:
        """How far a seat may take its turn back by itself: not when other people may have sealed answers to it."""
        if self.may_seal:
            asked = {self.seats[n].visitor for n in self.asked() if self.seats[n].kind == PERSON}
            if asked - {None, self.seats[seat].visitor}:
                return []
        return self.history.own_steps(seat)

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
