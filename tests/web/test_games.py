"""Whole games over HTTP, with people and bots; then replay, record and a new table."""

from __future__ import annotations

import re

import pytest

from ludotheque import GameRecord, games, load
from tests.web.site import Person, Site, first_choice

pytestmark = pytest.mark.both_databases


def _whole_game(site: Site, people: list[Person], table: str) -> None:
    """People decide whenever they are asked, until the game is over."""
    seats = {seat.seat for seat in site.table(table).seats if seat.kind == "person"}
    while (state := site.table(table)).status == "running":
        seat = next((s for s in state.asked() if s in seats and s not in state.seals), None)
        if seat is None:
            site.moves_on(table, state.version)
            continue
        fields = {"seat": seat, "version": state.version, "action": first_choice(state.asked()[seat])}
        # Now and then as a browser with scripts, which gets the whole table back.
        post = people[seat].post if state.version % 9 == 0 else people[seat].send
        assert post(f"/t/{table}/play", **fields).status_code in (200, 303, 409)


@pytest.mark.parametrize("game", games())
def test_two_people_and_a_bot_play_a_whole_game(site: Site, game: str) -> None:
    people = [site.person("fr"), site.person("nl")]
    table = people[0].make(game, seats=3, seat_0="me", name_0="Ann", seat_1="friend", seat_2="bot:random")
    people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
    people[0].post(f"/t/{table}/start")
    _whole_game(site, people, table)
    state = site.table(table)
    assert state.position.to_act is None

    # The end: score sheet, winners, refusals.
    page = people[0].get(f"/t/{table}").text
    for line in load(game).about.LEDGER:
        if any(line in dict(sheet) for sheet in state.position.score_sheet()):
            assert line.partition(".")[0] in page
    late = people[0].play(table, 0, 0)
    assert late.status_code == 409
    assert "La partie est finie." in late.text
    assert people[0].undo(table, 0).status_code == 409

    # The record, and the replay from any eyes.
    record = GameRecord.from_json(site.person().get(f"/t/{table}/record").text)
    assert record.verify() == state.position
    assert record.seats[:2] == ("Ann", "Bea")
    for ply in (0, 1, len(record.plies) // 2, len(record.plies)):
        for eyes in ("", "&eyes=0", "&eyes=2"):
            assert site.person().get(f"/t/{table}/replay?ply={ply}{eyes}").status_code == 200
    assert people[0].get("/mine").text.count(table) >= 1

    # Again, with the same people in rotated seats: the second one to ask joins the first.
    assert site.person().post(f"/t/{table}/again").status_code == 403
    again = people[0].send(f"/t/{table}/again").headers["location"]
    assert people[1].send(f"/t/{table}/again").headers["location"] == again
    assert [seat.kind for seat in site.table(again.rpartition("/")[2]).seats] == ["person", "bot", "person"]

    # A new game from a moment of this one, against bots.
    middle = len(record.plies) // 2
    assert site.person().post(f"/t/{table}/from", ply=10**6, seat=0).status_code == 422
    assert site.person().post(f"/t/{table}/from", ply=len(record.plies), seat=0).status_code == 422
    ann = site.person()
    for back in ("replay", "review"):
        made = ann.send(f"/t/{table}/from", ply=middle, seat=1, by=back).headers["location"]
        new = made.rpartition("/")[2]
        links = re.findall(rf'<a href="/t/{table}/{back}\?ply={middle}">([^<]+)</a>', ann.get(f"/t/{new}").text)
        assert len(links) == 2  # in the header, and above the table on a narrow screen
        assert links[0].endswith(f"move {middle}")
    begun = site.table(new)
    assert begun.history.positions[0] == state.history.positions[middle]
    assert [seat.kind for seat in begun.seats] == ["bot", "person", "bot"]
    assert [seat.level for seat in begun.seats][::2] == ["skilled", "random"]  # a person's seat gets a level


def test_an_unfinished_game_is_neither_given_nor_repeated(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    assert ann.get(f"/t/{table}/record").status_code == 409
    assert ann.post(f"/t/{table}/again").status_code == 409
    assert ann.post(f"/t/{table}/from", ply=0, seat=0).status_code == 409


def test_a_person_against_careful_bots(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    for _ in range(3):
        state = site.wait(table, lambda t: 0 in t.asked())
        assert ann.play(table, 0, first_choice(state.position)).status_code == 200
