"""The editor of positions in a browser: by click, by keys, and back."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings, fits
from tests.web.browser.people import PHONE


def test_pieces_are_laid_by_click_and_by_keys_and_undone(invite: Invite, axe: str) -> None:
    guest = invite()
    guest.visit("/analysis/setup/sintra")
    page = guest.page
    text = page.locator("#position")

    def factories() -> list[str]:
        return list(json.loads(text.input_value())["factories"])

    before = factories()
    wrong = page.locator("#problems li")
    page.locator("#factory-1").focus()
    page.keyboard.press("Delete")
    expect(wrong).to_have_count(1)
    assert len(factories()[0]) == 3
    expect(page.locator("#factory-1")).to_be_focused()
    page.keyboard.press("5")  # pink
    page.keyboard.press("Enter")
    page.wait_for_function("() => JSON.parse(document.querySelector('#position').value).factories[0].length === 4")
    assert "P" in factories()[0]
    page.keyboard.press("u")
    page.wait_for_function("() => JSON.parse(document.querySelector('#position').defaultValue).factories[0].length < 4")
    page.locator("#factory-1").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => JSON.parse(document.querySelector('#position').value).factories[0].length === 4")
    page.locator("#undo-edit").dblclick()  # the second click does not wait for the answer to the first
    page.wait_for_function(
        "before => JSON.stringify(JSON.parse(document.querySelector('#position').defaultValue).factories) === before",
        arg=json.dumps(before, separators=(",", ":")),
    )
    expect(page.locator("#undo-edit")).to_be_disabled()
    page.locator("#seat-1").click()
    expect(page.locator("#strip-1-1")).to_be_visible()
    assert findings(page, axe) == []


def test_on_a_phone_the_bar_covers_no_piece_in_any_language(invite: Invite, axe: str) -> None:
    guest = invite(viewport=PHONE)
    page = guest.page
    for language in ("en", "fr", "nl"):
        guest.speak(language)
        guest.visit("/analysis/setup/fourberies")
        palette, bar = page.locator(".palette").bounding_box(), page.locator(".bar").bounding_box()
        assert palette is not None
        assert bar is not None
        assert palette["y"] + palette["height"] <= bar["y"] + 1
        assert fits(page)
        assert findings(page, axe) == []
