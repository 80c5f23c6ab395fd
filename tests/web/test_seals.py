"""Secret simultaneous decisions: sealed, changeable until the last is in, applied in seat order."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sqlalchemy import update

from ludotheque.web.storage.schema import seals
from tests.web.site import Person, Site

pytestmark = pytest.mark.both_databases


@pytest.fixture
def people(site: Site) -> list[Person]:
    return [site.person() for _ in range(3)]


@pytest.fixture
def table(site: Site, people: list[Person]) -> str:
    table = people[0].make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="friend", seat_2="friend")
    for seat, name in ((1, "Bea"), (2, "Cy")):
        people[seat].post(f"/t/{table}/sit", seat=seat, name=name)
    people[0].post(f"/t/{table}/start")
    return table


def test_all_are_asked_at_once(site: Site, table: str) -> None:
    assert list(site.table(table).asked()) == [0, 1, 2]


def test_answers_wait_for_the_last_and_are_played_in_seat_order(site: Site, people: list[Person], table: str) -> None:
    before = site.table(table)
    chosen = [before.asked()[seat].legal()[seat] for seat in range(3)]
    for seat in (2, 0):
        assert people[seat].play(table, seat, chosen[seat], before.version).status_code == 200
        assert site.table(table).position == before.position
    assert site.table(table).seals.keys() == {0, 2}
    # The version of the page is older than the seals of the others, but the position is the same.
    assert people[1].play(table, 1, chosen[1], before.version).status_code == 200
    made = site.table(table).history.choices[len(before.history.choices) :]
    assert list(made[:3]) == chosen
    assert site.table(table).seals == {}
    for seat in range(3):  # revealed answers are new to every player
        since = re.search(r'data-since="(\d+)"', people[seat].get(f"/t/{table}").text)
        assert since is not None
        assert int(since[1]) <= len(before.history.choices)


def test_an_answer_may_be_changed_until_the_last_is_in(site: Site, people: list[Person], table: str) -> None:
    before = site.table(table)
    first, second = before.asked()[1].legal()[:2]
    people[1].play(table, 1, first)
    page = people[1].get(f"/t/{table}").text
    assert before.asked()[1].say(first, "en") in page
    assert people[1].play(table, 1, second).status_code == 200
    for seat in (0, 2):
        people[seat].play(table, seat, before.asked()[seat].legal()[0])
    assert site.table(table).history.choices[len(before.history.choices) + 1] == second
    assert people[1].play(table, 1, first, before.version).status_code == 409


def test_an_answer_may_be_taken_back_until_the_last_is_in(site: Site, people: list[Person], table: str) -> None:
    before = site.table(table)
    choices = [before.asked()[seat].legal()[0] for seat in range(3)]
    people[1].play(table, 1, choices[1])
    assert people[1].post(f"/t/{table}/undo", seat=1, version=site.table(table).version).status_code == 200
    assert site.table(table).seals == {}
    for seat in (0, 2, 1):
        assert site.table(table).position == before.position
        people[seat].play(table, seat, choices[seat])
    assert list(site.table(table).history.choices[len(before.history.choices) :][:3]) == choices


@pytest.mark.parametrize("clock", ["none", "game-600"])
def test_nobody_notices_that_an_answer_was_sealed_changed_or_taken_back(
    site: Site, people: list[Person], clock: str
) -> None:
    """Other viewers see no new version, no clock and no other byte; the player's own page changes."""
    table = people[0].make("fourberies", seats=3, seat_0="me", seat_1="friend", seat_2="friend", clock=clock, listed=1)
    for seat in (1, 2):
        people[seat].post(f"/t/{table}/sit", seat=seat)
    people[0].post(f"/t/{table}/start")
    begun = site.services.store.now()
    site.services.store.now = lambda: begun + 5.0
    first, second = site.table(table).asked()[1].legal()[:2]
    viewers = [people[0], people[2], site.person()]
    paths = [f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay", "/", "/mine"]
    seen, own = [viewer.get(path).text for viewer in viewers for path in paths], people[1].get(f"/t/{table}").text
    before = site.table(table)
    for action in (first, second, None):
        if action is None:
            people[1].undo(table, 1)
        else:
            assert people[1].play(table, 1, action).status_code == 200
            assert site.table(table).seals == {1: (action, begun + 5.0)}
        assert replace(site.table(table), seals={}, deadline=before.deadline) == before
        assert [viewer.get(path).text for viewer in viewers for path in paths] == seen
        assert (people[1].get(f"/t/{table}").text == own) == (action is None)


def test_a_forbidden_answer_is_not_sealed(site: Site, people: list[Person], table: str) -> None:
    forbidden = next(a for a in range(64) if site.table(table).asked()[2].why_not(a))
    assert people[2].play(table, 2, forbidden).status_code == 422
    assert site.table(table).seals == {}


def test_others_learn_that_somebody_has_chosen_and_nothing_more(site: Site, people: list[Person], table: str) -> None:
    """Other viewers get the same bytes for every choice."""
    position = site.table(table).asked()[1]
    people[1].play(table, 1, position.legal()[0])
    viewers = [people[0], people[2], site.person()]
    paths = [f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay", "/", "/mine"]
    seen = [viewer.get(path).text for viewer in viewers for path in paths]
    for action in position.legal()[1:4]:
        with site.services.store.engine.begin() as connection:
            connection.execute(update(seals).values(action=action))
        assert site.table(table).seals[1][0] == action
        assert [viewer.get(path).text for viewer in viewers for path in paths] == seen


def test_a_bot_answers_for_a_player_who_has_left(site: Site, people: list[Person], table: str) -> None:
    before = site.table(table)
    for seat in (0, 1):
        people[seat].play(table, seat, before.asked()[seat].legal()[0])
    people[2].post(f"/t/{table}/leave")
    site.wait(table, lambda t: t.position != before.position)


def test_bots_answer_at_once_and_the_person_last(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("fourberies")
    state = site.wait(table, lambda t: t.seals.keys() == {1, 2})
    assert ann.play(table, 0, state.asked()[0].legal()[0], state.move_version).status_code == 200
    assert site.table(table).position != state.position
