"""The condition of a database: whether it can be read and written, and what is damaged."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.errors import Error
from ludotheque.web.storage.schema import identity, metadata, open_store, seats, tables, writing

log = logging.getLogger("ludotheque.condition")

OK, AWAY, FULL, READ_ONLY, DAMAGED = "ok", "away", "full", "read-only", "damaged"
SIGNS = {
    DAMAGED: ("malformed", "not a database", "invalid page", "corrupt"),
    FULL: ("is full", "no space left"),
    READ_ONLY: ("readonly", "read-only"),
}
"""Words of SQLite's and PostgreSQL's messages."""

LEAST_SPACE = 2**20  # bytes of a disk that counts as full
PAUSE = 1.0  # seconds between two trials to write


def condition(engine: sa.Engine, now: float) -> str:
    """Reads the database, and writes a row of it unless that was done a moment ago."""
    try:
        with engine.connect() as connection:
            checked = connection.execute(sa.select(identity.c.checked)).scalar_one()
        if abs(now - checked) >= PAUSE:
            with writing(engine) as connection:
                connection.execute(sa.update(identity).values(checked=now))
    except SQLAlchemyError as problem:
        return condition_told_by(problem)
    return _condition_of_disk(engine)


class DamageWatch:
    """Looks for damage in the file of SQLite, one database table at a time; PostgreSQL has tools of its own."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._names = cycle(metadata.tables if engine.dialect.name == "sqlite" else ())
        self._damaged: set[str] = set()

    @property
    def condition(self) -> str:
        """What the looks so far tell."""
        return DAMAGED if self._damaged else OK

    def look(self) -> None:
        """Checks the next table."""
        if (name := next(self._names, None)) is None:
            return
        try:
            with self._engine.connect() as connection:
                found = str(connection.execute(sa.text(f"PRAGMA quick_check('{name}')")).scalar())
        except SQLAlchemyError as problem:
            if condition_told_by(problem) != DAMAGED:
                raise  # health tells it
            found = str(getattr(problem, "orig", problem))
        if found == OK:
            self._damaged.discard(name)
        else:
            self._damaged.add(name)
            log.error("%s is damaged (%s): `ludotheque check-database` tells more", name, " ".join(found.split()))


def open_undamaged(database: str) -> None:
    """Opens a database and reads what every server reads at its start; raises an Error that tells a damaged part."""
    try:
        engine = open_store(database)
        try:
            if engine.dialect.name == "sqlite":
                with engine.connect() as connection:
                    for part in (identity, tables, seats):
                        connection.execute(sa.text(f"SELECT count(*) FROM {part.name} NOT INDEXED"))
        finally:
            engine.dispose()
    except SQLAlchemyError as problem:
        if condition_told_by(problem) == DAMAGED:
            told = getattr(problem, "orig", problem)
            raise Error(f"The database is damaged ({told}): `ludotheque check-database` tells more.") from None
        raise


def condition_told_by(problem: Exception) -> str:
    """The condition that an error of the database tells."""
    text = str(getattr(problem, "orig", problem)).lower()
    return next((state for state, signs in SIGNS.items() if any(sign in text for sign in signs)), AWAY)


def _condition_of_disk(engine: sa.Engine) -> str:
    """Whether the disk of a file has room; what the log of SQLite already holds can be written even without any."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or not Path(file).exists():
        return OK
    if not os.access(file, os.W_OK) or not os.access(Path(file).resolve().parent, os.W_OK):
        return READ_ONLY
    return OK if shutil.disk_usage(file).free >= LEAST_SPACE else FULL


def damages(engine: sa.Engine) -> Iterator[str]:
    """What SQLite finds in its own file, a sentence for each; PostgreSQL has tools of its own."""
    if engine.dialect.name != "sqlite":
        return
    try:
        with engine.connect() as connection:
            for (found,) in connection.execute(sa.text("PRAGMA integrity_check(20)")):
                if found != "ok":
                    yield f"The file of the database is damaged: {' '.join(found.split())}."
            for table, row, parent, _ in connection.execute(sa.text("PRAGMA foreign_key_check")):
                yield f"Row {row} of {table} belongs to no row of {parent}."
    except SQLAlchemyError as problem:
        yield f"The file of the database is damaged: {getattr(problem, 'orig', problem)}."
