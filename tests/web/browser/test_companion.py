"""The companion in a browser: what is entered without a connection is kept, sent later, and offered again."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from ludotheque.core.plies import ply_of
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.companion import draw_by_phone, enter, take_back
from ludotheque.web.tables.sealed_pieces import possible_shows
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings, fits
from tests.web.browser.people import PHONE
from tests.web.site import Site


def test_entries_wait_for_the_connection_and_survive_another_phone(invite: Invite, site: Site, axe: str) -> None:
    ana = invite(viewport=PHONE, has_touch=True)
    ana.excused = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "htmx:", "[object Event]")
    page = ana.page
    ana.visit("/companion?game=sintra")
    assert findings(page, axe) == []
    page.locator("[name=name-0]").fill("Ana")
    page.locator("[name=name-1]").fill("Bo")
    page.locator(".bar button").tap()
    expect(page.locator(".key")).to_have_count(2)
    url = page.url

    def choices() -> int:
        return len(site.table(url.split("/")[4]).history.choices)

    page.wait_for_load_state()  # without a connection the script could not be loaded any more
    ana.context.set_offline(True)
    for key in (1, 1, 0):  # one tap enters who starts; a second thing on the same table is offered instead
        page.locator(".key").nth(key).tap()
    expect(page.locator("#entries .waiting + ul")).to_have_text("Who starts? · Bo starts")
    expect(page.locator("#entries .refused + ul")).to_have_text("Who starts? · Ana starts")
    assert findings(page, axe) == []
    page.locator("[data-instead]").tap()
    expect(page.locator("#entries li")).to_have_text("Who starts? · Ana starts")
    page.locator("[data-drop]").tap()
    page.locator(".key").nth(0).tap()
    ana.context.set_offline(False)
    expect(page.locator("#pad-title")).to_contain_text("Ana")
    assert choices() == 1

    ana.context.set_offline(True)
    for strip in range(8):
        page.locator(f'.key[data-group="{2 * strip}"]').first.tap()
    expect(page.locator(".key:not([disabled])")).to_have_count(0)
    page.locator("[data-enter]").tap()
    expect(page.locator("#entries .waiting")).to_be_visible()
    assert choices() == 1
    ana.context.set_offline(False)
    expect(page.locator("#pad-title")).to_contain_text("Bo")
    expect(page.locator("#entries")).to_be_hidden()
    assert choices() == 9

    ana.context.set_offline(True)
    for strip in range(8):
        page.locator(f'.key[data-group="{2 * strip}"]').first.tap()
    page.locator("[data-enter]").tap()
    expect(page.locator("#entries .waiting")).to_be_visible()
    table = site.table(url.split("/")[4])  # another phone takes the last entry back meanwhile
    site.services.store.change(table.id, take_back, table.host, table.version, 1)
    ana.context.set_offline(False)
    expect(page.locator("#entries .refused")).to_contain_text("Another phone was faster")
    expect(page.locator("#pad-title")).to_contain_text("Ana")
    assert findings(page, axe) == []
    page.locator("[data-again]").tap()
    expect(page.locator("#pad-title")).to_contain_text("Bo")
    expect(page.locator("#entries")).to_be_hidden()
    assert choices() == 9


BROKEN = """() => [...document.querySelectorAll("#pad :is(.key .name, .place b)")].flatMap(({ firstChild: text }) =>
    [...(text?.data ?? "").matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }).map(([word]) => word))"""


@pytest.mark.parametrize("game", ["stanza", "fourberies"])
def test_no_dutch_word_breaks_on_the_pads_of_a_phone(invite: Invite, site: Site, game: str) -> None:
    ana = invite(viewport=PHONE, has_touch=True, locale="nl")
    page = ana.page
    ana.visit(f"/companion?game={game}")
    page.locator("[name=name-0]").fill("Ana")
    page.locator("[name=name-1]").fill("Bo")
    page.locator(".bar button").tap()
    for _ in range(6):
        expect(page.locator("#pad")).to_be_visible()
        assert page.evaluate(BROKEN) == []
        table = site.table(page.url.split("/")[4])
        size = page.locator("#pad [data-draw]").count()
        site.services.store.change(table.id, draw_by_phone, table.host, table.version, len(table.history.choices), size)
        if site.table(table.id).position.to_act != CHANCE:
            break
        page.reload()


def test_the_end_with_hands_to_tell_fits_a_phone(invite: Invite, site: Site, axe: str) -> None:
    ana = invite(viewport=PHONE, has_touch=True, locale="nl")
    page, store, dice = ana.page, site.services.store, random.Random(3)
    ana.visit("/companion?game=fourberies")
    for seat, name in enumerate(("Ana", "Bo", "Cas")):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.locator(".bar button").tap()
    expect(page.locator("#pad")).to_be_visible()
    table = site.table(page.url.split("/")[4])
    while (position := table.position).to_act is not None:
        by_chance, ply = position.to_act == CHANCE, len(table.history.choices)
        can_be = (
            position.weights() if by_chance else possible_shows(table.history) if position.secret else position.legal()
        )
        choice = ply_of(dice.choice(list(can_be)), by_chance)
        store.change(table.id, enter, table.host, table.version, ply, [choice])
        table = site.table(table.id)
    ana.visit(page.url)
    expect(page.locator(".end .draw-pad .acts")).to_be_visible()
    assert fits(page)
    assert findings(page, axe) == []
