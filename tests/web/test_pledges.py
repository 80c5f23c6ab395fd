"""Fair draws at a table: the seed is committed to, mixed with luck, used, and revealed."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import pytest

from ludotheque import GameRecord
from ludotheque.core.fair import commitment
from ludotheque.web.storage.schema import open_store
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.pledges import Pledger, new_id, new_seed
from ludotheque.web.tables.refusal import Refusal
from tests.web.site import Site, first_choice, served, settings


def pledger(secret: str) -> Pledger:
    return Pledger(secret, "a database", time.time)


def played(site: Site, table: str) -> None:
    """Plays a table of one person to its end."""
    while (state := site.table(table)).status == "running":
        visitor = state.seats[0].visitor or ""
        site.services.store.change(
            table, decide, visitor, state.position.to_act or 0, state.version, first_choice(state.position)
        )


def test_every_draw_of_a_finished_game_can_be_checked(site: Site) -> None:
    ann = site.person()
    pledge = ann.get("/pledge").text
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me", luck="four-leaf CLOVER 7", pledge=pledge)
    committed = pledge.split(".")[1]
    assert committed in ann.get(f"/t/{table}").text or committed in ann.get(f"/t/{table}/replay").text
    assert site.table(table).seed not in ann.get(f"/t/{table}/replay").text
    played(site, table)
    seed = site.table(table).seed
    assert seed in ann.get(f"/t/{table}").text
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == committed
    record = GameRecord.from_json(ann.get(f"/t/{table}/record").text)
    assert record.draws is not None
    assert (record.draws.commitment, record.draws.seed) == (committed, seed)
    assert record.draws.luck == ("fourleafCLOVER7", "")
    record.verify()


def test_the_seed_is_committed_to_before_anybody_adds_luck(site: Site) -> None:
    """The same pledge leads to the same seed, whatever luck is added: it cannot be chosen to fit."""
    ann = site.person()
    pledge = ann.get("/pledge").text
    seeds = {site.services.pledger.kept(pledge) for _ in range(2)}
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me", luck="a", pledge=pledge)
    assert seeds == {(table, site.table(table).seed)}
    assert commitment(site.table(table).seed) == pledge.split(".")[1]


def test_friends_see_the_commitment_before_they_add_luck(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", luck="ann", pledge=ann.get("/pledge").text)
    committed = commitment(site.table(table).seed)
    assert committed in bea.get(f"/t/{table}").text
    bea.post(f"/t/{table}/sit", seat=1, name="Bea", luck="bea")
    ann.post(f"/t/{table}/start")
    assert commitment(site.table(table).seed) == committed
    assert site.table(table).luck == "ann|bea"


@pytest.mark.parametrize("verb", ["play", "new"])
def test_a_pledge_makes_one_table(site: Site, verb: str) -> None:
    ann, eve = site.person(), site.person()
    fields = {"pledge": ann.get("/pledge").text, "seats": 2, "seat-0": "me", "seat-1": "me"}
    first = ann.client.post(f"/{verb}/sintra", data=fields | {"luck": "a"})
    again = ann.client.post(f"/{verb}/sintra", data=fields | {"luck": "b"})
    assert first.headers["location"] == again.headers["location"]
    assert site.table(first.headers["location"].rpartition("/")[2]).luck.startswith("a|")
    stolen = eve.client.post(f"/{verb}/sintra", data=fields)
    assert stolen.status_code == 409
    assert "Somebody else has already opened this table" in stolen.text


def test_the_next_table_keeps_its_commitment_too(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    played(site, table)
    pledge = ann.get("/pledge").text
    new = ann.send(f"/t/{table}/again", pledge=pledge, luck="once more").headers["location"].rpartition("/")[2]
    assert commitment(site.table(new).seed) == pledge.split(".")[1]
    assert site.table(new).luck == "oncemore|"
    pledge = ann.get("/pledge").text
    moment = ann.send(f"/t/{table}/from", ply=40, seat=0, pledge=pledge, luck="x").headers["location"]
    assert commitment(site.table(moment.rpartition("/")[2].partition("?")[0]).seed) == pledge.split(".")[1]


@pytest.mark.parametrize("pledge", ["x", "0" * 97, f"{'0' * 32}.{'0' * 64}.", f"{'G' * 32}.{'0' * 64}"])
def test_what_is_no_pledge_is_refused(site: Site, pledge: str) -> None:
    assert site.person().post("/play/sintra", pledge=pledge).status_code == 422
    assert site.running_tables() == []


def test_a_pledge_of_another_secret_is_refused(site: Site) -> None:
    answer = site.person().post("/play/sintra", pledge=pledger("another secret").new())
    assert answer.status_code == 409
    assert "reload the page" in answer.text
    assert site.running_tables() == []


def test_pledges_tell_nothing_and_are_never_the_same() -> None:
    maker = pledger("secret")
    pledges = {maker.new() for _ in range(100)}
    kept = [maker.kept(pledge) for pledge in pledges]
    assert len(set(kept)) == 100
    for pledge, seeded in zip(pledges, kept, strict=True):
        assert seeded is not None
        assert seeded.seed not in pledge
    assert maker.kept("") is None
    with pytest.raises(Refusal):
        maker.kept("nothing")


def test_a_pledge_counts_on_its_own_database(site: Site, tmp_path: Path) -> None:
    """A new database with the same secret has forgotten which pledges were used, and whose seeds are known."""
    pledge = site.person().get("/pledge").text
    fresh = f"sqlite:///{tmp_path}/fresh.sqlite3"
    open_store(fresh).dispose()
    with served(settings(fresh)) as other:
        answer = other.person().post("/play/sintra", pledge=pledge)
        assert other.running_tables() == []
    assert answer.status_code == 409
    assert "reload the page" in answer.text


@pytest.mark.parametrize(("later", "status"), [(0, 303), (300, 303), (601, 409), (-120, 409)])
def test_a_pledge_counts_for_some_minutes(
    site: Site, monkeypatch: pytest.MonkeyPatch, later: float, status: int
) -> None:
    """A database that was restored from a copy has forgotten its newest tables."""
    ann = site.person()
    pledge, now = ann.get("/pledge").text, site.services.store.now()
    monkeypatch.setattr(site.services.store, "now", lambda: now + later)
    assert ann.send("/play/sintra", pledge=pledge).status_code == status


def test_seeds_and_ids_are_new() -> None:
    assert new_seed() != new_seed()
    assert len(bytes.fromhex(new_seed())) == 32
    ids = {new_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert len(set("".join(ids))) == 31 + 1  # every letter is used, and the hyphen
