"""An export that somebody wrote by hand: nothing is imported that a server could not have written itself."""

from __future__ import annotations

import copy
import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from ludotheque.errors import BadRecord
from ludotheque.web.storage import archive, schema
from ludotheque.web.storage.archive_check import ArchivedTable, check
from ludotheque.web.storage.schema import open_store, writing
from tests.web.site import served, settings
from tests.web.stored import FILE, play

ENTRIES = list(archive.entries(FILE))
VISITOR = "v" * 24


def stored(status: str, part: str = "plies") -> ArchivedTable:
    """A copy of a stored table, with rows of a part."""
    found = next(entry for entry in ENTRIES if entry["table"]["status"] == status and (entry[part] or part == "plies"))
    return copy.deepcopy(found)


def wish(**values: object) -> Callable[[ArchivedTable], None]:
    asked = {"seat": 0, "back": 3, "agreed": [VISITOR], "since": 2} | values
    return lambda entry: entry["table"].update(undo_asked=asked)


def table(**values: object) -> Callable[[ArchivedTable], None]:
    return lambda entry: entry["table"].update(values)


def seat(**values: object) -> Callable[[ArchivedTable], None]:
    return lambda entry: entry["seats"][0].update(values)


def same_links(entry: ArchivedTable) -> None:
    for each in entry["seats"]:
        each.update(kind="person", visitor=VISITOR, link="a" * 22)


RUNNING: list[Callable[[ArchivedTable], None]] = [
    seat(kind="bot", visitor=None, level="tests.web.hostile_module:Bot"),
    seat(level="master@0.001"),
    seat(level="greedy?"),
    seat(kind="ghost"),
    seat(kind="open", visitor=None),
    seat(visitor=None),
    seat(visitor="\ud800" * 24),
    seat(kind="bot", away=True, visitor=None),
    seat(name="a\nb"),
    seat(name="\x1b[2J"),
    seat(name="\x00"),
    seat(used=-1e9),
    seat(luck="a|b"),
    seat(luck="other"),
    seat(link="x"),
    seat(graced=-1),
    seat(kept=10_000),
    seat(paused_until=1.0),
    seat(paused_from=1.0, paused_until=1.0e9),
    table(id="../../../etc"),
    table(id="x"),
    table(next="javascript:x"),
    table(next="abcd-efgh-jkmn"),
    table(id="--------------"),
    table(title="two\nlines"),
    table(title="x" * 60),
    table(rated=True, hints=True),
    table(rated=True, hints=False, live_analysis=True),
    table(rated=True, hints=False, companion=True),
    table(version=2**31 - 1),
    seat(name="\u3164\u3164"),
    same_links,
    table(host="<script>"),
    table(clock="odd"),
    table(clock="move", clock_seconds=0),
    table(clock="game", clock_seconds=-5),
    table(clock="none", clock_seconds=60),
    table(deadline=5.0),
    table(version=0),
    table(moved=2**31 - 1),
    table(changed=9e10),
    table(created=-1.0),
    table(moved_at=time.time() + 1e7),
    table(players=3),
    table(options={"seed": 5}),
    table(options={"players": 5}),
    table(options={"more": {}}),
    table(runner="somebody"),
    table(news="x"),
    table(robot_asked="x"),
    table(undo_asked=7),
    table(undo_asked={}),
    wish(seat=9),
    wish(seat="0"),
    wish(back=-1),
    wish(back=10**6),
    wish(agreed="all"),
    wish(agreed=[{}]),
    wish(since=10**6),
    wish(more=1),
    wish(done=1),
    lambda entry: entry["plies"][0].update(at=-1.0),
    lambda entry: entry["plies"][0].update(table="abcd-efgh-jkmn"),
    lambda entry: entry["seals"].append({"moved": 1, "seat": 9, "action": 0, "at": 1.0}),
    lambda entry: entry["seals"].append({"moved": entry["table"]["moved"], "seat": 0, "action": 10**6, "at": 1.0}),
    lambda entry: entry["seals"].extend(2 * [{"moved": 1, "seat": 0, "action": 0, "at": 1.0}]),
    lambda entry: entry["undos"].append({"ply": 4, "number": 0, "back": -1, "at": 1.0}),
    lambda entry: entry["undos"].append({"ply": 10**6, "number": 0, "back": 0, "at": 1.0}),
    lambda entry: entry["undos"].append({"ply": 4, "number": 7, "back": 4, "at": 1.0}),
]


@pytest.mark.parametrize("change", RUNNING)
def test_only_what_a_server_writes_is_imported(change: Callable[[ArchivedTable], None]) -> None:
    entry = stored("running")
    check(copy.deepcopy(entry))
    change(entry)
    with pytest.raises(BadRecord):
        check(entry)


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["seals"][-1].update(action=10**6),
        lambda entry: entry["seals"][-1].update(seat=7),
        table(status="waiting"),
        table(status="given_up", next="x"),
    ],
)
def test_sealed_answers_are_legal(change: Callable[[ArchivedTable], None]) -> None:
    entry = stored("running", "seals")
    check(copy.deepcopy(entry))
    change(entry)
    with pytest.raises(BadRecord):
        check(entry)


def test_many_undos_are_checked_quickly() -> None:
    """The same decision is taken back and made again four thousand times: each is replayed once, not the whole game."""
    entry = stored("over")
    table, plies = entry["table"], entry["plies"]
    ply = next(n for n, row in reversed(list(enumerate(plies))) if row["choice"] >= 0)
    del plies[ply + 1 :]
    for number in range(ply + 1, ply + 4001):
        entry["undos"].append({"ply": number, "number": 0, "back": ply, "at": 1.0})
        plies.append(plies[ply] | {"ply": number})
    table["status"] = "over"
    begun = time.process_time()
    check(entry)
    assert time.process_time() - begun < 5


def written(path: Path, *lines: bytes) -> Path:
    """A file of these lines with a header and a fitting end."""
    head = FILE.read_bytes().splitlines(keepends=True)[0]
    body = head + b"".join(line + b"\n" for line in lines)
    end = {"end": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    path.write_bytes(body + json.dumps(end).encode() + b"\n")
    return path


def test_a_line_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    good = json.dumps(stored("over")).encode()
    nested = b'{"table":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    deep = good.replace(
        b'"start": null', b'"start": {"game": "sintra", "bag": {"G": ' + b"[" * 600 + b"]" * 600 + b"}}"
    )
    assert deep != good
    long = b'{"table":' + b"9" * 10_000 + b"}"
    bad = good.replace(b'"created": 1', b'"created": NaN, "x": 1')
    file = written(tmp_path / "games.jsonl", nested, deep, long, b"{", b"7", b"\xff", bad, good)
    engine = open_store(f"sqlite:///{tmp_path}/other.sqlite3")
    done = archive.import_(engine, file, lambda *_: None)
    engine.dispose()
    assert (done.new, done.known, len(done.refused)) == (1, 0, 7)
    assert set(done.refused) == {"A table without a name: it is not a table."}


def test_a_table_of_many_bytes_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "games.jsonl", b" " * (archive.LARGEST_LINE + 1))
    with pytest.raises(BadRecord, match="holds a table of more than"):
        archive.count(file)


@pytest.mark.parametrize(
    "harm",
    [
        update(schema.tables).values(clock="odd", clock_seconds=7),
        update(schema.tables).values(changed=1e300),
        update(schema.tables).values(players=5),
        update(schema.tables).values(options={"a": {}}),
        update(schema.tables).values(start={"game": "stanza"}),
        update(schema.seats).values(kind="ghost", level="no:thing"),
        delete(schema.seats),
    ],
)
def test_a_bad_table_harms_no_page(tmp_path: Path, harm: Any) -> None:
    with served(settings(tmp_path, pace=3600)) as site:
        ann, bert = site.person(), site.person()
        bad = ann.make("stanza", seats=2, seat_0="me", seat_1="me", listed=1)
        good = ann.make("stanza", seats=2, seat_0="me", seat_1="me", listed=1)
        where = schema.tables.c.id if harm.table is schema.tables else schema.seats.c.table
        with writing(site.services.store.engine) as connection:
            connection.execute(harm.where(where == bad))
        site.services.store.forget()
        for page in (ann.get("/"), bert.get("/"), ann.get("/mine")):
            assert page.status_code == 200
            assert good in page.text


def test_no_bot_of_a_table_is_a_module(tmp_path: Path) -> None:
    with served(settings(tmp_path, pace=1)) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        with writing(site.services.store.engine) as connection:
            connection.execute(
                update(schema.seats)
                .values(kind="bot", visitor=None, level="this:s")
                .where(schema.seats.c.table == table, schema.seats.c.seat == 1)
            )
            connection.execute(update(schema.tables).values(version=99, bot_asked=True))
        site.services.store.forget()
        while 1 not in (state := site.table(table)).asked():
            play(site, table, 1)
        site.services.bot_runner.wake_id(table)
        site.moves_on(table, state.version)
        assert "this" not in sys.modules
