"""Company at a table: reactions, the chat, spectators, a rematch; and quick matches and open tables at home."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from ludotheque.web.middleware.limits import Buckets
from ludotheque.web.storage.queries import GONE, forget_chats, quick_tables, see_quick_tables
from ludotheque.web.tables import company
from ludotheque.web.tables.making import SeatPlan
from ludotheque.web.tables.quick_match import QuickMatch, find_match, matches, stop_waiting
from ludotheque.web.tables.state import PERSON, TableCompany
from ludotheque.web.views.company import heard_html, heard_of
from ludotheque.web.views.visit import spectator
from ludotheque.web.work.hub import Hub, Onlooker
from tests.web.site import Person, Site, served, settings

pytestmark = pytest.mark.both_databases


def table_of_two(site: Site, **fields: object) -> tuple[str, Person, Person]:
    """A running table of Ann and Bea."""
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend", **fields)
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    assert ann.post(f"/t/{table}/start").status_code == 200
    return table, ann, bea


def visitor_of(site: Site, table: str, seat: int) -> str:
    return str(site.table(table).seats[seat].visitor)


# --- reactions -----------------------------------------------------------------------------------------


def test_a_reaction_is_seen_by_the_table_and_its_spectators(site: Site) -> None:
    table, ann, _ = table_of_two(site)
    before = site.table(table)
    assert ann.post(f"/t/{table}/react", reaction="bravo").status_code == 204
    now = site.table(table)
    assert (now.version, now.move_version) == (before.version + 1, before.move_version)  # decisions stay valid
    (seen,) = heard_of(now, spectator("fr"), (), site.services.store.now()).reactions
    assert (seen.seat, seen.name, seen.reaction) == (0, "Ann", "bravo")
    assert "Bravo\N{NO-BREAK SPACE}!" in site.person("fr").get(f"/t/{table}").text
    assert heard_of(now, spectator("en"), (), site.services.store.now() + 9).reactions == ()
    assert ann.send(f"/t/{table}/react", reaction="ouch").headers["location"] == f"/t/{table}"


def test_only_players_react_and_only_with_our_drawings(site: Site) -> None:
    table, ann, _ = table_of_two(site)
    assert site.person().post(f"/t/{table}/react", reaction="bravo").status_code == 403
    for odd in ("", "<b>", "bravo\u202e", "x" * 500):
        assert ann.post(f"/t/{table}/react", reaction=odd).status_code == 422
    assert ann.post("/t/nowhere/react", reaction="bravo").status_code == 404
    assert site.table(table).company == TableCompany()
    drawn = (Path(company.__file__).parent.parent / "static" / "reactions.svg").read_text("utf-8")
    for reaction in (*company.REACTIONS, company.STOOD_IN):
        assert f'<symbol id="{reaction}"' in drawn


def test_your_turn_is_said_after_a_minute(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, *people = table_of_two(site)
    (asked,) = site.table(table).asked()
    assert people[1 - asked].post(f"/t/{table}/react", reaction="wake").status_code == 409
    later = site.services.store.now() + 61
    monkeypatch.setattr(site.services.store, "now", lambda: later)
    assert people[asked].post(f"/t/{table}/react", reaction="wake").status_code == 409
    assert people[1 - asked].post(f"/t/{table}/react", reaction="wake").status_code == 204


def test_reactions_by_the_thousand(site: Site) -> None:
    table, ann, bea = table_of_two(site)
    first = site.table(table).version
    codes = [ann.post(f"/t/{table}/react", reaction="sly").status_code for _ in range(40)]
    assert codes == [204] * 5 + [429] * 35
    assert site.table(table).version == first + 5
    assert bea.post(f"/t/{table}/react", reaction="well").status_code == 204
    assert len(site.table(table).company.reactions) == 2  # the last of each seat, and no more


# --- the chat ------------------------------------------------------------------------------------------


@pytest.fixture
def talking(database: str) -> Any:
    """A server that allows chats, without a limit on lines."""
    with served(settings(database, chat=True)) as running:
        running.services.chat_limit = Buckets(0, 1)
        yield running


def test_there_is_no_chat_unless_server_and_host_allow_it(site: Site) -> None:
    table, ann, _ = table_of_two(site)
    assert ann.post(f"/t/{table}/chat", on=1).status_code == 403
    assert ann.post(f"/t/{table}/say", text="hello").status_code == 403
    assert 'class="switch-chat"' not in ann.get(f"/t/{table}").text
    assert site.table(table).company.chat is None


def test_the_host_switches_the_chat_on_and_off(talking: Site) -> None:
    table, ann, bea = table_of_two(talking)
    assert bea.post(f"/t/{table}/say", text="hello").status_code == 403
    assert bea.post(f"/t/{table}/chat", on=1).status_code == 403
    assert ann.post(f"/t/{table}/chat", on=1).status_code == 204
    assert bea.post(f"/t/{table}/say", text="  hello\n there ").status_code == 204
    assert [line.text for line in talking.table(table).company.chat or ()] == ["hello there"]
    assert "hello there" in ann.get(f"/t/{table}").text
    assert ann.post(f"/t/{table}/chat", on=0).status_code == 204
    assert "hello there" not in ann.get(f"/t/{table}").text


def test_only_players_read_the_chat(talking: Site) -> None:
    table, ann, _ = table_of_two(talking)
    ann.post(f"/t/{table}/chat", on=1)
    ann.post(f"/t/{table}/say", text="between us")
    eve = talking.person()
    for page in (eve.get(f"/t/{table}"), eve.get(f"/t/{table}/part"), eve.get(f"/t/{table}/replay")):
        assert "between us" not in page.text
    assert eve.post(f"/t/{table}/say", text="me too").status_code == 403


def test_a_listed_table_has_no_chat(talking: Site) -> None:
    table, ann, _ = table_of_two(talking, listed=1)
    assert ann.post(f"/t/{table}/chat", on=1).status_code == 409


def test_lines_are_short_plain_and_few(talking: Site) -> None:
    table, ann, bea = table_of_two(talking)
    ann.post(f"/t/{table}/chat", on=1)
    markup = "<script>alert(1)</script> {{ 7 * 7 }} &amp;"
    assert ann.post(f"/t/{table}/say", text=markup).status_code == 204
    assert "&lt;script&gt;" in bea.get(f"/t/{table}").text
    assert "<script>alert" not in bea.get(f"/t/{table}").text
    assert ann.post(f"/t/{table}/say", text="a\x07b\u202ec\u200b" + "d" * 900).status_code == 204
    last = (talking.table(table).company.chat or ())[-1].text
    assert last == "a b c" + " " + "d" * 194
    assert ann.post(f"/t/{table}/say", text="می\u200cخواهم 👨\u200d👩\u200d👧\u200d").status_code == 204
    assert (talking.table(table).company.chat or ())[
        -1
    ].text == "می\u200cخواهم 👨\u200d👩\u200d👧"  # joined, as names are
    for text in (
        "",
        " \t\u200b",
        "\u200d",
        "www\u200d.example.org",
        "see https://example.org",
        "www.example.org",
        "example.org/x",
    ):
        assert ann.post(f"/t/{table}/say", text=text).status_code == 422
    for number in range(60):
        ann.post(f"/t/{table}/say", text=str(number))
    assert len(talking.table(table).company.chat or ()) == company.MOST_LINES


def test_lines_of_one_visitor_are_limited(database: str) -> None:
    with served(settings(database, chat=True)) as site:
        table, ann, _ = table_of_two(site)
        ann.post(f"/t/{table}/chat", on=1)
        codes = [ann.post(f"/t/{table}/say", text="again").status_code for _ in range(12)]
        assert codes == [204] * 10 + [429] * 2


def test_the_next_person_in_a_seat_is_somebody_else(talking: Site) -> None:
    """Lines and reactions go with the person, and a browser mutes persons, not seats."""
    ann, bea, cy = talking.person(), talking.person(), talking.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    ann.post(f"/t/{table}/chat", on=1)

    def muted_by_ann() -> list[str]:
        return re.findall(r'data-mute="(\w+)"', ann.get(f"/t/{table}").text)

    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    (first,) = muted_by_ann()
    bea.post(f"/t/{table}/say", text="I was here")
    bea.post(f"/t/{table}/react", reaction="bravo")
    page = ann.get(f"/t/{table}").text
    assert f'<li data-player="{first}">' in page
    bea.post(f"/t/{table}/link", link="make", seat=1)
    key = talking.table(table).seats[1].link
    assert cy.send(f"/t/{table}/seat/{key}").status_code == 303
    (second,) = muted_by_ann()
    assert second != first
    assert talking.table(table).company == TableCompany(chat=())


def test_the_chat_goes_with_its_table(talking: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, bea = table_of_two(talking)
    ann.post(f"/t/{table}/chat", on=1)
    ann.post(f"/t/{table}/say", text="farewell")
    bea.post(f"/t/{table}/give-up")
    forget_chats(talking.services.store)
    assert "farewell" in ann.get(f"/t/{table}").text  # for a day
    tomorrow = talking.services.store.now() + 86_401
    monkeypatch.setattr(talking.services.store, "now", lambda: tomorrow)
    assert "farewell" not in ann.get(f"/t/{table}").text
    forget_chats(talking.services.store)
    talking.services.store.forget()
    assert talking.table(table).company == TableCompany()


# --- spectators ----------------------------------------------------------------------------------------


def test_players_see_who_watches_and_spectators_how_many(site: Site) -> None:
    table, _, _ = table_of_two(site)
    state, now = site.table(table), site.services.store.now()
    people = ((visitor_of(site, table, 0), "Ann"), ("v1", "Toinette"), ("v2", ""))
    watchers = [Onlooker(visitor, name, "fox", now - 720) for visitor, name in people]
    visit = spectator("en")
    seen = heard_of(state, visit, watchers, now)
    assert (seen.watching, seen.names) == (2, ())
    mine = heard_of(state, visit.__class__(visitor_of(site, table, 0), *list(vars(visit).values())[1:]), watchers, now)
    assert (mine.watching, [each.name for each in mine.names]) == (2, ["Toinette", ""])
    text = heard_html(mine, "en")
    assert "Toinette" in text
    assert "a guest" in text
    assert "2 are watching" in text
    assert "12 minutes" in text


def test_spectators_of_other_workers_are_counted(site: Site) -> None:
    hub, here = site.services.hub, Onlooker("v1", "Toinette", "fox", 5.0)
    site.services._watching([{"t": [list(here)]}, {"t": [["v1", "Toinette", "fox", 3.0], ["v2", "", "owl", 4.0]]}])
    assert hub.watchers("t") == [here._replace(since=3.0), Onlooker("v2", "", "owl", 4.0)]
    site.services._watching([])
    assert hub.watchers("t") == []


def test_clients_hear_once_of_many_who_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.web.work.hub.WATCHERS_DELAY", 0.01)

    async def come() -> int:
        hub, heard = Hub(), 0
        hub.open()
        channel = hub.join("table", "ann", "Ann")
        for number in range(50):
            hub.join("table", f"v{number}", "")
        while True:
            try:
                await asyncio.wait_for(channel.wait(), 0.1)
            except TimeoutError:
                assert len(hub.watchers("table")) == 51
                return heard
            heard += 1

    assert asyncio.run(come()) == 1


def test_a_change_of_a_table_without_new_clients_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def change() -> list[str]:
        hub, told = Hub(), list[str]()
        hub.open()
        monkeypatch.setattr(hub, "_notify_soon", lambda notify, table: told.append(table))
        hub.table_changed("elsewhere", 7)
        channel = hub.join("table", "ann", "Ann")
        hub.table_changed("table", 7)
        channel.table_changed(7)
        hub.table_changed("table", 7)  # the same again, by the change feed
        hub.table_changed("table", 8)
        return told

    assert asyncio.run(change()) == ["table", "table"]


# --- quick matches -------------------------------------------------------------------------------------


def looked_for(person: Person, match: str = "sintra:2", **fields: object) -> str:
    answer = person.send("/quick", match=match, **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def test_the_first_who_come_sit_down_together(site: Site) -> None:
    ann, bea, cy = site.person(), site.person(), site.person()
    table = looked_for(ann, name="Ann")
    assert looked_for(ann) == table  # nobody plays against oneself
    assert looked_for(cy, "sintra:3") != table
    page = ann.get(f"/t/{table}").text
    assert "Looking for players" in page
    assert "/sit" not in page
    assert ann.post(f"/t/{table}/sit", seat=1, name="Ann").status_code == 409
    assert looked_for(bea, name="Bea") == table
    state = site.table(table)
    assert (state.status, [seat.name for seat in state.seats]) == ("running", ["Ann", "Bea"])
    assert looked_for(cy) != table


def test_people_who_come_at_the_same_moment_sit_down_together(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bea comes while Ann, who has found nobody, is about to make a table."""
    store, match = site.services.store, next(each for each in matches() if each.key == "sintra:2")
    real, asked, found, mine = store.now, list[float](), list[str](), threading.get_ident()

    def now() -> float:
        time = real()
        if threading.get_ident() == mine:  # the server's own threads ask, too
            asked.append(time)
            if len(asked) == 2:  # Ann has looked, and has the time of her table
                found.append(find_match(store, match, "Bea", SeatPlan(PERSON, "Bea"), ""))
        return time

    monkeypatch.setattr(store, "now", now)
    found.append(find_match(store, match, "Ann", SeatPlan(PERSON, "Ann"), ""))
    assert found[0] == found[1]
    assert site.table(found[0]).status == "running"


def test_a_table_that_is_joined_from_the_list_starts_too(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = looked_for(ann)
    assert f'href="/t/{table}"' in bea.get("/").text
    bea.post(f"/t/{table}/sit", seat=1, name="Bea")
    assert site.table(table).status == "running"


def test_closing_the_page_leaves_the_queue(site: Site) -> None:
    ann, bea, cy = site.person(), site.person(), site.person()
    table = looked_for(ann, "sintra:3", name="Ann")
    assert looked_for(bea, "sintra:3", name="Bea") == table
    store, first, second = site.services.store, visitor_of(site, table, 0), visitor_of(site, table, 1)
    stop_waiting(store, table, first)
    state = site.table(table)
    assert ([seat.kind for seat in state.seats], state.host) == (["open", "person", "open"], second)
    stop_waiting(store, table, second)
    assert cy.get(f"/t/{table}").status_code == 404  # without anybody the table is gone
    assert looked_for(cy, "sintra:3") != table


def test_a_running_game_is_not_left(site: Site) -> None:
    table = looked_for(ann := site.person())
    looked_for(site.person())
    before = site.table(table)
    stop_waiting(site.services.store, table, visitor_of(site, table, 0))
    assert site.table(table) == before
    assert ann.get(f"/t/{table}").status_code == 200


def test_the_hub_tells_of_a_page_that_was_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.web.work.hub.GONE_AFTER", 0.02)

    async def go() -> list[tuple[str, str]]:
        hub, gone = Hub(), []
        hub.open()
        hub.on_gone = lambda table, visitor: gone.append((table, visitor))
        first, second = hub.join("t", "ann"), hub.join("t", "bea")
        hub.leave("t", first)
        hub.leave("t", second)
        hub.join("t", "bea")  # the page is loaded again
        await asyncio.sleep(0.1)
        return gone

    assert asyncio.run(go()) == [("t", "ann")]


def test_nobody_is_seated_with_people_who_are_gone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was killed could not notice that they closed the page."""
    ann, bea = site.person(), site.person()
    store = site.services.store
    table = looked_for(ann)
    later = store.now() + GONE + 1
    monkeypatch.setattr(store, "now", lambda: later)
    assert quick_tables(store, "sintra", 2) == []
    assert f'href="/t/{table}"' not in bea.get("/").text
    see_quick_tables(store, [table])
    assert quick_tables(store, "sintra", 2) == [table]


def test_odd_matches_are_refused(site: Site) -> None:
    ann = site.person()
    for odd in ("", "sintra", "sintra:1", "sintra:99", "chess:2", "sintra:2:2", "<b>"):
        assert ann.post("/quick", match=odd).status_code == 422
    assert all(match.players > 1 and match.minutes % 5 == 0 for match in matches())
    assert {match.key for match in matches()} >= {"sintra:2", "fourberies:5", "stanza:4"}


def test_a_match_of_a_very_long_game_has_the_longest_clock(site: Site) -> None:
    long = QuickMatch("sintra", 2, 600)
    table = find_match(site.services.store, long, "a visitor", SeatPlan(PERSON), "")
    assert site.table(table).clock_seconds == 3600


def test_open_tables_tell_pace_options_and_bots(site: Site) -> None:
    ann, bea = site.person(), site.person()
    ann.make(
        "stanza", seats=3, seat_0="me", seat_1="friend", seat_2="bot:casual", listed=1, clock="move-300",
        **{"option-experienced": "true"},
    )  # fmt: skip
    page = bea.get("/").text.partition('class="open-tables"')[2]
    assert "5 minutes" in page
    assert "bot:" in page
    assert "xperienced" in page
