"""A page that gets only changed parts shows the same as a new page."""

from __future__ import annotations

import random
import re

import pytest

from bench.visitors import merged
from ludotheque import games
from ludotheque.web.tables.deciding import decide, undo
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.seating import sit, start
from ludotheque.web.tables.state import RUNNING, TableState
from ludotheque.web.views.parts import Sent
from ludotheque.web.views.render_cache import RenderCache
from tests.web.site import Site
from tests.web.test_views import visit

PEOPLE = ("ann", "bea", "cy")
LINE = re.compile(r'<li[^>]* data-ply="(\d+)".*?</li>', re.DOTALL)
MORE = re.compile(r' data-more="(\d+)"')
ORDER = re.compile(rb'data-order="([^"]+)"')
OF_THE_MOMENT = {b"state", b"log"}


class Page:
    """The page that a browser has built from all updates."""

    def __init__(self, visitor: str, language: str) -> None:
        self._drawn, self._visit = RenderCache(), visit(visitor, language)
        self._sent: Sent | None = None
        self._parts: dict[bytes, bytes] = {}
        self._log: list[tuple[str, str]] = []  # ply and line, newest first

    def take(self, table: TableState) -> int:
        """Applies an update and returns its length."""
        text, self._sent = self._drawn.update(table, self._visit, None, 0.0, self._sent)
        sent = "".join(text())
        self._parts = merged(self._parts, sent.encode())
        more = MORE.search(sent)
        if more or "data-delta" not in sent:
            assert not more or not set(lines(sent)) & set(self._log), "a turn that the page has is sent again"
            kept = [line for line in self._log if more and int(line[0]) < int(more[1])]
            self._log = lines(sent) + kept
        return len(sent)

    def check(self, table: TableState) -> int:
        """Compares it with a new page and returns the length of that."""
        whole = RenderCache().drawing(table, self._visit, None, 0.0).whole()
        anew = merged({}, whole.encode())
        assert self._parts.keys() == anew.keys()
        for name in anew.keys() - OF_THE_MOMENT:
            assert alone(anew[name]).startswith(alone(self._parts[name])), name
        assert ORDER.findall(self._parts[b"state"]) == ORDER.findall(
            anew[b"state"]
        )  # in which the script puts the panels
        assert self._log[: len(lines(whole))] == lines(whole)
        return len(whole)


def alone(part: bytes) -> bytes:
    """A part without what follows it in the page, which depends on the order of the parts."""
    picture, end, _ = part.partition(b"</svg></section>")
    return picture + end if end else part.rstrip()


def lines(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[0]) for found in LINE.finditer(text)]


def seated(site: Site, game: str) -> str:
    """A table of three people."""
    table = create(site.services.store, Plan(game, (SeatPlan("person"), SeatPlan("open"), SeatPlan("open"))), PEOPLE[0])
    for seat, person in enumerate(PEOPLE[1:], start=1):
        site.services.store.change(table, sit, person, seat, person)
    site.services.store.change(table, start, PEOPLE[0])
    return table


def go_on(site: Site, table: str, luck: random.Random) -> None:
    """Makes a decision, changes a sealed answer, or takes a step back."""
    state = site.table(table)
    seat = luck.choice(sorted(state.asked()))
    if state.history.own_steps(seat) and luck.random() < 0.2:
        site.services.store.change(table, undo, PEOPLE[seat], seat, state.version)
    else:
        action = luck.choice(state.asked()[seat].legal())
        site.services.store.change(table, decide, PEOPLE[seat], seat, state.version, action)


@pytest.mark.parametrize("game", games())
def test_what_changed_makes_up_the_whole(site: Site, game: str) -> None:
    table, luck = seated(site, game), random.Random(5)
    pages = [
        Page(person, language) for person, language in zip((*PEOPLE, "eve"), ("en", "fr", "nl", "en"), strict=True)
    ]
    sent = made = 0
    for moment in range(60):
        go_on(site, table, luck)
        state = site.table(table)
        if state.status != RUNNING:
            break
        for page in pages:
            sent += page.take(state)
            if moment % 3 == 0:
                made += 3 * page.check(state)
    assert sent < made * 2 / 3
