"""Fixtures for the tests of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.postgres import Cluster
from tests.web.push_receiver import receiving
from tests.web.site import Site, served, settings
from tests.web.two_players import TwoPlayers


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests run on SQLite; those marked `both_databases` also on PostgreSQL."""
    if "database" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("both_databases") is not None
        metafunc.parametrize("database", ("sqlite", "postgresql") if marked else ("sqlite",), indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL."""
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database: on SQLite there is no file yet, on PostgreSQL all tables are there."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite3"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database(migrated=True)


@pytest.fixture
def site(database: str) -> Iterator[Site]:
    with served(settings(database)) as running:
        yield running


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[TwoPlayers]:
    made = settings(tmp_path, beat=3600.0, push_delay=0.0, push_to_loopback=True)
    with receiving() as service, served(made) as site:
        people = [site.person(), site.person()]
        table = people[0].make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend", clock="move-86400")
        people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
        people[0].post(f"/t/{table}/start")
        yield TwoPlayers(site, service, people, table)
