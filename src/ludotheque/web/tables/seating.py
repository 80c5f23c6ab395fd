"""Seats of a table: taking and freeing them, starting, leaving and coming back.

Each public function edits one table; `TableStore.change` runs it in a transaction.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots import players
from ludotheque.core.fair import BETWEEN
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.tables.clock import give_grace, is_correspondence, late_seats
from ludotheque.web.tables.company import hush
from ludotheque.web.tables.deciding import go_on
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import BOT, GIVEN_UP, OPEN, PERSON, RUNNING, WAITING, TableState

USUAL_BOT = "casual"  # takes a seat for which nobody chose a bot, and stands in for a player who has left
FREED: dict[str, Any] = {
    "name": "",
    "visitor": None,
    "luck": "",
    "link": None,
    "token": None,
    "paused_from": None,
    "paused_until": None,
}  # fields of a seat without a person


def sit(change: TableChange, visitor: str, seat: int, name: str, luck: str = "", token: str | None = None) -> None:
    """Takes a free seat; the last player of a quick match starts it."""
    check_waiting(change.table)
    found = change.table.seat_at(seat)
    quick = change.table.company.quick is not None
    if found.kind != OPEN or (quick and change.table.seats_of(visitor)):  # nobody plays a quick match alone
        raise Refusal(409, "seat_taken")
    if found.link is not None:
        raise Refusal(403, "seat_reserved")
    change.seat(seat, kind=PERSON, name=name, visitor=visitor, luck=luck, token=token)
    if quick and not change.table.free_seats():
        start(change, visitor)


def seat_as(change: TableChange, visitor: str, seat: int, kind: str, level: str = USUAL_BOT) -> None:
    """Frees a seat or gives it to a bot: any seat for the host, only their own for other visitors."""
    check_waiting(change.table)
    own = change.table.seat_at(seat).visitor == visitor
    if visitor != change.table.host and not (own and kind == OPEN):
        raise Refusal(403, "not_host")
    if kind not in (OPEN, BOT) or level not in players():
        raise Refusal(422, "no_level")
    hush(change, [seat])
    change.seat(seat, kind=kind, level=level, **FREED)


def start(change: TableChange, visitor: str, fill: bool = False) -> None:
    """Starts the game; the seed and the players' luck now fix every draw. The host may give free seats to bots."""
    check_waiting(change.table)
    if visitor != change.table.host and not change.table.seats_of(visitor):
        raise Refusal(403, "not_seated")
    for seat in change.table.seats:
        if fill and seat.kind == OPEN:
            seat_as(change, visitor, seat.seat, BOT, USUAL_BOT)
    table = change.table
    if table.free_seats():
        raise Refusal(409, "seats_free")
    for seat in table.seats if is_correspondence(table) else ():
        if seat.visitor and (vacation := change.vacation(seat.visitor)):
            change.seat(seat.seat, paused_from=vacation[0], paused_until=vacation[1])
    luck = BETWEEN.join(seat.luck for seat in table.seats)
    change.set(status=RUNNING, luck=luck, move_version=table.version + 1, moved_at=change.now)
    go_on(change, table.history)


def leave(change: TableChange, visitor: str, seat: int | None = None, level: str = USUAL_BOT) -> None:
    """Leaves the seat to a bot of this level; before the start it becomes free."""
    for mine in own_seats(change.table, visitor, seat):
        if change.table.status == WAITING:
            hush(change, [mine])
            change.seat(mine, kind=OPEN, **FREED)
        elif change.table.status == RUNNING:
            change.seat(mine, away=True, level=level)


def give_up(change: TableChange, visitor: str, seat: int | None = None) -> None:
    """Gives a seat up for good: with two players the other one wins; with more, a bot plays on."""
    table = change.table
    if table.status != RUNNING:
        raise Refusal(409, "game_over" if table.ended else "not_started")
    given = own_seats(table, visitor, seat)
    if table.players > 2:
        change.add_results(given)
    for each in table.seats:
        if table.players == 2:
            change.seat(each.seat, away=each.seat in given)
        elif each.seat in given:
            moment = len(table.history.choices)  # name and moment stay: they tell who left, and when
            change.seat(each.seat, kind=BOT, away=True, visitor=None, link=None, kept=moment)
    if table.players == 2 or not any(each.kind == PERSON for each in change.table.seats):
        change.set(status=GIVEN_UP, worker=None)


def return_(change: TableChange, visitor: str, seat: int | None = None) -> None:
    """Takes a seat back from its bot."""
    for mine in own_seats(change.table, visitor, seat):
        if change.table.seats[mine].away:
            change.seat(mine, away=False)
            give_grace(change, mine)


def replace_late(change: TableChange) -> None:
    """Lets a bot stand in for every player whose clock has run out."""
    for seat in late_seats(change.table, change.now):
        change.seat(seat, away=True)


def check_waiting(table: TableState) -> None:
    """Refuses a change of seats after the start."""
    if table.status != WAITING:
        raise Refusal(409, "already_started")


def own_seats(table: TableState, visitor: str, seat: int | None) -> list[int]:
    """The given seat if the visitor holds it; without one all seats of the visitor."""
    if seat is not None:
        return [table.seat_of(visitor, seat).seat]
    if not table.seats_of(visitor):
        raise Refusal(403, "not_seated")
    return table.seats_of(visitor)
