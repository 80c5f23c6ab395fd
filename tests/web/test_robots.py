"""Bots think outside of the server's own threads, and survive their own mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque import load
from ludotheque.web.robots import think, to_decide
from tests.web.site import Site, first_choice, served, settings


def test_bots_think_in_another_process(tmp_path: Path) -> None:
    with served(settings(tmp_path, thinkers=1)) as site:
        ann = site.person()
        table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:greedy")
        for _ in range(2):
            state = site.wait(table, lambda t: 0 in t.asked(), 60)
            ann.play(table, 0, first_choice(state.position))


def test_a_thought_is_legal_and_always_the_same() -> None:
    position = load("fourberies").start(players=3, seed=1)
    actions = {think("fourberies", position.to_dict(), "greedy", 5) for _ in range(3)}
    assert len(actions) == 1
    assert position.why_not(actions.pop()) is None


def test_a_failing_bot_does_not_stop_the_others(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = site.person().play_now("sintra")
    real = site.house.robots._decide

    def decide(table_id: str) -> bool:
        if table_id == broken:
            raise ValueError("a mistake")
        return real(table_id)

    monkeypatch.setattr(site.house.robots, "_decide", decide)
    site.house.robots.wake_id(broken)
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:random")
    state = site.wait(table, lambda t: 0 in t.asked())
    assert ann.play(table, 0, first_choice(state.position)).status_code == 200


def test_a_decision_for_a_table_that_has_moved_on_is_dropped(site: Site) -> None:
    from ludotheque.web.refusal import Refusal

    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    state = site.table(table)
    assert to_decide(state) is None
    with pytest.raises(Refusal) as refused:  # a person sits there
        site.house.course.decide_for(table, state.position.to_act or 0, state.moved, first_choice(state.position))
    assert refused.value.status == 409
    assert site.table(table) == state
