"""Concurrency: one of two decisions for a turn counts, also between two servers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from ludotheque.web.storage.schema import plies
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.refusal import Refusal
from tests.web.site import Site, first_choice, served, settings

pytestmark = pytest.mark.both_databases

BOTH = Plan("sintra", (SeatPlan("person"), SeatPlan("person")))


def _statuses(sites: list[Site], table: str, times: int) -> list[int]:
    """The statuses of the same decision, made several times at once."""
    state = sites[0].table(table)
    seat, action = state.position.to_act or 0, first_choice(state.position)

    def try_to_decide(n: int) -> int:
        try:
            sites[n % len(sites)].services.store.change(table, decide, "me", seat, state.version, action)
        except Refusal as refused:
            return refused.status
        return 200

    with ThreadPoolExecutor(times) as people:
        return sorted(people.map(try_to_decide, range(times)))


def test_of_many_clicks_one_counts(site: Site) -> None:
    table = create(site.services.store, BOTH, "me")
    for _ in range(5):
        assert _statuses([site], table, 6) == [200, 409, 409, 409, 409, 409]


def test_two_servers_on_one_database_agree(database: str) -> None:
    with served(settings(database)) as one, served(settings(database)) as other:
        table = create(one.services.store, BOTH, "me")
        for _ in range(6):
            assert _statuses([one, other], table, 4) == [200, 409, 409, 409]
            assert one.table(table) == other.table(table)
        with one.services.store.engine.connect() as connection:
            made = list(connection.execute(select(plies.c.ply).where(plies.c.table == table)).scalars())
        assert made == list(range(len(made)))


def test_many_tables_at_once(site: Site) -> None:
    tables = [create(site.services.store, BOTH, "me") for _ in range(8)]

    def play(table: str) -> int:
        for _ in range(5):
            state = site.table(table)
            site.services.store.change(
                table, decide, "me", state.position.to_act or 0, state.version, first_choice(state.position)
            )
        return len(site.table(table).history.choices)

    with ThreadPoolExecutor(8) as people:
        assert all(made >= 5 for made in people.map(play, tables))


def test_what_is_kept_in_memory_is_bounded_and_only_a_cache(site: Site) -> None:
    tables = [create(site.services.store, BOTH, "me") for _ in range(3)]
    small = TableStore(site.services.store.engine, 1)
    for _ in range(2):
        for table in tables:
            assert small.read(table) == site.table(table)
    assert list(small._cache) == tables[-1:]
    assert small.positions == len(site.table(tables[-1]).history.positions)
