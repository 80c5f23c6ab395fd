"""Any piece explains itself: by a click, a right click, a key or a long press."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, Guest, click

LONG = 700  # milliseconds that a finger stays


def at_table(invite: Invite, game: str, **settings: object) -> tuple[Guest, Locator]:
    """A guest whose turn it is, and where cards open."""
    ann = invite(**settings)
    ann.meet_bots(game)
    ann.my_turn()
    ann.close_helper()
    return ann, ann.page.locator("#rule-pop")


def test_a_piece_that_is_no_choice_opens_its_card_by_a_click_or_a_key_but_not_by_pointing(invite: Invite) -> None:
    ann, card = at_table(invite, "stanza")
    far = ann.page.locator(".board g[id^='space-']:not(:has([data-action]))", has_text=re.compile(r"\w")).first
    far.hover()
    expect(card).to_be_hidden()
    click(far)
    expect(card.locator(".here")).to_contain_text(
        re.compile(r"(\d+ stops away; you walk at most 4\.|is skipped when you count\.) L1[56]")
    )
    ann.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    ann.page.locator(".board .choice.legal").first.focus()
    while ann.page.evaluate("document.activeElement.matches('[data-action]')"):
        ann.page.keyboard.press("Shift+ArrowDown")
    ann.page.keyboard.press("Enter")
    expect(card.locator("h2")).to_have_text(re.compile(r"\w{4,}"))


def test_a_choice_opens_its_card_by_a_right_click_or_the_key_i_and_is_not_played(invite: Invite) -> None:
    ann, card = at_table(invite, "sintra")
    version = ann.state["version"]
    choice = ann.page.locator(".board .take.legal").first
    choice.click(button="right")
    expect(card.locator("h2")).to_have_text("Pane")
    expect(card.locator(".here")).to_contain_text("Take")
    card.get_by_text("S17").first.click()
    expect(card).to_contain_text("From a factory you take all panes of one colour")
    ann.page.locator(".rail h2").last.click()  # outside
    expect(card).to_be_hidden()
    choice.focus()
    ann.page.keyboard.press("i")
    expect(card.locator("h2")).to_have_text("Pane")
    ann.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.closest('.take') !== null")
    assert ann.state["version"] == version


def test_a_card_in_a_city_that_can_be_chosen_explains_itself(invite: Invite) -> None:
    ann, card = at_table(invite, "fourberies")
    version, held = ann.state["version"], ann.page.locator("[data-action] [id^='city-'][id$='-card-1']").first
    box, name = held.bounding_box(), held.get_attribute("aria-label")
    assert box is not None
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    expect(card.locator("h2")).to_have_text(name or "")
    assert ann.state["version"] == version


def test_the_next_piece_takes_the_place_of_a_card_and_none_covers_its_piece(invite: Invite) -> None:
    ann, card = at_table(invite, "sintra")
    for part, name in (("#indicator", "Round indicator"), ("#window-0-3", "Window"), ("#mini-window-1-1", "Window")):
        click(ann.page.locator(part))
        expect(card.locator("h2")).to_have_text(name)
        piece, shown = (each.bounding_box() for each in (ann.page.locator(part), card))
        assert piece is not None
        assert shown is not None
        apart = piece["x"] + piece["width"] <= shown["x"] or shown["x"] + shown["width"] <= piece["x"]
        assert apart or piece["y"] + piece["height"] <= shown["y"] or shown["y"] + shown["height"] <= piece["y"]


def test_a_long_press_opens_the_card_of_a_choice_from_the_bottom_of_a_phone(invite: Invite) -> None:
    ann, card = at_table(invite, "stanza", viewport=PHONE, has_touch=True)
    choice = ann.page.locator(".board .choice.legal").first
    choice.scroll_into_view_if_needed()
    box = choice.bounding_box()
    assert box is not None
    touch = ann.page.context.new_cdp_session(ann.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    ann.page.wait_for_timeout(LONG)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card.locator("h2")).to_be_visible()
    shown = card.bounding_box()
    assert shown is not None
    assert shown["y"] + shown["height"] >= PHONE["height"] - 1
    assert shown["width"] >= PHONE["width"] - 1
    expect(ann.page.locator(".selected[data-action]")).to_have_count(0)


def test_a_game_without_cards_says_the_name_of_a_piece(invite: Invite) -> None:
    ann, card = at_table(invite, "harvest")
    piece = ann.page.locator(".panel g[id][aria-label]").first
    piece.click(button="right")
    expect(ann.page.locator("#refusal")).to_be_visible()
    expect(card).to_be_hidden()
