"""All games of a database in one file, and back: for backups, and to move from one database to another.

The file is text, a JSON object a line: first what it is, then a line for every table with its seats,
plies, undos and seals, and in the end the number of tables and the SHA-256 of all lines before, so
that a file that was cut or changed is noticed before anything is done with it. It is written from one
snapshot of the database, while the server goes on. It holds seeds and keys: only its owner may read it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludotheque import __version__
from ludotheque.errors import BadRecord, Error
from ludotheque.web.storage import schema
from ludotheque.web.storage.archive_check import StoredTable, checked
from ludotheque.web.storage.loading import snapshots

KIND, FORMAT = "games of a Ludothèque", 1
PARTS = {"seats": schema.seats, "plies": schema.plies, "undos": schema.undos, "seals": schema.seals}
OF_THE_MOMENT = ("runner", "news", "robot_asked")  # columns that only say what the workers are doing

Report = Callable[[int, int], None]
"""Is told how many tables are done, and how many there are."""


class Imported(NamedTuple):
    """What became of the tables of a file."""

    new: int
    known: int  # were there already, the same to the last ply
    refused: list[str]  # a sentence for each


def export(engine: Engine, path: Path, tell: Report) -> int:
    """Writes all tables to a file, whole or not at all; returns how many."""
    unfinished = Path(f"{path}.part")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            count = _write(engine, file, tell)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as problem:
        raise Error(f"The games cannot be written to {path}: {problem.strerror}.") from None
    except SQLAlchemyError as problem:
        raise Error(f"The database does not answer: {getattr(problem, 'orig', problem)}.") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return count


def _write(engine: Engine, file: BinaryIO, tell: Report) -> int:
    written, done = hashlib.sha256(), 0

    def line(value: dict[str, Any]) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        written.update(text)
        file.write(text)

    with snapshots(engine).connect() as connection:
        total = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
        line({"kind": KIND, "format": FORMAT, "version": __version__, "tables": total})
        for entry in _entries(connection):
            line(entry)
            done += 1
            tell(done, total)
        line({"end": done, "sha256": written.hexdigest()})
    return done


def _entries(connection: Connection) -> Iterator[StoredTable]:
    tables = schema.tables
    ids = connection.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars().all()
    return (entry for table_id in ids if (entry := _entry(connection, table_id)) is not None)


def _entry(connection: Connection, table_id: str) -> StoredTable | None:
    """A table with all that belongs to it; None if there is none."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).mappings().one_or_none()
    if row is None:
        return None
    table = {name: value for name, value in row.items() if name not in OF_THE_MOMENT}
    return {"table": table} | {name: _rows(connection, part, table_id) for name, part in PARTS.items()}


def _rows(connection: Connection, part: Table, table_id: str) -> list[dict[str, Any]]:
    found = connection.execute(
        select(part).where(part.c.table == table_id).order_by(*part.primary_key.columns)
    ).mappings()
    return [{name: value for name, value in row.items() if name != "table"} for row in found]


# --- reading ---------------------------------------------------------------------------------------------------------


def is_export(path: Path) -> bool:
    """Whether a file says that it is one of ours."""
    try:
        with path.open("rb") as file:
            return f'{{"kind":"{KIND}"'.encode() in file.readline(1000)
    except OSError:
        return False


def entries(path: Path) -> Iterator[StoredTable]:
    """The tables of a file, after the whole file was seen to be sound."""
    total = count(path)
    with path.open("rb") as file:
        next(file)
        for _, line in zip(range(total), file, strict=False):
            yield json.loads(line)


def count(path: Path) -> int:
    """The number of tables in a file; raises if it was cut or changed, or is something else."""
    seen, lines, last = hashlib.sha256(), 0, b""
    try:
        with path.open("rb") as file:
            for line in file:
                seen.update(last)
                lines, last = lines + 1, line
    except OSError as problem:
        raise BadRecord(f"The file {path} cannot be read: {problem.strerror}.") from None
    if not is_export(path):
        raise BadRecord(f"The file {path} holds no games of a Ludothèque.")
    try:
        end = json.loads(last)
    except ValueError:
        end = None
    if not isinstance(end, dict) or end.get("end") != lines - 2 or end.get("sha256") != seen.hexdigest():
        raise BadRecord(f"The file {path} was cut or changed: its end does not fit its content.")
    with path.open("rb") as file:
        form = json.loads(next(file)).get("format")
    if form != FORMAT:
        raise BadRecord(f"The file {path} has the format {form}; only {FORMAT} can be read here.")
    return lines - 2


def verify(path: Path, tell: Report) -> list[str]:
    """Replays every game of a file; a sentence for each that does not replay."""
    problems, total = [], count(path)
    for done, entry in enumerate(entries(path), start=1):
        try:
            checked(entry)
        except Error as problem:
            problems.append(f"{named(entry)}: {problem}")
        tell(done, total)
    return problems


def import_(engine: Engine, path: Path, tell: Report) -> Imported:
    """Adds the tables of a file that are not there yet, each whole; refuses those that do not replay."""
    new, known, refused, total = 0, 0, [], count(path)
    for done, entry in enumerate(entries(path), start=1):
        try:
            checked(entry)
            if _add(engine, entry):
                new += 1
            else:
                known += 1
        except Error as problem:
            refused.append(f"{named(entry)}: {problem}")
        except SQLAlchemyError as problem:
            raise Error(f"The database does not answer: {getattr(problem, 'orig', problem)}.") from None
        tell(done, total)
    return Imported(new, known, refused)


def _add(engine: Engine, entry: StoredTable) -> bool:
    """Adds a table; False if the same is there, and raises if it is there in another state."""
    table_id = entry["table"]["id"]
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there = _entry(connection, table_id)
        if there is not None:
            if there != entry:
                raise Error("a table of this name is there already, in another state.")
            return False
        connection.execute(insert(schema.tables).values(entry["table"]))
        for name, part in PARTS.items():
            if entry[name]:
                connection.execute(insert(part), [{"table": table_id} | row for row in entry[name]])
    return True


def named(entry: StoredTable) -> str:
    """How a table of a file is called."""
    table = entry.get("table") if isinstance(entry, dict) else None
    return f"Table {table.get('id')}" if isinstance(table, dict) else "A table without a name"
