"""Views: the turn, previews, lists, several people at one screen."""

from __future__ import annotations

import time

import pytest

from ludotheque import games
from ludotheque.bots import levels
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.levels import level_values
from ludotheque.web.views.lists import listed
from ludotheque.web.views.log import PAGE_LENGTH, log_of
from ludotheque.web.views.parts import parts_of
from ludotheque.web.views.previews import previews_of
from ludotheque.web.views.replay import turn_after, turn_before
from ludotheque.web.views.speech import preferred, speech
from ludotheque.web.views.table import TableView, table_of, title_of
from ludotheque.web.views.viewer import viewer_of
from ludotheque.web.views.visit import Visit
from tests.web.site import HTMX, Site, first_choice

ME = "me"


def visit(visitor: str = ME, language: str = "en") -> Visit:
    return Visit(visitor, True, language, "", True, False, "", "/", "http://here", False)


def shown(table: TableState, visitor: str = ME, eyes: int | None = None) -> TableView:
    return table_of(viewer_of(table, visit(visitor), eyes, time.time()))


def made(site: Site, game: str, *names: str) -> str:
    return create(site.services.store, Plan(game, tuple(SeatPlan("person", name) for name in names)), ME)


def step(site: Site, table: str) -> None:
    state = site.table(table)
    seat = next(s for s in state.asked() if s not in state.seals)
    site.services.store.change(table, decide, ME, seat, state.version, first_choice(state.asked()[seat]))


@pytest.mark.parametrize("game", games())
def test_every_legal_action_is_in_a_panel_or_a_button(site: Site, game: str) -> None:
    table = made(site, game, "Ann", "Bea")
    for moment in range(40):
        state = site.table(table)
        if state.status != "running":
            assert moment > 10
            break
        if moment % 4 == 0:
            seat = next(s for s in state.asked() if s not in state.seals)
            page = shown(state, eyes=seat)
            turn = page.turn
            assert turn is not None
            assert turn.mine
            legal = {choice.action for choice in page.choices}
            assert legal == set(state.asked()[seat].legal())
            placed = {choice.action for choice in page.choices if choice.placed}
            assert placed | {choice.action for choice in (*page.buttons, page.end) if choice} == legal
            ids = [choice.action for choice in page.choices]
            assert len(ids) == len(set(ids))
        step(site, table)


def test_a_choice_tells_what_it_would_bring(site: Site) -> None:
    """In Sintra nothing is hidden: a preview is exactly what happens."""
    table = made(site, "sintra", "Ann", "Bea")
    found = 0
    while found < 3 and (state := site.table(table)).status == "running":
        seat = state.position.to_act or 0
        for preview in previews_of(viewer_of(state, visit(), None, time.time()), seat).previews:
            if preview.gains:
                before, after = state.position.scores(), state.position.play(preview.action).scores()
                assert sum(gain.points for gain in preview.gains) == sum(after) - sum(before)
                found += 1
        step(site, table)
    assert found >= 3


def test_the_turn_so_far_is_a_sentence_of_chips(site: Site) -> None:
    table = made(site, "sintra", "Ann", "Bea")
    state = site.table(table)
    step(site, table)
    after = site.table(table)
    assert after.position.to_act == state.position.to_act
    turn = shown(after).turn
    assert turn is not None
    assert [chip.text for chip in turn.chips] == [state.position.say(after.history.choices[-1], "en")]
    assert turn.chips[0].back == len(state.history.choices)
    assert turn.undo == turn.chips[0]
    assert turn.undo_needs == ()


def test_the_turn_goes_on_after_a_draw_but_only_what_follows_can_be_taken_back(site: Site) -> None:
    """In La Stanza rooms may be refilled in the middle of a turn."""
    table = made(site, "stanza", "Ann", "Bea")
    while True:
        state = site.table(table)
        if state.status != "running":  # it did not happen with these draws
            table = made(site, "stanza", "Ann", "Bea")
            continue
        line, seat = state.history, state.position.to_act
        drawn = len(line.choices) and line.deciders[len(line.choices) - 1] is None
        before = next((ply for ply in reversed(range(len(line.choices))) if line.deciders[ply] is not None), None)
        more = next((a for a in state.position.legal() if state.position.play(a).to_act == seat), None)
        if drawn and before is not None and line.deciders[before] == seat and more is not None:
            break
        step(site, table)
    turn = shown(state).turn
    assert turn is not None
    assert seat is not None
    said = line.positions[before].say(line.choices[before], "en", names=names_of(state, speech("en")))
    assert (turn.chips[-1].text, turn.chips[-1].back) == (said, None)
    site.services.store.change(table, decide, ME, seat, state.version, more)
    after = shown(site.table(table)).turn
    assert after is not None
    assert after.chips[:-1] == turn.chips
    assert after.chips[-1].back == len(line.choices)


def test_a_new_turn_after_a_draw_begins_with_no_chips(site: Site) -> None:
    """In Sintra the factories are filled between two turns, also if the same player goes on."""
    table = made(site, "sintra", "Ann", "Bea")
    while (line := site.table(table).history).deciders[len(line.choices) - 1] is not None or len(line.choices) < 60:
        step(site, table)
    turn = shown(site.table(table)).turn
    assert turn is not None
    assert turn.chips == ()


def test_secrets_are_shown_only_after_a_player_confirms(site: Site) -> None:
    table = made(site, "fourberies", "Ann", "Bea", "Cy")
    page = shown(site.table(table))
    assert page.seat is None
    assert page.handover is not None
    assert (page.handover.seat, page.handover.url) == (0, f"/t/{table}?eyes=0")
    assert page.turn is not None
    assert not page.turn.mine
    looking = shown(site.table(table), eyes=1)
    assert looking.seat == 1
    assert looking.turn is not None
    assert looking.turn.mine
    # Nobody looks with the eyes of another player's seat.
    assert shown(site.table(table), "eve", eyes=1).seat is None


def test_a_player_who_has_decided_makes_way_for_the_next(site: Site) -> None:
    table = made(site, "fourberies", "Ann", "Bea", "Cy")
    step(site, table)
    page = shown(site.table(table), eyes=0)
    assert page.seat is None
    assert page.handover is not None
    assert page.handover.seat == 1


def test_in_an_open_game_the_screen_follows_the_turn(site: Site) -> None:
    table = made(site, "sintra", "Ann", "Bea")
    for _ in range(6):
        state = site.table(table)
        page = shown(state)
        assert page.handover is None
        assert page.seat == state.position.to_act
        step(site, table)


def test_the_tab_says_when_it_is_my_turn(site: Site) -> None:
    table = made(site, "sintra", "Ann", "Bea")
    state = site.table(table)
    assert "Your turn" in title_of(viewer_of(state, visit(), None, 0.0))
    assert "Your turn" not in title_of(viewer_of(state, visit("eve"), None, 0.0))


def test_names_are_never_the_same_twice(site: Site) -> None:
    plan = Plan("sintra", (SeatPlan("person", "Ann"), SeatPlan("person", "Ann"), SeatPlan("bot"), SeatPlan("bot")))
    table = create(site.services.store, plan, ME)
    names = names_of(site.table(table), speech("en"))
    assert len(set(names)) == 4


def test_a_table_in_a_list(site: Site) -> None:
    table = made(site, "sintra", "Ann", "Bea")
    table_card = listed(site.table(table), visit())
    assert (table_card.my_turn, table_card.asked, table_card.stage, table_card.free) == (
        True,
        "Your turn",
        "running",
        0,
    )
    other = listed(site.table(table), visit("eve"))
    assert not other.my_turn
    assert ("Ann", "Bea")[site.table(table).position.to_act or 0] in other.asked
    assert [seat.score for seat in table_card.seats] == [0, 0]


def test_a_replay_goes_from_turn_to_turn(site: Site) -> None:
    table = made(site, "sintra", "Ann", "Bea")
    for _ in range(12):
        step(site, table)
    line = site.table(table).history
    first = turn_after(line, 0)
    moment, seats = first, []
    while moment < len(line.choices):
        seats.append(line.positions[moment].to_act)
        moment = turn_after(line, moment)
    assert seats[:4] in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert turn_before(line, turn_after(line, first)) == first


def test_languages_of_browsers() -> None:
    assert preferred("nl-BE,nl;q=0.9,en;q=0.8") == "nl"
    assert preferred("de,fr;q=0.5,en;q=0.4") == "fr"
    assert preferred("") == preferred("de") == preferred("x;q=y") == "en"


def test_six_bots_are_offered_the_weakest_first_and_one_that_was_chosen_before() -> None:
    for game in games():
        assert [each.value for each in level_values(game, speech("en"), "casual")] == list(levels())
    offered = level_values("sintra", speech("fr"), "greedy", "bot:")
    assert [each.value for each in offered if each.chosen] == ["bot:greedy"]
    assert (offered[0].label, len(offered)) == ("Nina, Enfant de l’atelier", 7)


def test_draws_in_the_middle_of_a_turn_belong_to_its_entry_of_the_log(site: Site) -> None:
    table = made(site, "stanza", "Ann", "Bea")
    state = site.table(table)
    while state.position.phase != "ACTION" or state.history.deciders[len(state.history.choices) - 1] is not None:
        step(site, table)
        state = site.table(table)
    newest, earlier = shown(state).log[:2]
    assert newest.seat == state.position.to_act
    assert [each.seat for each in newest.steps][:2] == [newest.seat, None]
    assert "walk" in newest.text
    assert "draw" not in newest.text
    assert earlier.seat != newest.seat


def test_the_log_tells_many_draws_in_a_row_by_what_is_drawn(site: Site) -> None:
    for game, said in (
        ("sintra", "16 palace strips are dealt"),
        ("stanza", "15 characters come to the palace"),
        ("fourberies", "8 cards arrive in the Cities"),
    ):
        texts = [str(turn.text) for turn in shown(site.table(made(site, game, "Ann", "Bea"))).log]
        assert any(said in text for text in texts), texts
        assert not any("draws" in text for text in texts), texts
    table = site.table(made(site, "stanza", "Ann", "Bea"))
    assert "\N{NO-BREAK SPACE}; " in log_of(table, table.history, None, ("Ann", "Bea"), speech("fr"))[-1].text


def test_the_bar_shows_the_token_of_the_player_who_is_asked(site: Site) -> None:
    body = shown(site.table(made(site, "sintra", "Ann", "Bea")))
    assert body.turn
    assert body.turn.seat is not None
    assert parts_of(body)["whose"][4] == body.players[body.turn.seat].picture != ""


def test_the_log_of_the_whole_game_has_every_turn(site: Site) -> None:
    table, viewer = made(site, "sintra", "Ann", "Bea"), site.person()
    while len(site.table(table).history.choices) < PAGE_LENGTH + 60:  # most are draws
        step(site, table)
    whole = viewer.get(f"/t/{table}/log", **HTMX).text
    assert "24 palace strips" in whole or "16 palace strips" in whole
    assert whole.count("data-ply=") > viewer.get(f"/t/{table}").text.count("data-by=")
    for name in ("Everybody", "Ann", "Bea"):
        assert f"<span>{name}</span></label>" in whole
    assert viewer.get(f"/t/{table}/log").headers["location"] == f"/t/{table}/replay"
