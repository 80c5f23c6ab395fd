"""A full disk, an outage of the database, a jump of the clock: nothing is lost, and play goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bench.visitors import SeenTable, Visitor
from ludotheque.web.tables.clock import SLEW, SteadyClock
from ludotheque.web.work.periodic import check_clocks
from tests.web.postgres import Cluster
from tests.web.serving import serving
from tests.web.site import Site, first_choice, served, settings

AWAY = {
    "en": "The games cannot be reached at the moment",
    "fr": "Les parties sont inaccessibles pour le moment",
    "nl": "De partijen zijn even niet bereikbaar",
}


def test_a_full_disk_is_explained_and_nothing_is_half_written(tmp_path: Path) -> None:
    with served(settings(tmp_path, beat=3600)) as site:
        ann = site.person("fr")
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        engine, full = site.services.store.engine, True

        @event.listens_for(engine, "connect")
        def no_more_pages(connection: Any, _: object) -> None:
            most = connection.execute("PRAGMA page_count").fetchone()[0] if full else 1 << 30
            connection.execute(f"PRAGMA max_page_count={most}")

        engine.dispose()
        status = 303
        while status == 303:
            before = site.table(table)
            decision = {"seat": before.position.to_act, "version": before.version}
            decision["action"] = action = first_choice(before.position)
            answer = ann.send(f"/t/{table}/play", **decision)
            status = answer.status_code
        assert status == 503
        assert AWAY["fr"] in answer.text
        site.services.store.forget()
        assert site.table(table) == before
        assert ann.get(f"/t/{table}").status_code == 200  # what is there can still be read
        full = False
        engine.dispose()
        assert ann.send(f"/t/{table}/play", **decision).status_code == 303
        site.services.store.forget()
        assert site.table(table).history.choices[len(before.history.choices)] == action


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_an_outage_of_the_database_is_explained_and_ends_by_itself(postgres: Cluster, language: str) -> None:
    with served(settings(postgres.new_database())) as site:
        ann = site.person(language)
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        before = site.table(table)
        seat, action = before.position.to_act or 0, first_choice(before.position)
        postgres.stop()
        try:
            for answer in (ann.play(table, seat, action, before.version), ann.get(f"/t/{table}"), ann.get("/")):
                assert answer.status_code == 503
                assert AWAY[language] in answer.text
            assert ann.get("/health").status_code == 503
        finally:
            postgres.start()
        assert site.table(table) == before
        assert ann.play(table, seat, action, before.version).status_code == 200
        assert ann.get("/health").status_code == 200


@pytest.mark.server
def test_event_streams_outlast_a_database_that_was_away(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.new_database()
    with serving(tmp_path, "--database", database) as here, serving(tmp_path, "--database", database) as there:

        async def play() -> None:
            ann, watcher = Visitor(here.address), Visitor(there.address)
            made = await ann.post("/new/sintra", {"seats": 2, "seat-0": "me", "seat-1": "me"})
            table = made.headers["location"]
            events = watcher.follow(f"{table}/events", 0)
            version, _ = await anext(events)
            await asyncio.to_thread(postgres.stop)
            assert (await ann.get(table)).status == 503
            await asyncio.to_thread(postgres.start)
            seen = SeenTable.of((await ann.get(table)).body)
            fields = {"seat": seen.seat, "version": seen.version, "action": seen.actions[0]}
            assert (await ann.post(f"{table}/play", fields)).status == 303
            assert (await anext(events))[0] == version + 1  # on the same stream, from another process
            await events.aclose()

        async def in_time() -> None:
            async with asyncio.timeout(120):
                await play()

        asyncio.run(in_time())


class Times:
    """The computer's clocks, as a test wants them."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_000_000.0, 50.0

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.passed)

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_nobody_loses_time_when_the_clock_jumps(site: Site, jump: float) -> None:
    times = Times()
    site.services.store.now = times.clock()
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", clock="move-60")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    seat = site.table(table).position.to_act or 0
    times.go(30)
    times.wall += jump
    times.go(25)
    check_clocks(site.services.store)
    assert not site.table(table).seats[seat].away
    times.go(7)
    check_clocks(site.services.store)
    assert site.table(table).seats[seat].away  # and the clock still runs


def test_a_steady_clock_follows_slowly_and_never_goes_back() -> None:
    times = Times()
    clock = times.clock()
    assert clock() == times.wall
    times.go(10)
    assert clock() == times.wall
    before = clock()
    times.wall -= 5
    assert clock() == before
    times.go(100)
    assert clock() == before + 100 * (1 - SLEW)
    times.go(1000)
    assert clock() == times.wall
