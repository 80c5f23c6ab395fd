"""VisitorStore: the names, tokens and preferences of visitors, and everything that the database has of one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludotheque.web.storage.queries import tables_of
from ludotheque.web.storage.schema import company, metadata, push_addresses, results, seats, tables, visitors, writing
from ludotheque.web.storage.store import TableStore, refusing_outages
from ludotheque.web.tables.company import hush
from ludotheque.web.tables.pledges import new_id
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import OVER, RUNNING, WAITING, TableState
from ludotheque.web.tables.visitors import VisitorRow, depart, new_visitor, shown_id, take_over, token_of

OVERLAP = 60.0  # seconds by which the clocks of servers may differ
LINK_LIFE = 600.0  # seconds for which a link for another device works
KEPT = (seats, results)  # their rows stay when a visitor is erased, without the visitor
NOT_TOLD = ("visitor", "link", "recovery", "id")  # columns that lead to the visitor's secret


class VisitorStore:
    """Reads and writes the rows of visitors."""

    def __init__(self, store: TableStore) -> None:
        self._store, self._engine = store, store.engine
        self.erased: set[str] = set()  # ids that are used no more; requests with one of them get a new one
        self._looked = 0.0
        self.look()

    def look(self) -> None:
        """Learns which visitors were erased, also at other servers."""
        now = self._store.now()
        gone = select(visitors.c.id).where(visitors.c.erased >= self._looked - OVERLAP)
        with refusing_outages(), self._engine.connect() as connection:
            self.erased |= set(connection.execute(gone).scalars())
        self._looked = now

    def find(self, id: str) -> VisitorRow | None:
        """The row of a visitor, if there is one."""
        with refusing_outages(), self._engine.connect() as connection:
            row = connection.execute(select(visitors).where(visitors.c.id == id)).mappings().one_or_none()
        return None if row is None else VisitorRow(**row)

    def save(self, visitor: VisitorRow) -> None:
        """Writes the row of a visitor. One that was erased meanwhile stays erased."""
        values = asdict(visitor)
        change = update(visitors).where(visitors.c.id == visitor.id, visitors.c.erased.is_(None)).values(values)
        with refusing_outages():
            try:
                with writing(self._engine) as connection:
                    if not connection.execute(change).rowcount:
                        connection.execute(insert(visitors).values(values))
            except IntegrityError:  # another request was faster, or the visitor is erased
                with writing(self._engine) as connection:
                    connection.execute(change)

    # --- another device -------------------------------------------------------------------

    def make_link(self, visitor: VisitorRow) -> str:
        """The key of a link by which another device becomes this visitor, once; an earlier link stops working."""
        key = new_id()
        self.save(replace(visitor, link=_digest(key), link_until=self._store.now() + LINK_LIFE))
        return key

    def make_recovery(self, visitor: VisitorRow) -> str:
        """The key of a sheet to print, which works until another one is made or other devices are unlinked."""
        key = new_id() + "-" + new_id()
        self.save(replace(visitor, recovery=_digest(key)))
        return key

    def linked(self, key: str) -> VisitorRow:
        """The visitor of a link or of a printed sheet; refused if the link was used or is too old."""
        link = (visitors.c.link == _digest(key)) & (visitors.c.link_until > self._store.now())
        working = (link | (visitors.c.recovery == _digest(key))) & visitors.c.erased.is_(None)
        with refusing_outages(), self._engine.connect() as connection:
            row = connection.execute(select(visitors).where(working)).mappings().first()
        if row is None:
            raise Refusal(404, "link_gone")
        return VisitorRow(**row)

    def use_link(self, key: str) -> VisitorRow:
        """As `linked`; a link stops working, and the visitor's page tells of one more device."""
        visitor, digest = self.linked(key), _digest(key)
        more = update(visitors).where(visitors.c.id == visitor.id).values(devices=visitors.c.devices + 1)
        if visitor.recovery != digest:
            more = more.where(visitors.c.link == digest).values(link=None, link_until=None)
        with refusing_outages(), writing(self._engine) as connection:
            if not connection.execute(more).rowcount:
                raise Refusal(404, "link_gone")
        return replace(visitor, link=None, link_until=None, devices=visitor.devices + 1)

    def unlink(self, visitor: VisitorRow) -> VisitorRow:
        """Gives a visitor a new id: other devices keep the old one, which is nobody's. The printed sheet stops working.

        The addresses of browsers are forgotten; the browser that asks for this gives its own again.
        """
        old, fresh = visitor.id, new_visitor()
        token = token_of(old, visitor.token)  # else the new id would give another one
        new = replace(visitor, id=fresh, token=token, link=None, link_until=None, devices=0, recovery=None)
        self._change_tables(old, lambda table: self._store.change(table, take_over, old, fresh))
        with refusing_outages(), writing(self._engine) as connection:
            mine = select(seats.c.table).where(seats.c.visitor == old)
            connection.execute(update(tables).where(tables.c.id.in_(mine)).values(version=tables.c.version + 1))
            connection.execute(update(tables).where(tables.c.host == old).values(host=fresh))
            connection.execute(delete(push_addresses).where(push_addresses.c.visitor == old))
            for owned in _owned():
                connection.execute(update(owned).where(owned.c.visitor == old).values(visitor=fresh))
            self._set_nobody(connection, old)
            connection.execute(insert(visitors).values(asdict(new)))
        return new

    def _change_tables(self, visitor: str, change: Callable[[str], None]) -> None:
        """Changes all tables of a visitor that are not over, also those that come meanwhile."""
        before: set[str] = set()
        while (left := {table.id for table in tables_of(self._store, visitor, WAITING, RUNNING)}) != before:
            for table in left:
                with suppress(Refusal):  # it cannot be changed now; its rows are changed all the same
                    change(table)
            before = left

    def _set_nobody(self, connection: Connection, visitor: str) -> None:
        """Leaves of a visitor only that the id is used no more."""
        nobody = {"name": "", "token": "", "preferences": {}, "erased": self._store.now(), "link": None}
        nobody |= {"recovery": None, "devices": 0, "puzzle_days": []}
        if not connection.execute(update(visitors).where(visitors.c.id == visitor).values(nobody)).rowcount:
            connection.execute(insert(visitors).values(nobody | {"id": visitor, "created": self._store.now()}))
        self.erased.add(visitor)

    # --- everything of a visitor ----------------------------------------------------------

    def export(self, visitor: VisitorRow) -> dict[str, Any]:
        """All that the database has of a visitor, but not the secret id."""
        told = {
            name: value for name, value in asdict(visitor).items() if name not in (*NOT_TOLD, "link_until", "erased")
        }
        found: dict[str, Any] = {"visitor": told | {"id": shown_id(visitor.id)}}
        talked = self._talked(visitor.id)
        with refusing_outages(), self._engine.connect() as connection:
            for table in _owned():
                rows = connection.execute(select(table).where(table.c.visitor == visitor.id)).mappings()
                found[table.name] = [{key: row[key] for key in row if key not in NOT_TOLD} for row in rows]
            found["chat"] = [
                {"table": row.table, "text": text, "at": at}
                for row in connection.execute(select(company).where(company.c.table.in_(talked)))
                for seat, text, at in row.chat or ()
                if seat in talked.get(row.table, ())
            ]
        return found

    def _talked(self, visitor: str) -> dict[str, set[int]]:
        """The seats of a visitor at tables with something said or shown."""
        found: dict[str, set[int]] = {}
        sat = select(seats.c.table, seats.c.seat).where(_own(visitor), seats.c.table.in_(select(company.c.table)))
        with refusing_outages(), self._engine.connect() as connection:
            for table, seat in connection.execute(sat):
                found.setdefault(table, set()).add(seat)
        return found

    def finished(self, visitor: str) -> Iterator[TableState]:
        """The finished games of a visitor, one after the other."""
        ended = select(tables.c.id).where(tables.c.status == OVER).order_by(tables.c.changed)
        own = [select(table.c.table).where(table.c.visitor == visitor) for table in KEPT]
        with refusing_outages(), self._engine.connect() as connection:
            found = connection.execute(ended.where(tables.c.id.in_(own[0]) | tables.c.id.in_(own[1]))).scalars().all()
        for table in found:
            with suppress(Refusal):  # it needs rules that are not installed
                yield self._store.read(table)

    def erase(self, visitor: str) -> None:
        """Erases a visitor. Tables of others keep the games; the seats there are somebody's."""
        hosted = update(tables).where(tables.c.host == visitor, tables.c.title != "")
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(hosted.values(title="", version=tables.c.version + 1))
        for table, talked in self._talked(visitor).items():
            with suppress(Refusal):
                self._store.change(table, hush, talked)
        self._change_tables(visitor, lambda table: self._store.change(table, depart, visitor))
        own = _own(visitor)
        mine = select(seats.c.table).where(own)
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(update(tables).where(tables.c.id.in_(mine)).values(version=tables.c.version + 1))
            connection.execute(update(tables).where(tables.c.host == visitor).values(host=new_visitor()))
            connection.execute(update(seats).where(own).values(name="", visitor=None, token=None))
            connection.execute(update(results).where(results.c.visitor == visitor).values(visitor=None))
            for owned in _owned():
                if owned not in KEPT:
                    connection.execute(delete(owned).where(owned.c.visitor == visitor))
            self._set_nobody(connection, visitor)


def _own(visitor: str) -> ColumnElement[bool]:
    """The seats of a visitor, also those that the visitor gave up."""
    sat = select(results.c.seat).where(results.c.table == seats.c.table, results.c.seat == seats.c.seat)
    return (seats.c.visitor == visitor) | sat.where(results.c.visitor == visitor).exists()


def _owned() -> list[Table]:
    """The tables with rows of visitors: those that have a column of that name."""
    return [table for table in metadata.sorted_tables if "visitor" in table.c]


def _digest(key: str) -> str:
    """Of a key as people type it: with or without hyphens, in any case, or as the whole link."""
    letters = "".join(letter for letter in key.strip().rstrip("/").rpartition("/")[2].lower() if letter.isalnum())
    return hashlib.sha256(f"device/{letters}".encode()).hexdigest()
