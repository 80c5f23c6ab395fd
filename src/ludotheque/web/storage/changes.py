"""TableChange: what an edit does to a table, first in memory, then written as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, update

from ludotheque.core.history import History, Undo, counting
from ludotheque.web.storage.change_feed import announce, numbered
from ludotheque.web.storage.prepared import Prepared, driver_of
from ludotheque.web.storage.schema import company, plies, results, reviews, seals, seats, tables, undos, vacations
from ludotheque.web.tables.clock import deadline
from ludotheque.web.tables.results import rows_of
from ludotheque.web.tables.state import TableCompany, TableState

# The columns of a table that change after it is made. One statement writes all of them.
WRITTEN = (
    "host", "status", "version", "move_version", "moved_at", "deadline", "luck", "undo_asked", "next", "changed",
    "bot_asked", "worker",
)  # fmt: skip

# Statements are built once: building one takes longer than running it.
_ID: BindParameter[str] = bindparam("of_table")
_SEAT: BindParameter[int] = bindparam("of_seat")
_UPDATE_TABLE = update(tables).where(tables.c.id == _ID, tables.c.version == bindparam("of_version"))
_TABLE, _NUMBERED_TABLE = Prepared(_UPDATE_TABLE), Prepared(numbered(_UPDATE_TABLE))
_UPDATE_WAITS = update(tables).where(tables.c.id == _ID)
_WAITS, _NUMBERED_WAITS = Prepared(_UPDATE_WAITS), Prepared(numbered(_UPDATE_WAITS))
_SEAT_ROW = Prepared(update(seats).where(seats.c.table == _ID, seats.c.seat == _SEAT))
_REMOVE_SEAL = Prepared(
    delete(seals).where(
        seals.c.table == _ID, seals.c.move_version == bindparam("of_move_version"), seals.c.seat == _SEAT
    )
)
_SEAL, _PLY, _UNDO, _RESULT = (Prepared(insert(each)) for each in (seals, plies, undos, results))
_TIMES = select(plies.c.ply, plies.c.at).where(plies.c.table == _ID).order_by(plies.c.ply)
_UNDOS = select(undos.c.ply, undos.c.back).where(undos.c.table == _ID).order_by(undos.c.ply, undos.c.number)
_NO_REVIEW = Prepared(delete(reviews).where(reviews.c.table == _ID))
_NO_COMPANY, _COMPANY = Prepared(delete(company).where(company.c.table == _ID)), Prepared(insert(company))
_VACATION = select(vacations.c.since, vacations.c.until).where(
    vacations.c.visitor == bindparam("visitor"), vacations.c.until > bindparam("now")
)
_COUNT_UNDOS = select(func.count()).where(undos.c.table == _ID, undos.c.ply == bindparam("of_ply"))


class Overtaken(Exception):
    """Another server has changed the table meanwhile."""


class NeedsTransaction(Exception):
    """The edit must read the database, so it can run in a transaction only."""


class TableChange:
    """A change of one table; `write` stores it. Without a connection it is tried, and may turn out to need one."""

    def __init__(self, connection: Connection | None, table: TableState, now: float) -> None:
        self._transaction = connection
        self._before = table
        self.table = table
        self.now = now
        self.plies: list[dict[str, Any]] = []  # rows to add
        self.writes: list[tuple[Prepared, dict[str, Any]]] = []  # other statements, except that for the table itself
        self.touched = False  # the change is visible and makes a new version
        self.sealed: int | None = None  # a seat that sealed an answer or broke its seal, which nobody else may notice

    @property
    def _connection(self) -> Connection:
        if self._transaction is None:
            raise NeedsTransaction
        return self._transaction

    def set(self, **values: Any) -> None:
        """Changes columns of the table."""
        assert values.keys() <= set(WRITTEN)
        self.table = self.table.replaced(**values)
        self.touched = True

    def seat(self, number: int, **values: Any) -> None:
        """Changes columns of a seat."""
        changed = tuple(replace(s, **values) if s.seat == number else s for s in self.table.seats)
        self.table = self.table.replaced(seats=changed)
        self.writes.append((_SEAT_ROW, {"of_table": self.table.id, "of_seat": number} | values))
        self.touched = True

    def seal(self, seat: int, action: int) -> None:
        """Stores a sealed answer, which makes no new version: others would notice it.

        A replaced answer keeps its time, so that no clock reveals the replacement.
        """
        table, sealed = self.table, self.table.seals.get(seat)
        at = self.now if sealed is None else sealed[1]
        row = {"table": table.id, "move_version": table.move_version, "seat": seat, "action": action, "at": at}
        if sealed is not None:
            self.unseal(seat)
        self.writes.append((_SEAL, row))
        self.table, self.sealed = table.replaced(seals=table.seals | {seat: (action, at)}), seat

    def unseal(self, seat: int) -> None:
        """Removes a sealed answer, which others do not notice either."""
        table = self.table
        old = {"of_table": table.id, "of_move_version": table.move_version, "of_seat": seat}
        self.writes.append((_REMOVE_SEAL, old))
        seals = {each: sealed for each, sealed in table.seals.items() if each != seat}
        self.table, self.sealed = table.replaced(seals=seals), seat

    def keep_company(self, kept: TableCompany, silently: bool = False) -> None:
        """Changes what people say and show at the table."""
        row = {"table": self.table.id, "chat": kept.chat, "reactions": kept.reactions, "quick": kept.quick}
        self.writes += [(_NO_COMPANY, {"of_table": self.table.id}), (_COMPANY, row)]
        self.table = self.table.replaced(company=kept)
        self.touched = self.touched or not silently

    def follow(self, history: History) -> None:
        """Adds the plies by which this history continues that of the table."""
        table = self.table
        new = history.choices[len(table.history.choices) :]
        self.plies += [
            {"table": table.id, "ply": ply, "choice": choice, "at": self.now}
            for ply, choice in enumerate(new, start=table.stored_plies)
        ]
        self._move(history, table.stored_plies + len(new))

    def back(self, count: int) -> None:
        """Takes all but the first `count` choices back."""
        table, ply = self.table, self.table.stored_plies
        number = self._connection.execute(_COUNT_UNDOS, {"of_table": table.id, "of_ply": ply}).scalar_one()
        self.writes.append((_UNDO, {"table": table.id, "ply": ply, "number": number, "back": count, "at": self.now}))
        if self._before.ended:  # a companion goes on: its review is of another end
            self.writes.append((_NO_REVIEW, {"of_table": table.id}))
        self._move(table.history.back(count), ply)

    def made_at(self, number: int) -> float | None:
        """When one of the choices that count was made; None for one before the first."""
        times, undone = (list(self._connection.execute(each, {"of_table": self.table.id})) for each in (_TIMES, _UNDOS))
        made = counting([(ply, at) for ply, at in times], [Undo(*undo) for undo in undone])
        return made[number] if 0 <= number < len(made) else None

    def vacation(self, visitor: str) -> tuple[float, float] | None:
        """The vacation that a visitor takes now: its first and last moment."""
        row = self._connection.execute(_VACATION, {"visitor": visitor, "now": self.now}).one_or_none()
        return None if row is None else (row.since, row.until)

    def _move(self, history: History, stored_plies: int) -> None:
        self.table = self.table.replaced(
            history=history,
            stored_plies=stored_plies,
            move_version=self._before.version + 1,
            moved_at=self.now,
            undo_asked=None,
            seals={},
        )
        self.touched = True

    def add_results(self, gave_up: Sequence[int] = ()) -> None:
        """Adds the results of a game that ends, or of the seats that are given up while others play on."""
        self.writes += [(_RESULT, row) for row in rows_of(self._connection, self.table, self.now, gave_up)]

    def finish(self) -> None:
        """Fills in what follows from the other changes."""
        if self.table.ended and not self._before.ended and not self.table.companion:
            self.add_results()
        if self.touched:
            self.table = self.table.replaced(version=self._before.version + 1, changed=self.now)
        self.table = with_waits(self.table)

    @property
    def values(self) -> dict[str, Any]:
        """The new values of the table's row, and which row that is."""
        key = {"of_table": self.table.id, "of_version": self._before.version}
        return {name: getattr(self.table, name) for name in WRITTEN} | key


def with_waits(table: TableState) -> TableState:
    """The table with what follows from its clocks and seals: until when it waits, and whether for a bot."""
    return table.replaced(deadline=deadline(table), bot_asked=table.bot_to_decide() is not None)


def write(connection: Connection, changes: list[TableChange]) -> None:
    """Writes the changes of many tables with few statements; raises Overtaken if another server changed a table."""
    with pipelined(connection):
        _write(connection, changes, connection.dialect.name != "postgresql")


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """PostgreSQL: sends the statements of this block without waiting for the answer to each; their results are lost."""
    if connection.dialect.name != "postgresql":
        yield
        return
    with driver_of(connection) as driver, driver.pipeline():
        yield


def _write(connection: Connection, changes: list[TableChange], numbering: bool) -> None:
    for change in changes:
        for statement, values in change.writes:
            statement.run(connection, [values])
    if new := [row for change in changes for row in change.plies]:
        _PLY.run(connection, new)
    if touched := [change for change in changes if change.touched]:
        statement = _NUMBERED_TABLE if numbering else _TABLE
        written = statement.run(connection, [change.values for change in touched])
        if numbering and written != len(touched):  # PostgreSQL has locked the rows, so their versions are as they were
            raise Overtaken
        announce(connection, [(change.table.id, change.table.version) for change in touched])
    # Only the last change of a table knows what it waits for: the answers that were sealed before may have been played.
    last = {change.table.id: change for change in changes if change.touched or change.sealed is not None}
    if sealed := [change.table for change in last.values() if not change.touched]:
        waits = [{"of_table": each.id, "deadline": each.deadline, "bot_asked": each.bot_asked} for each in sealed]
        (_NUMBERED_WAITS if numbering else _WAITS).run(connection, waits)
        announce(connection, [(table.id, table.version) for table in sealed])
