"""Company in the browser: a quick match of two people, the sheet that shares their table, and reactions."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from ludotheque.web.tables.state import TableCompany
from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, Guest
from tests.web.site import Site

SHARE = "navigator.share = async (what) => { document.body.dataset.told = what.url; }"


def look_for_players(guest: Guest, match: str) -> None:
    guest.visit("/")
    guest.page.locator("#match").select_option(match)
    guest.page.locator(".quick button").click()
    guest.page.locator("#state").wait_for(state="attached")


def says_that_it_is_in_view(guest: Guest) -> None:
    """Another device, which may ask for messages at any time, then gets none. The game has started by itself."""
    guest.page.locator(".play").wait_for()
    with guest.page.expect_request("**/seen"):
        guest.page.reload()


def reads_the_whole_log(ann: Guest) -> None:
    """It opens in the same sheet: the card of a rule lies above it, and the turns of one player can be seen."""
    ann.page.get_by_role("link", name="Whole game").click()
    drawn = ann.page.locator(".whole-log li").filter(has_text="are dealt")
    drawn.locator("summary").click()
    drawn.locator("a.rule").first.click()
    card = ann.page.locator("#rule-pop")
    expect(card).to_be_visible()
    assert card.evaluate("card => card.contains(document.elementFromPoint(card.offsetLeft + 20, card.offsetTop + 20))")
    ann.page.keyboard.press("Escape")
    expect(card).not_to_be_visible()
    ann.page.locator('#sheet label:has([value="0"])').click()
    expect(drawn).not_to_be_visible()
    ann.page.keyboard.press("Escape")


def test_two_people_find_each_other_share_their_table_and_react(
    invite: Invite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.work.hub.GONE_AFTER", 0.1)
    ann, bea = invite(), invite(viewport=PHONE, color_scheme="dark")
    ann.context.add_init_script(SHARE)
    look_for_players(ann, "sintra:2")
    expect(ann.page.locator(".says")).to_contain_text("Looking for players")
    look_for_players(bea, "sintra:2")
    assert ann.page.url == bea.page.url
    says_that_it_is_in_view(ann)

    # The sheet: the link as a code, to copy, and for the system's own sheet. Escape closes it.
    ann.page.locator(".invite").click()
    expect(ann.page.locator("#sheet .qr")).to_be_visible()
    ann.page.locator("#sheet [data-copy]").click()
    expect(ann.page.locator("#sheet [data-copy]")).to_have_text("Copied")
    ann.page.locator("#sheet [data-send]").click()
    expect(ann.page.locator("body")).to_have_attribute("data-told", ann.page.url)
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#sheet")).not_to_be_visible()

    reads_the_whole_log(ann)

    # A reaction by keys, which the other one sees beside its player; then not any more, since she mutes him.
    ann.page.keyboard.press("r")
    ann.page.keyboard.press("1")
    expect(bea.page.locator("#reactions")).to_contain_text("Bravo!")
    bea.page.locator("#react > summary").click()
    bea.page.locator("[data-mute]").click()
    expect(bea.page.locator("[data-mute]")).to_have_attribute("aria-pressed", "true")
    bea.page.locator("#react form button").nth(5).click()
    expect(ann.page.locator("#reactions")).to_contain_text("Sly!")
    ann.page.keyboard.press("r")
    ann.page.keyboard.press("2")
    expect(ann.page.locator("#reactions")).to_contain_text("Ouch!")
    expect(bea.page.locator("#heard")).to_contain_text("Ouch!")  # it came, and is not shown
    expect(bea.page.locator("#reactions")).not_to_contain_text("Ouch!")

    # With a chat and a spectator there is still room for the name of the game on a phone.
    cy = invite()
    cy.visit(ann.page.url)
    table = ann.page.url.rpartition("/")[2]
    site.services.store.change(table, lambda change: change.keep_company(TableCompany(chat=())))
    for shown in ("#chat", ".watchers"):
        expect(bea.page.locator(shown)).to_be_visible()
    expect(bea.page.locator(".top .dark-off")).not_to_be_visible()  # the foot of the page has it
    left, right = (bea.page.locator(each).bounding_box() for each in (".progress", ".top nav"))
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]

    # Somebody who closes the page looks for nobody any more.
    look_for_players(cy, "sintra:3")
    table = cy.page.url.rpartition("/")[2]
    cy.page.close()
    end = time.monotonic() + 30
    while site.person().get(f"/t/{table}").status_code != 404:
        assert time.monotonic() < end
        time.sleep(0.05)
