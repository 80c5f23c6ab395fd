"""A lesson in the browser: every step is played, and tries, reloads, Back and Skip lead where they should."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ludotheque import games
from ludotheque.core.lessons import has_lesson, lesson_of
from ludotheque.core.words import words
from ludotheque.review.reasons import TurnReason
from ludotheque.web.pages import lessons
from ludotheque.web.work.think_pool import Costly
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import findings
from tests.web.browser.people import PHONE, Guest, click
from tests.web.site import Site

TAUGHT = [name for name in games() if has_lesson(name)]


def choice(pupil: Guest, action: int) -> Locator:
    return pupil.page.locator(f'[data-action="{action}"]:not(.forbidden)').first


def says(pupil: Guest) -> Locator:
    return pupil.page.locator(".coach .says p").first


def play(pupil: Guest, action: int) -> None:
    """Chooses something, and confirms it where that is asked."""
    version = pupil.state["version"]
    click(choice(pupil, action))
    if pupil.page.locator("#do").is_visible():
        pupil.page.locator(".slot:not(.deaf) #do").click()
    pupil.moved_on(version)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_is_played_to_its_praise(invite: Invite, name: str) -> None:
    pupil = invite()
    pupil.visit(f"/learn/{name}")
    for number, step in enumerate(lesson_of(name).steps[:-1], start=1):
        expect(pupil.page).to_have_url(re.compile(rf"/learn/{name}/{number}$"))
        spoken = words(name, "en").find(f"lesson.{step.name}")
        expect(says(pupil)).to_have_text(spoken["says"])
        for action in step.right[0]:
            play(pupil, action)
        expect(says(pupil)).to_have_text(spoken["good"])
        pupil.page.locator(".coach .go-on").click()
    expect(pupil.page).to_have_url(re.compile(r"/t/"))
    assert pupil.state["stage"] == "running"


def test_tries_are_answered_and_help_grows(invite: Invite) -> None:
    pupil = invite()
    pupil.visit("/learn/stanza/1")
    page, bubble = pupil.page, pupil.page.locator("#refusal")
    spoken = words("stanza", "en").find("lesson.walking")
    click(page.locator("#space-5"))
    expect(bubble).to_contain_text(spoken["fifth"])
    expect(bubble).to_contain_text("L15")
    click(choice(pupil, 0))
    expect(bubble).to_contain_text(spoken["first"])
    expect(page.locator(".shown-hand")).to_be_visible()
    click(choice(pupil, 1))  # no sentence of its own
    expect(bubble).to_contain_text("Here we look for the third stop")
    assert pupil.state["ply"] == "0"
    expect(page.locator(".play-it")).to_be_hidden()
    click(page.locator("#space-8"))  # a dimmed piece that is no choice explains itself
    expect(page.locator("#rule-pop, #refusal").locator("visible=true").first).to_be_visible()
    page.locator(".coach .show-me").click()  # the coach's buttons answer while the card is open
    expect(page.locator("#rule-pop")).to_be_hidden()
    click(choice(pupil, 3))
    expect(page.locator(".play-it")).to_be_visible()
    bubble.locator(".anyway").click()
    expect(says(pupil)).to_contain_text("That works too")
    expect(page).to_have_url(re.compile(r"/learn/stanza/1/3$"))
    page.locator(".coach .steps a").first.click()
    expect(says(pupil)).to_have_text(spoken["says"])


def test_a_reload_resumes_and_back_returns_to_the_start_of_the_step(invite: Invite) -> None:
    pupil = invite()
    pupil.visit("/learn/stanza/5")
    for action in (9, 17, 28):
        play(pupil, action)
    expect(pupil.page).to_have_url(re.compile(r"/learn/stanza/5/9-17-28$"))
    pupil.page.reload()
    expect(choice(pupil, 18)).to_be_visible()
    expect(pupil.page.locator(".coach .do")).to_contain_text("other artist")
    play(pupil, 18)
    pupil.page.locator('.top [name="language"][value="fr"]').click()
    expect(pupil.page.locator(".coach .do")).to_contain_text("2 florins")
    expect(pupil.page).to_have_url(re.compile(r"/learn/stanza/5/9-17-28-18$"))
    pupil.page.locator('.top [name="language"][value="en"]').click()
    pupil.page.locator(".coach").get_by_text("Back").click()
    expect(pupil.page).to_have_url(re.compile(r"/learn/stanza/5$"))
    expect(choice(pupil, 9)).to_be_visible()
    pupil.visit("/learn/stanza")
    expect(pupil.page).to_have_url(re.compile(r"/learn/stanza/5$"))


def test_skip_leads_to_the_short_game_against_a_child(invite: Invite, site: Site) -> None:
    pupil = invite()
    pupil.visit("/learn/sintra/2")
    pupil.page.locator(".skip-it").click()
    expect(says(pupil)).to_contain_text("Now a short game")
    assert not pupil.page.locator(".dim .lamp").count()
    pupil.page.locator(".coach .go-on").click()
    expect(pupil.page).to_have_url(re.compile(r"/t/"))
    table = site.table(pupil.state["url"].removeprefix("/t/"))
    assert [seat.level for seat in table.seats[1:]] == ["child"]


def test_the_keyboard_reaches_the_lit_choices_first_and_escape_leaves(invite: Invite) -> None:
    pupil = invite()
    pupil.visit("/learn/stanza/1")
    expect(pupil.page.locator(".dim .lamp").first).to_be_attached()
    pupil.page.keyboard.press("Tab")
    assert pupil.page.evaluate("document.activeElement.dataset.action") == "2"
    pupil.page.keyboard.press("Tab")
    pupil.page.keyboard.press("Enter")
    expect(pupil.page.locator("#refusal")).to_be_visible()
    pupil.page.keyboard.press("Escape")
    expect(pupil.page.locator("#refusal")).to_be_hidden()
    pupil.page.keyboard.press("Escape")
    expect(pupil.page.locator(".cupboard")).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "nl-NL"])
def test_a_phone_has_the_card_below_the_lit_choice(invite: Invite, language: str) -> None:
    pupil = invite(viewport=PHONE, has_touch=True, is_mobile=True, locale=language)
    for number in (2, 3):
        pupil.visit(f"/learn/stanza/{number}")
        right = lesson_of("stanza").steps[number - 1].right[0][0]
        card, lit = pupil.page.locator(".coach").bounding_box(), choice(pupil, right).bounding_box()
        assert card is not None
        assert lit is not None
        assert lit["y"] + lit["height"] < card["y"]
        assert card["y"] + card["height"] <= PHONE["height"]
        assert pupil.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    choice(pupil, 40).tap()
    pupil.page.locator(".coach .do-it").tap()
    expect(pupil.page.locator(".coach .go-on")).to_be_visible()


def test_what_the_coach_answers_lies_beside_his_card(invite: Invite) -> None:
    pupil = invite()
    pupil.visit("/learn/stanza/8")
    click(pupil.page.locator("#round-track"))
    expect(pupil.page.locator("#refusal")).to_contain_text("It moves by itself")
    phone = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    phone.visit("/learn/fourberies/3")
    phone.page.locator("#end button").tap()
    expect(phone.page.locator("#refusal")).to_contain_text("your Comedians would earn nothing")


def test_a_lesson_is_accessible(invite: Invite, axe: str) -> None:
    pupil = invite()
    pupil.visit("/learn/stanza/2")
    expect(pupil.page.locator(".dim .lamp").first).to_be_attached()
    expect(pupil.page.locator(".coach .says")).to_have_attribute("aria-live", "polite")
    assert findings(pupil.page, axe) == []


def test_the_coach_warns_of_a_costly_choice_and_can_be_silenced(
    invite: Invite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    pupil = invite()
    start = lesson_of("sintra").steps[-1].start
    found = tuple(Costly(action, TurnReason(0, None), TurnReason(6, None)) for action in start.legal())
    monkeypatch.setattr(lessons, "costly_actions", lambda *_: found)
    pupil.visit("/learn/sintra/9")
    pupil.page.locator(".coach .go-on").click()
    watcher = pupil.page.locator(".watcher")
    expect(watcher).to_contain_text("Now a short game")
    pupil.my_turn()
    watcher.locator(".got-it").click()
    expect(watcher).to_be_hidden()
    expect(pupil.page.locator("#watched [data-for]").first).to_be_attached()
    version = pupil.state["version"]
    click(choice(pupil, start.legal()[0]))
    expect(watcher).to_contain_text("That gives Nina more than you")
    expect(watcher).to_contain_text("another choice brings 6")
    assert pupil.state["version"] == version
    watcher.locator(".anyway").click()
    pupil.moved_on(version)
    pupil.page.reload()
    expect(watcher).to_be_hidden()
    pupil.page.evaluate("localStorage.clear()")
    pupil.visit("/learn/sintra/9")
    pupil.page.locator(".coach .go-on").click()
    watcher.locator(".silence").click()
    pupil.page.reload()
    expect(pupil.page.locator(".board")).to_be_visible()
    expect(watcher).to_be_hidden()
