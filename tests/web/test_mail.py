"""Mails about turns, and vacations: at a table with days a move."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from ludotheque.errors import Error
from ludotheque.web.tables.clock import seconds_left
from ludotheque.web.work.mail import Mailer
from tests.web.site import Person, Site, first_choice, served, settings

SITE = "https://games.example"


@contextmanager
def mailbox() -> Iterator[tuple[str, list[Message]]]:
    """A small SMTP server, and the mails that it takes."""
    taken: list[Message] = []

    class SmtpHandler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while verb := self.rfile.readline()[:4].upper().strip():
                if verb == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    taken.append(message_from_bytes(b"".join(iter(self.rfile.readline, b".\r\n")), policy=default))
                self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 fine\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), SmtpHandler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"smtp://127.0.0.1:{server.server_address[1]}", taken
        server.shutdown()
        thread.join()


def seated(site: Site) -> tuple[str, list[Person]]:
    """Ann and Bea at a table with three days a move."""
    people = [site.person("nl"), site.person("nl")]
    table = people[0].make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend", clock="move-259200")
    people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
    people[0].post(f"/t/{table}/start")
    return table, people


def turn(site: Site, table: str, people: list[Person]) -> int:
    """Plays one player's turn; the seat of the next."""
    seat = next(iter(site.table(table).asked()))
    while (now := next(iter(site.table(table).asked()))) == seat:
        people[seat].play(table, seat, first_choice(site.table(table).position))
    return now


def link_in(mail: Message) -> str:
    found = re.findall(rf"{SITE}(/mail/\S+)", str(mail.get_content()))  # type: ignore[attr-defined]
    return str(found[-1])


def test_an_address_is_kept_when_its_owner_confirms_and_forgotten_by_a_link(tmp_path: Path) -> None:
    with mailbox() as (smtp, mails):
        made: dict[str, Any] = {"smtp": smtp, "mail_from": "table@games.example", "site": SITE}
        with served(settings(tmp_path, beat=3600.0, push_delay=0.0, **made)) as site:
            table, people = seated(site)
            mover = next(iter(site.table(table).asked()))
            absent, nudger = people[1 - mover], site.services.nudger
            assert absent.post("/mail", address="bea@example.org").status_code == 200
            question = mails.pop()
            assert (question["To"], question["Subject"]) == ("bea@example.org", "Mail van Ludothèque?")
            turn(site, table, people)
            nudger.look()
            nudger.wait()
            assert mails == []  # nobody has confirmed
            assert absent.get(link_in(question)).status_code == 200
            nudger.look()
            nudger.wait()
            assert mails == []  # to look at a link does nothing
            stranger = site.person()
            assert stranger.send(link_in(question)).status_code == 200
            turn(site, table, people)
            turn(site, table, people)
            nudger.look()
            nudger.wait()
            told = mails.pop()
            assert told["Subject"].startswith("Jij bent aan de beurt: ")
            stop = urlsplit(told["List-Unsubscribe"].strip("<>")).path
            names = ("Ann", "Bea")
            assert told.get_content().replace("\r\n", "\n") == (  # type: ignore[attr-defined]
                f"Je speelt met {names[mover]}.\n{SITE}/t/{table}\n\nGeen mail meer:\n{SITE}{stop}\n"
            )
            assert site.person().send(stop, **{"List-Unsubscribe": "One-Click"}).status_code == 200
            turn(site, table, people)
            turn(site, table, people)
            nudger.look()
            nudger.wait()
            assert mails == []


def test_bad_addresses_and_forged_links_are_refused(tmp_path: Path) -> None:
    with mailbox() as (smtp, mails):
        made: dict[str, Any] = {"smtp": smtp, "mail_from": "table@games.example", "site": SITE}
        with served(settings(tmp_path, **made)) as site:
            ann = site.person()
            ann.get("/")
            for bad in ("x", "a@b", "a@b.c\r\nBcc: d@e.f", "a b@c.de", f"{'x' * 300}@y.zz", "a@b.c, d@e.f"):
                assert ann.post("/mail", address=bad).status_code == 422, bad
            assert ann.get("/mail/forged").status_code == 404
            assert ann.send("/mail/forged").status_code == 404
            assert ann.post("/mail", address="ann@example.org").status_code == 200
            assert ann.post("/mail", address="Ann@example.org").status_code == 429
            assert site.person().post("/mail", address="ann@example.org").status_code == 429
        assert len(mails) == 1


def test_without_a_server_there_are_no_mails(site: Site, tmp_path: Path) -> None:
    assert site.person().post("/mail", address="ann@example.org").status_code == 404
    for wrong in ({"smtp": "mail.example"}, {"smtp": "smtp://mail.example"}):
        with pytest.raises(Error, match="LUDOTHEQUE"):
            Mailer(settings(tmp_path, **wrong))
    away = {"smtp": "smtp://127.0.0.1:9", "mail_from": "a@b.cd", "site": SITE}
    with served(settings(tmp_path, **away)) as other:
        assert other.person().post("/mail", address="ann@example.org").status_code == 503


def test_clocks_stand_still_during_a_vacation(site: Site) -> None:
    table, people = seated(site)
    seat, store = next(iter(site.table(table).asked())), site.services.store
    before = site.table(table).deadline
    assert before is not None
    assert people[seat].send("/vacation", begin=1).status_code == 303
    week = 7 * 86_400
    assert site.table(table).deadline == pytest.approx(before + week, abs=5)
    assert "op vakantie tot" in people[1 - seat].get(f"/t/{table}").text
    assert "Ik ben terug" in people[seat].get("/calls").text
    begun = store.now()
    store.now = lambda: begun + 5 * 86_400
    assert seconds_left(site.table(table), site.table(table).seats[seat], True, store.now()) > 3 * 86_400 - 5
    assert people[seat].send("/vacation", begin=1).status_code == 409  # one week in eight
    assert people[seat].send("/vacation", begin=0).status_code == 303
    assert site.table(table).deadline == pytest.approx(before + 5 * 86_400, abs=5)
    turn(site, table, people)
    assert site.table(table).deadline == pytest.approx(store.now() + 3 * 86_400, abs=5)
    assert "Een week vrij nemen" not in people[seat].get("/calls", **{"HX-Request": "true"}).text
    store.now = lambda: begun + 8.1 * week
    assert people[seat].send("/vacation", begin=1).status_code == 303


def test_a_seat_has_one_vacation_whoever_holds_it(site: Site) -> None:
    """Else a link to one's own seat and a new visitor would stop the clock for another week, again and again."""
    table, people = seated(site)
    seat = next(iter(site.table(table).asked()))
    people[seat].send("/vacation", begin=1)
    people[seat].send("/vacation", begin=0)
    before, other = site.table(table), site.person()
    people[seat].send(f"/t/{table}/link", seat=seat, link="make")
    other.send(f"/t/{table}/seat/{site.table(table).seats[seat].link}")
    assert site.table(table).seats[seat].visitor != before.seats[seat].visitor
    for begin in (1, 0):
        assert other.send("/vacation", begin=begin).status_code == 303
        assert site.table(table).deadline == before.deadline
    assert site.table(table).seats[seat].paused_until == before.seats[seat].paused_until


@pytest.mark.parametrize("freed", ["leave", "seat"])
def test_a_seat_that_was_freed_forgets_the_vacation(site: Site, freed: str) -> None:
    ann, bea, cid = (site.person() for _ in range(3))
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", clock="move-259200")
    bea.send(f"/t/{table}/sit", seat=1)
    bea.send("/vacation", begin=1)
    assert site.table(table).seats[1].paused_from is not None
    if freed == "leave":
        bea.send(f"/t/{table}/leave", seat=1)
    else:
        ann.send(f"/t/{table}/seat", seat=1, kind="open")
    cid.send(f"/t/{table}/sit", seat=1)
    ann.send(f"/t/{table}/start")
    seat = site.table(table).seats[1]
    assert (seat.visitor is not None, seat.paused_from, seat.paused_until) == (True, None, None)


def test_a_vacation_stops_no_quick_clock(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me", clock="move-300")
    before = site.table(table).deadline
    ann.send("/vacation", begin=1)
    assert site.table(table).deadline == before
