"""Quick match: people who want the same game for the same number of players sit down together, the first come first.

The queue is a listed table that waits for its players. Its game starts with the last of them. A player who closes its
page leaves the seat, and without players the table is removed.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import NamedTuple

from ludotheque.core.game import Game, game_of, games
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.queries import add_quick_table, quick_tables, remove_unattended
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.clock import CLOCKS
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import leave, sit
from ludotheque.web.tables.state import OPEN, WAITING

TRIES = 5  # times that a visitor looks for a table while others take seats; then the visitor waits at one of their own
PACES = [(clock, seconds) for clock, seconds in CLOCKS.values() if clock == "game"]  # from the shortest


class QuickMatch(NamedTuple):
    """A game for a number of players, and about how many minutes it takes."""

    game: str
    players: int
    minutes: int

    @property
    def key(self) -> str:
        return f"{self.game}:{self.players}"


def matches() -> list[QuickMatch]:
    """All quick matches."""
    return [
        QuickMatch(name, players, minutes_of(game_of(name), players)) for name in games() for players in seats(name)
    ]


def seats(game: str) -> list[int]:
    """The numbers of players that a quick match may have: nobody plays alone."""
    return [number for number in game_of(game).seats if number > 1]


def minutes_of(game: Game, players: int) -> int:
    """About how long a game takes, to five minutes."""
    shortest, longest = game.about.MINUTES
    fewest, most = game.seats[0], game.seats[-1]
    share: float = (players - fewest) / max(1, most - fewest)
    return max(5, 5 * round(float(shortest + share * (longest - shortest)) / 5))


def find_match(store: TableStore, wanted: QuickMatch, visitor: str, seat: SeatPlan, luck: str) -> str:
    """Seats a visitor at the first table that waits, or at a new one; returns its id."""
    clock, seconds = next((pace for pace in PACES if pace[1] * wanted.players >= wanted.minutes * 60), PACES[-1])
    seats_ = (seat, *(SeatPlan(OPEN) for _ in range(wanted.players - 1)))
    plan = Plan(wanted.game, seats_, listed=True, hints=False, clock=clock, clock_seconds=seconds, luck=luck)
    for _ in range(TRIES):
        if found := join_match(store, wanted, visitor, seat, luck):
            return found
        with suppress(Refusal):  # somebody else came at the same moment, and waits
            return create(store, plan, visitor, partial(add_quick_table, store, True))
    return create(store, plan, visitor, partial(add_quick_table, store, False))


def join_match(store: TableStore, wanted: QuickMatch, visitor: str, seat: SeatPlan, luck: str) -> str | None:
    """Seats a visitor at the first table that waits; None without one."""
    for waiting in quick_tables(store, wanted.game, wanted.players):
        with suppress(Refusal):  # somebody else was faster
            if not store.read(waiting).seats_of(visitor):
                store.change(waiting, sit_down, visitor, seat, luck)
            return waiting
    return None


def sit_down(change: TableChange, visitor: str, seat: SeatPlan, luck: str) -> None:
    """Takes the first free seat; the last player starts the game."""
    free = next((seat.seat for seat in change.table.seats if seat.kind == OPEN), None)
    if free is None:
        raise Refusal(409, "seat_taken")
    sit(change, visitor, free, seat.name, luck, seat.token)


def stop_waiting(store: TableStore, id: str, visitor: str) -> None:
    """Takes a visitor who has closed the page out of the queue."""
    table = store.read(id)
    if table.status == WAITING and table.company.quick is not None and table.seats_of(visitor):
        store.change(id, leave_queue, visitor)
        remove_unattended(store, id)


def leave_queue(change: TableChange, visitor: str) -> None:
    """Leaves the seat; the table goes to somebody who still waits."""
    leave(change, visitor)
    others = sorted(change.table.people())
    if others and change.table.host == visitor:
        change.set(host=others[0])
