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

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.errors import Error
from ludotheque.web.storage.migrations import migrate

TIMEOUT = 10  # seconds to wait for the database

metadata = sa.MetaData()

# A column whose key differs from its name has an older name, which existing databases keep.

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # version of the rules
    sa.Column("box", sa.String(64), nullable=False),  # hash of the box data
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON),  # the position to start from; NULL: the set-up
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("host", sa.String(40), nullable=False),  # a visitor
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("clock", sa.String(8), nullable=False),  # "none", "move" or "game"
    sa.Column("clock_seconds", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, default="waiting"),  # "waiting", "running", "over" or "given_up"
    sa.Column("version", sa.Integer, nullable=False, default=1),  # grows with every visible change
    sa.Column("moved", sa.Integer, key="move_version", nullable=False, default=1),  # when the position last changed
    sa.Column("moved_at", sa.Float, nullable=False),  # from then on the clocks run
    sa.Column("deadline", sa.Float, index=True),  # when the first clock runs out
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("luck", sa.String(400), nullable=False, default=""),  # of all players, mixed into every draw
    # A player's wish to take a decision back: {"seat", "back", "agreed": [visitors]}, with "done" after it was.
    sa.Column("undo_asked", sa.JSON),
    sa.Column("next", sa.String(24)),  # the table where the same people play again
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
    sa.Column("robot_asked", sa.Boolean, key="bot_asked", nullable=False, default=False, server_default=sa.true()),
    sa.Column("runner", sa.String(24), key="worker"),  # the worker that runs the bots
    sa.Column(
        "news", sa.Integer, key="change_number", nullable=False, server_default="0"
    ),  # SQLite: for the change feed
    sa.Index("ix_tables_robot_asked", "bot_asked"),
    sa.Index("ix_tables_news", "change_number"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # "person", "bot" or "open"
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(20), nullable=False),  # of the bot that holds the seat or stands in
    sa.Column("visitor", sa.String(40), index=True),
    sa.Column("away", sa.Boolean, nullable=False, default=False),
    sa.Column("used", sa.Float, nullable=False, default=0.0),  # seconds used on a game clock
    sa.Column("luck", sa.String(64), nullable=False, default=""),
    sa.Column("link", sa.String(24)),  # the key of the unused link to this seat
    sa.PrimaryKeyConstraint("table", "seat"),
)

plies = sa.Table(
    "plies",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),  # 0, 1, ...; plies taken back keep their numbers
    sa.Column("choice", sa.Integer, nullable=False),  # an action, or -1 - outcome
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table", "ply"),
)

undos = sa.Table(
    "undos",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),  # the next ply at that time
    sa.Column("number", sa.Integer, nullable=False),  # counts the undos at the same ply
    sa.Column("back", sa.Integer, nullable=False),  # how many plies still count
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table", "ply", "number"),
)

seals = sa.Table(
    "seals",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("moved", sa.Integer, key="move_version", nullable=False),  # of the position that asks
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table", "move_version", "seat"),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("beat", sa.Integer, nullable=False),  # grows as long as the worker is alive
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("moments", sa.Integer, nullable=False),  # number of moments to judge
    sa.Column("done", sa.Integer, nullable=False),  # number of moments judged
    sa.Column("judged", sa.JSON, nullable=False),  # the judgements
    sa.Column("failed", sa.Integer, nullable=False),  # number of failures
    sa.Column("runner", sa.String(24), key="worker"),  # the worker that makes it
)


def open_store(url: str) -> sa.Engine:
    """Opens the database and migrates it to this version."""
    try:
        engine = _engine(sa.make_url(url))
    except (ArgumentError, ValueError):
        shown = url.rpartition("@")[2]  # the part before it may hold a password
        raise Error(f"{shown!r} is not a database address; an example is sqlite:///tables.sqlite3.") from None
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
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that writes: committed at the end of the block, rolled back on an error."""
    with _write_lock(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def _write_lock(engine: sa.Engine) -> Iterator[None]:
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


def _engine(url: sa.URL) -> sa.Engine:
    # Errors must not show the values of a statement: they may be secret.
    if url.get_backend_name() == "sqlite":
        lock = {"write_lock": threading.Lock()}
        engine = sa.create_engine(url, hide_parameters=True, execution_options=lock)
        _prepare_sqlite(engine)
        return engine
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    # A connection is tested before use, so that no request fails after a restart of the database.
    return sa.create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_timeout=TIMEOUT,
        connect_args={"connect_timeout": TIMEOUT},
    )


def _prepare_sqlite(engine: sa.Engine) -> None:
    """Sets SQLite up so that readers never wait for a writer and a commit survives a power cut."""

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the listener below begins transactions
        for pragma in (f"busy_timeout={TIMEOUT}000", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writing transaction takes its lock at once, so it cannot fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.execute(sa.text("BEGIN IMMEDIATE" if writes else "BEGIN"))


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
