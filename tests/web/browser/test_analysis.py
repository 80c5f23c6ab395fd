"""The analysis board in the browser: moves by mouse and keys, and what the strongest bot says."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from ludotheque.analysis import AnalysisTree, to_link
from ludotheque.core.game import game_of
from ludotheque.puzzles import puzzles_of
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings, fits
from tests.web.browser.people import PHONE, click


def test_moves_keys_variations_and_chances(invite: Invite, axe: str) -> None:
    guest = invite()
    page, rows = guest.page, guest.page.locator(".rows li")
    position = puzzles_of("sintra")[0].start()
    guest.visit(f"/analysis/{to_link(AnalysisTree(position))}/0")
    expect(page.locator(".lines li").first).to_be_visible()
    expect(page.locator(".chances")).to_have_attribute("aria-label", re.compile(r"Seat 1 \d+"))
    expect(page.locator(".arrows .line-a").first).to_be_attached()
    version = guest.state["version"]
    click(guest.legal.first)
    guest.moved_on(version)
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/1$"))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/0$"))
    version = guest.state["version"]
    click(guest.legal.nth(1))
    guest.moved_on(version)
    expect(page.locator(".rows .depth-1")).to_have_count(1)
    page.keyboard.press("n")
    page.locator(".comment textarea").fill("Why not?")
    page.locator(".comment button").click()
    expect(page.locator(".rows .said")).to_have_text("Why not?")
    for button, place in enumerate(page.locator('.board g[id^="strip-"]').all()[:2]):
        place.hover()
        (page.mouse.up if button else page.mouse.down)(button="right")
    expect(page.locator(".arrows g.line-own")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator("#promote")).to_have_count(0)
    page.keyboard.press("Delete")
    expect(rows).to_have_count(1)
    page.keyboard.press("l")
    expect(page.locator("#think")).not_to_be_checked()
    page.locator(".menu summary").first.click()
    assert findings(page, axe) == []
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.locator(".menu summary").first.click()
    assert findings(page, axe) == []
    guest.visit("/analysis")
    assert findings(page, axe) == []


def test_keys_copy_and_open_a_position_and_lay_all_cards_open(invite: Invite) -> None:
    guest = invite()
    page = guest.page
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    position = game_of("fourberies").start(3, seed=4)
    while not position.to_dict()["seats"][position.to_act or 0]["requests"]:
        position = position.play(position.legal()[0])
    tree = AnalysisTree(position)
    guest.visit(f"/analysis/{to_link(tree)}/0")
    assert page.locator(".board rect.letter").first.evaluate("it => it.getBBox().width") > 100  # a whole Request
    page.keyboard.press("e")
    expect(page.locator("#all-open")).to_be_checked()
    page.keyboard.press("e")
    expect(page.locator("#all-open")).not_to_be_checked()
    page.keyboard.press("l")
    page.keyboard.press("Control+c")
    expect(page.locator("#engine-note")).to_have_text("Copied")
    written = page.evaluate("navigator.clipboard.readText()")
    assert game_of("fourberies").position(json.loads(written)) == tree.root.position
    click(guest.legal.first)
    expect(page).to_have_url(re.compile(r"/1$"))
    page.keyboard.press("Control+v")
    expect(page).to_have_url(re.compile(r"/0$"))
