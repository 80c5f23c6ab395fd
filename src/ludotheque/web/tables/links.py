"""Links to seats. Each is for one seat of one table, works once, and can be closed before it is used.

The host sends a friend the link to a free seat; from then on nobody else can sit there. A player
makes a link to the own seat to continue on another device. Nobody gets a link to the seat of another
player, not even the host: the holder of a seat sees what is hidden from all others.

Functions that take a `change` edit one table; `TableStore.change` runs them in a transaction.
"""

from __future__ import annotations

import hmac
import secrets

from ludotheque.web.storage.changes import TableChange
from ludotheque.web.tables.company import hush
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import check_waiting
from ludotheque.web.tables.state import OPEN, PERSON, TableSeat, TableState

KEY_BYTES = 16


def new_key() -> str:
    """The key of a new link."""
    return secrets.token_urlsafe(KEY_BYTES)


def make_link(change: TableChange, visitor: str, seat: int) -> None:
    """Makes a link to a seat; an earlier one stops working."""
    check_may_link(change.table, visitor, seat)
    change.seat(seat, link=new_key())


def close_link(change: TableChange, visitor: str, seat: int) -> None:
    """Closes an unused link."""
    if check_may_link(change.table, visitor, seat).link is None:
        raise Refusal(409, "link_gone")
    change.seat(seat, link=None)


def use_link(change: TableChange, visitor: str, key: str, name: str, luck: str, token: str | None = None) -> None:
    """Takes the seat of a link, or moves the own seat to this device."""
    seat = linked_seat(change.table, key)
    if seat.kind == PERSON:
        move_seat(change, seat, visitor)
    else:
        check_waiting(change.table)
        change.seat(seat.seat, kind=PERSON, name=name, visitor=visitor, luck=luck, link=None, token=token)


def move_seat(change: TableChange, seat: TableSeat, visitor: str) -> None:
    """Gives a seat to another device. The table moves along with the host's last seat."""
    old = str(seat.visitor)
    if visitor != old:
        hush(change, [seat.seat])  # perhaps it is not the same person
    change.seat(seat.seat, visitor=visitor, link=None)
    if change.table.host == old and not change.table.seats_of(old):
        change.set(host=visitor)


def may_link(table: TableState, visitor: str, seat: TableSeat) -> bool:
    """Whether a visitor may make a link to a seat: the own one, or a free one of a table that the visitor hosts."""
    if table.ended:
        return False
    if seat.kind == PERSON:
        return seat.visitor == visitor
    return seat.kind == OPEN and table.host == visitor


def check_may_link(table: TableState, visitor: str, seat: int) -> TableSeat:
    """The seat; refuses a visitor who may not make a link to it."""
    found = table.seat_at(seat)
    if not may_link(table, visitor, found):
        raise Refusal(403, "not_your_link")
    return found


def linked_seat(table: TableState, key: str) -> TableSeat:
    """The seat that a link leads to."""
    for seat in table.seats:
        if seat.link is not None and hmac.compare_digest(seat.link.encode(), key.encode()):
            return seat
    raise Refusal(404, "link_gone")
