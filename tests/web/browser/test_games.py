"""Two people and a bot play whole games, each person in a browser of their own: mouse and keys, or a finger."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

import ludotheque
from ludotheque import Position
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import COLOURS, LANGUAGES, findings, fits, untranslated
from tests.web.browser.people import LAPTOP, PHONE, Guest, finish
from tests.web.browser.texts import seen
from tests.web.site import Site

THEMES: dict[Literal["light", "dark"], ViewportSize] = {"light": LAPTOP, "dark": PHONE}
LATE = {"sintra": ("round", 6), "fourberies": ("turn", 10), "stanza": ("refills", 4)}


@pytest.mark.parametrize("game", ludotheque.games())
def test_two_people_and_a_bot_play_a_whole_game(game: str, invite: Invite, site: Site, axe: str) -> None:
    """Ann has a laptop and its keys, Bob a phone, a dark screen and speaks French; Eve looks at the end."""
    ann, bob = invite(viewport=LAPTOP), invite(viewport=PHONE, has_touch=True, color_scheme="dark", locale="fr-FR")
    table = ann.make_table(game, "me", "friend", "bot:random")
    bob.sit(table, "Bob")
    ann.start()
    finish([ann, bob], site, late)
    for person in (ann, bob):
        sheet = person.page.locator(".score-sheet")
        sheet.wait_for()
        assert [column.strip() for column in sheet.locator("thead th").all_inner_texts()[1:3]] == ["Ann", "Bob"]
        adds_up(sheet)
        assert fits(person.page)
    eve = invite(viewport=LAPTOP, bypass_csp=True)
    for path in (f"{table}/review", table):
        eve.visit(path)
        for theme, screen in THEMES.items():
            eve.page.set_viewport_size(screen)
            eve.page.emulate_media(color_scheme=theme)
            assert findings(eve.page, axe, COLOURS if theme == "dark" else ()) == []
            assert fits(eve.page)
    all_is_translated(eve, table)
    plays_again(ann, bob)


def late(position: Position) -> bool:
    """Whether one of our games is in its last round; the small games of the tests are short."""
    mark, value = LATE.get(position.game.name, ("players", 1))
    return bool(position.view(None)[mark] >= value)


def adds_up(sheet: Locator) -> None:
    """Every point has a line, and a player with the most points has won."""
    lines, total = sheet.locator("tbody tr:not(.part, .so-far, .total, .tie)"), sheet.locator(".total")
    totals = numbers(total)
    assert [sum(column) for column in zip(*map(numbers, lines.all()), strict=True)] == totals
    for line in lines.all():
        assert line.locator("a.rule").count() > 0
    winners = total.locator("td.winner b").all_inner_texts()
    assert winners
    assert {int(winner.replace("−", "-")) for winner in winners} == {max(totals)}


def numbers(line: Locator) -> list[int]:
    """The points of a line; a dot is none."""
    return [int(cell.strip("+·").replace("−", "-") or 0) for cell in line.locator("td b").all_inner_texts()]


def all_is_translated(eve: Guest, table: str) -> None:
    """The end, its replay and its review are in one language each; a spectator is spoken to as one."""
    expect(eve.page.locator(".end .bar p")).to_have_text("You watched this game.")
    shown = {language: seen(eve, language, table, f"{table}/replay", f"{table}/review") for language in LANGUAGES}
    left = untranslated(shown)
    assert not left, left


def plays_again(ann: Guest, bob: Guest) -> None:
    """The same people meet at a new table."""
    ann.page.locator('form[action$="/again"] button').click()
    ann.page.locator(".play, .room-page").wait_for()
    bob.page.locator(".end .bar .button.main").click()
    bob.page.locator(".play, .room-page").wait_for()
    assert bob.page.url == ann.page.url
