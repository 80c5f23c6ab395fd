"""The log: rounds with headings that fold, turns that unfold, numbers of rules that open their cards or are hidden."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Invite
from tests.web.browser.people import play_out
from tests.web.site import Site


def test_rounds_have_headings_that_fold_their_turns(invite: Invite, site: Site) -> None:
    ann = invite()
    ann.make_table("sintra", "me", "me")
    page, headings = ann.page, ann.page.locator(".log-round button")
    expect(page.locator(".log-round")).to_have_text(["Round I of VI"])
    play_out(site, ann.state["url"].rpartition("/")[2], lambda position: position.view()["round"] == 2)
    second, first = headings.first, headings.last
    expect(second).to_contain_text("Round II of VI")
    turns = page.locator('.log [data-round="Round I of VI"]')
    many = turns.count()
    expect(first).to_contain_text(f"{many} turns")
    assert many > 4
    expect(first).to_have_attribute("aria-expanded", "true")  # few turns of the second are seen
    first.focus()
    for seen, expanded in ((0, "false"), (many, "true")):
        page.keyboard.press("Enter")
        expect(first).to_have_attribute("aria-expanded", expanded)
        expect(first).to_be_focused()
        expect(turns.filter(visible=True)).to_have_count(seen)


def test_a_number_opens_its_rule_in_place_and_a_switch_hides_the_numbers(invite: Invite) -> None:
    ann = invite()
    ann.make_table("sintra", "me", "me")
    ann.my_turn()
    ann.decide()
    page, numbers = ann.page, ann.page.locator(".log .rule:visible")
    page.locator(".log summary").first.click()
    address = page.url
    numbers.first.click()
    expect(page.locator("#rule-pop")).to_contain_text(numbers.first.inner_text())
    page.keyboard.press("Escape")
    expect(page.locator("#rule-pop")).to_be_hidden()
    assert page.url == address
    with page.expect_response("**/settings"):
        page.locator(".log label").click()
    expect(numbers).to_have_count(0)
    page.reload()
    page.locator(".log summary").first.click()
    expect(page.locator(".log details[open] p").first).to_be_visible()
    expect(numbers).to_have_count(0)
    with page.expect_response("**/settings"):
        page.locator(".log label").click()
    expect(numbers.first).to_be_visible()
