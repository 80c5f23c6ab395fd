"""Changes of tables: thought out first, then written whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Connection, Executable, bindparam, delete, func, insert, select, update

from ludotheque.core.history import History
from ludotheque.web.storage import schema
from ludotheque.web.storage.change_feed import announce, numbered
from ludotheque.web.tables.clock import deadline
from ludotheque.web.tables.state import TableState

T = TypeVar("T")
Edit = Callable[["TableChange"], T]
"""What is done to a table: changes it, or raises before anything is written."""

WRITTEN = (
    "host", "status", "version", "moved", "moved_at", "deadline", "luck", "undo_asked", "next", "changed",
    "robot_asked", "runner",
)  # fmt: skip
"""The columns of a table that ever change; all are written, so that there is one statement for it."""

# Statements are made once: to build one costs more than to run it.
_ID: BindParameter[str] = bindparam("of_table")
_SEAT: BindParameter[int] = bindparam("of_seat")
_TABLE = update(schema.tables).where(schema.tables.c.id == _ID, schema.tables.c.version == bindparam("of_version"))
_NUMBERED_TABLE = numbered(_TABLE)
_NUMBERED_ONLY = numbered(update(schema.tables).where(schema.tables.c.id == _ID))
_CHAIR = update(schema.seats).where(schema.seats.c.table == _ID, schema.seats.c.seat == _SEAT)
_OPEN_SEAL = delete(schema.seals).where(
    schema.seals.c.table == _ID, schema.seals.c.moved == bindparam("of_moved"), schema.seals.c.seat == _SEAT
)
_SEAL, _PLY, _UNDO = insert(schema.seals), insert(schema.plies), insert(schema.undos)
_UNDONE = select(func.count()).where(schema.undos.c.table == _ID, schema.undos.c.ply == bindparam("of_ply"))


class Overtaken(Exception):
    """Somebody else has changed the table meanwhile."""


class TableChange:
    """A change of one table that is being thought out; `write` writes it."""

    def __init__(self, connection: Connection, table: TableState, now: float) -> None:
        self._connection = connection
        self._before = table
        self.table = table
        self.now = now
        self.plies: list[dict[str, Any]] = []  # rows to be added
        self.writes: list[tuple[Executable, dict[str, Any]]] = []  # what else is to be written, but the table itself
        self.touched = False
        self.changed_mind: int | None = None  # a seat that replaced its sealed answer: nobody else may notice

    def set(self, **values: Any) -> None:
        """Changes columns of the table."""
        assert values.keys() <= set(WRITTEN)
        self.table = replace(self.table, **values)
        self.touched = True

    def seat(self, number: int, **values: Any) -> None:
        """Changes who sits in a chair."""
        changed = tuple(replace(s, **values) if s.seat == number else s for s in self.table.seats)
        self.table = replace(self.table, seats=changed)
        self.writes.append((_CHAIR, {"of_table": self.table.id, "of_seat": number} | values))
        self.touched = True

    def seal(self, seat: int, action: int) -> None:
        """Keeps a secret answer; an earlier one of this seat is replaced, with its time, so that no clock tells it."""
        table, sealed = self.table, self.table.seals.get(seat)
        at = self.now if sealed is None else sealed[1]
        row = {"table": table.id, "moved": table.moved, "seat": seat, "action": action, "at": at}
        if sealed is None:
            self.touched = True
        else:
            self.writes.append((_OPEN_SEAL, {"of_table": table.id, "of_moved": table.moved, "of_seat": seat}))
            self.changed_mind = seat
        self.writes.append((_SEAL, row))
        self.table = replace(table, seals=table.seals | {seat: (action, at)})

    def follow(self, history: History) -> None:
        """Adds the plies by which a line goes on from that of the table: actions, or -1 - outcome."""
        table = self.table
        new = history.choices[len(table.history.choices) :]
        self.plies += [
            {"table": table.id, "ply": table.made + n, "choice": choice, "at": self.now} for n, choice in enumerate(new)
        ]
        self._moved(history, table.made + len(new))

    def back(self, count: int) -> None:
        """Takes all but the first choices of the line back."""
        table = self.table
        number = self._connection.execute(_UNDONE, {"of_table": table.id, "of_ply": table.made}).scalar_one()
        row = {"table": table.id, "ply": table.made, "number": number, "back": count, "at": self.now}
        self.writes.append((_UNDO, row))
        self._moved(table.history.back(count), table.made)

    def _moved(self, history: History, made: int) -> None:
        moved = self._before.version + 1
        self.table = replace(
            self.table, history=history, made=made, moved=moved, moved_at=self.now, undo_asked=None, seals={}
        )
        self.touched = True

    def finish(self) -> None:
        """Thinks of all that follows; the table is then as it will be."""
        if self.touched:
            self.table = replace(
                self.table,
                version=self._before.version + 1,
                changed=self.now,
                deadline=deadline(self.table),
                robot_asked=self.table.bot_to_decide() is not None,
            )

    @property
    def written(self) -> dict[str, Any]:
        """What stands in the row of the table when it is written, and which row that is."""
        mine = {"of_table": self.table.id, "of_version": self._before.version}
        return {name: getattr(self.table, name) for name in WRITTEN} | mine


def write(connection: Connection, changes: list[TableChange]) -> None:
    """Writes changes whole, those of many tables with few statements; raises if somebody else has changed a table."""
    for change in changes:
        for statement, values in change.writes:
            connection.execute(statement, values)
    if plies := [row for change in changes for row in change.plies]:
        connection.execute(_PLY, plies)
    if touched := [change for change in changes if change.touched]:
        writing = _TABLE if connection.dialect.name == "postgresql" else _NUMBERED_TABLE
        if connection.execute(writing, [change.written for change in touched]).rowcount != len(touched):
            raise Overtaken
        announce(connection, [(change.table.id, change.table.version) for change in touched])
    if minds := [change.table for change in changes if change.changed_mind is not None and not change.touched]:
        if connection.dialect.name != "postgresql":
            connection.execute(_NUMBERED_ONLY, [{"of_table": table.id} for table in minds])
        announce(connection, [(table.id, table.version) for table in minds])
