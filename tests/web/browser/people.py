"""Guests with browsers, who click and type as people do."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

from ludotheque.core.position import Position
from ludotheque.web.tables.deciding import decide
from tests.web.site import Site, first_choice

DESKTOP = {"width": 1440, "height": 900}
LAPTOP = {"width": 1200, "height": 700}
PHONE = {"width": 390, "height": 844}

PATIENCE = 90_000  # milliseconds: a busy machine is slow, and nothing here measures time

POLLING = 15  # milliseconds between two looks at a page: looking at every frame would have it draw frames

LEGAL = "[data-action]:not(.forbidden)"


class Guest:
    """A person with a browser: cookies, a page, and a list of all that went wrong in it."""

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        given: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        self.address = address
        self.context = browser.new_context(base_url=address, **(given | settings))
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.excused: tuple[str, ...] = ()  # what may stand in the console, for tests of what goes wrong
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on("request", self._request)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.excused):
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.address).netloc:
            self.problems.append(f"another host: {request.url}")

    # --- getting to a table -------------------------------------------------------------------------

    def visit(self, path: str) -> None:
        self.page.goto(path)

    def play_now(self, game: str) -> None:
        """Clicks once at home, and sits at a table with bots."""
        self.visit("/")
        self.page.locator(f'form[action="/play/{game}"] button').click()
        self.page.locator("#state").wait_for(state="attached")

    def make_table(self, game: str, *seats: str, name: str = "Ann") -> str:
        """Sets up a table with the form; its address."""
        self.visit(f"/new/{game}")
        self.page.locator(f'label:has(input[name="seats"][value="{len(seats)}"])').click()
        self.page.locator('input[name="name-0"]').fill(name)
        for seat, kind in enumerate(seats):
            self.page.locator(f'select[name="seat-{seat}"]').select_option(kind)
        self.page.locator(".bar button").click()
        self.page.locator("#state").wait_for(state="attached")
        return urlsplit(self.page.url).path

    def seat_link(self) -> str:
        """Makes a link to the free seat and returns the path of its page."""
        self.page.locator('.seat-link button[value="make"]').first.click()
        link = self.page.locator(".seat-link input[readonly]").first
        link.wait_for(state="attached")  # on a phone there is room for the button only
        return urlsplit(link.input_value()).path

    def sit(self, table: str, name: str) -> None:
        """Follows the link of a friend and takes the free seat."""
        self.visit(table)
        self.page.locator('.place-card input[name="name"]').first.fill(name)
        self.page.locator(".place-card.free button").first.click()
        self.page.locator(".place-card.me").wait_for()

    def start(self) -> None:
        self.page.locator('form[action$="/start"] button').click()
        self.page.locator(".play").wait_for()

    # --- at the table ---------------------------------------------------------------------------------

    @property
    def state(self) -> dict[str, str]:
        """What the page says of itself: stage, version, and the seat that is asked, if any."""
        found: dict[str, str] = self.page.evaluate("() => ({ ...document.querySelector('#state').dataset })")
        return found

    @property
    def legal(self) -> Locator:
        return self.page.locator(LEGAL)

    def close_helper(self) -> None:
        if self.page.locator("#helper").is_visible():
            self.page.locator("[data-close=helper]").click()

    def my_turn(self) -> None:
        """Waits until something is asked of this person."""
        self.page.locator("#state[data-seat]").wait_for(state="attached")
        self.close_helper()

    def waits_for_me(self) -> bool:
        """Waits until something is asked of this person, or the game is over: then it is False."""
        self.page.locator("#state:is([data-seat], [data-stage=over])").wait_for(state="attached")
        self.close_helper()
        return self.state["stage"] == "running"

    def is_refused(self) -> bool:
        """Clicks something forbidden, if anything is: the rule appears, and nothing changes."""
        self.close_helper()
        forbidden = self.page.locator(".board .forbidden[data-action]")
        if "seat" not in self.state or not forbidden.count():
            return False
        version = self.state["version"]
        click(forbidden.first)
        bubble = self.page.locator("#refusal")
        bubble.wait_for()
        assert re.search(r"\w{4,}.* [A-Z]\d+$", bubble.inner_text(), re.DOTALL), bubble.inner_text()
        assert self.state["version"] == version
        self.page.keyboard.press("Escape")
        bubble.wait_for(state="hidden")
        return True

    def decide(self, which: int = 0) -> None:
        """Clicks something that may be chosen, and waits until it is done."""
        state = self.state
        self.legal.nth(which).click()
        if "secret" in state:
            self.page.locator("#do").click()  # seal it
        self.moved_on(state["version"])

    def moved_on(self, version: str) -> None:
        """Waits until the page shows something newer."""
        newer = "old => document.querySelector('#state').dataset.version !== old"
        self.page.wait_for_function(newer, arg=version, polling=POLLING)

    def play_if_asked(self, chance: random.Random) -> bool:
        """One click on anything that may be chosen, if something is asked of this person."""
        at = self.page.evaluate(SOMETHING_LEGAL, chance.random())
        if at == "explained":
            self.page.locator("#helper button[name=helper]").click()  # never again
            self.page.locator("#helper").wait_for(state="detached")
        if not isinstance(at, dict):
            self.page.mouse.move(0, 0)  # what the pointer has opened where it lay closes again
            return False
        self.page.mouse.click(*at["point"])
        if at["secret"]:
            self.page.locator("#do").click()  # seal it
        self.moved_on(at["version"])
        return True


def click(target: Locator) -> None:
    """Clicks a point that the element itself covers: a ring of lead has no glass in its middle."""
    page, patience = target.page, time.monotonic() + PATIENCE / 1000
    page.mouse.move(0, 0)  # what the pointer has opened where it lay closes again
    while not isinstance(at := target.evaluate(FREE_POINT), list):
        assert time.monotonic() < patience, at
        page.wait_for_timeout(20)
    page.mouse.click(*at)


FREE_POINT = """element => {
    const before = element.getBoundingClientRect();
    scrollBy(0, before.top + before.height / 2 - innerHeight / 2);
    const box = element.getBoundingClientRect();
    for (const [u, v] of [[.5, .5], [.5, .2], [.2, .5], [.8, .5], [.5, .8], [.15, .15], [.85, .85]]) {
        const [x, y] = [box.left + u * box.width, box.top + v * box.height];
        if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return `${element.outerHTML.slice(0, 200)} is covered by ${above?.outerHTML.slice(0, 200)}`;
}"""
"""A point of an element that nothing covers, or what covers it."""

SOMETHING_LEGAL = f"""chance => {{
    const state = document.querySelector("#state").dataset;
    if (state.seat === undefined || document.querySelector(".sealed-chip")) return null;
    if (document.querySelector("#helper:not([hidden])")) return "explained";
    const all = place => [...document.querySelectorAll(`${{place}} {LEGAL}`)];
    const [pictured, buttons] = [all(".board"), all(".choices:not(.deaf)")];
    const legal = buttons.length && chance < 0.5 ? buttons : [...pictured, ...buttons];
    const point = legal.length ? ({FREE_POINT})(legal[Math.floor(chance * 1000) % legal.length]) : "nothing";
    return Array.isArray(point) ? {{ point, version: state.version, secret: "secret" in state }} : point;
}}"""
"""A point of some legal choice and the version it is on, if this person is asked; "explained" under the helper.

Buttons beside the picture, such as to pass, are often pressed: a game of short turns is as whole as any."""


def finish(people: list[Guest], seed: int = 1) -> None:
    """Everybody clicks until the game is over; the first thing that is forbidden is clicked too, and refused."""
    chance = random.Random(seed)
    patience = time.monotonic() + PATIENCE / 1000
    refused = False
    while people[0].state["stage"] == "running":
        refused = refused or people[0].is_refused()
        played = [person.play_if_asked(chance) for person in people]  # everybody, not only the first
        if any(played):
            patience = time.monotonic() + PATIENCE / 1000
            continue
        assert time.monotonic() < patience, f"nobody is asked for anything: {[person.state for person in people]}"
        people[0].page.wait_for_timeout(20)
    assert refused, "nothing was ever forbidden"


def play_out(site: Site, table: str, until: Callable[[Position], bool] = lambda position: False) -> None:
    """Plays a game of one person for all seats on the server, to its end or until something is true."""
    visitor = site.table(table).seats[0].visitor or ""
    while (state := site.table(table)).status == "running" and not until(state.position):
        seat = next(iter(state.asked()))
        site.services.store.change(table, decide, visitor, seat, state.version, first_choice(state.asked()[seat]))


def finish_by_keyboard(person: Guest, seed: int = 1) -> None:
    """Arrows and Enter until the game is over."""
    chance, keyboard = random.Random(seed), person.page.keyboard
    while person.waits_for_me():
        for _ in range(chance.randrange(1, 6)):
            keyboard.press("ArrowDown")
        state = person.state
        keyboard.press("Enter")
        if "secret" in state:
            keyboard.press("Enter")  # the focus is on the seal
        person.moved_on(state["version"])


def texts(page: Page) -> set[str]:
    """All that can be read or heard on a page, piece by piece."""
    found: list[str] = page.evaluate(
        """() => {
            const found = [];
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const inside = walk.currentNode.parentElement;
                if (!inside.closest("script, style, noscript, [lang]:not(html)")) found.push(walk.currentNode.data);
            }
            for (const name of ["aria-label", "title", "placeholder"]) {
                for (const element of document.querySelectorAll(`[${name}]:not([lang])`))
                    found.push(element.getAttribute(name));
            }
            return [document.title, ...found];
        }"""
    )
    return {re.sub(r"\s+", " ", text).strip() for text in found if text.strip()}


def seen(guest: Guest, language: str, *paths: str) -> dict[str, set[str]]:
    """What can be read and heard on pages in a language."""
    guest.page.locator(f'header button[value="{language}"]').click()
    found = {}
    for path in paths:
        guest.visit(path)
        found[path] = texts(guest.page)
    return found
