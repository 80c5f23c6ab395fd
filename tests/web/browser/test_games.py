"""Two people and a bot play whole games, each person in a browser of their own, by clicking only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import ludotheque
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import LANGUAGES, findings, fits, untranslated
from tests.web.browser.people import LAPTOP, PHONE, Guest, finish, seen


@pytest.mark.parametrize("game", ludotheque.games())
def test_two_people_and_a_bot_play_a_whole_game(game: str, invite: Invite, axe: str) -> None:
    """Ann sits at a laptop, Bob has a phone, a dark screen and speaks French; Eve looks at the end."""
    ann, bob = invite(viewport=LAPTOP), invite(viewport=PHONE, color_scheme="dark", locale="fr-FR")
    table = ann.make_table(game, "me", "friend", "bot:random")
    bob.sit(table, "Bob")
    ann.start()
    finish([ann, bob])
    for person in (ann, bob):
        sheet = person.page.locator(".score-sheet")
        sheet.wait_for()
        assert [column.strip() for column in sheet.locator("thead th").all_inner_texts()[1:3]] == ["Ann", "Bob"]
        adds_up(sheet)
        assert fits(person.page)
    for theme, screen in (("light", LAPTOP), ("dark", PHONE)):
        eve = invite(viewport=screen, color_scheme=theme, bypass_csp=True)
        for path in (table, f"{table}/review"):
            eve.visit(path)
            assert findings(eve.page, axe) == []
            assert fits(eve.page)
    all_is_translated(invite(), table)
    plays_again(ann, bob)


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
    eve.visit(table)
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
