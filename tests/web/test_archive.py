"""Archives: complete, consistent, verified, and the same after a second import."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from ludotheque.errors import Error
from ludotheque.web.storage import archive, schema
from ludotheque.web.storage.archive import Imported, export, import_
from ludotheque.web.storage.schema import open_store, writing
from tests.cli.running import run
from tests.web.site import Site, migrated, served, settings
from tests.web.stored import fill, play


def quiet(_done: int, _total: int) -> None:
    """Ignores progress."""


@pytest.fixture
def site(database: str) -> Iterator[Site]:
    with served(settings(database, pace=3600)) as running:  # no bot decides
        yield running


@pytest.mark.both_databases
def test_games_go_to_a_file_and_to_another_database(site: Site, tmp_path: Path) -> None:
    tables, file = fill(site), tmp_path / "games.jsonl"
    done: list[tuple[int, int]] = []
    assert export(site.services.store.engine, file, lambda *now: done.append(now)) == len(tables)
    assert done == [(n, len(tables)) for n in range(1, len(tables) + 1)]
    assert file.stat().st_mode & 0o777 == 0o600
    engine = open_store(migrated(f"sqlite:///{tmp_path}/other.sqlite3"))
    assert import_(engine, file, quiet) == Imported(len(tables), 0, [])
    assert import_(engine, file, quiet) == Imported(0, len(tables), [])
    again = tmp_path / "again.jsonl"
    export(engine, again, quiet)
    engine.dispose()
    assert again.read_bytes() == file.read_bytes()
    with served(settings(f"sqlite:///{tmp_path}/other.sqlite3", pace=3600)) as other:
        for table in tables:
            before, after = site.table(table), other.table(table)
            assert (after.history, after.seats, after.seals, after.version) == (
                before.history,
                before.seats,
                before.seals,
                before.version,
            )
        running = tables[-1]
        play(other, running, 3)
        refused = import_(other.services.store.engine, file, quiet)
    assert (refused.new, refused.known) == (0, len(tables) - 1)
    assert refused.refused == [f"Table {running}: a table of this name is there already, in another state."]


@pytest.mark.both_databases
def test_a_seat_that_was_given_up_goes_to_another_database(site: Site, tmp_path: Path) -> None:
    ann, bea, file = site.person(), site.person(), tmp_path / "games.jsonl"
    table = ann.make("sintra", seats=3, seat_0="me", name_0="Ann", seat_1="friend", seat_2="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start", fill=1)
    ann.post(f"/t/{table}/give-up")
    assert site.table(table).seats[0].gave_up
    export(site.services.store.engine, file, quiet)
    engine = open_store(migrated(f"sqlite:///{tmp_path}/other.sqlite3"))
    assert import_(engine, file, quiet) == Imported(1, 0, [])
    engine.dispose()


def test_an_export_from_a_live_server_is_consistent(site: Site, tmp_path: Path) -> None:
    """Players decide at full speed meanwhile. Every export is of one moment and replays."""
    ann = site.person()
    tables = [ann.make("fourberies", seats=3, seat_0="me", seat_1="me", seat_2="me") for _ in range(3)]
    stopped = threading.Event()

    def decide() -> None:
        while not stopped.is_set():
            for table in tables:
                play(site, table, 1)

    people = threading.Thread(target=decide)
    people.start()
    try:
        sizes, file = [0], tmp_path / "games.jsonl"
        while len(set(sizes)) < 6:  # the server has gone on between one export and the next, five times
            export(site.services.store.engine, file, quiet)
            assert archive.verify(file, quiet) == []
            sizes.append(sum(len(entry["plies"]) for entry in archive.entries(file)))
    finally:
        stopped.set()
        people.join()
    assert sizes == sorted(sizes)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a finished game of Stanza and one of Fourberies, and its export."""
    folder = tmp_path_factory.mktemp("exported")
    with served(settings(folder)) as site:
        for game in ("stanza", "fourberies"):
            play(site, site.person().make(game, seats=2, seat_0="me", seat_1="me"))
        export(site.services.store.engine, folder / "games.jsonl", quiet)
    return folder


@pytest.fixture
def exported(two_games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(two_games / "games.jsonl", tmp_path))


def rewritten(file: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The file with its first table changed and a matching last line."""
    head, first, *rest, _ = file.read_bytes().splitlines(keepends=True)
    entry = json.loads(first)
    change(entry)
    lines = [head, json.dumps(entry).encode() + b"\n", *rest]
    end = {"end": len(lines) - 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    file.write_bytes(b"".join(lines) + json.dumps(end).encode() + b"\n")
    return file


def last_outcome(entry: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = [row for row in entry["plies"] if row["choice"] < 0][-1]
    return found


def took_back_what_was_never_possible(entry: dict[str, Any]) -> None:
    plies, (first, *_) = entry["plies"], [row["ply"] for row in entry["plies"] if row["choice"] >= 0]
    plies.insert(first, plies[first] | {"choice": 7777})
    for ply, row in enumerate(plies):
        row["ply"] = ply
    others = {key: value for key, value in plies[first].items() if key not in ("ply", "choice")}
    entry["undos"].append(others | {"ply": first + 1, "number": 0, "back": first})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda e: e["plies"][-1].update(choice=99999), "is impossible: "),
        (lambda e: last_outcome(e).update(choice=3), "a chance outcome was expected"),
        (lambda e: last_outcome(e).update(choice=-999), "is outcome 998, but"),
        (lambda e: e["plies"].pop(), "it is said to be over, but"),
        (took_back_what_was_never_possible, "is impossible: "),
        (lambda e: e["plies"].pop(3), "not numbered one after the other"),
        (lambda e: e["table"].update(rules=99), "version 99 of the rules of stanza; version 1 is installed"),
        (lambda e: e["table"].update(box="other"), "needs another box of stanza"),
        (lambda e: e["table"].update(game="chess"), "the game chess is not installed"),
        (lambda e: e["table"].update(seed="11" * 32), "was drawn"),
        (lambda e: e["table"].update(seed="x"), "its seed, luck or status is invalid"),
        (lambda e: e["table"].update(players="two"), "the part 'players' of its tables is missing or garbled"),
        (lambda e: e["table"].update(version=2**40), "the part 'version' of its tables is missing or garbled"),
        (lambda e: e["table"].update(title="x" * 5000), "the part 'title' of its tables is missing or garbled"),
        (lambda e: e["table"].update(more=1), "the unknown part 'more'"),
        (lambda e: e["table"].update(options=[1]), "it cannot begin"),
        (lambda e: e["table"].update(start={}), "it cannot begin"),
        (lambda e: e["seats"].pop(), "its seats are not those of its players"),
        (lambda e: e.pop("seals"), "it has no seals"),
        (lambda e: e.update(plies=[7]), "one of its plies is garbled"),
        (lambda e: e.pop("table"), "it is not a table"),
    ],
)  # fmt: skip
def test_a_game_that_does_not_replay_is_refused(
    exported: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    rewritten(exported, change)
    engine = open_store(migrated(f"sqlite:///{tmp_path}/other.sqlite3"))
    done = import_(engine, exported, quiet)
    with engine.connect() as connection:
        there = connection.execute(select(schema.tables.c.game)).scalars().all()
    engine.dispose()
    assert (done.new, done.known, len(done.refused)) == (1, 0, 1)
    assert there == ["fourberies"]
    assert re.search(sentence, done.refused[0])


@pytest.mark.parametrize("cut", [2, 300, 3000])
def test_a_file_that_was_cut_is_refused_before_anything_is_done(exported: Path, tmp_path: Path, cut: int) -> None:
    exported.write_bytes(exported.read_bytes()[:-cut])
    engine = open_store(migrated(f"sqlite:///{tmp_path}/other.sqlite3"))
    with pytest.raises(Error, match="was cut or changed"):
        import_(engine, exported, quiet)
    with engine.connect() as connection:
        assert connection.execute(select(schema.tables.c.id)).all() == []
    engine.dispose()


def test_a_file_of_another_format_is_refused(exported: Path) -> None:
    _, *lines, _ = exported.read_bytes().splitlines(keepends=True)
    lines.insert(0, b'{"kind":"games of a Ludoth\xc3\xa8que","format":2}\n')
    end = {"end": len(lines) - 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    exported.write_bytes(b"".join(lines) + json.dumps(end).encode() + b"\n")
    with pytest.raises(Error, match="has the format 2; only 1 can be read here"):
        archive.count(exported)


@pytest.mark.parametrize("content", [b"", b"{}", b'{"kind":"something else"}\n', b"\xff\xfe"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(Error, match="holds no games"):
        archive.count(tmp_path / "other")


def test_database_and_export_are_for_their_owner_alone(tmp_path: Path) -> None:
    """The folder and the umask let everybody read, and older files are there."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        old = tmp_path / "tables.sqlite3"
        sqlite3.connect(old).close()
        (tmp_path / "games.jsonl.part").write_bytes(b"left over")
        for name in ("tables", "new"):
            engine = open_store(f"sqlite:///{tmp_path}/{name}.sqlite3")
            with writing(engine) as connection:
                connection.execute(insert(schema.workers).values(id="w", beat=1))
            assert (tmp_path / f"{name}.sqlite3-wal").exists()
            export(engine, tmp_path / "games.jsonl", quiet)
            assert {
                path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir() if path.stat().st_mode & 0o077
            } == {}
            engine.dispose()
    finally:
        os.umask(before)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = open_store(f"sqlite:///{tmp_path}/tables.sqlite3")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "nowhere" / "file"):
        with pytest.raises(Error, match="cannot be written"):
            export(engine, path, quiet)
    engine.dispose()
    assert not list(tmp_path.glob("*.part"))


# --- the commands -----------------------------------------------------------------------------------------------------


def test_the_commands(two_games: Path, exported: Path, tmp_path: Path) -> None:
    source, target = f"sqlite:///{two_games}/tables.sqlite3", f"sqlite:///{tmp_path}/target.sqlite3"
    copy = tmp_path / "copy.jsonl"
    done = run("export", copy, "--database", source)
    assert (done.code, done.says("2 games are in")) == (0, True)
    assert copy.read_bytes() == exported.read_bytes()
    assert run("import", copy, "--database", target).out == "2 games are new. 0 were already there."
    assert run("import", copy, "--database", target, "--json").json() == {"new": 0, "known": 2, "refused": []}
    assert run("verify", copy).out == "2 games replay correctly, and their draws are fair."
    rewritten(copy, lambda entry: entry["plies"][-1].update(choice=99999))
    for done in (run("verify", copy), run("import", copy, "--database", target, "--language", "fr")):
        assert done.code == 2
        assert "is impossible" in done.err
    copy.write_bytes(b"nothing")
    assert "holds no games" in run("import", copy, "--database", target).err
    assert "cannot be opened" in run("export", copy, "--database", "sqlite:////nowhere/at/all.sqlite3").err
