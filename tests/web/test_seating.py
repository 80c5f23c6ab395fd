"""Making a table, sitting down, starting, leaving, coming back, playing again."""

from __future__ import annotations

import re
import time

import pytest

from ludotheque import games, load
from tests.web.site import Person, Site, first_choice

pytestmark = pytest.mark.both_databases


def test_play_now_starts_at_once_against_bots(site: Site) -> None:
    table = site.table(site.person().play_now("sintra"))
    assert table.status == "running"
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]


def test_a_table_waits_for_a_friend_who_comes_by_the_link(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=3, seat_0="me", name_0="Ann", seat_1="friend", seat_2="bot:random")
    assert site.table(table).status == "waiting"
    assert ann.post(f"/t/{table}/start").status_code == 409
    assert bea.get(f"/t/{table}").status_code == 200
    assert bea.post(f"/t/{table}/sit", seat=1, name="Bea").status_code == 200
    assert "Bea" in ann.get(f"/t/{table}").text
    assert bea.post(f"/t/{table}/start").status_code == 200
    assert site.table(table).status == "running"
    assert ann.post(f"/t/{table}/start").status_code == 409


def test_a_seat_is_taken_once(site: Site) -> None:
    ann, bea, cy = site.person(), site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    assert bea.post(f"/t/{table}/sit", seat=1, name="Bea").status_code == 200
    late = cy.post(f"/t/{table}/sit", seat=1, name="Cy")
    assert late.status_code == 409
    assert "This seat is already taken." in late.text
    assert cy.post(f"/t/{table}/sit", seat=9, name="Cy").status_code == 422
    assert site.table(table).seats[1].name == "Bea"


def test_only_the_host_changes_seats(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    assert bea.post(f"/t/{table}/seat", seat=1, kind="bot:random").status_code == 403
    assert ann.post(f"/t/{table}/seat", seat=1, kind="bot:random").status_code == 200
    assert site.table(table).seats[1].level == "random"
    assert ann.post(f"/t/{table}/seat", seat=1, kind="bot:genius").status_code == 422
    assert ann.post(f"/t/{table}/seat", seat=1, kind="open").status_code == 200
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    assert bea.post(f"/t/{table}/seat", seat=1, kind="open").status_code == 200  # one may stand up
    assert site.table(table).seats[1].kind == "open"


def test_leaving_a_waiting_table_frees_the_seat(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    assert bea.post(f"/t/{table}/leave").status_code == 200
    assert site.table(table).seats[1].kind == "open"
    assert site.person().post(f"/t/{table}/leave").status_code == 403


@pytest.mark.parametrize("game", [game for game in games() if load(game).options])
def test_options_are_those_that_were_chosen(site: Site, game: str) -> None:
    option = next(o for o in load(game).options.values() if set(map(type, o.values)) == {bool})
    ann = site.person()
    answer = ann.client.post(
        f"/new/{game}",
        data={"seats": "2", "seat-0": "me", "seat-1": "me", f"option-{option.name}": str(not option.default).lower()},
    )
    table = site.table(answer.headers["location"].rpartition("/")[2])
    assert table.options[option.name] is not option.default


def test_a_bot_plays_for_a_leaver_and_gives_the_seat_back(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = _two(site, ann, bea)
    seat = site.table(table).position.to_act or 0
    leaver = (ann, bea)[seat]
    before = len(site.table(table).history.choices)
    assert leaver.post(f"/t/{table}/leave").status_code == 200
    site.wait(table, lambda t: len(t.history.choices) > before)
    assert site.table(table).seats[seat].away
    refused = leaver.play(table, seat, 0)
    assert refused.status_code == 409
    assert "take your seat back" in refused.text
    assert leaver.post(f"/t/{table}/return").status_code == 200
    assert not site.table(table).seats[seat].away


def test_a_table_that_everybody_has_left_waits(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="bot:random")
    ann.post(f"/t/{table}/leave")
    position = site.table(table).position
    time.sleep(0.2)
    assert site.table(table).position == position
    ann.post(f"/t/{table}/return")
    site.wait(table, lambda t: 0 in t.asked())
    assert ann.play(table, 0, first_choice(site.table(table).position)).status_code == 200


def test_one_person_may_hold_several_seats(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea")
    for _ in range(6):
        state = site.table(table)
        seat = state.position.to_act or 0
        assert ann.play(table, seat, first_choice(state.position)).status_code == 200


def test_a_listed_table_is_seen_at_home_and_another_is_not(site: Site) -> None:
    ann, bea = site.person(), site.person()
    listed = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", listed=1, title="Glass and coffee")
    secret = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", title="Quiet corner")
    home = bea.get("/").text
    assert listed in home
    assert "Glass and coffee" in home
    assert secret not in home
    assert "Quiet corner" in ann.get("/").text  # it is Ann's own table
    assert secret in ann.get("/mine").text


def test_join_by_code_or_link(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    for code in (table, table.upper(), f" http://testserver/t/{table}/ "):
        assert bea.send("/join", code=code).headers["location"] == f"/t/{table}"
    assert bea.post("/join", code="nothing").status_code == 404


def test_watching_shows_the_table_and_offers_nothing(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    page = eve.get(f"/t/{table}")
    assert page.status_code == 200
    assert "data-action" not in page.text
    seat = site.table(table).position.to_act or 0
    assert eve.play(table, seat, first_choice(site.table(table).position)).status_code == 403


def _two(site: Site, ann: Person, bea: Person, game: str = "sintra", **fields: object) -> str:
    table = ann.make(game, seats=2, seat_0="me", name_0="Ann", seat_1="friend", **fields)
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    return table


def test_of_two_players_the_other_wins_when_one_gives_up(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    ann.post(f"/t/{table}/start")
    assert "Ann gave up: Bea wins." in ann.post(f"/t/{table}/give-up").text
    assert site.table(table).status == "given_up"
    page = bea.get(f"/t/{table}").text
    assert "Ann gave up: Bea wins." in page
    assert "data-action" not in page
    assert bea.post(f"/t/{table}/give-up").status_code == 409
    assert "Ann gave up" in bea.get("/mine").text
    assert table not in bea.get("/").text
    assert bea.send(f"/t/{table}/again").status_code == 303


def test_among_three_players_a_bot_plays_on_for_one_who_gives_up(site: Site) -> None:
    ann = site.person()
    seats = {"seat_0": "me", "name_0": "Ann", "seat_1": "friend", "seat_2": "friend", "option_first_seat": 0}
    table = ann.make("sintra", seats=3, **seats)
    bea = site.person()
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    assert bea.post(f"/t/{table}/start", fill=1).status_code == 403
    ann.post(f"/t/{table}/start", fill=1)
    assert [seat.kind for seat in site.table(table).seats] == ["person", "person", "bot"]
    ann.post(f"/t/{table}/give-up")
    state = site.table(table)
    assert (state.status, state.seats[0].kind, state.seats[0].visitor) == ("running", "bot", None)
    assert ann.post(f"/t/{table}/return").status_code == 403
    page = bea.get(f"/t/{table}").text
    assert re.search(r"<h3>Ann</h3>\s*<small>gave up, a bot plays on</small>", page)
    site.wait(table, lambda now: now.asked().keys() == {1})
    for page in ("", "/replay"):
        log = bea.get(f"/t/{table}{page}").text.partition('class="log"')[2]
        assert log.count('<b>Ann</b> <span class="said">gives up; a bot plays on') == 1
        assert log.index("gives up") > log.index(
            '<b>Ann</b> <span class="said">take'
        )  # the bot plays on afterwards: newest first
    bea.post(f"/t/{table}/give-up")
    assert site.table(table).status == "given_up"


# --- a rematch -----------------------------------------------------------------------------------------


def table_of_two(site: Site) -> tuple[str, Person, Person]:
    """A running table of Ann and Bea."""
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    bea.send(f"/t/{table}/sit", seat=1, name="Bea")
    ann.send(f"/t/{table}/start")
    return table, ann, bea


def test_a_rematch_rotates_the_seats(site: Site) -> None:
    table, ann, bea = table_of_two(site)
    bea.post(f"/t/{table}/give-up")
    again = ann.send(f"/t/{table}/again").headers["location"].rpartition("/")[2]
    assert bea.send(f"/t/{table}/again").headers["location"].endswith(again)
    assert [seat.name for seat in site.table(again).seats] == ["Bea", "Ann"]
    assert site.table(again).seats[0].visitor == site.table(table).seats[1].visitor


def test_people_come_to_a_rematch_with_the_name_and_token_of_today(site: Site) -> None:
    table, ann, bea = table_of_two(site)
    bea.post(f"/t/{table}/give-up")
    for person, name, token in ((ann, "Zoe", "owl"), (bea, "Yva", "fox")):
        person.send("/settings", name=name, token=token)
        again = person.send(f"/t/{table}/again").headers["location"].rpartition("/")[2]
    assert [(seat.name, seat.token) for seat in site.table(again).seats] == [("Yva", "fox"), ("Zoe", "owl")]
    assert [seat.name for seat in site.table(table).seats] == ["Ann", "Bea"]


def test_people_at_one_screen_keep_their_names_in_every_rematch(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="me", name_1="Bo")
    for names in (["Bo", "Ann"], ["Ann", "Bo"]):
        ann.post(f"/t/{table}/give-up", seat=0)
        table = ann.send(f"/t/{table}/again").headers["location"].rpartition("/")[2]
        assert [seat.name for seat in site.table(table).seats] == names


def test_the_seat_of_an_erased_visitor_is_free_in_a_rematch(site: Site) -> None:
    table, ann, bea = table_of_two(site)
    bea.post(f"/t/{table}/give-up")
    bea.send("/me/erase", name="Bea")
    again = ann.send(f"/t/{table}/again").headers["location"].rpartition("/")[2]
    assert [(seat.kind, seat.name) for seat in site.table(again).seats] == [("open", ""), ("person", "Ann")]
