"""Preferences at the table: sounds, and choices that must be confirmed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ludotheque.core.position import Position
from ludotheque.core.svg import changes_between
from tests.web.browser.conftest import Invite
from tests.web.browser.people import POLLING, Guest, click, play_ahead
from tests.web.browser.test_table import two_at_sintra
from tests.web.site import Site

LISTEN = """
window.heard = [];
Object.defineProperty(AudioContext.prototype, "state", { get: () => "running" });
const { OscillatorNode } = window;
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) {
    super(context, options);
    window.heard.push(options.frequency);
  }
};
"""
"""Notes every tone of a page; a machine without loudspeakers plays none."""
TURN, PIECE, GLASS, SEAL, CARDS, CALL = 1318.5, 196, 3136, 131, 620, 587  # the first tone of each sound


def wants(guest: Guest, **settings: str) -> None:
    """Chooses preferences, as on the visitor's page."""
    assert guest.context.request.post("/settings", form={**settings}).ok


def hears(guest: Guest, first: float) -> None:
    """Waits until a sound is heard, and forgets it."""
    guest.page.wait_for_function("first => window.heard.includes(first)", arg=first, polling=POLLING)
    guest.page.evaluate("window.heard = []")


def breaks_glass(position: Position) -> tuple[int, int]:
    """Two actions of which the second breaks glass."""
    for first in position.legal():
        then = position.play(first)
        for second in then.legal():
            if "glass" in {change.sound for change in changes_between(then, then.play(second), 0)}:
                return first, second
    raise AssertionError("nothing breaks glass")


def test_what_happens_at_the_table_is_heard_if_one_wants_it(
    invite: Invite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.tables.company.LONG_WAIT", 0)

    def listener(sound: str = "on") -> Guest:
        guest = invite()
        guest.context.add_init_script(LISTEN)
        wants(guest, sound=sound)
        return guest

    ann, bob = listener(), listener("off")
    bob.sit(ann.make_table("bids", "me", "friend"), "Bob")
    ann.start()
    for person in (ann, bob):
        person.my_turn()
    ann.decide()
    hears(ann, SEAL)
    bob.decide()
    hears(ann, CARDS)
    assert bob.page.evaluate("window.heard") == []  # only those who want sounds hear them

    first, second = two_at_sintra(listener)
    first.my_turn()
    first.page.keyboard.press("Shift")  # browsers are silent until the visitor does something
    second.page.keyboard.press("Shift")
    second.page.locator("#react > summary").click()
    second.page.locator('#react [value="wake"]').click()
    hears(first, CALL)
    actions = breaks_glass(site.table(first.state["url"].rpartition("/")[2]).position)
    for action, sound in zip(actions, (PIECE, GLASS), strict=True):
        first.close_helper()
        version = first.state["version"]
        click(first.page.locator(f'.board .legal[data-action="{action}"]').first)
        first.moved_on(version)
        hears(first, sound)
    hears(second, TURN)


def test_to_confirm_all_moves_includes_the_buttons_of_the_bar(invite: Invite, site: Site) -> None:
    ann = invite()
    wants(ann, confirm="all", helper="off")
    table = ann.make_table("fourberies", "me", "bot:random")
    play_ahead(site, table.rpartition("/")[2], lambda position: position.phase == "court" and position.to_act == 0)
    ann.visit(table)
    ann.my_turn()
    version, keep = ann.state["version"], ann.page.locator("#end:not(.deaf) button")
    for button in (keep, ann.page.locator(".board .legal").first, keep):
        click(button)
        expect(ann.page.locator(".selected[data-action]")).to_have_count(1)
        expect(ann.page.locator("#do")).to_be_visible()
    expect(keep).to_have_class(re.compile("selected"))
    assert ann.state["version"] == version
    ann.page.locator(".slot:not(.deaf) #do").click()
    ann.moved_on(version)
