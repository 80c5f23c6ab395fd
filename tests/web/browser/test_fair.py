"""Browsers add luck after the commitment, remember it, and follow links to seats."""

from __future__ import annotations

import re

from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings


def test_luck_is_added_after_the_commitment_and_remembered(invite: Invite, axe: str) -> None:
    ann, bea = invite(), invite()
    table = ann.make_table("sintra", "me", "friend")
    ann.page.locator(".sealed summary").click()
    kept = ann.page.locator("[data-kept]")
    assert re.fullmatch(r"[0-9a-f]{32}", kept.locator("code").inner_text())
    bea.visit(table)
    assert not bea.page.locator("[data-kept]").is_visible()
    ann.page.locator('.place-card.free button[value="make"]').click()
    link = ann.page.locator(".seat-link input[readonly]").input_value()
    bea.page.locator(".place-card.free button").wait_for(
        state="detached"
    )  # the seat is reserved for the holder of the link
    bea.visit(link)
    assert findings(bea.page, axe) == []
    bea.page.locator('input[name="name"]').fill("Bea")
    bea.page.locator("main form button.main").click()
    bea.page.locator(".place-card.me").wait_for()
    bea.page.locator(".sealed summary").click()
    lucks = [guest.page.locator("[data-kept] code").text_content() for guest in (ann, bea)]
    digests = [guest.page.locator("[data-kept]").get_attribute("data-kept") for guest in (ann, bea)]
    assert digests[0] == digests[1]
    ann.start()
    ann.visit(f"{table}/replay")
    ann.page.locator(".sealed summary").click()
    said = ann.page.locator(".sealed details").inner_text()
    assert f"{lucks[0]}|{lucks[1]}" in said
    assert ann.page.locator("[data-kept] code").inner_text() == lucks[0]


def test_one_click_plays_with_luck(invite: Invite) -> None:
    ann = invite()
    with ann.page.expect_request("**/pledge"):
        ann.play_now("stanza")
    ann.visit(ann.page.url + "/replay")
    ann.page.locator(".sealed summary").click()
    luck = ann.page.locator("[data-kept] code").inner_text()
    assert re.fullmatch(r"[0-9a-f]{32}", luck)
    assert f"{luck}||" in ann.page.locator(".sealed details").inner_text()
