"""Guests with browsers, who click and type as people do."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize, expect

from ludotheque import load
from ludotheque.core.position import Position
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.refusal import Refusal
from tests.web.site import Site, first_choice

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1200, "height": 700}
PHONE: ViewportSize = {"width": 390, "height": 844}

PATIENCE = 90_000  # milliseconds: a busy machine is slow, and nothing here measures time
BEGINNING, LONGEST = 10, 10_000  # plies after the set-up; no game has more
POLLING = 15  # milliseconds between two looks at a page: looking at every frame would have it draw frames
BLOCKED = "Service Worker registration blocked"  # the console says so where guests have none
BY_KEYS = 0.3  # share of the choices of a guest without a touch screen

UNPAINTED = """
    const unpainted = new CSSStyleSheet();
    unpainted.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(unpainted);
"""
"""Lays a page out without painting it: nobody looks, and paint is a third of the browser's work."""

LEGAL = "[data-action]:not(.forbidden, .deaf *)"


class Guest:
    """A person with a browser: cookies, a page, and a list of all that went wrong in it."""

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        given: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        given["service_workers"] = "block"  # else each guest would fetch every file of the site once
        self.address = address
        self.touch = bool(settings.get("has_touch"))
        self.context = browser.new_context(base_url=address, **(given | settings))
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(UNPAINTED)
        self.problems: list[str] = []
        self.excused: tuple[str, ...] = ()  # what may stand in the console, for tests of what goes wrong
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in (BLOCKED, *self.excused)):
            self.problems.append(f"console: {message.text}")

    # --- getting to a table -------------------------------------------------------------------------

    def visit(self, path: str) -> None:
        self.page.goto(path)

    def speak(self, language: str) -> None:
        """Chooses a language; the next page has it."""
        self.context.add_cookies([{"name": "language", "value": language, "url": self.address}])

    def play_now(self, game: str) -> None:
        """Clicks once at home, and sits at a table with bots."""
        self.visit("/")
        self.page.locator(f'form[action="/play/{game}"] button').click()
        self.page.locator("#state").wait_for(state="attached")

    def meet_bots(self, game: str) -> None:
        """Sits at a table with bots that think of nothing, by the quickest way: without home page and form."""
        count = 3 if 3 in load(game).seats else load(game).seats[0]
        kinds = {f"seat-{seat}": "bot:random" if seat else "me" for seat in range(count)}
        form: dict[str, str | float | bool] = {"seats": count, "name-0": "Ann", **kinds}
        made = self.context.request.post(f"/new/{game}", form=form, max_redirects=0)
        self.visit(made.headers["location"])

    def make_table(self, game: str, *seats: str, name: str = "Ann") -> str:
        """Sets up a table with the form; its address."""
        self.visit(f"/new/{game}")
        self.page.locator(f'label:has(input[name="seats"][value="{len(seats)}"])').click()
        self.page.locator('input[name="name-0"]').fill(name)
        for seat, kind in enumerate(seats):
            select = self.page.locator(f'select[name="seat-{seat}"]')
            select.evaluate("(select, kind) => select.add(new Option(kind, kind))", kind)  # simple bots are not offered
            select.select_option(kind)
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
        """Waits until something is asked of this person, who can answer with a click or a key."""
        self.page.locator("#state[data-seat]").wait_for(state="attached")
        self.close_helper()
        self.listens()

    def listens(self) -> None:
        """Waits until no slot of the bar is deaf because it has just changed: a click or a key would not be heard."""
        expect(self.page.locator(".deaf")).to_have_count(0)

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
        press(forbidden.first, self.touch)
        bubble = self.page.locator("#refusal")
        bubble.wait_for()
        assert re.search(r"\w{4,}.* [A-Z]\d+$", bubble.inner_text(), re.DOTALL), bubble.inner_text()
        assert self.state["version"] == version
        self.page.keyboard.press("Escape")
        bubble.wait_for(state="hidden")
        return True

    def decide(self, which: int = 0) -> None:
        """Clicks something that may be chosen, and waits until it is done."""
        self.close_helper()
        state = self.state
        self.legal.nth(which).click()
        self.confirm("secret" in state, state["version"])

    def confirm(self, chosen: bool, version: str, secret: bool = True) -> None:
        """Seals or does what was chosen, or answers whether a button is meant, and waits until it is done."""
        if chosen:
            done = self.page.locator(".slot:not(.deaf) #do")  # when the slot listens again
            if done.evaluate("button => button === document.activeElement"):
                self.page.keyboard.press("Enter")
            else:
                press(done, self.touch)
        else:
            self.mean_it()
        # A seal changes nothing for others, so the version stays.
        self.moved_on(version, "'sealed' in now" if chosen and secret else "false")

    def mean_it(self) -> None:
        """Presses a button again that asks whether it is meant."""
        if self.page.locator("button.asks").count():
            self.page.locator("button.asks:not(.deaf)").click()

    def moved_on(self, version: str, or_else: str = "false") -> None:
        """Waits until the page shows something newer, or until its state says something else."""
        state = "document.querySelector('#state').dataset"
        newer = f"old => {{ const now = {state}; return now.version !== old || {or_else} }}"
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
        if not self.touch and chance.random() < BY_KEYS:
            self.press_keys(chance)
            self.confirm(at["secret"], at["version"])
            return True
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*at["point"])
        self.confirm(at["secret"] or (self.touch and at["drawn"]), at["version"], at["secret"])
        return True

    def press_keys(self, chance: random.Random) -> None:
        """Arrows lead to something that may be chosen, and Enter chooses it."""
        self.page.evaluate("document.activeElement.blur()")  # it may be something forbidden
        for _ in range(chance.randrange(1, 5)):
            self.page.keyboard.press(chance.choice(("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")))
        patience = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate("document.activeElement.matches('[data-action]:not(.deaf *)')"):
            assert time.monotonic() < patience, "no arrow leads to a choice"
            self.page.wait_for_timeout(POLLING)
            self.page.keyboard.press("ArrowRight")  # an update may have taken the focus away
        self.page.keyboard.press("Enter")


def click(target: Locator) -> None:
    press(target)


def press(target: Locator, touch: bool = False) -> None:
    """Clicks or taps a point that the element itself covers: a ring of lead has no glass in its middle."""
    page, patience = target.page, time.monotonic() + PATIENCE / 1000
    page.mouse.move(0, 0)  # what the pointer has opened where it lay closes again
    while not isinstance(at := target.evaluate(FREE_POINT), list):
        assert time.monotonic() < patience, at
        page.wait_for_timeout(20)
    (page.touchscreen.tap if touch else page.mouse.click)(*at)


FREE_POINT = """element => {
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
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
    const [pictured, buttons] = [all(".board"), all(".choices")];
    const legal = buttons.length && chance < 0.5 ? buttons : [...pictured, ...buttons];
    const choice = legal[Math.floor(chance * 1000) % legal.length];
    const point = choice ? ({FREE_POINT})(choice) : "nothing";
    const drawn = pictured.includes(choice);
    return Array.isArray(point) ? {{ point, drawn, version: state.version, secret: "secret" in state }} : point;
}}"""
"""A point of some legal choice and the version it is on, if this person is asked; "explained" under the helper.

Buttons beside the picture, such as to pass, are often pressed: a game of short turns is as whole as any."""


def longer_turn(person: Guest, site: Site) -> str:
    """The selector of a choice after which the same player decides again; some choices end a turn at once."""
    position = site.table(person.state["url"].rpartition("/")[2]).position
    action = next(action for action in position.legal() if position.play(action).to_act == position.to_act)
    return f'.board .legal[data-action="{action}"]'


def finish(people: list[Guest], site: Site, late: Callable[[Position], bool], seed: int = 1) -> None:
    """Everybody clicks until the game is over; the first thing that is forbidden to each is clicked too, and refused.

    The middle of a long game is played on the server: its questions come in the beginning or at the end, too.
    """
    chance, table = random.Random(seed), people[0].state["url"].rpartition("/")[2]
    refused = click_on(people, chance, int(people[0].state["ply"]) + BEGINNING)
    play_ahead(site, table, late)
    refused |= click_on(people, chance, LONGEST)
    assert refused == set(people), "nothing was ever forbidden"


def click_on(people: list[Guest], chance: random.Random, last: int) -> set[Guest]:
    """Everybody clicks up to a ply or to the end; the people to whom something was forbidden, and refused."""
    patience = time.monotonic() + PATIENCE / 1000
    refused: set[Guest] = set()
    while (state := people[0].state)["stage"] == "running" and int(state["ply"]) < last:
        refused |= {person for person in people if person not in refused and person.is_refused()}
        played = [person.play_if_asked(chance) for person in people]  # everybody, not only the first
        if any(played):
            patience = time.monotonic() + PATIENCE / 1000
            continue
        if time.monotonic() > patience:
            why = [(person.state, person.page.evaluate(SOMETHING_LEGAL, 0.9)) for person in people]
            raise AssertionError(f"nobody can click on anything: {why}")
        people[0].page.wait_for_timeout(20)
    return refused


def play_ahead(site: Site, table: str, late: Callable[[Position], bool]) -> None:
    """Plays for the people at a table on the server until it is late in the game."""
    patience = time.monotonic() + PATIENCE / 1000
    while (state := site.table(table)).status == "running" and not late(state.position):
        assert time.monotonic() < patience
        for seat, position in state.asked().items():
            if (visitor := state.seats[seat].visitor) and seat not in state.seals:
                with suppress(Refusal):  # a bot was faster
                    change = site.services.store.change
                    change(table, decide, visitor, seat, state.version, first_choice(position))
                break
        else:
            time.sleep(0.005)  # a bot decides


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
        person.mean_it()
        person.moved_on(state["version"])
