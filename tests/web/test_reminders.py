"""Reminders, nudges and vacations; the end of a game if the server stops."""

from __future__ import annotations

import pytest

from ludotheque.core.game import game_of
from ludotheque.web.views.nudge import nudge_message
from ludotheque.web.work.nudger import Nudger
from tests.web.push_receiver import PushBrowser
from tests.web.two_players import TwoPlayers


def test_a_nudge_is_told_once_a_day(duel: TwoPlayers) -> None:
    waiting, absent = duel.asked(), 1 - duel.asked()
    browser = duel.subscribe(absent)
    duel.move()
    duel.look()
    person, name = duel.people[waiting], ("Ann", "Bea")[waiting]
    assert "/nudge" not in person.get("/me").text
    person.send(f"/t/{duel.table}/nudge")  # too early: the player has just been told
    assert duel.look() == []
    duel.later(3700)
    assert f"/t/{duel.table}/nudge" in person.get("/me").text
    assert person.send(f"/t/{duel.table}/nudge").status_code == 303
    assert duel.look() == []  # the page may be in view at another device
    duel.later(3731)
    (message,) = duel.look()
    assert browser.read(message)["title"] == f"{name}: your turn!"
    assert "/nudge" not in person.get("/me").text
    assert person.post(f"/t/{duel.table}/react", reaction="wake").status_code == 204
    duel.site.person().send(f"/t/{duel.table}/nudge")
    assert duel.look() == []


@pytest.mark.parametrize("kind", ["reminder", "nudge"])
def test_no_other_device_is_told_while_the_page_is_in_view(duel: TwoPlayers, kind: str) -> None:
    waiting, absent = duel.asked(), 1 - duel.asked()
    duel.subscribe(absent, "/one")
    duel.subscribe(absent, "/other")
    duel.move()
    assert len(duel.look()) == 2
    hours = 18 * 3600
    if kind == "nudge":
        duel.later(hours - 3600)
        duel.people[waiting].send(f"/t/{duel.table}/nudge")
        duel.later(hours - 3600 + 20)
    else:
        duel.later(hours - 20)
    duel.people[absent].post(f"/t/{duel.table}/seen")  # as the page says every 20 seconds
    duel.later(hours - 1 if kind == "nudge" else hours + 1)
    assert duel.look() == []


def test_a_turn_brings_one_nudge_also_if_its_player_looked_meanwhile(duel: TwoPlayers) -> None:
    waiting, absent = duel.asked(), 1 - duel.asked()
    browser, told = duel.subscribe(absent), []
    duel.move()
    for day in (0, 1):  # nobody's time runs out in this test
        duel.later(day * 86_400 + 3700)
        duel.look()
        duel.people[waiting].send(f"/t/{duel.table}/nudge")
        duel.later(day * 86_400 + 3731)
        told += [browser.read(message)["title"] for message in duel.look()]
        duel.people[absent].post(f"/t/{duel.table}/seen")
    assert told == [f"{('Ann', 'Bea')[waiting]}: your turn!"]


def test_the_end_is_told_by_the_next_server_if_this_one_stops_at_once(duel: TwoPlayers) -> None:
    ann, browser = duel.people[0], duel.subscribe(1)
    late = duel.site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    late.post(f"/t/{table}/sit", seat=1)
    for given_up in (duel.table, table):
        ann.post(f"/t/{given_up}/give-up")
    late.post("/push", **PushBrowser(f"{duel.service.origin}/late").form)  # saw the end before
    services = duel.site.services
    following = Nudger(services.store, services.settings, nudge_message)
    following.look()
    following.wait()
    (message,) = duel.service.received
    assert browser.read(message)["title"] == f"{game_of('sintra').title('en')} is over"


def test_a_player_with_days_a_move_is_reminded_once_before_the_end(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    browser = duel.subscribe(absent)
    duel.move()
    assert len(duel.look()) == 1
    store = duel.site.services.store
    begun = store.now()
    store.now = lambda: begun + 17.9 * 3600
    assert duel.look() == []
    store.now = lambda: begun + 18.1 * 3600
    (message,) = duel.look()
    assert browser.read(message)["body"].startswith("About 6 hours left.")
    assert duel.look() == []
    duel.people[absent].post(f"/t/{duel.table}/seen")
    assert duel.look() == []


@pytest.mark.parametrize("change", ["vacation", "undo"])
def test_a_vacation_that_ends_early_and_an_undone_move_keep_the_reminder(duel: TwoPlayers, change: str) -> None:
    mover, absent = duel.asked(), 1 - duel.asked()
    browser, store = duel.subscribe(absent), duel.site.services.store
    duel.move()
    assert len(duel.look()) == 1
    person = duel.people[absent]
    if change == "vacation":
        person.send("/vacation", begin=1)
        duel.look()
        person.send("/vacation", begin=0)
    else:
        duel.people[mover].undo(duel.table, mover)
        person.post(f"/t/{duel.table}/agree", version=duel.site.table(duel.table).version, yes=1)
        duel.look()
        duel.move()
    assert duel.look() == []
    begun = store.now()
    store.now = lambda: begun + 18.1 * 3600
    (message,) = duel.look()
    assert browser.read(message)["title"].startswith("Your time is nearly up")
    assert duel.look() == []


def test_a_turn_in_a_vacation_is_told_when_the_vacation_ends_early(duel: TwoPlayers) -> None:
    absent = 1 - duel.asked()
    browser, person = duel.subscribe(absent), duel.people[absent]
    person.send("/vacation", begin=1)
    duel.move()
    assert duel.look() == []
    person.send("/vacation", begin=0)
    (message,) = duel.look()
    assert browser.read(message)["title"].startswith("Your turn")
    assert duel.look() == []


def test_a_turn_in_a_vacation_is_told_where_the_seat_has_had_its_own(duel: TwoPlayers) -> None:
    """The clock runs there: without a word the player would lose on time."""
    absent, store = 1 - duel.asked(), duel.site.services.store
    before, person = duel.people[absent], duel.site.person()
    for begin in (1, 0):
        before.send("/vacation", begin=begin)
    before.send(f"/t/{duel.table}/link", seat=absent, link="make")
    person.send(f"/t/{duel.table}/seat/{duel.site.table(duel.table).seats[absent].link}")
    duel.people[absent] = person
    browser = duel.subscribe(absent)
    goes_on = "had a week off in the last eight weeks go on"
    assert goes_on not in before.get("/calls").text  # the seat is another visitor's
    assert goes_on in person.get("/calls").text
    person.send("/vacation", begin=1)
    assert goes_on in person.get("/calls").text
    duel.move()
    (message,) = duel.look()
    assert browser.read(message)["title"].startswith("Your turn")
    begun = store.now()
    store.now = lambda: begun + 18.1 * 3600
    (message,) = duel.look()
    assert browser.read(message)["title"].startswith("Your time is nearly up")


def test_a_turn_in_a_vacation_is_told_when_the_clock_runs_again(duel: TwoPlayers) -> None:
    """The seat's vacation is that of the visitor who held it before, and ends first."""
    absent, store = 1 - duel.asked(), duel.site.services.store
    before, person, begun = duel.people[absent], duel.site.person(), store.now()
    before.send("/vacation", begin=1)
    before.send(f"/t/{duel.table}/link", seat=absent, link="make")
    person.send(f"/t/{duel.table}/seat/{duel.site.table(duel.table).seats[absent].link}")
    duel.people[absent] = person
    duel.subscribe(absent)
    store.now = lambda: begun + 5 * 86_400
    person.send("/vacation", begin=1)
    duel.move()
    assert duel.look() == []
    store.now = lambda: begun + 7 * 86_400 + 60
    assert len(duel.look()) == 1


def test_a_nudge_after_the_reminder_brings_no_second_reminder(duel: TwoPlayers) -> None:
    waiting, absent = duel.asked(), 1 - duel.asked()
    browser, store = duel.subscribe(absent), duel.site.services.store
    duel.move()
    duel.look()
    begun = store.now()
    store.now = lambda: begun + 20 * 3600
    assert len(duel.look()) == 1
    duel.people[waiting].send(f"/t/{duel.table}/nudge")
    store.now = lambda: begun + 20 * 3600 + 31
    (message,) = duel.look()
    assert "your turn!" in browser.read(message)["title"]
    assert duel.look() == []
