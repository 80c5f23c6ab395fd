"""Old stored games replay and go on. A change of the rules that alters one fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque.web.storage import archive
from ludotheque.web.storage.archive import Imported, import_
from ludotheque.web.storage.archive_check import ArchivedTable, check
from ludotheque.web.storage.schema import open_store
from tests.samples import OURS
from tests.web.site import served, settings
from tests.web.stored import FILE, STORED_GAMES, play

ENTRIES = list(archive.entries(FILE))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['table']['game']}-{entry['table']['id']}")
def test_a_stored_game_replays(entry: ArchivedTable) -> None:
    """If this fails, the rules have changed and need a new version; the message names the ply."""
    history = check(entry)
    if entry["table"]["status"] == "over":
        assert history.position.to_act is None


def test_all_kinds_of_tables_are_stored() -> None:
    kinds = {(entry["table"]["game"], entry["table"]["status"]) for entry in ENTRIES}
    assert kinds == {(game, status) for game in OURS for status in ("waiting", "running", "over")}
    assert any(entry["undos"] for entry in ENTRIES)
    assert any(entry["seals"] for entry in ENTRIES)
    assert any(entry["table"]["start"] for entry in ENTRIES)
    assert sorted(STORED_GAMES.iterdir()) == [FILE]


@pytest.mark.both_databases
def test_stored_games_go_on(database: str) -> None:
    engine = open_store(database)
    assert import_(engine, FILE, lambda *_: None) == Imported(len(ENTRIES), 0, [])
    assert import_(engine, FILE, lambda *_: None) == Imported(0, len(ENTRIES), [])
    engine.dispose()
    people = [entry["table"]["id"] for entry in ENTRIES if all(seat["kind"] == "person" for seat in entry["seats"])]
    with served(settings(database)) as site:
        for table in people:
            before = len(site.table(table).history.choices)
            over = site.table(table).status == "over"
            play(site, table, 3)
            assert over or len(site.table(table).history.choices) > before


def test_what_it_takes_to_notice_a_change(tmp_path: Path) -> None:
    """The same file with one choice changed does not pass."""
    entry = next(entry for entry in ENTRIES if entry["table"]["status"] == "over")
    plies = [dict(row) for row in entry["plies"]]
    last = max(row["ply"] for row in plies if row["choice"] >= 0)
    plies[last]["choice"] += 1000
    with pytest.raises(ludotheque.BadRecord, match=f"Ply {last + 1} of the record is impossible"):
        check(entry | {"plies": plies})
