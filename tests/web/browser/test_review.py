"""The review of a finished game: waiting for it, reading it, trying a turning point again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Invite
from tests.web.browser.people import play_out
from tests.web.site import Site


def test_a_review_is_waited_for_read_and_tried_again(invite: Invite, site: Site) -> None:
    ann = invite()
    page = ann.page
    table = ann.make_table("sintra", "me", "me")
    play_out(site, table.rpartition("/")[2])
    page.locator(".end .bar").get_by_text("Review").click()
    expect(page.locator("progress")).to_be_visible()
    graph = page.locator("svg.win-graph")
    expect(graph).to_be_visible()
    expect(graph.locator(".line")).to_have_count(2)
    points = page.locator(".turning li")
    assert points.count() > 0
    assert points.locator("dt.better").count() == points.count()
    points.last.locator("a.head").click()
    expect(points.last).to_have_class("on")
    expect(page.locator(".moment .key")).to_have_count(2)
    assert page.locator('[data-mark="better"]').count() > 0
    ply = page.locator('.review-links input[name="ply"]').get_attribute("value") or ""
    page.get_by_text("Try again from here").click()
    ann.my_turn()
    assert ann.page.url != table
    again = site.table(page.url.partition("?")[0].rpartition("/")[2])  # the rest leads back
    moment = site.table(table.rpartition("/")[2]).history.positions[int(ply)]
    assert again.history.positions[0] == moment
