"""Prepared statements: what every commit runs, given to the driver of SQLite as it is.

SQLite has one writer, and all workers wait for it. SQLAlchemy takes several times as long for a statement as SQLite
itself, so it writes the SQL once, and is left out from then on. On PostgreSQL nobody waits: it locks single rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError

Conversion = Callable[[Any], Any]


class DriverStatement(NamedTuple):
    """A statement as the driver takes it."""

    sql: str
    fixed: Mapping[str, Any]  # values that belong to the statement
    order: Sequence[str]  # the names of all values
    conversions: Mapping[str, Conversion]  # by name, those of values that SQLite does not know

    @classmethod
    def of(cls, statement: Any, dialect: Dialect, columns: Sequence[str]) -> DriverStatement:
        """Compiles a statement for rows with some columns."""
        compiled = statement.compile(dialect=dialect, column_keys=columns, for_executemany=True)
        made = {name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()}
        conversions = {name: convert for name, convert in made.items() if convert is not None}
        return cls(compiled.string, compiled.params, compiled.positiontup, conversions)

    def values(self, row: Mapping[str, Any]) -> list[Any]:
        """The values for a row in their order."""
        known = {**self.fixed, **row}
        for name, convert in self.conversions.items():
            known[name] = convert(known[name])
        return [known[name] for name in self.order]


class Prepared:
    """A statement that adds, changes or deletes rows."""

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self._statement = statement
        self._known: dict[tuple[str, ...], DriverStatement] = {}  # by the columns of the rows

    def run(self, connection: Connection, rows: list[dict[str, Any]]) -> int:
        """Runs it for some rows with the same columns; returns how many rows of the database were there to change."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, rows).rowcount
        columns = tuple(rows[0])
        if (known := self._known.get(columns)) is None:
            known = self._known[columns] = DriverStatement.of(self._statement, connection.dialect, columns)
        with driver_of(connection) as driver:
            return int(driver.executemany(known.sql, [known.values(row) for row in rows]).rowcount)


class PreparedSelect:
    """A statement that reads plain values; another one may do the same in SQLite."""

    def __init__(self, statement: Select[Any], in_sqlite: Select[Any] | None = None) -> None:
        self._statement, self._in_sqlite = statement, statement if in_sqlite is None else in_sqlite
        self._known: DriverStatement | None = None

    def rows(self, connection: Connection, values: dict[str, Any]) -> Sequence[Sequence[Any]]:
        """The rows that it finds."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).all()
        if (known := self._known) is None:
            known = self._known = DriverStatement.of(self._in_sqlite, connection.dialect, ())
        with driver_of(connection) as driver:
            found: list[tuple[Any, ...]] = driver.execute(known.sql, known.values(values)).fetchall()
        return found


@contextmanager
def driver_of(connection: Connection) -> Iterator[Any]:
    """The connection of the driver, whose errors become those of SQLAlchemy."""
    failed = connection.dialect.loaded_dbapi.Error
    try:
        yield connection.connection.driver_connection
    except failed as problem:
        raise DBAPIError.instance("a batch", None, problem, failed, hide_parameters=True) from problem
