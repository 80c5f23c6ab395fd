"""The pages around the table: replay, rules, my games, errors; phones, keyboards, motion, contrast."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import ludotheque
from ludotheque.core.words import LANGUAGES
from ludotheque.web.views import home
from tests.samples import OURS
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import COLOURS, findings, fits
from tests.web.browser.people import DESKTOP, PHONE, Guest, finish_by_keyboard, play_out
from tests.web.site import Site

LAST_ROUND = 6
A4 = {"width": 794, "height": 1123}  # CSS pixels


def finished_game(guest: Guest, site: Site) -> str:
    """The page of a game that has just ended; its last round was played by keyboard alone."""
    table = guest.make_table("sintra", "me", "me")
    play_out(site, table.rpartition("/")[2], lambda position: position.view(None)["round"] == LAST_ROUND)
    finish_by_keyboard(guest)
    return guest.page.url


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_grave_faults_for_assistive_technology(invite: Invite, axe: str, theme: str) -> None:
    ann = invite(color_scheme=theme, bypass_csp=True)
    ann.excused = ("404",)
    checked, screens = (COLOURS, [DESKTOP]) if theme == "dark" else ((), [PHONE, DESKTOP])
    found = []

    def check() -> None:
        """Checks the page on every screen; colours do not depend on its size."""
        for screen in screens:
            ann.page.set_viewport_size(screen)
            found.extend(findings(ann.page, axe, checked))
            assert fits(ann.page), ann.page.url

    for path in (
        "/",
        "/me",
        "/nothing",
        *(f"/{kind}/{game}" for kind in ("new", "rules") for game in ludotheque.games()),
    ):
        ann.visit(path)
        check()
    ann.make_table("stanza", "me", "friend", "bot:casual")
    invitation = ann.seat_link()
    check()
    ann.visit(invitation)
    check()
    for game in ludotheque.games():
        ann.meet_bots(game)
        ann.page.locator("#helper").wait_for()
        check()
        ann.close_helper()
        assert fits(ann.page), game
        ann.visit(f"{ann.page.url}/replay?ply=3")
        check()
    assert found == []


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_shelf_holds_one_to_twelve_games(invite: Invite, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    ann = invite(viewport={"width": width, "height": 900})
    for count in (1, 2, 3, 4, 5, 12):
        shown = (ludotheque.games() * 3)[:count]
        monkeypatch.setattr(home, "games", lambda shown=shown: shown)
        ann.visit("/")
        assert fits(ann.page)
        labels = [box for label in ann.page.locator(".label").all() if (box := label.bounding_box())]
        assert len(labels) == count
        assert min(label["width"] for label in labels) > 200
        rows = {round(label["y"]) for label in labels}
        assert len(rows) <= (count if width == 390 else 4)
        corners = {(round(label["x"]), round(label["y"])) for label in labels}
        assert len(corners) == count


def test_the_end_can_be_replayed_by_keyboard_from_any_eyes_and_played_on(invite: Invite, site: Site, axe: str) -> None:
    ann = invite(bypass_csp=True)
    table = finished_game(ann, site)
    page = ann.page
    assert findings(page, axe) == []
    page.get_by_text("Watch the replay").click()
    count = page.locator(".steps .count")
    page.locator("#step-first").click()
    page.wait_for_url("**ply=0*")
    expect(count).to_contain_text("0 of")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**ply=1*")
    expect(count).to_contain_text("1 of")
    page.keyboard.press("ArrowDown")
    expect(count).not_to_contain_text("1 of")
    page.locator(".eyes a").nth(1).click()
    expect(page.locator(".eyes a").nth(1)).to_have_attribute("aria-current", "true")
    with page.expect_download() as download:
        page.get_by_text("Download the game").click()
    assert download.value.suggested_filename.endswith(".json")
    page.locator("#step-first").click()
    expect(count).to_contain_text("0 of")
    page.get_by_text("Play on from here").click()
    page.wait_for_url(lambda url: "/replay" not in url and url != table)
    page.locator("#state").wait_for(state="attached")
    ann.visit("/me")
    expect(page.locator(".in-progress li, .past li")).to_have_count(2)


def test_only_seats_of_the_table_can_be_the_first(invite: Invite) -> None:
    page = invite().page
    page.goto("/new/sintra")
    for players in (2, 4):
        page.locator(f"#seats-{players}").check(force=True)
        expect(page.locator("label:has([name=option-first_seat]):visible")).to_have_count(1 + players)


@pytest.mark.parametrize("game", OURS)
def test_a_turn_at_a_glance_prints_on_one_page(invite: Invite, game: str) -> None:
    ann = invite(viewport=A4)
    ann.page.emulate_media(media="print")
    sheet, booklet = ann.page.locator(".glance"), ann.page.locator(".spread").first
    for language in LANGUAGES:
        ann.speak(language)
        ann.visit(f"/rules/{game}")
        expect(ann.page.locator("html")).to_have_attribute("lang", language)
        expect(sheet.locator("h1")).to_be_visible()
        expect(booklet).to_be_hidden()
        box = sheet.bounding_box()
        assert box is not None
        assert 0.9 * A4["height"] < box["height"] <= A4["height"], "as printing takes long, the height is measured"
    ann.visit(f"/rules/{game}#sheet")
    expect(sheet).to_be_hidden()
    expect(booklet).to_be_visible()


def test_a_sheet_is_one_page_of_paper(invite: Invite) -> None:
    ann = invite()
    ann.visit("/rules/stanza")
    assert len(re.findall(rb"/Type */Page\b", ann.page.pdf(prefer_css_page_size=True))) == 1


def test_a_turn_by_keyboard_alone(invite: Invite) -> None:
    ann = invite()
    ann.visit("/")
    page = ann.page
    focused = "() => document.activeElement.closest('form')?.getAttribute('action') ?? ''"
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == "/play/sintra":
            break
    page.keyboard.press("Enter")
    page.locator("#helper").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    first = page.evaluate("() => document.activeElement.id")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("() => document.activeElement.id")
    assert first.startswith("a")
    assert second.startswith("a")
    assert first != second
    version = ann.state["version"]
    page.keyboard.press("Enter")
    ann.moved_on(version)
    expect(page.locator(".chips .chip")).to_have_count(1)
    version = ann.state["version"]
    page.keyboard.press("u")
    ann.moved_on(version)
    expect(page.locator(".chips .chip")).to_have_count(0)


def test_focus_can_be_seen(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    for _ in range(12):
        ann.page.keyboard.press("Tab")
        seen = ann.page.evaluate(
            "() => { const style = getComputedStyle(document.activeElement);"
            " return document.activeElement.matches('[data-action]') || parseFloat(style.outlineWidth) >= 2; }"
        )
        assert seen, ann.page.evaluate("() => document.activeElement.outerHTML")[:200]


@pytest.mark.parametrize("game", ludotheque.games())
def test_on_a_phone_a_tap_shows_and_a_second_tap_does(game: str, invite: Invite) -> None:
    ann = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    ann.meet_bots(game)
    ann.my_turn()
    page = ann.page
    assert fits(page)
    while page.locator(".board .legal").count() == 0:
        ann.decide()
        ann.my_turn()
    target = page.locator(".board .legal").first
    target.evaluate("element => element.scrollIntoView({ block: 'center' })")
    before = page.locator("#sentence").text_content()
    target.tap(force=True)
    expect(page.locator("#do")).to_be_visible()
    assert page.locator("#sentence").text_content() == before  # though its place is needed
    version = ann.state["version"]
    page.locator(".slot:not(.deaf) #do").tap()  # it has just changed
    ann.moved_on(version)


def test_pieces_move_only_where_the_system_allows_it(invite: Invite) -> None:
    running = "() => document.getAnimations().filter(one => one.playState === 'running').length"
    lively, calm = invite(reduced_motion="no-preference"), invite(reduced_motion="reduce")
    for person, moving in ((lively, True), (calm, False)):
        person.meet_bots("sintra")
        person.my_turn()
        person.decide()
        assert (person.page.evaluate(running) > 0) == moving


def test_theme_and_language_are_kept(invite: Invite) -> None:
    ann = invite()
    ann.visit("/rules/sintra")
    ann.page.get_by_label("Dark theme").click()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    ann.page.locator('button[value="nl"]').click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "nl")
    assert "/rules/sintra" in ann.page.url
    ann.visit("/")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ann.page.locator("html")).to_have_attribute("lang", "nl")


def test_a_rule_can_be_linked_and_found(invite: Invite) -> None:
    ann = invite()
    ann.visit("/rules/sintra#S23")
    page = ann.page
    expect(page.locator("#S23")).to_be_in_viewport()
    page.locator("#find").fill("S2")
    expect(page.locator("#S1")).to_be_hidden()
    expect(page.locator("#S23")).to_be_visible()


def test_what_is_not_there_is_said_in_one_sentence(invite: Invite) -> None:
    ann = invite()
    ann.excused = ("404",)
    for path in ("/nothing", "/t/nothing", "/rules/chess", "/new/chess"):
        response = ann.page.goto(path)
        assert response is not None
        assert response.status == 404
        expect(ann.page.locator(".message")).to_contain_text("There is")
