"""What is stored: tables, their seats, and every decision and outcome, append-only.

A position is never stored: it is what the plies lead to. Plies are only ever added; taking back is
a row of `undo` that names where play goes on from. The primary key (table, ply) makes it impossible
for two servers to accept two decisions for one turn.
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
from sqlalchemy.exc import TimeoutError as TooLate

from ludotheque.errors import Error
from ludotheque.web.storage.migrations import migrate

PATIENCE = 10  # seconds that a database may take to answer

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
    Column("start", JSON),  # a position to start from; none: the set-up
    Column("title", String(60), nullable=False),
    Column("host", String(40), nullable=False),  # a visitor
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("clock", String(8), nullable=False),  # "none", "move" or "game"
    Column("clock_seconds", Integer, nullable=False),
    Column("status", String(8), nullable=False),  # "waiting", "running" or "over"
    Column("version", Integer, nullable=False),  # grows with everything visible
    Column("moved", Integer, nullable=False),  # the version at which the position last changed
    Column("moved_at", Float, nullable=False),
    Column("deadline", Float, index=True),  # when the first clock runs out
    Column("seed", String(64), nullable=False),
    Column("luck", String(400), nullable=False),  # mixed into every draw, fixed at the start
    Column("undo_asked", JSON),  # {"seat", "back", "agreed": [visitors]}
    Column("next", String(24)),  # the table where the same people play again
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("robot_asked", Boolean, nullable=False, server_default=true(), index=True),  # a bot is to decide
    Column("runner", String(24)),  # the worker that runs the bots here
    Column("news", Integer, nullable=False, server_default="0", index=True),  # SQLite: grows with every change
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # "person", "bot" or "open"
    Column("name", String(40), nullable=False),
    Column("level", String(20), nullable=False),  # of a bot, and of the one that takes over
    Column("visitor", String(40), index=True),
    Column("away", Boolean, nullable=False),
    Column("used", Float, nullable=False),  # seconds of the clock
    Column("luck", String(64), nullable=False),
    Column("link", String(24)),  # the key of the unused link to this chair
    PrimaryKeyConstraint("table", "seat"),
)

plies = Table(
    "plies",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),  # 0, 1, ...: also those taken back keep their numbers
    Column("choice", Integer, nullable=False),  # an action, or -1 - outcome
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "ply"),
)

undos = Table(
    "undos",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),  # the next ply when it was taken back
    Column("number", Integer, nullable=False),  # several may come one after the other
    Column("back", Integer, nullable=False),  # how many of the plies that count remain
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "ply", "number"),
)

seals = Table(
    "seals",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("moved", Integer, nullable=False),  # of the position that asks
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "moved", "seat"),
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
    Column("moments", Integer, nullable=False),  # to be judged
    Column("done", Integer, nullable=False),  # so many of them are
    Column("judged", JSON, nullable=False),  # what was found out about them
    Column("failed", Integer, nullable=False),  # how often it did not go on
    Column("runner", String(24)),  # the worker that makes it
)


def open_store(url: str) -> Engine:
    """Opens the database, and brings it to what this version needs."""
    try:
        engine = _engine(make_url(url))
    except (ArgumentError, ValueError):
        shown = url.rpartition("@")[2]  # what stands before may be a password
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
    """A transaction that writes: committed at the end of the block, or not at all."""
    with _turn(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """The threads of a server write to SQLite in turn: its own way to wait is to look again every now and then."""
    turns = engine.get_execution_options().get("turns")
    if turns is None:
        yield
    elif not turns.acquire(timeout=PATIENCE):
        raise TooLate("the others who write take too long")
    else:
        try:
            yield
        finally:
            turns.release()


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        turns = {"turns": threading.Lock()}
        engine = create_engine(url, hide_parameters=True, execution_options=turns)  # an error never tells values
        _prepare_sqlite(engine)
        return engine
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    # A server that was away and is back is found by asking it, before a person's request fails.
    return create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_timeout=PATIENCE,
        connect_args={"connect_timeout": PATIENCE},
    )


def _prepare_sqlite(engine: Engine) -> None:
    """Readers never wait for a writer, and what is committed survives a power cut."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        for pragma in (f"busy_timeout={PATIENCE}000", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that writes takes its lock at once: it can then not fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.execute(text("BEGIN IMMEDIATE" if writes else "BEGIN"))


def _write_ahead(connection: Any) -> None:
    """Turns the log on; who else does so at this moment is waited for here, since SQLite itself would not."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
