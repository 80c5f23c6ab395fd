"""The bar of a table: slots that never move, steps that can be taken back, sealed choices, the sign of a hint."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, click, longer_turn, press
from tests.web.site import Site

WITHOUT_FORECASTS = """() => {
    const board = document.querySelector(".board").cloneNode(true);
    board.querySelectorAll(".forecast").forEach((each) => each.remove());  // they come when somebody points
    return board.innerHTML;
}"""


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


CHANGED_TWICE = """async () => {
    const { deafen } = await import("/static/js/slots.js");
    const slot = document.querySelector("#end");
    const [set, clear, waiting] = [window.setTimeout, window.clearTimeout, []];
    window.setTimeout = (end) => waiting.push(end);  // its number is the length
    window.clearTimeout = (number) => { waiting[number - 1] = () => {}; };
    deafen(slot);
    deafen(slot);
    [window.setTimeout, window.clearTimeout] = [set, clear];
    return waiting.map((end) => { end(); return slot.matches(".deaf"); });
}"""


def test_a_slot_that_changes_twice_is_deaf_until_the_second_change_is_old(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("fourberies")
    ann.my_turn()
    assert ann.page.evaluate(CHANGED_TWICE) == [True, False]


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


def test_a_tap_that_closes_a_menu_leaves_everything_as_it_was(invite: Invite) -> None:
    ann = invite(viewport=PHONE, has_touch=True)
    ann.meet_bots("fourberies")
    ann.my_turn()
    page, cities, told = ann.page, ann.page.locator(".board .legal"), ann.page.locator("#preview [data-for]")
    press(cities.first, touch=True)
    expect(told).to_be_visible()
    first = told.get_attribute("data-for") or ""
    page.locator(".leave summary").tap()
    expect(page.locator(".leave[open]")).to_have_count(1)
    press(cities.last, touch=True)
    expect(page.locator(".leave[open]")).to_have_count(0)
    assert told.get_attribute("data-for") == first == page.locator(".board .selected").get_attribute("data-action")


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


def test_while_a_choice_is_sealed_the_bar_offers_nothing_but_to_break_the_seal(invite: Invite) -> None:
    ann, bob = invite(), invite()
    bob.sit(ann.make_table("fourberies", "me", "friend"), "Bob")
    ann.start()
    ann.my_turn()
    ann.decide()
    page, hint = ann.page, ann.page.locator("#ask-hint button")
    expect(page.locator(".whose")).to_have_text("Sealed")
    expect(page.locator("#sentence")).to_contain_text("Waiting for Bob")
    expect(page.locator("#preview")).to_have_attribute("data-idle", re.compile("still change it until all have chosen"))
    expect(page.locator("#undo")).to_contain_text("Break seal")
    expect(page.locator("#do")).to_be_hidden()
    expect(hint).to_have_attribute("aria-disabled", "true")
    press(page.locator("#ask-hint:not(.deaf) button"))
    expect(page.locator("#refusal")).to_have_text("You have sealed your choice.")
    page.keyboard.press("Escape")
    page.locator("#undo:not(.deaf) button").click()
    expect(page.locator(".whose")).to_have_text("Everybody chooses")
    expect(hint).not_to_have_attribute("aria-disabled", "true")


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


SIGN_OF_A_HINT = """() => {
    document.querySelector("#ask-hint button").click();
    const style = (selector, at) => getComputedStyle(document.querySelector(selector), at);
    const ring = style("#ask-hint .icon").borderTopWidth;
    return [style("#ask-hint .stop").display, style("#preview", "::before").content, ring];
}"""


def test_the_sign_of_a_hint_waits_for_no_server(invite: Invite) -> None:
    ann = invite()
    ann.excused = ("htmx:",)  # it tells of requests that were stopped
    ann.meet_bots("sintra")
    ann.my_turn()
    ann.page.reload()  # nothing of the bar has just changed then
    ann.my_turn()
    held: list[Route] = []
    ann.page.route("**/hint", lambda route: held.append(route))  # it is never answered
    stop, says, ring = ann.page.evaluate(SIGN_OF_A_HINT)  # in the very task of the click
    assert (stop, ring) == ("block", "3px")
    assert "looks ahead" in says
    ann.page.locator("#ask-hint:not(.deaf) button").click()  # it stops the hint
    expect(ann.page.locator("#ask-hint .stop")).to_be_hidden()
    held[0].abort()
