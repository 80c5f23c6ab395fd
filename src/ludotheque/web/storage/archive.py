"""Archives: all games of a database in one file, for backups and for moves to another database.

The file holds one JSON object per line: a header, then each table with its seats, plies, undos and
seals, and last the number of tables and the SHA-256 of all lines before. So a file that was cut or
changed is noticed before it is used. An export reads one snapshot of the database while the server
runs. The file holds seeds and keys: only its owner may read it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludotheque import __version__
from ludotheque.contract.reading import parsed, shown
from ludotheque.errors import BadRecord, Error
from ludotheque.web.storage import schema
from ludotheque.web.storage.archive_check import LEFT_OUT, PARTS, ArchivedTable, check
from ludotheque.web.storage.condition import damages
from ludotheque.web.storage.loading import snapshots
from ludotheque.web.tables.pledges import is_id

KIND, FORMAT = "games of a Ludothèque", 1
LARGEST_LINE = 2**22  # bytes of a table; a long game has less than a hundredth of that

OnProgress = Callable[[int, int], None]
"""Called with the number of tables done and the number of all tables."""


class Imported(NamedTuple):
    """What an import did with the tables of a file."""

    new: int
    known: int  # tables that the database had already, identical
    refused: list[str]  # one sentence per table


def export(engine: Engine, path: Path, on_progress: OnProgress) -> int:
    """Writes all tables to a file, whole or not at all; returns their number."""
    unfinished = Path(f"{path}.part")
    try:
        unfinished.unlink(missing_ok=True)  # one that is there could be read by others, or lead elsewhere
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with explaining_outages():
                count = _write(engine, file, on_progress)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as problem:
        raise Error(f"The games cannot be written to {path}: {problem.strerror}.") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return count


def _write(engine: Engine, file: BinaryIO, on_progress: OnProgress) -> int:
    digest, done, tables = hashlib.sha256(), 0, schema.tables

    def write_line(value: dict[str, Any]) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        digest.update(line)
        file.write(line)

    with snapshots(engine).connect() as connection:
        total = connection.execute(select(func.count()).select_from(tables)).scalar_one()
        write_line({"kind": KIND, "format": FORMAT, "version": __version__, "tables": total})
        for table_id in connection.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars().all():
            if (entry := _entry(connection, table_id)) is not None:
                write_line(entry)
                done += 1
                on_progress(done, total)
        write_line({"end": done, "sha256": digest.hexdigest()})
    return done


def _entry(connection: Connection, id: str) -> ArchivedTable | None:
    """A table with its parts; None if there is no such table."""
    found = _rows(connection, schema.tables, "id", id)
    return {"table": found[0]} | {part.name: _rows(connection, part, "table", id) for part in PARTS} if found else None


def _rows(connection: Connection, part: Table, key: str, id: str) -> list[dict[str, Any]]:
    """The rows of a table by the names of their columns in the database."""
    written = [column for column in part.columns if column.name not in LEFT_OUT]
    found = connection.execute(select(*written).where(part.c[key] == id).order_by(*part.primary_key.columns))
    return [{column.name: value for column, value in zip(written, row, strict=True)} for row in found]


# --- reading ---------------------------------------------------------------------------------------------------------


def is_export(path: Path) -> bool:
    """Whether a file has the header of an archive."""
    try:
        with path.open("rb") as file:
            return f'{{"kind":"{KIND}"'.encode() in file.readline(1000)
    except OSError:
        return False


def entries(path: Path) -> Iterator[ArchivedTable]:
    """The tables of a file; checks the whole file first. A line that is no JSON gives None."""
    total = count(path)
    with path.open("rb") as file:
        yield from map(_parsed, islice(file, 1, total + 1))


def count(path: Path) -> int:
    """The number of tables in a file; raises if the file was cut or changed, or is not an archive."""
    digest, lines, last = hashlib.sha256(), 0, b""
    try:
        with path.open("rb") as file:
            while line := file.readline(LARGEST_LINE + 1):
                if len(line) > LARGEST_LINE:
                    raise BadRecord(f"The file {path} holds a table of more than {LARGEST_LINE} bytes.")
                digest.update(last)
                lines, last = lines + 1, line
    except OSError as problem:
        raise BadRecord(f"The file {path} cannot be read: {problem.strerror}.") from None
    if not is_export(path):
        raise BadRecord(f"The file {path} holds no games of a Ludothèque.")
    end = _parsed(last)
    if not isinstance(end, dict) or end.get("end") != lines - 2 or end.get("sha256") != digest.hexdigest():
        raise BadRecord(f"The file {path} was cut or changed: its end does not fit its content.")
    with path.open("rb") as file:
        head = _parsed(next(file))
    form = head.get("format") if isinstance(head, dict) else None
    if form != FORMAT:
        raise BadRecord(f"The file {path} has the format {shown(form)}; only {FORMAT} can be read here.")
    return lines - 2


def _parsed(line: bytes) -> Any:
    """The value of a line; None for one that is no JSON, holds numbers that JSON does not know, or is nested deeply."""
    try:
        return parsed(line)
    except ValueError:
        return None


def _checked(path: Path, use: Callable[[ArchivedTable], None], on_progress: OnProgress) -> list[str]:
    """Checks every table of a file and uses it; returns one sentence per table that was refused."""
    problems, total = [], count(path)
    for done, entry in enumerate(entries(path), start=1):
        try:
            check(entry)
            use(entry)
        except Error as problem:
            problems.append(f"{_name(entry)}: {problem}")
        on_progress(done, total)
    return problems


def verify(path: Path, on_progress: OnProgress) -> list[str]:
    """Replays every game of a file; returns one sentence per game that does not replay."""
    return _checked(path, lambda entry: None, on_progress)


def import_(engine: Engine, path: Path, on_progress: OnProgress) -> Imported:
    """Adds the tables of a file that the database does not have; refuses those that do not replay."""
    added: list[bool] = []
    with explaining_outages():
        refused = _checked(path, lambda entry: added.append(_add(engine, entry)), on_progress)
    return Imported(added.count(True), added.count(False), refused)


def check_database(engine: Engine, on_progress: OnProgress) -> tuple[int, list[str]]:
    """Looks for damage in a database and replays its games; the number of tables, and a sentence for each problem."""
    problems, ids = list(damages(engine)), []
    try:
        with snapshots(engine).connect() as connection:
            ids = list(connection.execute(select(schema.tables.c.id)).scalars())
    except SQLAlchemyError as problem:
        problems.append(f"The tables cannot be read: {getattr(problem, 'orig', problem)}.")
    for done, table_id in enumerate(ids, start=1):
        try:
            with snapshots(engine).connect() as connection:
                entry = _entry(connection, table_id)
            if entry is not None:
                check(entry)
        except (Error, SQLAlchemyError) as problem:
            problems.append(f"Table {table_id}: {getattr(problem, 'orig', problem)}")
        on_progress(done, len(ids))
    return len(ids), problems


def _add(engine: Engine, entry: ArchivedTable) -> bool:
    """Adds a table; False if the database has it already, an error if it has another one of the same id."""
    table_id = entry["table"]["id"]
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there = _entry(connection, table_id)
        if there is not None:
            if there != entry:
                raise Error("a table of this name is there already, in another state.")
            return False
        connection.execute(insert(schema.tables), [_values(schema.tables, entry["table"])])
        for part in PARTS:
            if rows := entry[part.name]:
                connection.execute(insert(part), [{"table": table_id} | _values(part, row) for row in rows])
    return True


def _values(part: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row by the names of its columns in the code."""
    return {column.key: row[column.name] for column in part.columns if column.name in row}


def _name(entry: ArchivedTable) -> str:
    table = entry.get("table") if isinstance(entry, dict) else None
    name = table.get("id") if isinstance(table, dict) else None
    return f"Table {name}" if isinstance(name, str) and is_id(name) else "A table without a name"


@contextmanager
def explaining_outages() -> Iterator[None]:
    """Turns an error of the database into a sentence."""
    try:
        yield
    except SQLAlchemyError as problem:
        raise Error(f"The database does not answer: {getattr(problem, 'orig', problem)}.") from None
