"""My page: games, statistics and ratings, another device, and everything of a visitor taken along or erased."""

from __future__ import annotations

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

from ludotheque.core.record import GameRecord
from ludotheque.web.middleware.limits import Buckets
from ludotheque.web.storage.played_games import games_played, rivals_near
from ludotheque.web.storage.schema import metadata, results, tables, writing
from ludotheque.web.tables.rating import SeatResult, Strength, after
from ludotheque.web.tables.results import is_rated
from ludotheque.web.tables.state import ChatLine, TableCompany
from ludotheque.web.views.common import names_of
from ludotheque.web.views.speech import speech
from tests.web.site import Person, Site
from tests.web.stored import play


def rated_game(ann: Person, bea: Person, **fields: object) -> str:
    """A rated game of Sintra that has begun."""
    table = ann.make("sintra", seats=2, seat_0="me", name_0="Ann", seat_1="friend", rated=1, **fields)
    bea.send(f"/t/{table}/sit", seat=1, name="Bea")
    ann.send(f"/t/{table}/start")
    return table


def visitor_of(site: Site, table: str, seat: int) -> str:
    return site.table(table).seats[seat].visitor or ""


def test_a_rating_is_shown_after_five_rated_games(site: Site) -> None:
    ann, bea = site.person(), site.person()
    for number in range(5):
        assert ("more rated game" in ann.get("/me").text) == (number > 0)
        table = rated_game(ann, bea)
        winner, loser = visitor_of(site, table, 0), visitor_of(site, table, 1)
        bea.send(f"/t/{table}/give-up")
    (last, *_, first) = games_played(site.services.store, winner)
    assert first.strength is not None
    assert last.strength is not None
    assert 1500 < first.strength.rating < last.strength.rating
    assert last.strength.deviation < first.strength.deviation
    page = ann.get("/me").text
    assert 'class="rating-chart"' in page
    assert f"<b>{round(last.strength.rating)}</b>" in page
    assert "5 won, 0 lost" in page
    assert "points on average" not in page  # all games were given up
    assert "0 won, 5 lost" in bea.get("/me").text
    assert rivals_near(site.services.store, loser, "sintra", 2) == ["beginner", "casual"]
    assert rivals_near(site.services.store, winner, "stanza", 2) == ["casual", "casual"]


def test_a_rated_game_has_no_hints_and_no_agreed_undo_and_says_so_before(site: Site) -> None:
    ann, bea = site.person(), site.person()
    waiting = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", rated=1, hints=1)
    ann.post(f"/t/{waiting}/link", link="make", seat=1)
    for page in (f"/t/{waiting}", f"/t/{waiting}/seat/{site.table(waiting).seats[1].link}"):
        assert "giving up is a defeat. The result counts for your rating" in bea.get(page).text
    table = rated_game(ann, bea)
    for _ in range(2):
        state = site.table(table)
        seat = next(iter(state.asked()))
        while seat in site.table(table).asked():
            (ann, bea)[seat].play(table, seat, site.table(table).position.legal()[0])
    state = site.table(table)
    seat = 1 - seat
    person = (ann, bea)[seat]
    assert person.post(f"/t/{table}/hint", seat=seat, version=state.version).status_code in (403, 409)
    assert "In a rated game" in person.undo(table, seat).text
    alone = ann.make("sintra", seats=2, seat_0="me", seat_1="me", rated=1)
    assert not is_rated(site.table(alone))


def test_the_history_is_filtered_and_ignores_nonsense(site: Site) -> None:
    ann, bea = site.person(), site.person()
    bea.send(f"/t/{(won := rated_game(ann, bea))}/give-up")
    ann.send(f"/t/{(lost := rated_game(ann, bea))}/give-up")

    def shown(query: str) -> set[str]:
        page = ann.get(f"/me?{query}").text.partition('id="history"')[2]
        return {table for table in (won, lost) if f'href="/t/{table}"' in page}

    assert shown("") == shown("game=sintra&players=2&result=rated") == {won, lost}
    assert shown("result=won") == {won}
    assert shown("result=lost") == {lost}
    assert shown("players=3") == shown("game=stanza") == shown("before=1") == set()
    with site.services.store.engine.connect() as connection:
        ended = {row.table: row.at for row in connection.execute(select(results.c.table, results.c.at))}
    assert shown(f"before={ended[lost] + 1}") == {won, lost}
    assert shown(f"before={(ended[won] + ended[lost]) / 2}") == {won}
    assert ann.get("/me?game=no&players=x&result=y&before=z&of=w").status_code == 200


def test_games_that_are_not_installed_any_more_hide_no_page(site: Site) -> None:
    ann, bea = site.person(), site.person()
    bea.send(f"/t/{(gone := rated_game(ann, bea))}/give-up")
    bea.send(f"/t/{(here := rated_game(ann, bea))}/give-up")
    with writing(site.services.store.engine) as connection:
        connection.execute(update(results).where(results.c.table == gone).values(game="gone"))
        connection.execute(update(tables).where(tables.c.id == gone).values(game="gone"))
    page = ann.get("/me")
    assert page.status_code == 200
    assert f'href="/t/{here}"' in page.text


def test_a_game_at_one_screen_is_one_game_of_the_first_seat(site: Site) -> None:
    ann = site.person()
    table = ann.make("harvest", seats=2, seat_0="me", seat_1="me")
    play(site, table)
    page = ann.get("/me").text
    assert page.count(f'href="/t/{table}"') == 1
    assert "points on average" in page


def test_games_in_progress_tell_whose_turn_it_is_and_since_when(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = rated_game(ann, bea)
    seat = next(iter(site.table(table).asked()))
    now = site.services.store.now
    site.services.store.now = lambda: now() + 2 * 3600
    mine, theirs = (person.get("/me").text for person in ((ann, bea)[seat], (bea, ann)[seat]))
    assert "<b>Your turn</b>, for 2 hours" in mine
    assert re.search(r"Waiting for (Ann|Bea), for 2 hours", theirs)


def test_a_link_lets_another_device_be_the_same_visitor_once(site: Site) -> None:
    ann, other, thief = site.person(), site.person(), site.person()
    ann.send("/settings", name="Ann", token="owl", sound="on", language="fr")
    page = ann.send("/me/link").text
    found = re.search(r"/me/device/([\w-]+)", page)
    assert found is not None
    assert 'class="qr"' in page
    key = found[1]
    assert "Ann" in other.get(f"/me/device/{key}").text
    assert "Ann" not in other.get("/me").text  # opening the link changes nothing
    assert other.send(f"/me/device/{key}").headers["location"] == "/me"
    page = other.get("/me").text
    assert 'lang="fr"' in page
    assert "Bonjour, Ann" in other.get("/").text
    assert thief.send(f"/me/device/{key}").status_code == thief.get(f"/me/device/{key}").status_code == 404
    again = re.search(r"/me/device/([\w-]+)", ann.send("/me/link").text)
    assert again is not None
    now = site.services.store.now
    site.services.store.now = lambda: now() + 601
    assert thief.send("/me/device", code=again[1].upper()).status_code == 404


def test_preferences_go_with_their_visitor(site: Site) -> None:
    ann, bea = site.person(), site.person()
    wished = {"sound": "on", "notifications": "on", "helper": "off", "language": "fr"}
    for person, name in ((ann, "Ann"), (bea, "Bea")):
        person.send("/settings", name=name, **(wished if name == "Bea" else {}))
    found = re.search(r"/me/device/([\w-]+)", ann.send("/me/link").text)
    assert found is not None
    phone, other = site.person(), site.person()
    for device in (phone, other):
        for name, value in dict(bea.client.cookies.items()).items():
            device.client.cookies.set(name, value)
    phone.send(f"/me/device/{found[1]}")  # this browser becomes Ann
    bea.send("/me/erase", name="Bea")
    for device in (phone, bea, other):  # the last one comes back with an old cookie
        device.get("/")
        page = device.get("/me").text
        assert '<html lang="en"' in page
        assert "data-sound" not in page
        for name, on in (("sound", False), ("notifications", False), ("helper", True)):
            switch = re.search(rf'<input[^>]*role="switch" id="{name}"[^>]*>', page)
            assert switch is not None
            assert (" checked" in switch[0]) == on


def test_unlinking_leaves_other_devices_nothing(site: Site) -> None:
    ann, other, bea = site.person(), site.person(), site.person()
    running, over = rated_game(ann, bea), rated_game(ann, bea)
    bea.send(f"/t/{over}/give-up")
    token = re.search(r"/static/tokens/(\w+)", ann.get("/me").text)
    sheet = re.search(r"/me/device/([\w-]+)", ann.send("/me/recovery").text)
    assert token is not None
    assert sheet is not None
    for number in (1, 2):  # the sheet works more than once
        assert other.send(f"/me/device/{sheet[1]}").status_code == 303
        assert f"{number} other device" in ann.get("/me").text
    old = visitor_of(site, running, 0)
    assert ann.send("/me/unlink").status_code == 303
    assert visitor_of(site, running, 0) == visitor_of(site, over, 0) == site.table(running).host != old
    page = ann.get("/me").text
    assert "linked to this page" not in page
    assert token[0] in page
    assert page.count(f'href="/t/{over}"') == 1
    for device in (other, site.person()):
        assert "Ann" not in device.get("/me").text
        assert f"/t/{running}/" not in device.get("/me").text
        assert device.send(f"/me/device/{sheet[1]}").status_code == 404
    seat = next(iter(site.table(running).asked()))
    assert (ann, bea)[seat].play(running, seat, site.table(running).position.legal()[0]).status_code == 200


def test_the_download_has_everything_but_the_secret(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("harvest", seats=2, seat_0="me", name_0="Ann", seat_1="friend")
    bea.send(f"/t/{table}/sit", seat=1, name="Bea")
    ann.send(f"/t/{table}/start")
    lines = (ChatLine(0, "mine", 1.0), ChatLine(1, "hers", 2.0))
    site.services.store.change(table, lambda change: change.keep_company(TableCompany(lines)))
    play(site, table)
    answer = ann.get("/me/data")
    with ZipFile(BytesIO(answer.content)) as files:
        text, game = files.read("ludotheque.json").decode(), files.read(f"games/{table}.json").decode()
    told, record = json.loads(text), GameRecord.from_json(game)
    assert told["chat"] == [{"table": table, "text": "mine", "at": 1.0}]
    assert answer.headers["content-disposition"].startswith("attachment")
    assert record.seats == ("Ann", "Bea")
    assert told["visitor"]["name"] == "Ann"
    assert [row["table"] for row in told["results"]] == [row["table"] for row in told["seats"]] == [table]
    assert visitor_of(site, table, 0) not in text + game
    assert visitor_of(site, table, 1) not in text + game


def test_an_address_uses_up_a_limited_number_of_ids(site: Site) -> None:
    """Every server remembers each of them for ever."""
    site.services.erasing_limit = Buckets(1e-6, 3)
    answers = list[int]()
    for path in ("/me/erase", "/me/unlink", "/me/erase", "/me/erase", "/me/unlink"):
        ann = site.person()
        ann.send("/settings", name="Ann")
        answers.append(ann.send(path, name="Ann").status_code)
    assert answers == [303, 303, 303, 429, 429]
    assert len(site.services.visitors.erased) == 3


@pytest.mark.both_databases
def test_an_erased_visitor_leaves_nothing_and_the_games_of_others_stay(site: Site) -> None:
    ann, bea = site.person(), site.person()
    over = rated_game(ann, bea)
    ann.send(f"/t/{over}/give-up")
    running = rated_game(ann, bea)
    three = ann.make("sintra", seats=3, seat_0="me", seat_1="friend", seat_2="bot:random", title="Evening of Ann")
    bea.send(f"/t/{three}/sit", seat=1)
    ann.send(f"/t/{three}/start")
    waiting = ann.make("sintra", seats=2, seat_0="me", seat_1="friend", listed=1)
    visitor = visitor_of(site, over, 0)
    before = games_played(site.services.store, visitor_of(site, over, 1))[-1].strength
    said = TableCompany((ChatLine(0, "Ann lives here", 1.0), ChatLine(1, "hello", 2.0)))
    for table in (over, running):
        site.services.store.change(table, lambda change: change.keep_company(said))
    assert ann.send("/me/erase", name="Bea").status_code == 422
    old = dict(ann.client.cookies.items())
    assert ann.send("/me/erase", name="ann").headers["location"] == "/"
    with site.services.store.engine.connect() as connection:
        stored = [
            row for table in metadata.sorted_tables for row in connection.execute(select(table)) if "Ann" in str(row)
        ]
        kept = [
            table.name
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
            if visitor in str(row)
        ]
    assert stored == []
    assert kept == ["visitors"]  # so that the old cookie is known to be of no use
    for table in (over, running, three):
        assert names_of(site.table(table), speech("en"))[0] == "somebody"
        assert "Ann" not in bea.get(f"/t/{table}").text
    assert [site.table(table).status for table in (running, three, waiting)] == ["given_up", "running", "waiting"]
    assert site.table(waiting).free_seats() == 2
    assert games_played(site.services.store, visitor_of(site, over, 1))[-1].strength == before
    assert [line.text for line in site.table(running).company.chat or ()] == ["hello"]
    for path in ("/play/sintra", "/new/sintra", "/quick", "/companion", "/learn/sintra", "/vacation"):
        device = site.person()
        for name, value in old.items():
            device.client.cookies.set(name, value)
        if here := path in ("/play/sintra", "/vacation"):  # the visitor was erased a moment ago, at another server
            site.services.visitors.erased.discard(visitor)
        fields = {"seats": 2, "seat_1": "friend", "begin": 1, "match": "sintra:2", "game": "sintra"}
        fields |= {"name_0": "Eve", "name_1": "Bo"}
        made = device.send(path, **fields).headers["location"].removeprefix("/t/")
        assert "Ann" not in device.get("/").text + device.get("/me").text
        if path in ("/play/sintra", "/new/sintra"):
            assert visitor_of(site, made, 0) != visitor
            assert device.send(f"/t/{made}/leave").status_code == 303
        site.services.visitors.erased.update({visitor} if here else ())
    with site.services.store.engine.connect() as connection:
        for stored_table in metadata.sorted_tables:
            rows = connection.execute(select(stored_table)).all()
            assert stored_table.name == "visitors" or visitor not in str(rows)


def test_giving_up_in_company_is_a_defeat_by_everybody(site: Site) -> None:
    people = [site.person() for _ in range(3)]
    table = people[0].make("sintra", seats=3, seat_0="me", seat_1="friend", seat_2="friend", rated=1)
    for seat in (1, 2):
        people[seat].send(f"/t/{table}/sit", seat=seat)
    people[0].send(f"/t/{table}/start")
    visitor = visitor_of(site, table, 0)
    people[0].send(f"/t/{table}/give-up")
    (game,) = games_played(site.services.store, visitor)
    lost = after(Strength(), [SeatResult(Strength(), 0.0, 0.5)] * 2)
    assert game.place == 3
    assert game.strength == lost
    history = people[0].get("/me").text.partition('id="history"')[2]
    assert "gave up: place 3" in history
    assert "/review" not in history  # the others play on


def test_a_bot_that_stood_in_wins_nothing_for_its_player(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = rated_game(ann, bea)
    visitor = visitor_of(site, table, 0)
    site.services.store.change(table, lambda change: change.seat(0, kept=1))
    bea.send(f"/t/{table}/give-up")
    (game,) = games_played(site.services.store, visitor)
    assert game.strength is not None
    assert (game.won, game.strength.rating) == (1.0, 1500.0)
