"""At the table: undo and its limits, refusals, lost connections, other tabs, leaving, one screen for two, watching."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ludotheque import games
from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, Guest, click


def two_at_sintra(invite: Invite) -> tuple[Guest, Guest]:
    """Ann and Bob at a table of two, the starting player first."""
    ann, bob = invite(), invite()
    table = ann.make_table("sintra", "me", "friend")
    bob.sit(table, "Bob")
    ann.start()
    bob.page.locator(".board").wait_for()
    return (ann, bob) if "seat" in ann.state else (bob, ann)


WITHOUT_FORECASTS = """() => {
    const board = document.querySelector(".board").cloneNode(true);
    board.querySelectorAll(".forecast").forEach((each) => each.remove());  // they come when somebody points
    return board.innerHTML;
}"""


def take_turn(person: Guest) -> None:
    """A whole turn of Sintra: panes, then the strip."""
    seat = person.state["seat"]
    while person.state.get("seat") == seat:
        person.decide()


def test_steps_of_a_turn_are_chips_and_can_be_taken_back(invite: Invite) -> None:
    ann = invite()
    ann.play_now("sintra")
    ann.my_turn()
    before = ann.page.evaluate(WITHOUT_FORECASTS)
    ann.decide()
    chips = ann.page.locator(".chips .chip")
    expect(chips).to_have_count(1)
    assert chips.inner_text().startswith("Take ")
    version = ann.state["version"]
    ann.page.keyboard.press("u")
    ann.moved_on(version)
    expect(chips).to_have_count(0)
    assert ann.page.evaluate(WITHOUT_FORECASTS) == before
    ann.decide()
    version = ann.state["version"]
    chips.click()
    ann.moved_on(version)
    expect(chips).to_have_count(0)


WIDTHS = ((1440, 900), (1024, 768), (820, 1180), (390, 844), (720, 450))  # the last: a large screen at 200% zoom
SLOTS = """() => [...document.querySelectorAll(".slot")].map((slot) => {
    const { x, y, width, height } = slot.getBoundingClientRect();
    return [x, y, width, height];
})"""


def slots(person: Guest) -> dict[tuple[int, int], list[list[float]]]:
    """Where the slots of the bar lie, at every width."""
    found = {}
    for width, height in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate("scrollTo(0, 0)")
        found[width, height] = person.page.evaluate(SLOTS)
        bar = person.page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["height"] <= height / 4
    person.page.set_viewport_size({"width": 1440, "height": 900})
    return found


def test_the_slots_of_the_bar_never_move_and_nothing_takes_the_place_of_undo(invite: Invite) -> None:
    ann = invite()
    ann.play_now("stanza")
    ann.my_turn()
    page, before = ann.page, slots(ann)
    expect(page.locator("#undo button")).to_have_attribute("aria-disabled", "true")
    ann.decide()
    ending = page.locator("#end button")
    expect(ending).to_contain_text("End turn")
    assert ending.evaluate("button => getComputedStyle(button).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert slots(ann) == before
    version, undo = ann.state["version"], page.locator("#undo button").bounding_box()
    assert undo is not None
    at = undo["x"] + undo["width"] / 2, undo["y"] + undo["height"] / 2
    page.mouse.click(*at)
    ann.moved_on(version)
    assert slots(ann) == before
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#undo') !== null", list(at))
    version = ann.state["version"]
    page.mouse.click(*at)  # there is nothing to undo: it says so
    expect(page.locator("#refusal")).to_contain_text("nothing to undo")
    assert ann.state["version"] == version


def test_after_another_player_has_decided_undo_needs_consent(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    first.my_turn()
    take_turn(first)
    second.my_turn()
    second.decide()
    undo = first.page.locator("#undo button")
    expect(undo).to_contain_text("Ask to undo")
    expect(first.page.locator("#undo.deaf")).to_have_count(0)  # it has just changed
    undo.click()
    asking = second.page.locator(".asking")
    expect(asking).to_contain_text("would like to undo the last move")
    version = first.state["version"]
    asking.get_by_text("Decline").click()
    first.moved_on(version)
    expect(first.page.locator(".asking")).to_contain_text("declined")
    expect(asking).to_have_count(0)
    assert "seat" not in first.state
    expect(first.page.locator("#undo.deaf")).to_have_count(0)  # it has just changed
    first.page.locator("#undo button").click()
    second.page.locator(".asking").get_by_text("Agree").click()
    first.my_turn()
    assert "seat" not in second.state


def test_a_forbidden_click_says_why_and_changes_nothing(invite: Invite) -> None:
    ann = invite()
    ann.play_now("sintra")
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


def test_a_piece_without_a_choice_answers_a_click_and_a_key_but_no_pointing(invite: Invite) -> None:
    ann = invite()
    ann.play_now("stanza")
    ann.my_turn()
    ann.close_helper()
    bubble = ann.page.locator("#refusal")
    far = ann.page.locator(".board g[id^='space-']:not(:has([data-action]))", has_text=re.compile(r"\w")).first
    far.hover()
    expect(bubble).to_be_hidden()
    click(far)
    expect(bubble).to_contain_text(
        re.compile(r"(\d+ stops away; you walk at most 4\.|is skipped when you count\.) L1[56]")
    )
    ann.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    ann.page.locator(".board .choice.legal").first.focus()
    while ann.page.evaluate("document.activeElement.matches('[data-action]')"):
        ann.page.keyboard.press("Shift+ArrowDown")
    ann.page.keyboard.press("Enter")
    expect(bubble).to_contain_text(re.compile(r"\w{4,}.* L\d+$"))


def test_a_decision_on_an_old_state_is_refused_with_a_sentence_that_stays(invite: Invite) -> None:
    ann = invite()
    ann.excused = ("409", "ERR_FAILED", "htmx:", "Error", "[object Event]")
    ann.play_now("sintra")
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
    ann.play_now("sintra")
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
    ann.play_now("sintra")
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
    ann.play_now(game)
    ann.my_turn()
    page = ann.page
    for _ in range(4):
        ann.my_turn()
        expect(page.locator(".sealed-chip")).to_have_count(0)
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.action") is not None
        before, top, secret = ann.state["version"], page.evaluate("scrollY"), "secret" in ann.state
        page.keyboard.press("Enter")
        if secret:
            page.keyboard.press("Enter")  # the focus is on the seal
        ann.moved_on(before)
        assert page.evaluate("document.activeElement.matches('#sentence, [data-action]')")
        assert page.evaluate("scrollY") == top


def test_on_a_phone_all_that_is_said_stays_in_the_bar(invite: Invite) -> None:
    ann = invite(viewport=PHONE, has_touch=True)
    ann.play_now("sintra")
    ann.my_turn()
    page = ann.page
    page.locator(".board .legal").first.tap()
    expect(page.locator("#do")).to_be_visible()
    expect(page.locator(".ticked")).to_be_visible()
    expect(page.locator("#preview [data-for]")).to_be_visible()  # the bar has its height
    boxes = [page.locator(each).bounding_box() for each in (".bar", "#sentence", "#preview")]
    bar, sentence, preview = (box for box in boxes if box)
    assert bar["y"] <= sentence["y"]
    assert sentence["y"] + sentence["height"] <= preview["y"]
    assert preview["y"] + preview["height"] <= bar["y"] + bar["height"]
    assert preview["x"] >= 0
    assert preview["x"] + preview["width"] <= PHONE["width"]
    version = ann.state["version"]
    page.locator("#do").tap()
    ann.moved_on(version)


def test_a_secret_choice_is_chosen_then_sealed(invite: Invite) -> None:
    ann = invite()
    ann.play_now("fourberies")
    ann.my_turn()
    version, cities = ann.state["version"], ann.page.locator(".board .legal")
    for city in (0, 1, 1):  # also a second click on the same City
        click(cities.nth(city))
        expect(ann.page.locator(".board .selected")).to_have_count(1)
    assert ann.state["version"] == version
    expect(ann.page.locator("#do")).to_have_text("Seal")
    ann.page.keyboard.press("c")
    ann.moved_on(version)


def test_a_leaver_is_replaced_by_a_bot_and_can_come_back(invite: Invite) -> None:
    first, second = two_at_sintra(invite)
    first.page.locator(".leave summary").click()
    first.page.get_by_text("Leave the table").click()
    expect(second.page.locator(".rail")).to_contain_text("away, a bot is playing")
    second.my_turn()
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
    ann.play_now("sintra")
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
    take_turn(first)
    expect(second.page).to_have_title(re.compile("● Your turn"))
    expect(first.page).not_to_have_title(re.compile("●"))
