"""Clocks: when time is up a bot takes the seat, and gives it back."""

from __future__ import annotations

import pytest

from ludotheque.web.tables.deciding import answer
from ludotheque.web.views.clock import clock_text
from ludotheque.web.views.speech import speech
from ludotheque.web.work.periodic import check_clocks
from tests.web.site import Person, Site, first_choice, served, settings

pytestmark = pytest.mark.both_databases


class Watch:
    """The time, as a test wants it."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def _two(site: Site, clock: str, game: str = "sintra") -> tuple[list[Person], str, Watch]:
    site.services.store.now = watch = Watch()
    people = [site.person(), site.person()]
    table = people[0].make(game, seats=2, seat_0="me", seat_1="friend", clock=clock)
    people[1].post(f"/t/{table}/sit", seat=1, name="Bea")
    people[0].post(f"/t/{table}/start")
    return people, table, watch


@pytest.mark.parametrize("clock", ["move-60", "game-600"])
def test_a_bot_takes_over_when_time_is_up(site: Site, clock: str) -> None:
    people, table, watch = _two(site, clock)
    seat = site.table(table).position.to_act or 0
    watch.time += 59
    check_clocks(site.services.store)
    assert not site.table(table).seats[seat].away
    watch.time += 600
    check_clocks(site.services.store)
    site.wait(table, lambda t: t.seats[seat].away and t.position.to_act != seat)
    assert not site.table(table).seats[1 - seat].away
    assert people[seat].post(f"/t/{table}/return").status_code == 200
    assert not site.table(table).seats[seat].away


def test_a_move_winds_the_clock_up_again(site: Site) -> None:
    people, table, watch = _two(site, "move-60")
    for _ in range(3):
        watch.time += 50
        state = site.table(table)
        seat = state.position.to_act or 0
        assert people[seat].play(table, seat, first_choice(state.position)).status_code == 200
        check_clocks(site.services.store)
    assert not any(seat.away for seat in site.table(table).seats)


def test_the_clock_of_a_game_runs_down(site: Site) -> None:
    people, table, watch = _two(site, "game-600")
    seat = site.table(table).position.to_act or 0
    watch.time += 100
    people[seat].play(table, seat, first_choice(site.table(table).position))
    assert site.table(table).seats[seat].used == 100
    assert site.table(table).seats[1 - seat].used == 0


@pytest.mark.parametrize("clock", ["move-60", "game-600"])
def test_taking_back_and_leaving_wind_no_clock_up(site: Site, clock: str) -> None:
    people, table, watch = _two(site, clock)
    seat = site.table(table).position.to_act or 0
    people[seat].play(table, seat, first_choice(site.table(table).position))
    watch.time += 20
    assert people[seat].post(f"/t/{table}/undo", seat=seat, version=site.table(table).version).status_code == 200
    deadline = 1000 + (60 if clock == "move-60" else 600)
    assert site.table(table).deadline == deadline
    watch.time += 10
    for way in ("leave", "return"):
        site.services.bot_runner.close()  # no bot stands in
        assert people[seat].post(f"/t/{table}/{way}").status_code == 200
    assert site.table(table).deadline == deadline


def test_playing_and_taking_back_wind_no_clock_up(site: Site) -> None:
    people, table, watch = _two(site, "move-60")
    seat = site.table(table).position.to_act or 0
    for _ in range(2):
        watch.time += 25
        assert people[seat].play(table, seat, first_choice(site.table(table).position)).status_code == 200
        assert people[seat].undo(table, seat).status_code == 200
        assert site.table(table).deadline == 1060
    watch.time += 11
    check_clocks(site.services.store)
    assert site.table(table).seats[seat].away


@pytest.mark.parametrize("clock", ["move-60", "game-600"])
def test_leaving_and_returning_hold_a_clock_off_once_a_move(site: Site, clock: str) -> None:
    site.services.bot_runner.close()  # no bot stands in
    people, table, watch = _two(site, clock)
    state = site.table(table)
    seat = state.position.to_act or 0

    def returns() -> float | None:
        for way in ("leave", "return"):
            assert people[seat].post(f"/t/{table}/{way}").status_code == 200
        return site.table(table).deadline

    watch.time += state.clock_seconds - 5
    grace = returns()
    assert grace == watch.time + (15 if clock == "move-60" else 60)
    watch.time += 10
    assert returns() == grace
    people[seat].play(table, seat, first_choice(state.position))
    people[seat].undo(table, seat)
    watch.time += 600
    returns()
    check_clocks(site.services.store)
    assert site.table(table).seats[seat].away


@pytest.mark.parametrize("clock", ["move-60", "game-600"])
def test_a_returning_player_holds_off_no_clock_of_another(site: Site, clock: str) -> None:
    site.services.bot_runner.close()  # no bot stands in
    people, table, watch = _two(site, clock)
    state = site.table(table)
    other = 1 - (state.position.to_act or 0)
    watch.time += state.clock_seconds - 5
    for way in ("leave", "return"):
        assert people[other].post(f"/t/{table}/{way}").status_code == 200
    assert site.table(table).deadline == state.deadline


@pytest.mark.parametrize("clock", ["move-60", "game-600"])
def test_grace_in_a_simultaneous_choice_is_for_one_seat(site: Site, clock: str) -> None:
    site.services.bot_runner.close()  # no bot stands in
    people, table, watch = _two(site, clock, "fourberies")
    state = site.table(table)
    assert state.deadline is not None
    assert list(state.asked()) == [0, 1]
    watch.time = state.deadline - 5
    for way in ("leave", "return"):
        assert people[0].post(f"/t/{table}/{way}").status_code == 200
    assert site.table(table).deadline == state.deadline
    watch.time = state.deadline
    check_clocks(site.services.store)
    assert [seat.away for seat in site.table(table).seats] == [False, True]
    watch.time += 61
    check_clocks(site.services.store)
    assert [seat.away for seat in site.table(table).seats] == [True, True]


def test_grace_is_no_time_for_later_moves(site: Site) -> None:
    """Neither if the player leaves again, so that a bot decides."""
    people, table, watch = _two(site, "game-600")
    site.services.bot_runner.close()
    seat = site.table(table).position.to_act or 0
    watch.time += 500
    assert people[seat].play(table, seat, first_choice(site.table(table).position)).status_code == 200
    state = site.table(table)
    seat = state.position.to_act or 0
    watch.time += 595
    for way in ("leave", "return", "leave"):
        assert people[seat].post(f"/t/{table}/{way}").status_code == 200
    state = site.table(table)
    site.services.store.change(table, answer, seat, first_choice(state.asked()[seat]))
    used = site.table(table).seats[seat].used
    assert 540 <= used <= 600


def test_the_server_looks_at_the_clocks_by_itself(database: str) -> None:
    with served(settings(database, tick=0.02)) as site:
        _, table, watch = _two(site, "move-60")
        watch.time += 61
        seat = site.table(table).position.to_act or 0
        site.wait(table, lambda t: t.seats[seat].away)


def test_clocks_as_they_are_shown() -> None:
    shown = {0: "0:00", 59: "0:59", 249: "4:09", 86399: "23:59:59", 172799: "47:59:59", 604799: "6 j 23 h"}
    assert {seconds: clock_text(seconds, speech("fr")) for seconds in shown} == shown
