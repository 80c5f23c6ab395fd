"""My page in a browser: a name and a token, preferences, another device, and all of it erased."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Invite

pytestmark = pytest.mark.browser


def test_my_page_follows_the_visitor_and_can_be_erased(invite: Invite) -> None:
    ann, phone = invite(), invite()
    page = ann.page
    ann.visit("/me")
    page.evaluate("localStorage.puzzles = JSON.stringify({ days: [new Date().toISOString().slice(0, 10)] })")
    page.locator("#name").fill("Élise")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    expect(page.locator("h1")).to_have_text("Élise")
    page.get_by_title("Owl").click()
    expect(page.locator('.tokens [aria-current="true"]')).to_have_attribute("title", "Owl")
    with page.expect_response("**/settings"):
        page.locator("label:has(#animation-off)").click()
    with page.expect_response("**/settings"):
        page.locator("#sound").click()
    page.get_by_role("button", name="Link another device").click()
    link = page.locator("#device-link").input_value()
    expect(page.locator(".device .qr")).to_be_visible()
    phone.visit(link)
    phone.page.get_by_role("button", name="Use this device too").click()
    expect(phone.page.locator("h1")).to_have_text("Élise")
    expect(phone.page.locator("html")).to_have_attribute("data-animation", "off")
    expect(phone.page.locator("#sound")).to_be_checked()
    expect(phone.page.locator(".streak")).to_have_text("1 day in a row")
    phone.meet_bots("sintra")
    expect(phone.page.locator(".player.mine img")).to_have_attribute("src", "/static/tokens/owl.svg")
    ann.visit("/me")
    expect(page.locator(".in-progress li")).to_have_count(1)
    page.get_by_text("Erase me").first.click()
    page.locator('form[action="/me/erase"] input').fill("Ann")  # the name at the last table
    page.locator('form[action="/me/erase"] button').click()
    page.wait_for_url("**/")
    for guest in (ann, phone):
        guest.visit("/me")
        expect(guest.page.locator("h1")).not_to_have_text("Ann")
        expect(guest.page.locator(".in-progress li")).to_have_count(0)
