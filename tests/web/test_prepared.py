"""Statements that go to the driver of SQLite directly do what they do by SQLAlchemy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ludotheque.web.storage.prepared import Prepared, PreparedSelect
from ludotheque.web.storage.schema import open_store, writing
from tests.web.site import migrated

pytestmark = pytest.mark.both_databases

THINGS = sa.Table(
    "things",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(9), key="sort", nullable=False),
    sa.Column("said", sa.JSON(none_as_null=True)),
    sa.Column("open", sa.Boolean, nullable=False),
)
ADD = Prepared(sa.insert(THINGS))
CHANGE = Prepared(sa.update(THINGS).where(THINGS.c.id == sa.bindparam("of_id"), THINGS.c.open))
ROWS = [{"id": 1, "sort": "a", "said": None, "open": True}, {"id": 2, "sort": "b", "said": ["é", 1], "open": False}]


@pytest.fixture
def engine(database: str) -> Iterator[sa.Engine]:
    engine = open_store(migrated(database))
    with writing(engine) as connection:
        THINGS.create(connection)
        ADD.run(connection, ROWS)
    yield engine
    engine.dispose()


def stored(engine: sa.Engine) -> list[dict[str, object]]:
    with engine.connect() as connection:
        found = connection.execute(sa.select(THINGS).order_by(THINGS.c.id)).mappings()
        return [{"sort" if name == "kind" else name: value for name, value in row.items()} for row in found]


def test_values_are_stored_as_their_columns_say(engine: sa.Engine) -> None:
    assert stored(engine) == ROWS


def test_rows_with_other_columns_are_another_statement(engine: sa.Engine) -> None:
    with writing(engine) as connection:
        assert CHANGE.run(connection, [{"of_id": 1, "said": {"a": 1}}, {"of_id": 2, "said": {}}]) == 1  # 2 is not open
        assert CHANGE.run(connection, [{"of_id": 1, "sort": "c", "open": False}]) == 1
    assert stored(engine) == [{"id": 1, "sort": "c", "said": {"a": 1}, "open": False}, ROWS[1]]


def test_errors_are_those_of_sqlalchemy_and_change_nothing(engine: sa.Engine) -> None:
    with pytest.raises(IntegrityError) as problem, writing(engine) as connection:
        ADD.run(connection, [{"id": 3, "sort": "secret", "said": None, "open": True}, ROWS[0]])
    assert "secret" not in str(problem.value)
    assert stored(engine) == ROWS


def test_rows_are_found(engine: sa.Engine) -> None:
    find = PreparedSelect(sa.select(THINGS.c.id, THINGS.c.sort).where(THINGS.c.sort == sa.bindparam("wanted")))
    with engine.connect() as connection:
        assert [tuple(row) for row in find.rows(connection, {"wanted": "b"})] == [(2, "b")]
        assert list(find.rows(connection, {"wanted": "c"})) == []
