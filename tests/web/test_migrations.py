"""Migrations of new and old databases, also by several servers at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, insert, select, text

from ludotheque.errors import Error
from ludotheque.web.storage import schema
from ludotheque.web.storage.migrations import migrate
from ludotheque.web.storage.schema import metadata, open_store
from tests.web.postgres import Cluster
from tests.web.site import first_choice, served, settings

pytestmark = pytest.mark.both_databases


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite3"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


def test_the_migrations_lead_to_what_the_code_expects(database: str) -> None:
    engine = open_store(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []
    engine.dispose()


def test_a_store_of_version_0_1_0_is_taken_over_with_its_games(database: str) -> None:
    with served(settings(database)) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        state = site.table(table)
        ann.play(table, state.position.to_act or 0, first_choice(state.position))
        before = site.table(table)
    _make_as_0_1_0(database)
    with served(settings(database)) as site:
        seats = tuple(replace(seat, token=None) for seat in before.seats)  # tokens came later
        assert replace(site.table(table), bot_asked=False) == replace(before, seats=seats)


def _make_as_0_1_0(database: str) -> None:
    """Makes the database as version 0.1.0 did: its tables and columns, without a revision."""
    engine = open_store(database)
    with engine.connect() as connection:
        rows = {table: connection.execute(select(table)).mappings().all() for table in metadata.sorted_tables}
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
        old = MetaData()
        old.reflect(connection)
        for table in [each for each in rows if each.name in old.tables and rows[each]]:
            then = old.tables[table.name]
            columns = [column for column in table.columns if column.name in then.columns]
            values = [{column.name: row[column.key] for column in columns} for row in rows[table]]
            connection.execute(insert(then), values)
    engine.dispose()


def test_several_servers_may_start_at_once(database: str) -> None:
    with ThreadPoolExecutor(6) as servers:
        engines = list(servers.map(open_store, [database] * 6))
    with engines[0].begin() as connection:
        connection.execute(insert(schema.workers).values(id="one", beat=1))
    for engine in engines:
        with engine.connect() as connection:
            assert connection.execute(select(schema.workers.c.id)).scalars().all() == ["one"]
        engine.dispose()


def test_a_newer_store_is_refused_and_left_alone(database: str) -> None:
    engine = open_store(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Error, match="newer version of Ludothèque"):
        open_store(database)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()
