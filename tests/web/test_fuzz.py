"""10,000 malformed requests: no 5xx, no traceback, and nothing in the database changes. `make fuzz` makes more."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.routing import Route

import ludotheque
from ludotheque.web.app import ROUTES
from ludotheque.web.storage import schema
from ludotheque.web.tables import deciding
from tests.web.asgi import ask
from tests.web.fuzz.walks import fuzz
from tests.web.junk import Junk, TargetTable
from tests.web.site import Person, Site, served, settings
from tests.web.stored import play

PARTS, EACH = 2, 5_000  # so that several processes can share the work
FORBIDDEN = (b"Traceback", b"sqlalchemy", b"sqlite3.", b'File "/', b"jinja2")


def routes() -> list[tuple[str, frozenset[str]]]:
    """Every route of the site, and an unknown one."""
    found = [(route.path, frozenset(getattr(route, "methods", None) or ())) for route in ROUTES]
    return [*found, ("/nowhere", frozenset())]


def places(site: Site) -> list[TargetTable]:
    """A waiting, a running and a finished table of each game, with the cookies of two visitors."""
    found: list[TargetTable] = []
    for game in ludotheque.games():
        ann, bea = site.person(), site.person()
        waiting = ann.make(game, seats=2, seat_0="me", seat_1="friend", listed=1, title="<b>bold</b>")
        running = ann.make(game, seats=2, seat_0="me", seat_1="friend")
        bea.post(f"/t/{running}/sit", seat=1, name="<script>Bea</script>")
        ann.post(f"/t/{running}/start")
        over = ann.make(game, seats=2, seat_0="me", seat_1="me")
        play(site, over)
        found += [place(site, table, person) for table in (waiting, running, over) for person in (ann, bea)]
    return found


def place(site: Site, table: str, person: Person) -> TargetTable:
    state = site.table(table)
    right = {"seat": "0", "version": str(state.version), "action": "0", "yes": "1", "ply": "0", "kind": "open"}
    return TargetTable(
        table, f"visitor={person.client.cookies['visitor']}".encode(), right | {"seats": "2", "code": table}
    )


def everything(site: Site) -> dict[str, list[Any]]:
    """The whole content of the database, except the heartbeats of its workers."""
    changing = (schema.workers, schema.identity)  # workers report, and /health notes when it has checked the disk
    kept = [table for table in schema.metadata.sorted_tables if table not in changing]
    with site.services.store.engine.connect() as connection:
        return {
            table.name: list(connection.execute(select(table).order_by(*table.primary_key.columns))) for table in kept
        }


@pytest.fixture(params=[0, *(pytest.param(part, marks=pytest.mark.database) for part in range(1, PARTS))])
def part(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def site(part: int, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """The first part asks a server on SQLite, the others one on PostgreSQL."""
    where = request.getfixturevalue("postgres").new_database() if part else tmp_path
    with served(settings(where, tick=3600)) as running:
        yield running


def test_malformed_requests_do_no_harm(site: Site, part: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    junk = Junk(part, routes(), places(site))
    before = everything(site)
    seen: Counter[tuple[str, int]] = Counter()

    async def run() -> None:
        for _ in range(EACH):
            asked = junk.request()
            try:
                answer = await ask(site.app, asked)
            except Exception as problem:
                raise AssertionError(f"{asked} led to {problem!r}") from problem
            assert answer.status < 500, (asked, answer)
            assert not any(word in answer.body for word in FORBIDDEN), (asked, answer)
            assert b"default-src 'none'" in answer.headers[b"content-security-policy"], (asked, answer)
            seen[asked.method, answer.status] += 1

    asyncio.run(run())
    assert everything(site) == before
    assert caplog.records == []
    assert {status for _, status in seen} >= {200, 303, 403, 404, 405, 409, 413, 415, 422}
    assert seen["POST", 200] < EACH // 100  # what is asked badly is hardly ever done


def test_every_route_is_asked() -> None:
    junk = Junk(9, routes(), [TargetTable("none", b"", {})])
    asked = [junk.request() for _ in range(20_000)]
    for route in ROUTES:
        start = route.path.split("{")[0]
        methods = getattr(route, "methods", None) or {"GET"} if isinstance(route, Route) else {"GET"}
        for method in methods:
            assert any(one.path.startswith(start) and one.method == method for one in asked), (route.path, method)


STEPS = {"new", "sit", "start", "play", "companion", "companion play", "analysis play"}
FAULTS = {"version", "person", "seat", "action", "missing field", "address", "moment"}


def test_valid_steps_with_one_thing_wrong_change_nothing(tmp_path: Path) -> None:
    done, faults = set[str](), set[str]()
    for seed in range(1, 6):  # the ids of tables are random, so one walk can miss a fault
        (folder := tmp_path / str(seed)).mkdir()
        seen = fuzz(folder, 600, seed=seed, steps=30)  # few at each of several places
        assert seen["archived table imported as new"] == seen["archived table imported as known"] > 0
        done |= {what.removesuffix(" done") for what in seen if what.endswith(" done")}
        faults |= {what.rpartition(" ")[0].rpartition(" wrong ")[2] for what in seen if " wrong " in what}
        if done >= STEPS and faults >= FAULTS:
            return
    raise AssertionError(f"never done: {STEPS - done}, never wrong: {FAULTS - faults}")


def test_a_wrong_request_that_is_accepted_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "check_version", lambda table, version: None)
    with pytest.raises(AssertionError, match=r"with a wrong version: .*: (200|204|303)"):
        fuzz(tmp_path, 5_000, seed=1)
