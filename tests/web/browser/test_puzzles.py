"""A puzzle in the browser: by mouse, by keyboard and on a phone; the browser keeps what was solved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ludotheque.puzzles import puzzles_of
from ludotheque.puzzles.daily import number_of_day
from ludotheque.web.pages.puzzles import today
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings
from tests.web.browser.people import PHONE, Guest, click

GAME = "sintra"
BELOW_THE_SCORES = """() => {
    const [puzzle, scores] = [".puzzle", ".scores"].map((name) => document.querySelector(name).getBoundingClientRect());
    return puzzle.top >= scores.bottom;
}"""  # on a phone they stay at the top of the page; elsewhere they are hidden
LOW = {"width": 1280, "height": 560}  # a window in which no whole card of a solved puzzle fits


def attempt(guest: Guest, action: int) -> None:
    """Chooses something, and confirms it where that is asked."""
    version = guest.state["version"]
    click(guest.page.locator(f'[data-action="{action}"]:not(.forbidden)').first)
    if guest.page.locator("#do").is_visible():
        guest.page.locator(".slot:not(.deaf) #do").click()
    guest.moved_on(version)


@pytest.mark.parametrize("phone", [False, True])
def test_the_puzzle_of_the_day_is_solved_at_the_second_try(invite: Invite, axe: str, phone: bool) -> None:
    guest = invite(viewport=PHONE, has_touch=True) if phone else invite(viewport=LOW)
    number = number_of_day(puzzles_of(GAME), today())
    puzzle = puzzles_of(GAME)[number - 1]
    guest.visit("/puzzles")
    guest.page.locator(f'a.button[href="/puzzles/{GAME}/{number}"]').click()
    expect(guest.page.locator(".puzzle")).to_have_attribute("data-state", "asks")
    attempt(guest, puzzle.greedy.action)
    expect(guest.page.locator(".tries li")).to_have_count(1)
    attempt(guest, puzzle.best.action)
    expect(guest.page.locator("#puzzle-title")).to_have_text("Solved at the second try")
    expect(guest.page.locator("#puzzle-title")).to_be_in_viewport()
    guest.page.wait_for_function(BELOW_THE_SCORES)
    expect(guest.page.locator(".bars .best")).to_be_visible()
    expect(guest.page.locator(".streak")).to_have_text(re.compile("^1 day"))
    assert findings(guest.page, axe) == []
    guest.page.locator("a[data-next]").click(trial=True)  # nothing lies over it
    guest.page.reload()
    expect(guest.page.locator(".puzzle")).to_have_attribute("data-state", "solved")
    guest.visit("/puzzles")
    expect(guest.page.locator("a.done")).to_have_count(1)
    assert findings(guest.page, axe) == []


def test_the_next_puzzle_keeps_the_wanted_kind(invite: Invite) -> None:
    guest = invite()
    guest.visit(f"/puzzles/{GAME}?kind=defend")
    guest.page.locator("a[data-next]").click()
    expect(guest.page).to_have_url(re.compile(rf"/puzzles/{GAME}/\d+\?kind=defend$"))
    guest.page.locator("a[data-next]").focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page).to_have_url(re.compile(r"\?kind=defend$"))
