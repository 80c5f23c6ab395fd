"""The table at every width and zoom: letters are large enough, nothing is cut, and what is asked is seen."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ludotheque.core.position import Position
from ludotheque.web.tables.deciding import decide
from tests.samples import of_every_phase
from tests.web.browser.conftest import Invite
from tests.web.browser.people import Guest, click, longer_turn
from tests.web.site import Site

ZOOMED = (720, 450)  # a large screen at 200% zoom
SCROLLED = ((320, 640), (410, 590))  # the smallest phone, and an upright tablet at 200% zoom
BEAM = 40  # turns that are tried on
SIZES = (*SCROLLED, (390, 844), (820, 1180), (844, 390), (1024, 768), (1440, 900), ZOOMED)
LANGUAGES = {"sintra": "en-GB", "stanza": "fr-FR", "fourberies": "nl-NL"}  # the language with the longest words

SMALL = """() => {
    const found = [];
    const look = (text, place, more) => {
        const { a, b } = place.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) * more;
        if (text.textContent.trim() && size < 11.95)
            found.push(`${size.toFixed(1)} ${text.outerHTML} in ${place.parentNode.outerHTML.slice(0, 200)}`);
    };
    const lookInto = (use, place, more) => {  // a symbol has sizes, its uses have places
        const symbol = document.getElementById(use.getAttribute("href").slice(1));
        const box = symbol?.viewBox?.baseVal;
        const scale = more * (box?.width ? use.width.baseVal.value / box.width : 1);
        for (const text of symbol?.querySelectorAll("text") ?? []) look(text, place, scale);
        for (const inner of symbol?.querySelectorAll("use") ?? []) lookInto(inner, place, scale);
    };
    const isSeen = (element) => !element.closest("defs") && element.getBoundingClientRect().width;
    const all = (selector) => [...document.querySelectorAll(selector)];
    all(".forecast").forEach((shown) => { shown.style.display = "inline"; });
    all(".play svg text").filter(isSeen).forEach((text) => look(text, text, 1));
    all(".play svg use").filter(isSeen).forEach((use) => lookInto(use, use, 1));
    all(".forecast").forEach((shown) => { shown.style.display = ""; });
    return found;
}"""
CUT = """() => [...document.querySelectorAll(".speaking, .progress, .progress b")].filter(
    (box) => box.scrollHeight > box.clientHeight + 4 || box.scrollWidth > box.clientWidth
        || box.getBoundingClientRect().bottom > innerHeight).map((box) => box.textContent)"""


def at_sizes(ann: Guest, sizes: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """Lays the page out at each size."""
    for width, height in sizes:
        ann.page.set_viewport_size({"width": width, "height": height})
        yield width, height


@pytest.mark.parametrize("game", LANGUAGES)
def test_letters_are_large_enough_and_the_bar_cuts_nothing(invite: Invite, site: Site, game: str) -> None:
    ann = invite(locale=LANGUAGES[game])
    ann.meet_bots(game)
    ann.my_turn()
    play_on(site, ann)
    for asked in ("question", "hint"):
        if asked == "hint":
            ann.page.keyboard.press("h")
            ann.page.locator("#preview [data-hint]").wait_for()
        for width, height in at_sizes(ann, SIZES):
            assert ann.page.evaluate(SMALL) == [], (asked, width)
            if (width, height) not in SCROLLED:  # there what is said may scroll, so that the board has room
                assert ann.page.evaluate(CUT) == [], (asked, width)
            assert ann.page.evaluate("document.querySelector('.bar').offsetHeight") <= height / 4 + 1, (asked, width)
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
            assert ann.page.evaluate("document.querySelector('.progress').offsetHeight") <= 46


LEAST = (
    (390, 844),
    (680, 900),
    (761, 1180),
    (844, 390),
    (1001, 768),
    (1281, 800),
)  # the smallest screen of each layout


@pytest.mark.parametrize("game", LANGUAGES)
def test_letters_are_large_enough_in_every_phase(invite: Invite, game: str) -> None:
    ann = invite(locale=LANGUAGES[game])
    for position in of_every_phase(game, 1):
        at = json.dumps(position.to_dict())
        made = ann.context.request.post(
            f"/analysis/setup/{game}/table",
            form={"position": at, "seat": position.to_act or 0, "name": "Ann"},
            max_redirects=0,
        )
        ann.visit(made.headers["location"])
        for size in at_sizes(ann, LEAST):
            assert ann.page.evaluate(SMALL) == [], (position.phase, size)


SLOTS = """() => [...document.querySelectorAll(".slot")].map((slot) => JSON.stringify(slot.getBoundingClientRect()))"""
HIDDEN = "(said => said.scrollHeight - said.clientHeight)(document.querySelector('.speaking'))"
OFFERED = """() => {
    const offered = [2, 3, 4, 5].map((n) => `<button class="button small">Steel 1 écu van Windhaan ${n}</button>`);
    document.querySelector(".speaking .buttons").innerHTML = `<div class="choices">${offered.join("")}</div>`;
}"""


def test_choices_in_the_bar_are_all_seen_and_move_no_slot(invite: Invite) -> None:
    ann = invite(locale="nl-NL", viewport={"width": 820, "height": 1180})
    ann.meet_bots("fourberies")
    page, helper = ann.page, ann.page.locator("#helper")
    page.locator("#state[data-seat]").wait_for(state="attached")
    click(page.locator(".board .legal").nth(4))  # it scrolls the helper away: what is not seen swallows no click
    expect(page.locator(".board .selected")).to_have_count(1)
    expect(helper).not_to_be_in_viewport()
    page.reload()
    ann.my_turn()
    page.mouse.move(0, 0)
    for width, height in set(SIZES) - set(SCROLLED):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('.speaking .buttons').replaceChildren()")
        if width == 820:
            expect(page.locator("#preview")).to_be_hidden()  # a long question needs the room of the tip
        slots = page.evaluate(SLOTS)
        page.evaluate(OFFERED)
        assert page.evaluate(SLOTS) == slots, width
        assert page.evaluate("document.querySelector('.bar').offsetHeight") <= height / 4 + 3, width
        assert page.evaluate(HIDDEN) <= 8, width


def play_on(site: Site, ann: Guest) -> None:
    """Plays a long turn up to its last question."""
    table = ann.state["url"].rpartition("/")[2]
    state = site.table(table)
    seat = state.position.to_act or 0
    for action in [] if state.position.secret else longest(state.position, seat):
        state = site.table(table)
        site.services.store.change(table, decide, state.seats[seat].visitor or "", seat, state.version, action)
    expect(ann.page.locator("#state")).to_have_attribute("data-version", str(site.table(table).version))


def longest(position: Position, seat: int) -> list[int]:
    """The actions of a long turn, up to its last question."""
    turns: list[tuple[list[int], Position]] = [([], position)]
    while longer := [([*made, action], at.play(action)) for made, at in turns[:BEAM] for action in at.legal()]:
        asked = [turn for turn in longer if turn[1].to_act == seat]
        if not asked:
            break
        turns = asked
    return turns[0][0]


def test_what_is_asked_is_seen_also_beside_a_button_that_ends_the_turn(invite: Invite, site: Site) -> None:
    ann = invite(locale="nl-NL", viewport={"width": ZOOMED[0], "height": ZOOMED[1]})
    ann.meet_bots("stanza")
    ann.my_turn()
    version = ann.state["version"]
    ann.page.evaluate("scrollTo(0, 99999)")
    ann.page.locator(longer_turn(ann, site)).first.dispatch_event("click")
    ann.moved_on(version)
    expect(ann.page.locator("#end button")).to_be_visible()
    assert ann.page.evaluate(CUT) == []
    expect(ann.page.locator(".board [data-action]:not(.forbidden)").first).to_be_in_viewport()
    rooms = [room.bounding_box() for room in ann.page.locator('.board > [class*="panel-room"]').all()]
    assert {round(room["x"] / 300) for room in rooms if room} == {0, 1}  # two side by side


def test_a_click_that_closes_a_note_plays_nothing(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    helper, bubble = ann.page.locator("#helper"), ann.page.locator("#refusal")
    ann.page.locator("#state[data-seat]").wait_for(state="attached")
    expect(helper).to_be_visible()
    version = ann.state["version"]
    click(ann.page.locator(".board .legal").first)
    expect(helper).to_be_hidden()
    expect(ann.page.locator(".selected")).to_have_count(0)
    assert ann.state["version"] == version
    ann.decide()
    ann.close_helper()
    version = ann.state["version"]
    click(ann.page.locator(".board .forbidden").first)
    expect(bubble).to_be_visible()
    click(ann.page.locator(".board .legal").first)
    expect(bubble).to_be_hidden()
    ann.page.wait_for_timeout(300)
    assert ann.state["version"] == version
