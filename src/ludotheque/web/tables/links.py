"""Links to chairs: each is for one chair of one table, works once, and can be closed before.

The host sends a friend the link of a free chair; from then on nobody else can sit there. Who sits
makes a link to the own chair to go on with another device. Nobody gets a link to somebody else's
chair, not even the host: whoever holds a chair sees what is hidden from all others.
"""

from __future__ import annotations

import hmac
import secrets

from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OPEN, OVER, PERSON, WAITING, Seat, TableState

KEY_BYTES = 16


class Links:
    """Making, closing and using them."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    def make(self, id: str, visitor: str, seat: int) -> None:
        """Makes a link to a chair; one that was made before no longer works."""

        def edit(change: TableChange) -> None:
            _may_link(change.table, visitor, seat)
            change.seat(seat, link=secrets.token_urlsafe(KEY_BYTES))

        self._store.change(id, edit)

    def close(self, id: str, visitor: str, seat: int) -> None:
        """Closes an unused link."""

        def edit(change: TableChange) -> None:
            _may_link(change.table, visitor, seat)
            if change.table.seats[seat].link is None:
                raise Refusal(409, "link_gone")
            change.seat(seat, link=None)

        self._store.change(id, edit)

    def chair(self, id: str, key: str) -> tuple[TableState, Seat]:
        """The table and the chair that a link leads to."""
        table = self._store.read(id)
        return table, _linked(table, key)

    def use(self, id: str, key: str, visitor: str, name: str, luck: str) -> None:
        """Sits down in the chair of a link, or takes the own chair to this device."""

        def edit(change: TableChange) -> None:
            seat = _linked(change.table, key)
            if seat.kind == PERSON:
                _move(change, seat, visitor)
            elif change.table.status != WAITING:
                raise Refusal(409, "already_started")
            else:
                change.seat(seat.seat, kind=PERSON, name=name, visitor=visitor, luck=luck, link=None)

        self._store.change(id, edit)


def may_link(table: TableState, visitor: str, seat: Seat) -> bool:
    """Whether a visitor may make a link to a chair: the own one, or a free one at the own table."""
    if table.status == OVER:
        return False
    if seat.kind == PERSON:
        return seat.visitor == visitor
    return seat.kind == OPEN and table.host == visitor


def _may_link(table: TableState, visitor: str, seat: int) -> None:
    if not 0 <= seat < table.players:
        raise Refusal(422, "no_seat")
    if not may_link(table, visitor, table.seats[seat]):
        raise Refusal(403, "not_your_link")


def _linked(table: TableState, key: str) -> Seat:
    for seat in table.seats:
        if seat.link is not None and hmac.compare_digest(seat.link.encode(), key.encode()):
            return seat
    raise Refusal(404, "link_gone")


def _move(change: TableChange, seat: Seat, visitor: str) -> None:
    """Another device holds the chair from now on; with the last chair of who made the table goes the table."""
    old = str(seat.visitor)
    change.seat(seat.seat, visitor=visitor, link=None)
    if change.table.host == old and not change.table.seats_of(old):
        change.set(host=visitor)
