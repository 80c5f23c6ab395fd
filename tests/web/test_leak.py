"""The server never sends a viewer anything that the viewer may not know.

Two servers get the same requests. What is hidden from a viewer differs at the second one (other cards are drawn, other
answers are sealed), but all views of that viewer, at every moment, are equal. So all responses must be equal, byte for
byte, whatever the viewer requests.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route

from ludotheque.core.game import load
from ludotheque.core.history import History
from ludotheque.core.lessons import lesson_of
from ludotheque.core.position import SPECTATOR
from ludotheque.kernel.state import CHANCE
from ludotheque.web.app import ROUTES
from ludotheque.web.pages import lessons
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.state import TableState
from ludotheque.web.views import link_pictures
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.views.visit import Visit
from ludotheque.web.work import think_pool
from tests.web.leak_routes import ASKED, LeakViewer
from tests.web.leak_worlds import (
    SEATS,
    BaseTable,
    Statement,
    base_table,
    found_world,
    history_at,
    person_at,
    sealed,
    seat_is,
    world,
)
from tests.web.not_about_a_game import NOT_ABOUT_A_GAME
from tests.web.site import Site

__all__ = ["base_table"]

NOBODY, FIRST, LAST, SHARED = (), (0,), (2,), (0, 1)  # the seats of a viewer; several share one screen


def test_every_url_is_asked_for_or_not_about_a_game() -> None:
    """A route that is new in app.py must be added to one of the two tables."""
    served_ = {
        (method, route.path)
        for route in ROUTES
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served_ == ASKED.keys() | NOT_ABOUT_A_GAME.keys()
    assert not ASKED.keys() & NOT_ABOUT_A_GAME.keys()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("phase", "turn", "mine", "second"),
    [
        ("travel", 1, NOBODY, "a person"),
        ("travel", 1, SHARED, "shares"),
        ("travel", 4, FIRST, "a person"),
        ("travel", 4, (1,), "away"),
        ("discard", 3, NOBODY, "a bot"),
        ("discard", 3, LAST, "away"),
        ("request", 5, NOBODY, "away"),
        ("request", 5, LAST, "a bot"),
        ("request", 5, SHARED, "shares"),
        ("discard", 6, (1,), "returned"),
    ],
)
def test_hidden_things_never_leave_the_server(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    base_table: BaseTable,
    phase: str,
    turn: int,
    mine: tuple[int, ...],
    second: str,
) -> None:
    """In every phase with secrets, for all kinds of viewers, and whatever has become of the second seat."""
    monkeypatch.setattr(think_pool, "HINT_ITERATIONS", 200)
    monkeypatch.setattr(lessons, "watched_lesson", lambda table, _: lesson_of(table.game))  # as if it were a short game
    monkeypatch.setattr(link_pictures, "rasterized", str.encode)  # the same drawing, without its pixels
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # the same world is imagined at both servers
    load("fourberies").start(SEATS, seed=1).advice(None, iterations=1)  # compiles, or a hint would say that it does
    real = history_at(phase, turn)
    changes = seated(base_table, second, len(real.choices))
    hidden = found_world(real, mine)
    secretly = sealed(base_table, hidden, 1 if second == "a bot" else other(mine)) if real.simultaneous else []
    with (
        world(tmp_path / "here", base_table, real, changes) as site,
        world(tmp_path / "there", base_table, hidden, [*changes, *secretly]) as elsewhere,
    ):
        assert site.table(base_table.id).position != elsewhere.table(base_table.id).position
        here = leak_viewer(site, base_table, mine)
        here.person.get("/")  # a spectator becomes a visitor
        there = leak_viewer(elsewhere, base_table, mine)
        there.person.client.cookies.update(here.person.client.cookies)
        for route, ask in ASKED.items():
            assert ask(here) == ask(there), route


def seated(base: BaseTable, second: str, plies: int) -> list[Statement]:
    """What has become of the second seat."""
    if second == "shares":
        first = 'SELECT visitor FROM seats WHERE "table" = ? AND seat = 0'
        return [(f'UPDATE seats SET visitor = ({first}) WHERE "table" = ? AND seat = 1', (base.id, base.id))]
    values: dict[str, dict[str, object]] = {
        "a person": {},
        "away": {"away": 1},
        "a bot": {"kind": "bot", "visitor": None},
        "returned": {"kept": plies},  # a bot has made the last decision
    }
    return [seat_is(base, 1, level="random", **values[second])]


def other(mine: tuple[int, ...]) -> int:
    """A person who does not share the viewer's screen: the last, or else the first."""
    return 0 if 2 in mine else 2


def leak_viewer(site: Site, base: BaseTable, mine: tuple[int, ...]) -> LeakViewer:
    """The viewer with these seats, and two people who can do something meanwhile."""
    seat = mine[0] if mine else SPECTATOR
    person = person_at(site, base.cookies[seat]) if mine else site.person()
    others = tuple((n, person_at(site, base.cookies[n])) for n in (0, 2) if n not in mine)
    return LeakViewer(site, person, seat, base.id, others)


def deltas(table: TableState, history: History, visit: Visit, eyes: int | None) -> list[str]:
    """The events of a whole game for one page: first the table, then what changes."""
    texts, cache, sent = list[str](), RenderCache(), None
    for ply in range(len(history.choices) + 1):
        made = history.back(ply)
        if made.position.to_act != CHANCE and history.group_start(ply) == ply:  # what is sealed is not there yet
            moment = replace(table, history=made, version=ply + 1, move_version=ply + 1, seals={})
            text, sent = cache.update(moment, visit, eyes, 0.0, sent)
            texts.append("".join(text()))
    return texts


@pytest.mark.parametrize(
    ("viewer", "mine", "bots"),
    [(SPECTATOR, (), ()), (0, (0,), ()), (2, (2,), (1,)), (0, (0, 1), ()), (1, (0, 1), (2,))],
)
def test_no_event_tells_what_is_hidden(site: Site, viewer: int, mine: tuple[int, ...], bots: tuple[int, ...]) -> None:
    """Through a whole stream: for a spectator, a player, several players at one screen, and with bots in seats."""
    ann = site.person()
    real = site.table(ann.make("fourberies", seats=SEATS, seat_0="me", seat_1="me", seat_2="me"))
    seats = tuple(
        replace(seat, visitor="me" if seat.seat in mine else "other", away=seat.seat in bots) for seat in real.seats
    )
    history, shown = history_at("request", 5), replace(real, seats=seats)
    visit = Visit("me", True, "en", "", True, False, "", "", "", False)
    eyes = None if viewer == SPECTATOR else viewer
    told = deltas(shown, history, visit, eyes)
    assert told == deltas(shown, found_world(history, () if eyes is None else (eyes,)), visit, eyes)
    assert sum("data-delta" in text for text in told) > len(told) // 2


def test_a_redealt_position_looks_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with the cards of the last position dealt anew, throughout a whole game."""
    ann = site.person()
    table = ann.make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea", seat_2="me")
    eve, luck = site.person(), random.Random(5)
    read = TableStore._load
    differ = 0
    for moment in range(120):
        state = site.table(table)
        if state.status != "running":
            break
        if moment % 5 == 0:
            answers = eve.get(f"/t/{table}/part").text
            dealt = state.position.redeal(None, moment)
            dealt._generator = None
            other = History((*state.history.positions[:-1], dealt), state.history.choices)
            with monkeypatch.context() as patch:
                patch.setattr(TableStore, "_load", lambda *given, other=other: replace(read(*given), history=other))
                assert eve.get(f"/t/{table}/part").text == answers
            differ += dealt != state.position
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        action = luck.choice(state.asked()[seat].legal())
        visitor = state.seats[0].visitor or ""
        site.services.store.change(table, decide, visitor, seat, state.version, action)
    assert differ >= 3


def test_the_seed_is_shown_only_after_the_game(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    seed = site.table(table).seed
    for path in (f"/t/{table}", f"/t/{table}/part", f"/t/{table}/replay"):
        assert seed not in ann.get(path).text


def test_the_record_of_a_running_game_is_not_given(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("fourberies")
    assert ann.get(f"/t/{table}/record").status_code == 409
