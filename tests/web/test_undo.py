"""Undo: step by step in the own turn, later only if all other people agree."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque.web.tables.state import TableState
from tests.web.site import Person, Site, first_choice

pytestmark = pytest.mark.both_databases


def _two(site: Site, game: str = "sintra", hints: int = 1) -> tuple[list[Person], str]:
    people = [site.person(), site.person()]
    table = people[0].make(game, seats=2, seat_0="me", name_0="Ann", seat_1="friend", hints=hints)
    people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
    people[0].post(f"/t/{table}/start")
    return people, table


def _step(site: Site, people: list[Person], table: str) -> int:
    """One decision of the seat to act; returns the seat."""
    position = site.table(table).position
    seat = position.to_act or 0
    assert people[seat].play(table, seat, first_choice(position)).status_code == 200
    return seat


def test_a_turn_is_taken_back_step_by_step(site: Site) -> None:
    people, table = _two(site)
    start = site.table(table).position
    steps = [start]
    seat = start.to_act
    assert seat is not None
    while site.table(table).position.to_act == seat:
        _step(site, people, table)
        steps.append(site.table(table).position)
    for before in reversed(steps[:-1]):
        assert people[seat].undo(table, seat).status_code == 200
        assert site.table(table).position == before
    # The set-up was drawn: nothing more can be taken back at once, and there is nothing of mine before it.
    refused = people[seat].undo(table, seat)
    assert refused.status_code == 409
    assert "There is nothing to undo." in refused.text


def test_several_steps_at_once(site: Site) -> None:
    people, table = _two(site)
    before = site.table(table)
    seat = before.position.to_act or 0
    _step(site, people, table)
    back = len(before.history.choices)
    assert people[seat].undo(table, seat, back=back - 1).status_code == 409
    assert people[seat].undo(table, seat, back=back).status_code == 200
    assert site.table(table).position == before.position


def test_what_was_taken_back_is_kept_and_play_goes_on(site: Site) -> None:
    people, table = _two(site)
    before = site.table(table)
    seat = before.position.to_act or 0
    _step(site, people, table)
    people[seat].undo(table, seat)
    other = before.position.legal()[-1]
    assert people[seat].play(table, seat, other).status_code == 200
    after = site.table(table)
    assert after.position == before.position.play(other)
    assert after.stored_plies == before.stored_plies + 2
    site.services.store.forget()  # as if the server had been restarted
    assert site.table(table).history.choices == after.history.choices


def test_after_anothers_decision_everybody_must_agree(site: Site) -> None:
    people, table = _two(site)
    before = site.table(table)
    seat = before.position.to_act or 0
    while site.table(table).position.to_act == seat:
        last = site.table(table)
        _step(site, people, table)
    other = _step(site, people, table)
    assert other != seat
    now = site.table(table)
    assert people[seat].undo(table, seat).status_code == 200
    assert site.table(table).position == now.position  # only asked so far
    assert (site.table(table).undo_asked or {})["seat"] == seat
    version = site.table(table).version
    assert site.person().post(f"/t/{table}/agree", version=version, yes=1).status_code == 403
    assert people[other].post(f"/t/{table}/agree", version=version, yes=1).status_code == 200
    assert site.table(table).position == last.position
    assert "undid their last move" in people[other].get(f"/t/{table}").text
    assert "undid their last move" not in people[seat].get(f"/t/{table}").text


def test_a_no_ends_it_and_so_does_the_next_decision(site: Site) -> None:
    people, table = _two(site)
    seat = site.table(table).position.to_act or 0
    while site.table(table).position.to_act == seat:
        _step(site, people, table)
    other = _step(site, people, table)
    people[seat].undo(table, seat)
    first = site.table(table).version
    assert people[other].post(f"/t/{table}/agree", version=first, yes=0).status_code == 200
    assert "declined" in people[seat].get(f"/t/{table}").text  # the player who asked sees it
    assert "declined" not in people[other].get(f"/t/{table}").text
    assert people[other].post(f"/t/{table}/agree", version=first, yes=1).status_code == 409
    people[seat].undo(table, seat)
    assert (
        people[other].post(f"/t/{table}/agree", version=first, yes=1).status_code == 409
    )  # meant for the first question
    _step(site, people, table)
    assert site.table(table).undo_asked is None
    late = people[other].post(f"/t/{table}/agree", version=site.table(table).version, yes=1)
    assert late.status_code == 409


def test_a_double_click_takes_back_once(site: Site) -> None:
    people, table = _two(site)
    seat = site.table(table).position.to_act or 0
    _step(site, people, table)
    version = site.table(table).version
    fields = {"seat": seat, "version": version}
    assert people[seat].post(f"/t/{table}/undo", **fields).status_code == 200
    assert people[seat].post(f"/t/{table}/undo", **fields).status_code == 409


def test_a_player_who_is_away_takes_nothing_back(site: Site) -> None:
    people, table = _two(site)
    seat = _step(site, people, table)
    site.services.bot_runner.close()  # no bot stands in
    people[seat].post(f"/t/{table}/leave")
    before = site.table(table)
    assert people[seat].undo(table, seat).status_code == 409
    assert site.table(table).position == before.position


def test_decisions_of_an_absent_player_are_not_taken_back_alone(site: Site) -> None:
    site.services.bot_runner.close()  # no bot stands in
    people, table = _two(site)
    seat = site.table(table).position.to_act or 0
    while site.table(table).position.to_act == seat:
        last = site.table(table)
        _step(site, people, table)
    other = _step(site, people, table)
    now = site.table(table)
    people[other].post(f"/t/{table}/leave")
    assert "Ask to undo" in people[seat].get(f"/t/{table}").text
    people[seat].undo(table, seat)
    people[seat].post(f"/t/{table}/agree", version=site.table(table).version, yes=1)
    assert site.table(table).position == now.position
    assert "waiting for" in people[seat].get(f"/t/{table}").text
    people[other].post(f"/t/{table}/agree", version=site.table(table).version, yes=1)
    assert site.table(table).position == last.position


@pytest.mark.parametrize("seals", [True, False])
def test_a_step_before_sealed_answers_is_not_taken_back_alone(site: Site, seals: bool) -> None:
    """Whether the other player has sealed or not: nobody learns that by an undo."""
    site.services.bot_runner.close()  # no bot stands in
    found, luck = None, Random(5)
    for _ in range(12):
        people, table = _two(site, "fourberies")
        while (state := site.table(table)).asked() and found is None:
            found = next((seat for seat in (0, 1) if _sealed_next(state, seat)), None)
            seat, position = next((seat, each) for seat, each in state.asked().items() if seat not in state.seals)
            if found is None:
                people[seat].play(table, seat, luck.choice(position.legal()))
        if found is not None:
            break
    assert found is not None
    seat, other = found, 1 - found
    if seals:
        people[other].play(table, other, first_choice(site.table(table).asked()[other]))
    people[other].post(f"/t/{table}/leave")
    before = site.table(table)
    assert "Ask to undo" in people[seat].get(f"/t/{table}").text
    assert people[seat].undo(table, seat).status_code == 200
    now = site.table(table)
    assert (now.history.choices, now.seals) == (before.history.choices, before.seals)
    assert people[other].post(f"/t/{table}/agree", version=now.version, yes=1).status_code == 200
    assert len(site.table(table).history.choices) < len(before.history.choices)


def _sealed_next(state: TableState, seat: int) -> bool:
    """Whether both seats are asked in secret after an open step of one."""
    return state.may_seal and len(state.asked()) == 2 and bool(state.history.own_steps(seat))


def test_leaving_is_no_consent(site: Site) -> None:
    site.services.bot_runner.close()  # no bot stands in
    people, table = _two(site)
    seat = site.table(table).position.to_act or 0
    while site.table(table).position.to_act == seat:
        _step(site, people, table)
    other = _step(site, people, table)
    now = site.table(table)
    people[seat].undo(table, seat)
    people[other].post(f"/t/{table}/leave")
    people[seat].post(f"/t/{table}/agree", version=site.table(table).version, yes=1)
    assert site.table(table).position == now.position


@pytest.mark.parametrize("hints", [0, 1])
def test_what_a_bot_did_in_ones_place_is_no_hint(site: Site, hints: int) -> None:
    people, table = _two(site, hints=hints)
    seat = site.table(table).position.to_act or 0
    people[seat].post(f"/t/{table}/leave", level="random")
    now = site.wait(table, lambda t: t.position.to_act != seat)
    people[seat].post(f"/t/{table}/return")
    answer = people[seat].undo(table, seat)
    assert answer.status_code == (200 if hints else 409)
    assert (site.table(table).position == now.position) == (not hints)
    if not hints:
        assert "A bot chose this for a player" in answer.text
        _step(site, people, table)
        assert people[seat].undo(table, seat).status_code == 409  # nobody is even asked


def test_what_a_bot_sealed_in_ones_place_is_no_hint(site: Site) -> None:
    people, table = _two(site, "fourberies", hints=0)
    people[1].post(f"/t/{table}/leave", level="random")
    sealed = site.wait(table, lambda t: 1 in t.seals)
    people[1].post(f"/t/{table}/return")
    other = next(action for action in sealed.asked()[1].legal() if action != sealed.seals[1][0])
    assert people[1].play(table, 1, other).status_code == 409
    assert people[1].undo(table, 1).status_code == 409
    assert site.table(table).seals == sealed.seals
    people[0].play(table, 0, sealed.asked()[0].legal()[0])
    assert site.table(table).position != sealed.position
    assert people[0].undo(table, 0).status_code == 409


def test_against_bots_nobody_needs_to_agree(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:random")
    state = site.wait(table, lambda t: 0 in t.asked())
    before = state.position
    while 0 in site.table(table).asked():
        last = site.table(table).position
        ann.play(table, 0, first_choice(last))
    site.wait(table, lambda t: 0 in t.asked() and t.position != before)
    assert ann.undo(table, 0).status_code == 200
    assert site.table(table).position == last


def test_a_draw_that_is_taken_back_comes_out_the_same_again(site: Site) -> None:
    """A draw cannot be repeated."""
    people, table = _two(site, "fourberies")
    state = site.table(table)
    people[1].play(table, 1, state.asked()[1].legal()[0])
    people[0].play(table, 0, state.asked()[0].legal()[0])
    after = site.table(table)
    assert len(after.history.choices) > len(state.history.choices)
    people[0].undo(table, 0)
    people[1].post(f"/t/{table}/agree", version=site.table(table).version, yes=1)
    assert site.table(table).position == state.position
    people[0].play(table, 0, state.asked()[0].legal()[0])
    people[1].play(table, 1, state.asked()[1].legal()[0])
    assert site.table(table).history.choices == after.history.choices
