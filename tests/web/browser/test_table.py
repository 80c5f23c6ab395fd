"""At the table: undo and its limits, refusals, lost connections, other tabs, leaving, one screen for two, watching."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ludotheque import games
from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, Guest, click, longer_turn
from tests.web.site import Site


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
    ann.page.locator(".sentence:not(.deaf) .chips .chip").click()  # it has just changed
    ann.moved_on(version)
    expect(chips).to_have_count(0)


WIDTHS = ((1440, 900), (1024, 768), (820, 1180), (390, 844), (720, 450))  # the last: a large screen at 200% zoom
BAR = """() => {
    scrollTo(0, 0);
    const places = [...document.querySelectorAll(".bar, .slot")].map((slot) => {
        const { x, y, width, height } = slot.getBoundingClientRect();
        return [x, y, width, height];
    });
    const [x, y, width, height] = places[1];
    const undo = document.querySelector("#undo button");
    const end = document.querySelector("#end button");
    return {
        places,
        middle: [x + width / 2, y + height / 2],
        undoes: undo.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
        idle: undo.ariaDisabled,
        ground: end && getComputedStyle(end).backgroundColor,
        version: document.querySelector("#state").dataset.version,
    };
}"""


def test_the_slots_of_the_bar_never_move_and_nothing_takes_the_place_of_undo(invite: Invite, site: Site) -> None:
    ann = invite()
    ann.meet_bots("stanza")
    ann.my_turn()
    page, walk = ann.page, longer_turn(ann, site)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        before = page.evaluate(BAR)
        assert before["places"][0][3] <= height / 4
        assert before["idle"] == "true"
        page.locator(walk).first.dispatch_event("click")
        expect(page.locator("#end button")).to_contain_text("End turn")
        walked = page.evaluate(BAR)
        assert walked["ground"] == "rgba(0, 0, 0, 0)"
        assert walked["places"][1:] == before["places"][1:]  # on a phone the bar itself grows upwards
        expect(page.locator("#undo.deaf")).to_have_count(0)  # it has just changed
        page.mouse.click(*walked["middle"])
        expect(page.locator("#undo button")).to_have_attribute("aria-disabled", "true")
        undone = page.evaluate(BAR)
        assert undone["places"][1:] == before["places"][1:]
        assert undone["undoes"]
        page.mouse.click(*walked["middle"])  # there is nothing to undo: it says so
        expect(page.locator("#refusal")).to_contain_text("nothing to undo")
        assert ann.state["version"] == undone["version"]
        page.keyboard.press("Escape")


CLICK_UNDO_THRICE = """() => {
    const click = () => document.querySelector("#undo button").click();
    const again = new MutationObserver(() => { again.disconnect(); click(); });  // htmx has not bound the new form yet
    again.observe(document.querySelector("#state"), { attributes: true });
    click();
    click();
}"""


def test_quick_clicks_on_undo_take_back_a_step_each_and_stay_at_the_table(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    ply, posts = ann.state["ply"], []
    for _ in range(2):
        ann.decide()
    ann.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    ann.my_turn()
    ann.page.evaluate(CLICK_UNDO_THRICE)
    expect(ann.page.locator("#state")).to_have_attribute("data-ply", ply)
    assert len(posts) == 2


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


def test_on_a_phone_a_chosen_piece_is_ticked_and_takes_the_place_of_the_question(invite: Invite) -> None:
    ann = invite(viewport=PHONE, has_touch=True)
    ann.meet_bots("fourberies")  # its Cities reach to the edge of the screen
    ann.my_turn()
    page = ann.page
    page.mouse.move(0, 0)  # it closed the helper, and may lie on a City now
    expect(page.locator("#sentence")).to_be_visible()
    page.locator(".board .legal").first.tap()
    expect(page.locator("#do")).to_be_visible()
    expect(page.locator(".ticked")).to_be_visible()
    expect(page.locator("#preview [data-for]")).to_be_visible()  # the bar has its height
    expect(page.locator("#sentence")).to_be_hidden()
    boxes = [page.locator(each).bounding_box() for each in (".bar", "#preview", ".ticked")]
    bar, preview, tick = (box for box in boxes if box)
    assert bar["height"] <= PHONE["height"] / 4
    assert bar["y"] <= preview["y"]
    assert preview["y"] + preview["height"] <= bar["y"] + bar["height"]
    assert preview["x"] >= 0
    assert preview["x"] + preview["width"] <= PHONE["width"]
    assert tick["x"] + tick["width"] <= PHONE["width"]
    version = ann.state["version"]
    page.locator(".slot:not(.deaf) #do").tap()
    ann.moved_on(version, "'sealed' in now")


def test_a_secret_choice_is_chosen_then_sealed(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("fourberies")
    ann.my_turn()
    version, cities = ann.state["version"], ann.page.locator(".board .legal")
    for city in (0, 1, 1):  # also a second click on the same City
        click(cities.nth(city))
        expect(ann.page.locator(".board .selected")).to_have_count(1)
    assert ann.state["version"] == version
    expect(ann.page.locator("#do")).to_have_text("Seal")
    ann.page.keyboard.press("c")
    ann.moved_on(version)


def test_a_choice_can_be_sealed_after_another_player_has_sealed(invite: Invite) -> None:
    ann, bob = invite(), invite()
    bob.sit(ann.make_table("bids", "me", "friend"), "Bob")
    ann.start()
    for person in (ann, bob):
        person.my_turn()
    version = ann.state["version"]
    click(ann.page.locator(".board .legal").first)
    bob.decide()
    expect(bob.page.locator(".ticked.wax")).to_be_visible()
    bob.page.locator("#undo:not(.deaf) button").click()  # it breaks the seal
    expect(bob.page.locator(".ticked")).to_have_count(0)
    bob.decide()
    assert bob.state["version"] == version
    ann.page.locator(".slot:not(.deaf) #do").click()
    for person in (ann, bob):
        person.moved_on(version)


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
    first.page.keyboard.press("h")
    expect(first.page.locator(".why")).to_be_visible()
    steps = first.page.locator(".step-mark").count()
    first.page.get_by_text("Play it").click()
    first.moved_on(version)
    if steps == 1:  # while rules are compiled, a first look advises one decision
        first.decide()
    expect(second.page).to_have_title(re.compile("● Your turn"))
    expect(first.page).not_to_have_title(re.compile("●"))
