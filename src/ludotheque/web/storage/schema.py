"""The database: tables, their seats, and every decision and outcome, append-only.

A position is never stored: the plies lead to it. Plies are only ever added; taking back adds a row
to `undos` that says how many plies still count. The primary key (table, ply) keeps two servers
from accepting two decisions for one turn.

Where the code calls a column by another name than the database, the column has a `key`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    JSON,
    URL,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    event,
    make_url,
    text,
    true,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.errors import Error
from ludotheque.web.storage.migrations import migrate

TIMEOUT = 10  # seconds to wait for the database

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules
    Column("box", String(64), nullable=False),  # hash of the box data
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", JSON),  # the position to start from; NULL: the set-up
    Column("title", String(60), nullable=False),
    Column("host", String(40), nullable=False),  # a visitor
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("clock", String(8), nullable=False),  # "none", "move" or "game"
    Column("clock_seconds", Integer, nullable=False),
    Column("status", String(8), nullable=False, default="waiting"),  # "waiting", "running", "over" or "given_up"
    Column("version", Integer, nullable=False, default=1),  # grows with every visible change
    Column("moved", Integer, key="move_version", nullable=False, default=1),  # when the position last changed
    Column("moved_at", Float, nullable=False),  # from then on the clocks run
    Column("deadline", Float, index=True),  # when the first clock runs out
    Column("seed", String(64), nullable=False),
    Column("luck", String(400), nullable=False, default=""),  # of all players, mixed into every draw
    # A player's wish to take a decision back: {"seat", "back", "agreed": [visitors]}, with "done" after it was.
    Column("undo_asked", JSON),
    Column("next", String(24)),  # the table where the same people play again
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    # The names of these three columns are older than their keys; databases that exist keep them.
    Column("robot_asked", Boolean, key="bot_asked", nullable=False, default=False, server_default=true()),
    Column("runner", String(24), key="worker"),  # the worker that runs the bots
    Column("news", Integer, key="change_number", nullable=False, server_default="0"),  # SQLite: for the change feed
    Index("ix_tables_robot_asked", "bot_asked"),
    Index("ix_tables_news", "change_number"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # "person", "bot" or "open"
    Column("name", String(40), nullable=False),
    Column("level", String(20), nullable=False),  # of the bot that holds the seat or stands in
    Column("visitor", String(40), index=True),
    Column("away", Boolean, nullable=False, default=False),
    Column("used", Float, nullable=False, default=0.0),  # seconds used on a game clock
    Column("luck", String(64), nullable=False, default=""),
    Column("link", String(24)),  # the key of the unused link to this seat
    PrimaryKeyConstraint("table", "seat"),
)

plies = Table(
    "plies",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),  # 0, 1, ...; plies taken back keep their numbers
    Column("choice", Integer, nullable=False),  # an action, or -1 - outcome
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "ply"),
)

undos = Table(
    "undos",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),  # the next ply at that time
    Column("number", Integer, nullable=False),  # counts the undos at the same ply
    Column("back", Integer, nullable=False),  # how many plies still count
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "ply", "number"),
)

seals = Table(
    "seals",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("moved", Integer, key="move_version", nullable=False),  # of the position that asks
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "move_version", "seat"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("beat", Integer, nullable=False),  # grows as long as the worker is alive
)

reviews = Table(
    "reviews",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("moments", Integer, nullable=False),  # number of moments to judge
    Column("done", Integer, nullable=False),  # number of moments judged
    Column("judged", JSON, nullable=False),  # the judgements
    Column("failed", Integer, nullable=False),  # number of failures
    Column("runner", String(24), key="worker"),  # the worker that makes it
)


def open_store(url: str) -> Engine:
    """Opens the database and migrates it to this version."""
    try:
        engine = _engine(make_url(url))
    except (ArgumentError, ValueError):
        shown = url.rpartition("@")[2]  # the part before it may hold a password
        raise Error(f"{shown!r} is no address of a database; an example is sqlite:///tables.sqlite3.") from None
    except ImportError as problem:
        raise Error(f'The database needs {problem.name}: install "ludotheque[postgres]".') from None
    try:
        migrate(engine)
    except DBAPIError as problem:
        engine.dispose()
        raise Error(f"The database {engine.url} cannot be opened: {problem.orig}.") from None
    except Error:
        engine.dispose()
        raise
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: committed at the end of the block, rolled back on an error."""
    with _write_lock(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def _write_lock(engine: Engine) -> Iterator[None]:
    """Lets the threads of a server write to SQLite in turn; SQLite itself would wait by polling."""
    lock = engine.get_execution_options().get("write_lock")
    if lock is None:
        yield
    elif not lock.acquire(timeout=TIMEOUT):
        raise PoolTimeout("other threads write for too long")
    else:
        try:
            yield
        finally:
            lock.release()


def _engine(url: URL) -> Engine:
    # Errors must not show the values of a statement: they may be secret.
    if url.get_backend_name() == "sqlite":
        lock = {"write_lock": threading.Lock()}
        engine = create_engine(url, hide_parameters=True, execution_options=lock)
        _prepare_sqlite(engine)
        return engine
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    # A connection is tested before use, so that no request fails after a restart of the database.
    return create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_timeout=TIMEOUT,
        connect_args={"connect_timeout": TIMEOUT},
    )


def _prepare_sqlite(engine: Engine) -> None:
    """Sets SQLite up so that readers never wait for a writer and a commit survives a power cut."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the listener below begins transactions
        for pragma in (f"busy_timeout={TIMEOUT}000", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writing transaction takes its lock at once, so it cannot fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.execute(text("BEGIN IMMEDIATE" if writes else "BEGIN"))


def _write_ahead(connection: Any) -> None:
    """Turns the write-ahead log on. SQLite does not wait for another connection that does the same, so this retries."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
