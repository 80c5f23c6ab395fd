"""At the table: undo and its limits, refusals, lost connections, other tabs, leaving, one screen for two, watching."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from ludotheque import games
from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, Guest, click, press


def two_at_sintra(invite: Invite, **settings: Any) -> tuple[Guest, Guest]:
    """Ann and Bob at a table of two, the starting player first."""
    ann, bob = invite(**settings), invite(**settings)
    table = ann.make_table("sintra", "me", "friend")
    bob.sit(table, "Bob")
    ann.start()
    bob.page.locator(".board").wait_for()
    return (ann, bob) if "seat" in ann.state else (bob, ann)


def take_turn(person: Guest) -> None:
    """A whole turn of Sintra: panes, then the strip."""
    seat = person.state["seat"]
    while person.state.get("seat") == seat:
        person.decide()


BY_FINGER = {"has_touch": True, "viewport": PHONE}


@pytest.mark.parametrize("settings", [{}, BY_FINGER], ids=["mouse", "finger"])
def test_after_another_player_has_decided_undo_needs_consent(invite: Invite, settings: dict[str, Any]) -> None:
    first, second = two_at_sintra(invite, **settings)
    first.my_turn()
    take_turn(first)
    second.my_turn()
    second.decide()
    undo, asking = first.page.locator("#undo:not(.deaf) button"), second.page.locator(".asking")  # it has just changed
    expect(undo).to_contain_text("Ask to undo")
    press(undo, first.touch)
    expect(asking).to_contain_text("would like to undo their last move")
    expect(first.page.locator("#undo button")).to_have_attribute("aria-disabled", "true")  # it is asked already
    version = first.state["version"]
    press(asking.get_by_text("Decline"), second.touch)
    first.moved_on(version)
    expect(first.page.locator(".asking")).to_contain_text("declined")
    expect(asking).to_have_count(0)
    assert "seat" not in first.state
    press(undo, first.touch)
    press(asking.get_by_text("Agree"), second.touch)
    first.my_turn()
    expect(second.page.locator("#state[data-seat]")).to_have_count(0)


AGREE_AT_ONCE = """() => new MutationObserver(() => document.querySelector(".asking [value='1']")?.click())
    .observe(document.querySelector("#table"), { childList: true, subtree: true })"""


def test_an_answer_counts_however_soon_its_button_is_clicked(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    first.my_turn()
    take_turn(first)
    second.my_turn()
    second.page.evaluate(AGREE_AT_ONCE)
    second.decide()
    undo = first.page.locator("#undo:not(.deaf) button")
    expect(undo).to_contain_text("Ask to undo")
    press(undo)
    first.my_turn()


def test_a_forbidden_click_says_why_and_changes_nothing(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    ann.decide()
    version = ann.state["version"]
    forbidden = ann.page.locator(".board .forbidden")
    assert forbidden.count() > 0
    click(forbidden.first)
    bubble = ann.page.locator("#refusal")
    expect(bubble).to_be_visible()
    assert re.search(r"\w{4,}.* S\d+$", bubble.inner_text(), re.DOTALL)
    assert ann.state["version"] == version
    ann.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    ann.page.keyboard.press("ArrowDown")
    for key in ("ArrowRight",) * 8 + ("ArrowLeft",) * 8:
        if not ann.page.locator(".board .forbidden:focus").count():
            ann.page.keyboard.press(f"Shift+{key}")
    ann.page.keyboard.press("Enter")
    expect(bubble).to_be_visible()
    assert ann.state["version"] == version


def test_a_decision_on_an_old_state_is_refused_with_a_sentence_that_stays(invite: Invite) -> None:
    ann = invite()
    ann.excused = ("409", "ERR_FAILED", "htmx:", "Error", "[object Event]")
    ann.meet_bots("sintra")
    ann.my_turn()
    old = ann.tab()
    for path in ("**/events*", "**/part*"):
        old.route(path, lambda route: route.abort())
    old.goto(ann.page.url)
    ann.decide()
    expect(old.locator("#state")).not_to_have_attribute("data-version", ann.state["version"])
    old.unroute("**/part*")
    old.locator(".board .legal").first.dispatch_event("click")
    expect(old.locator("#state")).to_have_attribute("data-version", ann.state["version"])
    refusal = old.locator("#refusal")
    expect(refusal).to_contain_text("changed")
    expect(refusal).to_be_visible()
    old.keyboard.press("Escape")
    expect(refusal).to_be_hidden()


def test_two_tabs_agree_and_a_double_click_plays_once(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    other = ann.tab()
    other.goto(ann.page.url)
    version = int(ann.state["version"])
    target = ann.legal.first
    target.evaluate(
        "element => { for (const _ of [1, 2]) element.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"
    )
    expect(other.locator("#state")).to_have_attribute("data-version", str(version + 1))
    expect(ann.page.locator("#state")).to_have_attribute("data-version", str(version + 1))
    expect(ann.page.locator(".chips .chip")).to_have_count(1)


def test_a_lost_connection_says_so_and_comes_back_to_the_right_state(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    second.excused = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK", "net::", "sseError", "Error", "htmx:")
    second.context.set_offline(True)
    expect(second.page.locator("#offline")).to_be_visible()
    first.my_turn()
    take_turn(first)
    second.context.set_offline(False)
    second.my_turn()
    assert second.state["version"] == first.state["version"]
    expect(second.page.locator("#offline")).to_be_hidden()
    second.decide()
    expect(first.page.locator("#state")).to_have_attribute("data-version", second.state["version"])


def test_what_did_not_get_through_can_be_done_again(invite: Invite) -> None:
    ann = invite()
    ann.excused = ("ERR_INTERNET_DISCONNECTED", "htmx:")
    ann.meet_bots("sintra")
    ann.my_turn()
    version = ann.state["version"]
    ann.page.route("**/play", lambda route: route.abort("internetdisconnected"))
    ann.legal.first.click()
    expect(ann.page.locator("#offline")).to_be_visible()
    assert ann.state["version"] == version
    ann.page.unroute("**/play")
    expect(ann.page.locator("#offline")).to_be_hidden()
    ann.decide()
    assert ann.state["version"] != version


@pytest.mark.parametrize("game", games())
def test_a_turn_is_played_by_the_keyboard_alone(invite: Invite, game: str) -> None:
    ann = invite()
    ann.meet_bots(game)
    ann.my_turn()
    page = ann.page
    for _ in range(4):
        ann.my_turn()
        expect(page.locator(".sealed-chip, .deaf")).to_have_count(0)
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.action") is not None
        before, top, secret = ann.state["version"], page.evaluate("scrollY"), "secret" in ann.state
        page.keyboard.press("Enter")
        if secret:
            expect(page.locator(".slot:not(.deaf) #do")).to_be_focused()
            page.keyboard.press("Enter")
        ann.moved_on(before)
        assert page.evaluate("document.activeElement.matches('#sentence, [data-action]')")
        assert page.evaluate("scrollY") == top


def test_a_leaver_is_replaced_by_a_bot_and_can_come_back(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    first.page.locator(".leave summary").click()
    first.page.get_by_text("Leave the table").click()
    expect(second.page.locator(".rail")).to_contain_text("away, a bot is playing")
    second.my_turn()
    first.listens()
    first.page.get_by_text("Take my seat back").click()
    expect(second.page.locator(".rail")).not_to_contain_text("away, a bot is playing")


def test_two_people_at_one_screen_hand_it_over_before_secrets(invite: Invite) -> None:
    ann = invite()
    ann.make_table("fourberies", "me", "me", "bot:random")
    page = ann.page
    for _ in range(6):
        page.locator("#state[data-seat], .hand-over").first.wait_for(state="attached")
        curtain = page.locator(".hand-over")
        if curtain.count():
            assert page.locator(".board").count() == 0
            name = curtain.locator("h2").inner_text().removeprefix("Hand the screen to ")
            curtain.locator("a").click()
            expect(page.locator(".bar .whose")).to_contain_text(name)
            return
        ann.my_turn()
        ann.decide()
    raise AssertionError("the screen was never handed over")


def test_a_spectator_sees_the_game_and_can_do_nothing(invite: Invite) -> None:
    ann, eve = invite(), invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    eve.visit(ann.page.url)
    assert eve.page.locator("[data-action]").count() == 0
    expect(eve.page.locator("#sentence")).to_contain_text("You are watching")
    ann.decide()
    expect(eve.page.locator("#state")).to_have_attribute("data-version", ann.state["version"])


def test_the_tab_says_when_it_is_my_turn_and_a_hint_shows_where(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    assert first.page.title().startswith("● Your turn")
    assert not second.page.title().startswith("●")
    first.my_turn()
    first.page.keyboard.press("h")
    hint = first.page.locator("#preview [data-hint]")
    hint.wait_for()
    expect(first.page.locator(f'[data-action="{hint.get_attribute("data-hint")}"].hinted')).to_have_count(1)
    expect(first.page.locator(".why")).to_contain_text("Why this move")
    assert first.page.locator(".step-mark").count() >= 1
    first.page.get_by_text("Let me try").click()
    expect(first.page.locator(".why, .step-mark")).to_have_count(0)
    version = first.state["version"]
    first.listens()
    first.page.keyboard.press("h")
    expect(first.page.locator(".why")).to_be_visible()
    steps = first.page.locator(".step-mark").count()
    first.page.get_by_text("Play it").click()
    first.moved_on(version)
    if steps == 1:  # while rules are compiled, a first look advises one decision
        first.decide()
    expect(second.page).to_have_title(re.compile("● Your turn"))
    expect(first.page).not_to_have_title(re.compile("●"))
