"""A restarted server goes on with its games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludotheque import Error, load
from ludotheque.web.storage.schema import open_store, plies, tables
from tests.web.site import Person, Site, first_choice, served, settings

pytestmark = pytest.mark.both_databases


def _same_person(site: Site, person: Person) -> Person:
    client = TestClient(site.app, follow_redirects=False)
    client.cookies.update(person.client.cookies)
    return Person(site, client)


def test_a_game_goes_on_where_it_was(database: str) -> None:
    with served(settings(database)) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        for _ in range(5):
            state = site.table(table)
            ann.play(table, state.position.to_act or 0, first_choice(state.position))
        ann.undo(table, site.table(table).history.deciders[len(site.table(table).history.choices) - 1] or 0)
        before = site.table(table)
    with served(settings(database)) as site:
        assert site.table(table) == before
        ann = _same_person(site, ann)
        action = first_choice(before.position)
        assert ann.play(table, before.position.to_act or 0, action, before.version).status_code == 200
        assert site.table(table).position == before.position.play(action)


def test_sealed_answers_survive(database: str) -> None:
    with served(settings(database)) as site:
        ann = site.person()
        table = ann.make("fourberies", seats=3, seat_0="me", seat_1="me", seat_2="me")
        chosen = site.table(table).asked()[1].legal()[2]
        ann.play(table, 1, chosen)
    with served(settings(database)) as site:
        ann = _same_person(site, ann)
        state = site.table(table)
        assert state.seals[1][0] == chosen
        for seat in (0, 2):
            assert ann.play(table, seat, state.asked()[seat].legal()[0]).status_code == 200
        assert site.table(table).history.choices[len(state.history.choices) + 1] == chosen


def test_bots_wake_up_again(database: str) -> None:
    with served(settings(database, pace=3600)) as site:  # so slow that it does not decide
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:random", option_first_seat=1)
        seat = site.table(table).position.to_act
        if seat == 0:
            while site.table(table).position.to_act == 0:
                ann.play(table, 0, first_choice(site.table(table).position))
        assert site.table(table).position.to_act == 1
    with served(settings(database)) as site:
        site.wait(table, lambda t: 0 in t.asked())


def test_games_of_other_rules_are_kept_and_refused_with_a_sentence(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    with site.services.store.engine.begin() as connection:
        connection.execute(tables.update().values(rules=0, box="a1b2"))
    site.services.store.forget()  # as a server with other rules begins
    for path in (f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay", f"/t/{table}/record", f"/t/{table}/events"):
        answer = ann.get(path)
        assert answer.status_code == 410
        assert "This game is kept" in answer.text
        assert "version 0 of its rules (box a1b2)" in answer.text
    assert ann.play(table, 0, 0, 1).status_code == 410
    assert ann.get("/").status_code == 200
    assert "One older game is kept" in ann.get("/mine").text
    game = load("sintra")
    with site.services.store.engine.begin() as connection:  # the right rules are here again
        connection.execute(tables.update().values(rules=game.version, box=game.box_hash))
    assert ann.get(f"/t/{table}").status_code == 200
    assert "One older game is kept" not in ann.get("/mine").text


def test_games_that_are_not_here_or_do_not_replay_are_kept_too(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    with site.services.store.engine.begin() as connection:
        connection.execute(plies.update().where(plies.c.ply == 3).values(choice=-9999))
    site.services.store.forget()
    answer = ann.get(f"/t/{table}")
    assert answer.status_code == 410
    assert "cannot be replayed with the rules of this server" in answer.text
    with site.services.store.engine.begin() as connection:
        connection.execute(tables.update().values(game="senet"))
    assert ann.get(f"/t/{table}").status_code == 410
    assert ann.get("/mine").status_code == 200


def test_sqlite_keeps_what_it_acknowledged_when_the_power_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk surely has the log up to the last time that somebody waited for it: that is copied here."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()

    def wait_for_the_disk(opened: int) -> None:
        for name in ("db", "db-wal"):
            shutil.copy(before / name, after / name)

    with served(settings(f"sqlite:///{before}/db")) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
        monkeypatch.setattr("os.fsync", wait_for_the_disk)
        for _ in range(3):
            state = site.table(table)
            ann.play(table, state.position.to_act or 0, first_choice(state.position))
        known = site.table(table)
        monkeypatch.undo()
    with served(settings(f"sqlite:///{after}/db")) as site:
        assert site.table(table) == known


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hunter2@127.0.0.1:1/games",
        "postgresql://ann:hunter2@127.0.0.1:port/games",
        "ann:hunter2@games",
    ],
)
def test_a_database_that_cannot_be_opened_does_not_tell_its_password(url: str) -> None:
    with pytest.raises(Error, match="database") as refused:
        open_store(url)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////nowhere/at/all/x.sqlite3", "mystery://x"])
def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises(Error, match="database"):
        open_store(url)
