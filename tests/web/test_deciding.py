"""Decisions count on the right version, once, for the seat that is asked; others are refused with a reason."""

from __future__ import annotations

import pytest

from ludotheque import load
from tests.web.site import Person, Site, first_choice

pytestmark = pytest.mark.both_databases


@pytest.fixture
def ann(site: Site) -> Person:
    return site.person()


@pytest.fixture
def table(site: Site, ann: Person) -> str:
    return ann.make("sintra", seats=2, seat_0="me", seat_1="me")


def test_a_decision_is_played_and_shown(site: Site, ann: Person, table: str) -> None:
    before = site.table(table)
    action = first_choice(before.position)
    answer = ann.play(table, before.position.to_act or 0, action)
    assert answer.status_code == 200
    after = site.table(table)
    assert after.position == before.position.play(action)
    assert after.version == before.version + 1
    assert before.position.say(action, "en") in answer.text


def test_without_scripts_a_post_leads_back_to_the_table(site: Site, ann: Person, table: str) -> None:
    state = site.table(table)
    seat, action = state.position.to_act or 0, first_choice(state.position)
    answer = ann.send(f"/t/{table}/play", seat=seat, version=state.version, action=action)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}?eyes={seat}")


def test_a_double_click_plays_once(site: Site, ann: Person, table: str) -> None:
    state = site.table(table)
    seat, action = state.position.to_act or 0, first_choice(state.position)
    assert ann.play(table, seat, action, state.version).status_code == 200
    again = ann.play(table, seat, action, state.version)
    assert again.status_code == 409
    assert "Something changed at the table" in again.text
    assert len(site.table(table).history.choices) == len(state.history.choices) + 1


@pytest.mark.parametrize("version", [0, 1, 999])
def test_a_decision_on_another_version_is_refused(site: Site, ann: Person, table: str, version: int) -> None:
    before = site.table(table)
    answer = ann.play(table, before.position.to_act or 0, first_choice(before.position), version)
    assert answer.status_code == 409
    assert site.table(table) == before


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_what_the_rules_forbid_is_refused_with_the_rule(site: Site, language: str) -> None:
    ann = site.person(language)
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    before = site.table(table)
    forbidden = next(a for a in before.position.asked() if before.position.why_not(a))
    answer = ann.play(table, before.position.to_act or 0, forbidden)
    assert answer.status_code == 422
    rule = before.position.why_not(forbidden) or ""
    assert rule in answer.text
    assert load("sintra").rule(rule, language).partition("’")[0] in answer.text
    assert site.table(table) == before


def test_only_the_seat_to_act_may_decide(site: Site, ann: Person, table: str) -> None:
    before = site.table(table)
    other = 1 - (before.position.to_act or 0)
    answer = ann.play(table, other, first_choice(before.position))
    assert answer.status_code == 409
    assert "It is not your turn." in answer.text
    assert site.table(table) == before


def test_nobody_decides_for_another(site: Site, ann: Person, table: str) -> None:
    eve, before = site.person(), site.table(table)
    seat = before.position.to_act or 0
    for answer in (
        eve.play(table, seat, first_choice(before.position)),
        eve.undo(table, seat),
        eve.post(f"/t/{table}/leave", seat=seat),
        eve.post(f"/t/{table}/return", seat=seat),
        eve.post(f"/t/{table}/hint", seat=seat, version=before.version),
    ):
        assert answer.status_code == 403
        assert "This is not your seat." in answer.text
    assert site.table(table) == before


@pytest.mark.compiled
def test_a_hint_is_legal_and_only_if_the_table_allows_it(site: Site, ann: Person, table: str) -> None:
    state = site.table(table)
    seat = state.position.to_act or 0
    answer = ann.post(f"/t/{table}/hint", seat=seat, version=state.version)
    assert answer.status_code == 200
    assert any(state.position.say(action, "en") in answer.text for action in state.position.legal())
    assert ann.post(f"/t/{table}/hint", seat=1 - seat, version=state.version).status_code == 409
    strict = ann.make("sintra", seats=2, seat_0="me", seat_1="me", hints=0)
    seat = site.table(strict).position.to_act or 0
    assert ann.post(f"/t/{strict}/hint", seat=seat, version=site.table(strict).version).status_code == 403


def test_nothing_is_decided_before_the_start(site: Site, ann: Person) -> None:
    waiting = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    answer = ann.play(waiting, 0, 0)
    assert answer.status_code == 409
    assert "has not started" in answer.text
    assert ann.get(f"/t/{waiting}/replay").status_code == 409
    assert ann.get(f"/t/{waiting}/record").status_code == 409


def test_two_tabs_agree(site: Site, ann: Person, table: str) -> None:
    state = site.table(table)
    ann.play(table, state.position.to_act or 0, first_choice(state.position))
    assert ann.get(f"/t/{table}/part").text == ann.get(f"/t/{table}/part").text
