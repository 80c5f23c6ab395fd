"""Links to seats: for one seat, used once, revocable, and never to another player's seat."""

from __future__ import annotations

import re

import pytest

from tests.web.site import HTMX, Person, Site

pytestmark = pytest.mark.both_databases


def made_link(person: Person, table: str, seat: int) -> str:
    """Makes a link with the button and reads it from the page."""
    answer = person.post(f"/t/{table}/link", seat=seat, link="make")
    assert answer.status_code == 200, answer.text
    found = re.search(rf'id="link-{seat}" readonly value="http://testserver(/t/[^"]+)"', answer.text)
    assert found is not None
    return found[1]


def waiting_table(host: Person) -> str:
    return host.make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="friend", seat_2="friend")


def test_a_link_reserves_a_seat_for_its_holder(site: Site) -> None:
    ann, bea, eve = site.person(), site.person(), site.person()
    table = waiting_table(ann)
    link = made_link(ann, table, 1)
    taken = eve.post(f"/t/{table}/sit", seat=1, name="Eve")
    assert taken.status_code == 403
    assert "This seat is reserved" in taken.text
    assert link not in eve.get(f"/t/{table}").text
    invited = bea.get(link)
    assert invited.status_code == 200
    assert "Ann" in invited.text
    assert bea.send(link, name="Bea", luck="b").headers["location"] == f"/t/{table}"
    seat = site.table(table).seats[1]
    assert (seat.kind, seat.name, seat.luck, seat.link) == ("person", "Bea", "b", None)
    assert eve.post(f"/t/{table}/sit", seat=2, name="Eve").status_code == 200  # the other seat stays free for everybody


def test_a_link_works_once(site: Site) -> None:
    ann, bea, eve = site.person(), site.person(), site.person()
    table = waiting_table(ann)
    link = made_link(ann, table, 1)
    bea.send(link, name="Bea")
    before = site.table(table)
    for answer in (eve.get(link), eve.send(link, name="Eve"), bea.send(link, name="Bea")):
        assert answer.status_code == 404
        assert "has been used or disabled" in answer.text
    assert site.table(table) == before


def test_the_host_sends_a_link_anew_and_closes_it(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = waiting_table(ann)
    first = made_link(ann, table, 1)
    second = made_link(ann, table, 1)
    assert first != second
    assert bea.send(first, name="Bea").status_code == 404
    assert ann.post(f"/t/{table}/link", seat=1, link="close").status_code == 200
    assert bea.send(second, name="Bea").status_code == 404
    assert ann.post(f"/t/{table}/link", seat=1, link="close").status_code == 409
    assert bea.post(f"/t/{table}/sit", seat=1, name="Bea").status_code == 200  # free for everybody again


def test_a_bot_in_the_seat_closes_its_link(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = waiting_table(ann)
    link = made_link(ann, table, 1)
    ann.post(f"/t/{table}/seat", seat=1, kind="bot:random")
    assert bea.send(link, name="Bea").status_code == 404


def test_nobody_makes_a_link_to_the_seat_of_another(site: Site) -> None:
    ann, bea, eve = site.person(), site.person(), site.person()
    table = waiting_table(ann)
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    for person, seat in ((ann, 1), (eve, 0), (eve, 1), (eve, 2), (bea, 2), (bea, 0)):
        for wish in ("make", "close"):
            assert person.post(f"/t/{table}/link", seat=seat, link=wish).status_code == 403
    assert ann.post(f"/t/{table}/link", seat=9, link="make").status_code == 422
    assert ann.post(f"/t/{table}/link", seat=2, link="copy").status_code == 422
    assert [seat.link for seat in site.table(table).seats] == [None, None, None]


def test_a_seat_moves_to_another_device(site: Site) -> None:
    ann, bea, phone = site.person(), site.person(), site.person()
    table = ann.make("fourberies", seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    link = made_link(ann, table, 0)
    assert link not in bea.get(f"/t/{table}").text
    assert phone.play(table, 0, 0).status_code == 403
    assert "Your seat on this device" in phone.get(link).text
    assert phone.send(link).status_code == 303
    state = site.table(table)
    assert state.seats[0].name == "Ann"
    assert state.host == state.seats[0].visitor  # the host moved too
    action = state.asked()[0].legal()[0]
    assert ann.play(table, 0, action).status_code == 403
    assert phone.play(table, 0, action).status_code == 200


def test_one_of_several_seats_moves_alone(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("fourberies", seats=2, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea")
    bea.send(made_link_of_second(ann, site, table))
    state = site.table(table)
    assert state.seats[0].visitor == state.host != state.seats[1].visitor
    assert bea.play(table, 0, state.asked()[0].legal()[0]).status_code == 403
    assert bea.play(table, 1, state.asked()[1].legal()[0]).status_code == 200


def made_link_of_second(ann: Person, site: Site, table: str) -> str:
    assert ann.post(f"/t/{table}/link", seat=1, link="make").status_code == 200
    return f"/t/{table}/seat/{site.table(table).seats[1].link}"


def test_guessed_keys_lead_nowhere(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = waiting_table(ann)
    made_link(ann, table, 1)
    for key in ("None", "x", "é", "%00", str(site.table(table).seats[1].link)[:-1]):
        assert eve.get(f"/t/{table}/seat/{key}").status_code == 404
        assert eve.client.post(f"/t/{table}/seat/{key}", headers=HTMX).status_code == 404
