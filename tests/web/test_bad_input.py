"""Malformed requests get the right status and one sentence, and change nothing."""

from __future__ import annotations

import pytest

from tests.web.site import HTMX, Site

SENTENCES = {
    "en": "There is no such table.",
    "fr": "Cette table n’existe pas.",
    "nl": "Deze tafel bestaat niet.",
}


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("path", ["/t/none", "/t/none/part", "/t/none/events", "/t/none/replay", "/t/none/record"])
def test_unknown_table(site: Site, path: str, language: str) -> None:
    answer = site.person(language).get(path)
    assert answer.status_code == 404
    assert SENTENCES[language] in answer.text


@pytest.mark.parametrize("verb", ["play", "undo", "agree", "hint", "leave", "return", "sit", "seat", "start", "again"])
def test_posts_to_an_unknown_table(site: Site, verb: str) -> None:
    fields: dict[str, object] = {
        "seat": 0,
        "version": 1,
        "action": 0,
        "yes": 1,
        "name": "Ann",
        "kind": "open",
        "ply": 0,
    }
    assert site.person().post(f"/t/none/{verb}", **fields).status_code == 404


@pytest.mark.parametrize("path", ["/play/chess", "/new/chess"])
def test_unknown_game(site: Site, path: str) -> None:
    assert site.person().post(path).status_code == 404


@pytest.mark.parametrize("path", ["/nowhere", "/rules/chess", "/rules/sintra/S999", "/new/chess", "/games/x/board.css"])
def test_unknown_pages(site: Site, path: str) -> None:
    answer = site.person().get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text


@pytest.mark.parametrize("path", ["/settings", "/play/sintra", "/join", "/t/x/play", "/t/x/undo"])
def test_wrong_method(site: Site, path: str) -> None:
    answer = site.person().get(path)
    assert answer.status_code == 405
    assert "This cannot be done this way." in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seat": "0", "version": "2"},
        {"seat": "0", "version": "2", "action": "x"},
        {"seat": "0", "version": "2", "action": "-1"},
        {"seat": "0", "version": "2", "action": "1.5"},
        {"seat": "0", "version": "2", "action": "9" * 30},
        {"seat": "٣", "version": "2", "action": "1"},
        {"seat": "", "version": "", "action": ""},
    ],
)
def test_malformed_decisions(site: Site, fields: dict[str, str]) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    before = site.table(table)
    answer = ann.post(f"/t/{table}/play", **fields)
    assert answer.status_code == 422
    assert "The form was not filled in correctly." in answer.text
    assert site.table(table) == before


def test_no_such_seat_or_action(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    assert ann.play(table, 7, 0).status_code == 422
    assert ann.play(table, site.table(table).position.to_act or 0, 99999).status_code == 422


def test_bodies_that_are_no_forms(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    url = f"/t/{table}/play"
    assert ann.client.post(url, content=b"x" * 20_000, headers=HTMX).status_code == 413
    assert ann.client.post(url, json={"seat": 0}, headers=HTMX).status_code == 415
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ann.client.post(url, content=b"\xff\xfe", headers=HTMX | form).status_code == 422
    assert ann.client.post(url, content=b"seat=0&seat=1&version=2&action=1", headers=HTMX | form).status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": "9"},
        {"seats": "x"},
        {"seats": "2", "clock": "sundial"},
        {"seats": "2", "seat-1": "bot:genius"},
        {"seats": "2", "seat-1": "queen"},
        {"seats": "2", "option-side": "C"},
        {"seats": "2", "option-first_seat": "3"},
        {"seats": "2", "listed": "maybe"},
    ],
)
def test_malformed_plans(site: Site, fields: dict[str, str]) -> None:
    ann = site.person()
    answer = ann.client.post("/new/sintra", data=fields)
    assert answer.status_code == 422
    assert "seat-0" in answer.text  # the form is there again
    assert site.running_tables() == []


def test_posts_from_another_site_are_refused(site: Site) -> None:
    ann = site.person()
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        answer = ann.client.post("/play/sintra", headers=headers)
        assert answer.status_code == 403
    assert site.running_tables() == []
    assert ann.client.post("/play/sintra", headers={"Origin": "http://testserver"}).status_code == 303


def test_a_forged_cookie_is_no_visitor(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = ann.play_now("sintra")
    visitor = site.table(table).seats[0].visitor
    eve.client.cookies.set("visitor", f"{visitor}.forged")
    assert eve.play(table, 0, 0).status_code == 403


def test_strange_cookies_and_queries_do_no_harm(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    for name, value in (("language", "xx"), ("theme", "neon"), ("helper", "?"), ("name", "%00%ff")):
        ann.client.cookies.set(name, value)
    for query in ("eyes=x", "eyes=99", "eyes=-1", "eyes=9999999999999"):
        assert ann.get(f"/t/{table}?{query}").status_code == 200
    for query in ("ply=x", "ply=99999", "ply=-3", "eyes=7", "ply=0"):
        assert ann.get(f"/t/{table}/replay?{query}").status_code == 200


def test_a_refusal_is_a_part_for_htmx_and_a_page_for_others(site: Site) -> None:
    ann = site.person()
    part = ann.post("/t/none/start")
    assert part.headers["HX-Retarget"] == "#refusal"
    assert "<html" not in part.text
    assert "<html" in ann.send("/t/none/start").text
