"""Equal tables are drawn once, and no viewer gets another viewer's drawing."""

from __future__ import annotations

import pytest

from ludotheque.web.tables.state import TableState
from ludotheque.web.views import render_cache
from ludotheque.web.views.parts import Drawing, draw
from ludotheque.web.views.visit import Visit
from tests.web.site import Site, first_choice


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The visitors that tables were drawn for."""
    made: list[str] = []

    def drawing(table: TableState, visit: Visit, eyes: int | None, now: float, first: int) -> Drawing:
        made.append(visit.visitor)
        return draw(table, visit, eyes, now, first)

    monkeypatch.setattr(render_cache, "draw", drawing)
    return made


def test_the_same_is_drawn_once(site: Site, drawings: list[str]) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    first = ann.get(f"/t/{table}/part").text
    assert ann.get(f"/t/{table}/part").text == first
    assert len(drawings) == 1
    state = site.table(table)
    answer = ann.play(table, state.position.to_act or 0, first_choice(state.position))
    assert answer.text != first
    assert ann.get(f"/t/{table}/part?eyes={state.position.to_act}").text == answer.text
    assert len(drawings) == 2


def test_spectators_share_a_drawing_and_nobody_else_does(site: Site, drawings: list[str]) -> None:
    ann, bea, eve, dan = (site.person() for _ in range(4))
    table = ann.make("fourberies", seats=2, seat_0="me", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    drawings.clear()
    seen = [person.get(f"/t/{table}/part").text for person in (bea, eve, dan)]
    assert seen[1] == seen[2] != seen[0]
    assert len(drawings) == 2
    assert site.person("fr").get(f"/t/{table}/part").text != seen[1]


def test_a_sealed_answer_that_is_changed_is_drawn_again(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("fourberies", seats=2, seat_0="me", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    seat = next(seat for seat in site.table(table).asked() if seat == 0)
    one, other = site.table(table).asked()[seat].legal()[:2]
    first = ann.play(table, seat, one).text
    second = ann.play(table, seat, other).text
    assert first != second
    assert ann.get(f"/t/{table}/part?eyes=0").text == second
