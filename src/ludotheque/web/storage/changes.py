"""TableChange: what an edit does to a table, first in memory, then written as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Connection, Executable, bindparam, delete, func, insert, select, update

from ludotheque.core.history import History
from ludotheque.web.storage.change_feed import announce, numbered
from ludotheque.web.storage.schema import plies, seals, seats, tables, undos
from ludotheque.web.tables.clock import deadline
from ludotheque.web.tables.state import TableState

# The columns of a table that change after it is made. One statement writes all of them.
WRITTEN = (
    "host", "status", "version", "move_version", "moved_at", "deadline", "luck", "undo_asked", "next", "changed",
    "bot_asked", "worker",
)  # fmt: skip

# Statements are built once: building one takes longer than running it.
_ID: BindParameter[str] = bindparam("of_table")
_SEAT: BindParameter[int] = bindparam("of_seat")
_TABLE = update(tables).where(tables.c.id == _ID, tables.c.version == bindparam("of_version"))
_NUMBERED_TABLE = numbered(_TABLE)
_NUMBER_ONLY = numbered(update(tables).where(tables.c.id == _ID))
_SEAT_ROW = update(seats).where(seats.c.table == _ID, seats.c.seat == _SEAT)
_REMOVE_SEAL = delete(seals).where(
    seals.c.table == _ID, seals.c.move_version == bindparam("of_move_version"), seals.c.seat == _SEAT
)
_SEAL, _PLY, _UNDO = insert(seals), insert(plies), insert(undos)
_COUNT_UNDOS = select(func.count()).where(undos.c.table == _ID, undos.c.ply == bindparam("of_ply"))


class Overtaken(Exception):
    """Another server has changed the table meanwhile."""


class TableChange:
    """A change of one table; `write` stores it."""

    def __init__(self, connection: Connection, table: TableState, now: float) -> None:
        self._connection = connection
        self._before = table
        self.table = table
        self.now = now
        self.plies: list[dict[str, Any]] = []  # rows to add
        self.writes: list[tuple[Executable, dict[str, Any]]] = []  # other statements, except that for the table itself
        self.touched = False  # the change is visible and makes a new version
        self.resealed: int | None = None  # a seat that replaced its sealed answer, which nobody else may notice

    def set(self, **values: Any) -> None:
        """Changes columns of the table."""
        assert values.keys() <= set(WRITTEN)
        self.table = replace(self.table, **values)
        self.touched = True

    def seat(self, number: int, **values: Any) -> None:
        """Changes columns of a seat."""
        changed = tuple(replace(s, **values) if s.seat == number else s for s in self.table.seats)
        self.table = replace(self.table, seats=changed)
        self.writes.append((_SEAT_ROW, {"of_table": self.table.id, "of_seat": number} | values))
        self.touched = True

    def seal(self, seat: int, action: int) -> None:
        """Stores a sealed answer. A replaced answer keeps its time, so that no clock reveals the replacement."""
        table, sealed = self.table, self.table.seals.get(seat)
        at = self.now if sealed is None else sealed[1]
        row = {"table": table.id, "move_version": table.move_version, "seat": seat, "action": action, "at": at}
        if sealed is None:
            self.touched = True
        else:
            old = {"of_table": table.id, "of_move_version": table.move_version, "of_seat": seat}
            self.writes.append((_REMOVE_SEAL, old))
            self.resealed = seat
        self.writes.append((_SEAL, row))
        self.table = replace(table, seals=table.seals | {seat: (action, at)})

    def unseal(self, seat: int) -> None:
        """Removes a sealed answer."""
        table = self.table
        old = {"of_table": table.id, "of_move_version": table.move_version, "of_seat": seat}
        self.writes.append((_REMOVE_SEAL, old))
        self.table = replace(table, seals={each: sealed for each, sealed in table.seals.items() if each != seat})
        self.touched = True

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
        self._move(table.history.back(count), ply)

    def _move(self, history: History, stored_plies: int) -> None:
        self.table = replace(
            self.table,
            history=history,
            stored_plies=stored_plies,
            move_version=self._before.version + 1,
            moved_at=self.now,
            undo_asked=None,
            seals={},
        )
        self.touched = True

    def finish(self) -> None:
        """Fills in the columns that follow from the others."""
        if self.touched:
            self.table = replace(
                self.table,
                version=self._before.version + 1,
                changed=self.now,
                deadline=deadline(self.table),
                bot_asked=self.table.bot_to_decide() is not None,
            )

    @property
    def values(self) -> dict[str, Any]:
        """The new values of the table's row, and which row that is."""
        key = {"of_table": self.table.id, "of_version": self._before.version}
        return {name: getattr(self.table, name) for name in WRITTEN} | key


def write(connection: Connection, changes: list[TableChange]) -> None:
    """Writes the changes of many tables with few statements; raises Overtaken if another server changed a table."""
    numbering = connection.dialect.name != "postgresql"
    for change in changes:
        for statement, values in change.writes:
            connection.execute(statement, values)
    if new := [row for change in changes for row in change.plies]:
        connection.execute(_PLY, new)
    if touched := [change for change in changes if change.touched]:
        statement = _NUMBERED_TABLE if numbering else _TABLE
        if connection.execute(statement, [change.values for change in touched]).rowcount != len(touched):
            raise Overtaken
        announce(connection, [(change.table.id, change.table.version) for change in touched])
    if resealed := [change.table for change in changes if change.resealed is not None and not change.touched]:
        if numbering:
            connection.execute(_NUMBER_ONLY, [{"of_table": table.id} for table in resealed])
        announce(connection, [(table.id, table.version) for table in resealed])
