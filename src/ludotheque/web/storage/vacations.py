"""Vacations: for a week a visitor's clocks stand still at all tables with days a move.

A visitor may take one week in eight, and so may a seat, whoever holds it: a link can give it to another visitor.
The seats keep the times too, so that a table's clocks follow from its rows.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.queries import tables_of
from ludotheque.web.storage.schema import seats, tables, vacations, writing
from ludotheque.web.storage.store import TableStore, refusing_outages
from ludotheque.web.tables.clock import DAY, WEEK, is_correspondence
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import RUNNING, WAITING

EVERY = 8 * WEEK  # seconds from one vacation to the next


@dataclass(frozen=True)
class Vacation:
    """The last vacation of a visitor."""

    since: float
    until: float

    @property
    def next(self) -> float:
        """When the visitor may take another one."""
        return self.since + EVERY


def vacation_of(store: TableStore, visitor: str) -> Vacation | None:
    """The last vacation of a visitor, if there was one."""
    found = select(vacations.c.since, vacations.c.until).where(vacations.c.visitor == visitor)
    with refusing_outages(), store.engine.connect() as connection:
        row = connection.execute(found).one_or_none()
    return None if row is None else Vacation(*row)


def begin_vacation(store: TableStore, visitor: str) -> None:
    """Stops the visitor's clocks for a week."""
    last, now = vacation_of(store, visitor), store.now()
    if last is not None and last.next > now:
        raise Refusal(409, "vacation_soon")
    _keep(store, visitor, Vacation(now, now + WEEK))


def end_vacation(store: TableStore, visitor: str) -> None:
    """Lets the visitor's clocks run again."""
    last, now = vacation_of(store, visitor), store.now()
    if last is not None and last.until > now:
        _keep(store, visitor, Vacation(last.since, now))


def leaves_clocks_running(store: TableStore, visitor: str, since: float) -> bool:
    """Whether the visitor's vacation from this time leaves clocks running: of seats that had one shortly before."""
    seated = select(seats.c.seat).join(tables, tables.c.id == seats.c.table).where(seats.c.visitor == visitor)
    days = (tables.c.status == RUNNING) & (tables.c.clock == "move") & (tables.c.clock_seconds >= DAY)
    rested = (seats.c.paused_from > since - EVERY) & (seats.c.paused_from != since)
    with refusing_outages(), store.engine.connect() as connection:
        return connection.execute(seated.where(days, rested).limit(1)).first() is not None


def _keep(store: TableStore, visitor: str, vacation: Vacation) -> None:
    with refusing_outages(), writing(store.engine) as connection:
        connection.execute(delete(vacations).where(vacations.c.visitor == visitor))
        connection.execute(insert(vacations).values(visitor=visitor, since=vacation.since, until=vacation.until))
    for table in tables_of(store, visitor, WAITING, RUNNING):
        with suppress(Refusal):  # a table that cannot be changed now keeps its clock
            store.change(table.id, pause, visitor, vacation)


def pause(change: TableChange, visitor: str, vacation: Vacation) -> None:
    """Stops the clock of a visitor at a table with days a move, or lets it run again."""
    for seat in change.table.seats_of(visitor) if is_correspondence(change.table) else ():
        last = change.table.seats[seat].paused_from
        if last is None or last == vacation.since or last + EVERY <= vacation.since:
            change.seat(seat, paused_from=vacation.since, paused_until=vacation.until)
