"""Messages that it is a visitor's turn: to a push service of our own, which reads every byte of them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest
from py_vapid import Vapid02

from ludotheque.core.game import game_of
from ludotheque.web.services import Services
from ludotheque.web.storage.nudges import TURN, Nudge, NudgeStore, PushAddress
from tests.web.push_receiver import PushBrowser
from tests.web.site import Site, served, settings
from tests.web.two_players import TwoPlayers


def test_a_turn_is_told_once_and_every_byte_is_known(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    browser = duel.subscribe(absent, language="fr")
    assert duel.look() == []
    assert duel.move() == absent
    (message,) = duel.look()
    assert message.path == "/one"
    assert message.headers["Content-Encoding"] == "aes128gcm"
    assert message.headers["Topic"] not in ("", duel.table)  # whoever knows the id may watch
    key = duel.people[0].get("/push/key").text
    signed = message.headers["Authorization"]
    assert Vapid02.verify(signed)
    assert signed.endswith(f"k={key}")
    claims = signed.partition("t=")[2].split(".")[1]
    told = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert (told["aud"], told["sub"]) == (duel.service.origin, "http://testserver")
    other, title = ("Ann", "Bea")[1 - absent], game_of("sintra").title("fr")
    assert browser.bytes(message).decode() == (
        f'{{"body": "Vous jouez avec {other}.", "language": "fr", "mute": "Couper cette table", "play": "Jouer", '
        f'"title": "À vous de jouer\N{NO-BREAK SPACE}: {title}", "url": "/t/{duel.table}"}}'
    )
    assert duel.look() == []  # once a turn
    duel.people[absent].get(f"/t/{duel.table}")
    assert duel.look() == []
    duel.move()
    duel.move()
    assert len(duel.look()) == 1


def test_a_page_in_view_needs_no_message(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    duel.move()
    assert duel.people[absent].post(f"/t/{duel.table}/seen").status_code == 204
    assert duel.look() == []
    players, spectator = duel.people, duel.site.person()
    for person in (
        *players,
        spectator,
    ):  # pages of players say that they are in view: another device may subscribe later
        page = person.get(f"/t/{duel.table}").text
        assert 'id="notify"' in page
        assert ("data-eyes=" in page) == (person in players)


def test_an_undone_and_repeated_move_is_told_once(duel: TwoPlayers) -> None:
    mover, absent = duel.asked(), 1 - duel.asked()
    duel.subscribe(absent)
    duel.move()
    assert len(duel.look()) == 1
    duel.people[mover].undo(duel.table, mover)
    duel.people[absent].post(f"/t/{duel.table}/agree", version=duel.site.table(duel.table).version, yes=1)
    assert duel.asked() == mover
    assert duel.look() == []
    duel.move()
    assert duel.look() == []


def test_a_visitor_who_came_back_and_moved_is_not_called(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    duel.move()
    duel.move()
    assert duel.look() == []


def test_nobody_learns_by_a_message_that_others_have_sealed(duel: TwoPlayers) -> None:
    people = [duel.site.person() for _ in range(3)]
    table = people[0].make("fourberies", seats=3, seat_0="me", seat_1="friend", seat_2="friend")
    for seat in (1, 2):
        people[seat].post(f"/t/{table}/sit", seat=seat, name=f"Friend {seat}")
    browsers = [PushBrowser(f"{duel.service.origin}/{seat}") for seat in range(3)]
    for person, browser in zip(people, browsers, strict=True):
        person.post("/push", **browser.form)
    people[0].post(f"/t/{table}/start")

    def told() -> list[str]:
        return sorted(message.path for message in duel.look())

    def asked() -> list[int]:
        state = duel.site.table(table)
        return [seat for seat in state.asked() if seat not in state.seals]

    everybody = ["/0", "/1", "/2"]
    for _ in range(2):
        while len(asked()) < 3:  # until all choose at once
            (seat,) = asked()
            people[seat].play(table, seat, duel.site.table(table).asked()[seat].legal()[0])
        assert told() == everybody
        for seat in (2, 0):
            people[seat].play(table, seat, duel.site.table(table).asked()[seat].legal()[0])
            assert told() == []
        people[1].play(table, 1, duel.site.table(table).asked()[1].legal()[0])


def test_the_beginning_and_the_end_of_a_game_are_told(duel: TwoPlayers) -> None:
    ann, bea = duel.people
    browsers = [duel.subscribe(seat, f"/{seat}") for seat in (0, 1)]
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1)
    ann.post(f"/t/{table}/start")
    ann.post(f"/t/{table}/seen")
    (message,) = duel.look()
    turn = duel.site.table(table).asked().keys() == {1}
    title = game_of("sintra").title("en")
    assert browsers[1].read(message)["title"] == (f"Your turn in {title}" if turn else f"{title} begins")
    assert duel.look() == []
    ann.post(f"/t/{table}/give-up")
    (message,) = duel.look()
    told = browsers[1].read(message)
    assert (told["title"], told["mute"]) == (f"{title} is over", "")
    assert told["body"] == "Ann gave up: Bea wins."
    bea.post(f"/t/{table}/again")
    assert duel.look() == []


def test_a_muted_table_and_a_visitor_on_vacation_get_no_messages(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    person, store = duel.people[absent], duel.site.services.store
    assert person.post(f"/t/{duel.table}/mute").status_code == 204
    assert duel.site.person().post(f"/t/{duel.table}/mute").status_code == 403
    duel.move()
    assert duel.look() == []
    assert "Notify me of this table again" in person.get(f"/t/{duel.table}").text
    assert person.send(f"/t/{duel.table}/mute", on=0).status_code == 303
    person.send("/vacation", begin=1)
    duel.move()
    duel.move()
    assert duel.look() == []
    now = store.now()
    store.now = lambda: now + 7 * 86_400 + 1
    assert len(duel.look()) == 1


def test_a_visitor_who_subscribes_at_the_table_is_not_called_to_it(duel: TwoPlayers) -> None:
    present = duel.asked()
    duel.subscribe(present)
    duel.people[1 - present].post(f"/t/{duel.table}/react", reaction="bravo")
    assert duel.look() == []


def test_an_erased_visitor_is_not_called(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    duel.move()
    answer = duel.people[absent].send("/me/erase", name=("Ann", "Bea")[absent])
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    assert duel.nudger.nudges.anybody() is False
    assert duel.look() == []


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_forgotten(duel: TwoPlayers, status: int) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    duel.service.status = status
    duel.move()
    assert len(duel.look()) == 1
    duel.move()
    duel.move()
    assert duel.look() == []


def test_two_failures_in_a_row_end_a_subscription_and_no_redirect_is_followed(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    duel.subscribe(absent)
    for status in (500, 201, 302, 307):
        duel.service.status = status
        duel.move()
        assert [message.path for message in duel.look()] == ["/one"]
        duel.move()
    duel.move()
    assert duel.look() == []


def test_one_visitor_has_few_addresses_and_forgets_them(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    browsers = [duel.subscribe(absent, f"/{number}") for number in range(7)]
    duel.move()
    assert {message.path for message in duel.look()} == {f"/{number}" for number in range(2, 7)}
    assert duel.people[absent].post("/push/stop", endpoint=browsers[6].form["endpoint"]).status_code == 303
    assert duel.people[1 - absent].post("/push/stop", endpoint=browsers[5].form["endpoint"]).status_code == 303
    duel.move()
    duel.move()
    assert {message.path for message in duel.look()} == {f"/{number}" for number in range(2, 6)}
    assert "4 of your browsers" in duel.people[absent].get("/calls").text
    duel.people[absent].send("/settings", notifications="off")
    duel.move()
    duel.move()
    assert duel.look() == []


@pytest.mark.both_databases
def test_of_two_servers_one_sends_a_message(site: Site) -> None:
    store = site.services.nudger.nudges
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    visitor = site.table(table).host
    store.add_address(PushAddress("id", visitor, "https://push.example", "", "", "en", "https://games.example"))
    assert store.reachable([visitor, "nobody"]) == {visitor}
    for due in (1.0, 2.0):
        store.save(Nudge(table, visitor, 3, True, due, TURN))
    (nudge,) = store.due(5.0)
    assert nudge == store.of_table(table)[visitor] == Nudge(table, visitor, 3, True, 2.0, TURN)
    assert [NudgeStore(site.services.store.engine).claim(nudge, None, TURN) for _ in range(2)] == [True, False]
    assert store.due(5.0) == []
    store.set_mail(visitor, "ann@example.org", "nl")
    store.forget(visitor)
    assert store.mail(visitor) == ("ann@example.org", "nl")
    assert store.reachable([visitor]) == {visitor}


def test_the_key_of_a_database_is_made_once(tmp_path: Path) -> None:
    made = settings(tmp_path)
    keys = set()
    for _ in range(2):
        with served(made) as site:
            services: Services = site.services
            keys.add(services.nudger.key)
            assert services.nudger.key not in site.person().get("/push/key").text
    assert len(keys) == 1
