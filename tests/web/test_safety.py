"""Nobody acts or sees for another player's seat, and pages keep browsers safe."""

from __future__ import annotations

import asyncio
import re

import pytest

from ludotheque.web.app import ROUTES
from tests.web.asgi import ask
from tests.web.junk import RawRequest
from tests.web.site import HTMX, Person, Site, served, settings


def two_at_a_table(site: Site, game: str = "fourberies") -> tuple[str, Person, Person]:
    ann, bea = site.person(), site.person()
    table = ann.make(game, seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    return table, ann, bea


OWN = ("seen", "mute", "nudge")  # they concern the visitor's own messages alone, and change no table


def table_posts() -> list[str]:
    """Everything that can be posted to a table."""
    found = {
        route.path.removeprefix("/t/{id}/") for route in ROUTES if "POST" in (getattr(route, "methods", None) or ())
    }
    return sorted(post for post in found if not post.startswith("/") and "{" not in post)


@pytest.mark.parametrize("post", table_posts())
def test_no_request_acts_for_another_seat(site: Site, post: str) -> None:
    """Posts of Bea or a stranger for Ann's seat are refused and change nothing."""
    table, _, bea = two_at_a_table(site)
    eve = site.person()
    before = site.table(table)
    fields = {"version": before.version, "action": before.asked()[0].legal()[0], "kind": "open", "link": "make"}
    wishes = {"yes": 1, "ply": 0, "level": "greedy", "name": "Eve"}
    for person in (bea, eve):
        if person is bea and post in ("agree", "start", "again"):
            continue  # not for one seat: Bea may do this for herself
        answer = person.post(f"/t/{table}/{post}", seat=0, **fields, **wishes)
        assert answer.status_code in ((204, 303, 403) if post in OWN else (403, 409, 422)), (post, answer.text)
        assert site.table(table) == before


def test_the_cookie_of_a_visitor_is_out_of_reach(site: Site) -> None:
    ann = site.person()
    cookie = ann.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert "set-cookie" not in ann.get("/").headers  # it is given once


def test_behind_https_cookies_travel_by_https_alone(tmp_path: object) -> None:
    with served(settings(f"sqlite:///{tmp_path}/t.sqlite3", secure_cookies=True, proxies="testclient")) as site:
        answer = site.person().get("/")
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        forwarded = site.person().get("/", **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"})
        assert "Secure" in forwarded.headers["set-cookie"]


def test_eyes_are_only_ones_own(site: Site) -> None:
    """Asking for the eyes of another seat gives the same bytes as not asking."""
    table, ann, bea = two_at_a_table(site)
    while not any(seat["requests"] for seat in site.table(table).position.to_dict()["seats"]):
        state = site.table(table)
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        assert (ann, bea)[seat].play(table, seat, state.asked()[seat].legal()[0]).status_code == 200
    eve = site.person()
    last = len(site.table(table).history.choices)
    for path in (f"/t/{table}/part?", f"/t/{table}/replay?ply={last}&"):
        assert seen(bea, f"{path}eyes=0") == seen(bea, f"{path}eyes=1")
        assert seen(eve, f"{path}eyes=0") == seen(eve, f"{path}eyes=1")
    assert seen(ann, f"/t/{table}/part?eyes=0") != seen(bea, f"/t/{table}/part?eyes=0")
    replays = {seen(person, f"/t/{table}/replay?eyes={seat}") for person in (ann, bea, eve) for seat in (0, 1)}
    assert len(replays) == 1  # a running game's: a spectator's, whoever asks


def seen(person: Person, path: str) -> str:
    """What a page shows, but for the links that lead back to itself."""
    return re.sub(r"eyes=\d", "", person.get(path, **HTMX).text)


def test_every_answer_has_the_security_headers(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    answers = {
        200: ann.get(f"/t/{table}"), 303: ann.send("/settings", theme="dark"),
        403: ann.client.post("/play/sintra", headers={"Origin": "https://evil.example"}), 404: ann.get("/nowhere"),
        405: ann.get("/settings"), 413: ann.client.post("/join", content=b"x" * 20_000), 422: ann.post("/join"),
    }  # fmt: skip
    for status, answer in answers.items():
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "same-origin"
    assert "default-src 'none'" in ann.get("/static/js/main.js").headers["content-security-policy"]


def test_titles_and_luck_are_escaped_too(site: Site) -> None:
    evil = "<script>x()</script>"
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0=evil, seat_1="friend", title=evil, luck=evil, listed=1)
    ann.post(f"/t/{table}/link", seat=1, link="make")
    invitation = f"/t/{table}/seat/{site.table(table).seats[1].link}"
    pages = [bea.get(path).text for path in (f"/t/{table}", "/", invitation)] + [ann.get("/mine").text]
    bea.send(invitation, name=evil, luck=evil)
    ann.post(f"/t/{table}/start")
    pages += [bea.get(path).text for path in (f"/t/{table}", f"/t/{table}/replay", "/mine")]
    for page in pages:
        assert "<script>x" not in page
        assert "&lt;script&gt;" in page


def test_a_stream_ends_when_its_client_goes(site: Site) -> None:
    """Also while an event is being sent: no task stays behind."""
    table = site.person().play_now("sintra")

    async def come_and_go() -> int:
        for _ in range(50):
            answer = await asyncio.wait_for(ask(site.app, RawRequest("GET", f"/t/{table}/events")), 20)
            assert answer.status == 200
        return len([task for task in asyncio.all_tasks() if "_send_events" in repr(task)])

    assert asyncio.run(come_and_go()) == 0
    assert site.services.hub.count == 0
