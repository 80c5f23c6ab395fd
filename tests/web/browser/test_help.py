"""Help at the table: hints, previews, explanations of the phases, cards of the rules."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Invite
from tests.web.browser.people import PHONE, click, longer_turn
from tests.web.site import Site

FROM_BOARD = """() => {
    const [ghost, board] = [".ghost", ".board"].map((name) => document.querySelector(name).getBoundingClientRect());
    return Math.round(ghost.top - board.top);
}"""  # how far below the top of the board a ghost is


def test_a_hint_leaves_what_is_asked_readable_and_the_helper_leaves_the_board_free(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("stanza")
    page = ann.page
    helper, board = page.locator("#helper"), page.locator(".board-frame")
    helper.wait_for()
    boxes = [box for box in (helper.bounding_box(), board.bounding_box()) if box]
    assert boxes[0]["x"] >= boxes[1]["x"] + boxes[1]["width"]
    ann.my_turn()
    looking = page.evaluate(
        "() => { document.querySelector('#ask-hint button').click();"
        " return document.querySelector('.bar').matches('.htmx-request'); }"
    )
    assert looking, "no sign that a hint is on its way"
    page.locator("#preview [data-hint]").wait_for()
    expect(page.locator("#sentence .asks")).to_be_visible()
    expect(page.locator("#do")).to_be_visible()


def test_phases_are_explained_once_and_never_again_if_so_wished(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    helper = ann.page.locator("#helper")
    helper.wait_for()
    assert "S15" in helper.inner_text()
    ann.page.get_by_text("Got it").click()
    ann.page.reload()
    ann.page.locator("#state[data-seat]").wait_for(state="attached")
    expect(helper).to_be_hidden()
    ann.decide()
    ann.page.get_by_text("No more tips").click()
    ann.page.locator("#state[data-seat]").wait_for(state="attached")
    expect(helper).to_have_count(0)


def test_ghosts_stay_at_their_place_when_a_tip_above_the_board_closes(invite: Invite) -> None:
    ann = invite(viewport=PHONE)
    ann.meet_bots("stanza")
    page = ann.page
    page.locator("#state[data-seat]").wait_for(state="attached")
    expect(page.locator("#helper")).to_be_visible()
    page.locator(".board .legal").first.focus()
    ghost = page.locator(".ghost").first
    ghost.wait_for(state="attached")
    before = page.evaluate(FROM_BOARD)
    page.evaluate("document.querySelector('[data-close=helper]').click()")
    expect(page.locator("#helper")).to_be_hidden()
    assert page.evaluate(FROM_BOARD) == before


def test_a_rule_number_opens_its_card_and_popovers_close_without_playing(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    link = ann.page.locator("#sentence a.rule")
    link.click()
    pop = ann.page.locator("#rule-pop")
    expect(pop).to_contain_text(link.inner_text())
    expect(pop).to_contain_text("glazier")
    version, url = ann.state["version"], ann.page.url
    click(ann.page.locator(".board .legal").first)  # a click outside closes it, and plays nothing
    expect(pop).to_be_hidden()
    link.click()
    expect(pop).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(pop).to_be_hidden()
    ann.page.locator(".leave summary").click()
    click(ann.page.locator(".board .legal").first)
    expect(ann.page.get_by_text("Leave the table")).to_be_hidden()
    assert (ann.state["version"], ann.page.url) == (version, url)


def test_a_rule_of_a_hint_opens_its_card_and_the_hint_stays(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    ann.page.keyboard.press("h")
    why, card = ann.page.locator("aside.why"), ann.page.locator("#rule-pop")
    why.wait_for()
    ann.page.evaluate(  # not every hint names a rule
        "document.querySelector('aside.why').append(document.querySelector('#sentence a.rule').cloneNode(true))"
    )
    why.locator("a.rule").last.click()
    expect(card).to_be_visible()
    expect(why).to_be_visible()
    click(ann.page.locator(".board .forbidden, .board .legal:not(.hinted)").first)  # outside: only the card closes
    expect(card).to_be_hidden()
    expect(why).to_be_visible()
    why.locator("a.rule").last.press("Enter")
    expect(card).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(why.locator("a.rule").last).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def test_hovering_shows_what_a_choice_would_do(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    target = ann.page.locator(".board .legal").first
    target.hover()
    expect(ann.page.locator("#preview")).to_contain_text("Take ")
    ann.decide()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator("#preview")).to_contain_text("strip")
    assert ann.page.locator(".forecast:visible").count() > 0


PRESS_END = """() => {
    const end = document.querySelector("#end button");
    if (!end.matches(".asks")) end.click();  // in vain as long as the slot is deaf
    return end.matches(".asks");
}"""


def test_an_end_that_gives_an_action_away_asks_first(invite: Invite, site: Site) -> None:
    ann = invite()
    ann.meet_bots("stanza")
    ann.my_turn()
    version = ann.state["version"]
    click(ann.page.locator(longer_turn(ann, site)).first)
    ann.moved_on(version)
    end, version = ann.page.locator("#end"), ann.state["version"]
    ann.page.wait_for_function(PRESS_END)
    expect(end).to_contain_text("End without an action?", use_inner_text=True)
    ann.page.locator("#sentence .asks").click()  # anything else: it is not meant
    expect(end).to_contain_text("End turn", use_inner_text=True)
    ann.page.wait_for_function(PRESS_END)
    expect(ann.page.locator("#end .deaf")).to_have_count(0)
    assert ann.state["version"] == version
    ann.page.keyboard.press("p")
    ann.moved_on(version)
