"""Migrations of the database from one version of the server to the next.

A new one is a file in `versions/` with the last one as its `down_revision`. A released migration
never changes. It names its columns itself; `schema.py` describes the database of this version.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from ludotheque.errors import Error

HERE = Path(__file__).parent
NEWEST = max(path.stem[1:5] for path in (HERE / "versions").glob("v*.py"))
FIRST = "0001"  # the database of version 0.1.0, which had no revision number
LOCK = 6_0_0_1  # PostgreSQL's advisory lock: one server at a time migrates


def migrate(engine: Engine, version: str = "head") -> None:
    """Migrates a database in one transaction, and once if several servers start together."""
    with engine.connect() as connection:
        if _version(connection) == NEWEST:  # a server that starts need not wait for those that write
            return
    with engine.connect().execution_options(writes=True) as connection, connection.begin():  # as `schema.writing`
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _migrate(connection, version)


def _version(connection: Connection) -> str | None:
    """The version of a database; None if it has none."""
    stamped = inspect(connection).has_table("alembic_version")
    found: str | None = (
        connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if stamped else None
    )
    return found


def _migrate(connection: Connection, version: str) -> None:
    if (at := _version(connection)) == NEWEST:
        return
    from alembic import command  # takes longer to load than the database to open, and is rarely needed
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(HERE))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    if at is None and inspect(connection).has_table("tables"):
        command.stamp(config, at := FIRST)
    if at not in (None, *(script.revision for script in scripts.walk_revisions())):
        raise Error("The database was made by a newer version of Ludothèque; install that version to open it.")
    command.upgrade(config, version)
