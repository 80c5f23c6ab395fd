"""The database: tables, their seats, and every decision and outcome, append-only.

A position is never stored: the plies lead to it. Plies are only ever added; taking back adds a row
to `undos` that says how many plies still count. The primary key (table, ply) keeps two servers
from accepting two decisions for one turn.

A column whose key differs from its name has an older name, which existing databases keep.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from ludotheque.errors import Error
from ludotheque.web.settings import OTHERS
from ludotheque.web.storage.migrations import migrate
from ludotheque.web.storage.prepared import driver_of
from ludotheque.web.storage.write_lock import WriteLock

TIMEOUT = 10  # seconds to wait for the database
SHORTEST_RESTART = 0.1  # seconds; a connection that was used a shorter time ago is not tested
LONGEST_LOG = 8000  # pages of SQLite's log after which a commit copies it to the file, while other writers wait

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # version of the rules
    sa.Column("box", sa.String(64), nullable=False),  # hash of the box data
    sa.Column("own_box", sa.JSON(none_as_null=True)),  # a corrected box (`core/boxes.py`); NULL: ours
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON),  # the position to start from; NULL: the set-up
    sa.Column("origin", sa.String(64)),  # the moment that `start` is from, as "ID/review?ply=30"; NULL: none
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("host", sa.String(40), nullable=False),  # a visitor
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean),  # the result counts for the ratings of the players
    sa.Column("live_analysis", sa.Boolean),  # players may analyse the running game; NULL: no
    sa.Column("companion", sa.Boolean),  # people enter what a real box deals; NULL: the server draws
    sa.Column("wanted", sa.String(12)),  # the level of players that a listed table looks for; NULL: any
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("clock", sa.String(8), nullable=False),  # "none", "move" or "game"
    sa.Column("clock_seconds", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, default="waiting"),  # "waiting", "running", "over" or "given_up"
    sa.Column("version", sa.Integer, nullable=False, default=1),  # grows with every visible change
    sa.Column("moved", sa.Integer, key="move_version", nullable=False, default=1),  # when the position last changed
    sa.Column("moved_at", sa.Float, nullable=False),  # from then on the clocks run
    sa.Column("deadline", sa.Float, index=True),  # when the first clock runs out
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("luck", sa.String(400), nullable=False, default=""),  # the luck of all players, mixed into every draw
    # A player's wish to take a decision back: {"seat", "back", "agreed": [visitors]}, with "done" after it was.
    sa.Column("undo_asked", sa.JSON),
    sa.Column("next", sa.String(24)),  # the table where the same people play again
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
    sa.Column("robot_asked", sa.Boolean, key="bot_asked", nullable=False, default=False, server_default=sa.true()),
    sa.Column("runner", sa.String(24), key="worker"),  # the worker that runs the bots
    sa.Column("news", sa.Integer, key="change_number", nullable=False, server_default="0"),  # for SQLite's change feed
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
    sa.Column("level", sa.String(20), nullable=False),  # the bot that holds the seat or stands in
    sa.Column("visitor", sa.String(40), index=True),
    sa.Column("away", sa.Boolean, nullable=False, default=False),
    sa.Column("used", sa.Float, nullable=False, default=0.0),  # seconds used on a game clock
    sa.Column("luck", sa.String(64), nullable=False, default=""),
    sa.Column("link", sa.String(24)),  # the key of the unused link to this seat
    sa.Column("graced", sa.Integer),  # number of choices when the clock last got grace; NULL: never
    sa.Column("kept", sa.Integer),  # number of choices that stay, without hints: a bot made the last for the player
    sa.Column("token", sa.String(20)),  # the person's choice; NULL: the one that the visitor's id gives
    sa.Column("paused_from", sa.Float),  # the last vacation of the player; NULL: none at this table
    sa.Column("paused_until", sa.Float),
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
    sa.Column("moved", sa.Integer, key="move_version", nullable=False),  # the version of the position that asks
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table", "move_version", "seat"),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("visitor", sa.String(40), index=True),  # NULL: a bot, or erased
    sa.Column("level", sa.String(20)),  # a bot's level
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),  # the number of players for a player who gave up
    sa.Column("won", sa.Float, nullable=False),  # the share of the victory
    sa.Column("lines", sa.JSON, nullable=False),  # the score sheet: points by line
    sa.Column("rating", sa.Float),  # after the game; NULL: it was not rated
    sa.Column("deviation", sa.Float),
    sa.Column("volatility", sa.Float),
    sa.PrimaryKeyConstraint("table", "seat"),
)

identity = sa.Table(
    "identity",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # the only row; another database has another one
    sa.Column("checked", sa.Float, nullable=False),  # when the health check last wrote
    sa.Column("push_key", sa.String(44)),  # the private key that signs messages to push services
)

push_addresses = sa.Table(
    "push_addresses",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # SHA-256 of the endpoint
    sa.Column("visitor", sa.String(40), nullable=False, index=True),
    sa.Column("endpoint", sa.String(500), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("site", sa.String(300), nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

mail_addresses = sa.Table(
    "mail_addresses",
    metadata,
    sa.Column("visitor", sa.String(40), primary_key=True),
    sa.Column("address", sa.String(200), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
)

vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("visitor", sa.String(40), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

nudges = sa.Table(
    "nudges",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("visitor", sa.String(40), nullable=False, index=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("waiting", sa.Boolean, nullable=False),
    sa.Column("due", sa.Float, index=True),
    sa.Column("kind", sa.String(8), nullable=False),  # "turn", "reminder", "begin", "end" or "nudge"
    sa.Column("muted", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("nudged", sa.Float),  # when the visitor last nudged the others
    sa.Column("by", sa.Integer),  # the seat that nudged the visitor
    sa.PrimaryKeyConstraint("table", "visitor"),
)

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("token", sa.String(20), nullable=False),  # "": the one that the id gives
    sa.Column("preferences", sa.JSON, nullable=False),  # by the names of the fields of /settings
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("erased", sa.Float),  # when the visitor erased everything: the id is used no more
    sa.Column("link", sa.String(64), index=True),  # SHA-256 of the key of the unused link for another device
    sa.Column("link_until", sa.Float),
    sa.Column("devices", sa.Integer, nullable=False, default=0, server_default="0"),  # linked since the last unlinking
    sa.Column("recovery", sa.String(64), index=True),  # SHA-256 of the key on the printed sheet
    sa.Column("puzzle_days", sa.JSON, nullable=False, server_default="[]"),  # days whose puzzle was solved
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("beat", sa.Integer, nullable=False),  # grows as long as the worker is alive
    sa.Column("watching", sa.JSON),  # the visitors with an open page, by table: [[visitor, name, token, since], ...]
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

company = sa.Table(
    "company",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("chat", sa.JSON(none_as_null=True)),  # [[seat, text, time], ...]; NULL: there is none
    sa.Column("reactions", sa.JSON, nullable=False),  # the last of each seat: [[seat, [reaction, time]], ...]
    sa.Column("quick", sa.Float),  # a quick match: when somebody who waits for it was last seen
)

analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),  # a hash of the text
    sa.Column("text", sa.Text, nullable=False),  # as in the address of a shorter one
    sa.Column("created", sa.Float, nullable=False, index=True),
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


def database_id(engine: sa.Engine) -> str:
    """The name of the database, which no other one has."""
    with engine.connect() as connection:
        return str(connection.execute(sa.select(identity.c.id)).scalar_one())


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that writes: committed and on the disk at the end of the block, rolled back on an error."""
    lock: WriteLock | None = engine.get_execution_options().get("write_lock")
    held = nullcontext() if lock is None else lock.held()
    with writer(engine) as connection, held, connection.begin():
        yield connection
    if lock is not None:
        try:
            lock.sync()
        except OperationalError:
            lock.close()  # the change feed opens another connection and so sees what was committed all the same
            raise


@contextmanager
def writer(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection for writing. For a SQLite file a server has only one, which its threads use in turn.

    It stays open: its data version changes only when another connection commits, which tells the change feed of other
    servers.
    """
    lock: WriteLock | None = engine.get_execution_options().get("write_lock")
    if lock is None or not lock.in_file:
        with nullcontext() if lock is None else lock.turn(TIMEOUT), engine.connect() as connection:
            yield connection.execution_options(writes=True)
        return
    with lock.turn(TIMEOUT), lock.kept(engine) as connection:
        yield connection


def _engine(url: sa.URL) -> sa.Engine:
    # Errors must not show the values of a statement: they may be secret.
    if url.get_backend_name() == "sqlite":
        lock = {"write_lock": WriteLock(url.database)}
        _keep_private(url.database)
        engine = sa.create_engine(url, hide_parameters=True, execution_options=lock)
        _prepare_sqlite(engine)
        sa.event.listen(engine, "engine_disposed", lambda _: lock["write_lock"].close())
        return engine
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(
        url, hide_parameters=True, pool_timeout=TIMEOUT, connect_args={"connect_timeout": TIMEOUT}
    )
    _test_idle_connections(engine)
    return engine


def _test_idle_connections(engine: sa.Engine) -> None:
    """Tests a connection before use, so that no request fails after a restart of the database.

    A busy server does not wait for that: no restart is as short as the time for which its connections are idle.
    """

    @sa.event.listens_for(engine, "checkin")
    def note(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @sa.event.listens_for(engine, "checkout")
    def test(connection: Any, record: Any, _: object) -> None:
        if time.monotonic() - record.info.get("used", time.monotonic()) > SHORTEST_RESTART:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as problem:
                raise sa.exc.DisconnectionError from problem


def _keep_private(database: str | None) -> None:
    """Lets only the owner read the files of a database, whatever the folder allows. SQLite makes others alike."""
    if not database or database == ":memory:" or os.name != "posix":
        return
    with suppress(OSError):  # SQLite itself tells why a file cannot be opened
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (database, f"{database}-wal", f"{database}-shm"):
            with suppress(FileNotFoundError):
                if os.stat(file).st_mode & OTHERS:
                    os.chmod(file, 0o600)


def _prepare_sqlite(engine: sa.Engine) -> None:
    """Sets SQLite up so that readers never wait for a writer and a commit survives a power cut."""

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the listener below begins transactions
        for pragma in (f"busy_timeout={TIMEOUT}000", "foreign_keys=ON", f"wal_autocheckpoint={LONGEST_LOG}"):
            connection.execute(f"PRAGMA {pragma}")
        # With the log, SQLite waits for the disk only where the file could be damaged; `writing` waits for each commit.
        connection.execute(f"PRAGMA synchronous={'NORMAL' if _write_ahead(connection) else 'FULL'}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writing transaction takes its lock at once, so it cannot fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        with driver_of(connection) as driver:
            driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


def _write_ahead(connection: Any) -> bool:
    """Turns the write-ahead log on; False where the system has none.

    SQLite does not wait for another connection that does the same, so this retries.
    """
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return bool(mode == "wal")
