"""The companion: people enter what their real box deals, and everybody's moves."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from httpx2 import Response

from ludotheque.contract.scene import Same
from ludotheque.core.draws import run_of
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage.archive import Imported, export, import_
from ludotheque.web.storage.schema import open_store
from ludotheque.web.tables.sealed_pieces import possible_shows, standing_in, unseen_pieces
from ludotheque.web.tables.state import OVER, RUNNING, TableState
from ludotheque.web.views.draw_pad import pad_of
from tests.web.site import HTMX, Person, Site


def made(site: Site, person: Person, game: str = "sintra", names: tuple[str, ...] = ("Ana", "Bo")) -> str:
    """The page of a new companion."""
    fields = {f"name_{seat}": name for seat, name in enumerate(names)}
    answer = person.send("/companion", game=game, **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def table_at(site: Site, url: str) -> TableState:
    return site.table(url.split("/")[2])


def entry(table: TableState, **fields: object) -> dict[str, object]:
    return {"version": table.version, "ply": len(table.history.choices)} | fields


def sent(person: Person, path: str, fields: dict[str, object]) -> Response:
    """Posts as the script does."""
    return person.client.post(path, data=fields, headers=HTMX | {"X-Live": "1"})


def some_draws(position: Position, seed: int) -> str:
    """A run of draws as people would tap them."""
    outcomes, dice = [], random.Random(seed)
    for _ in run_of(Same(position)).places:
        weights = position.weights()
        outcomes.append(dice.choices(list(weights), list(weights.values()))[0])
        position = position.play(outcomes[-1])
    return "-".join(map(str, outcomes))


def played_out(
    site: Site, person: Person, url: str, look: Callable[[TableState], None] = lambda table: None
) -> TableState:
    """Enters a whole game."""
    dice = random.Random(7)
    for step in range(2000):
        table = table_at(site, url)
        if table.status == OVER:
            return table
        look(table)
        position = table.position
        if position.to_act == CHANCE:
            answer = sent(person, f"{url}/draws", entry(table, draws=some_draws(position, step)))
        else:
            legal = possible_shows(table.history) if position.secret else position.legal()
            seat, action = position.to_act, dice.choice(legal)
            answer = sent(person, f"{url}/play", entry(table, seat=seat, action=action))
        assert answer.status_code == 204, answer.text
    raise AssertionError("the game does not end")


def test_a_whole_game_of_sintra_is_entered(site: Site) -> None:
    ana = site.person()
    assert 'href="/companion"' in ana.get("/").text
    url = made(site, ana)
    page = ana.get(url).text
    assert "Who starts?" in page
    assert "Ana starts" in page
    table = played_out(site, ana, url)
    end = ana.get(url).text
    assert "score-sheet" in end
    assert "sealed" not in end  # a real box dealt: nothing was sealed
    for page in re.findall(rf'href="{url}/(\w+)"', end):
        answer = ana.get(f"{url}/{page}")
        assert answer.status_code == 200 or answer.headers["location"] == f"/t/{table.id}/{page}"
    record = GameRecord.from_json(ana.get(f"/t/{table.id}/record").text)
    assert record.plies == table.history.choices
    assert ana.send(f"{url}/review").headers["location"] == f"/t/{table.id}/review"
    assert ana.post(f"{url}/undo", **entry(table, seat=0, back=len(table.history.choices) - 1)).status_code == 200
    assert table_at(site, url).status == RUNNING  # here the people own the game, also after its end
    assert site.services.reviews.read(table.id) is None  # it told of another end


def test_whole_games_of_the_other_boxes_are_entered(site: Site) -> None:
    ana = site.person()
    for game in ("stanza", "fourberies"):
        url = made(site, ana, game)
        table = played_out(site, ana, url)
        assert "score-sheet" in ana.get(url).text
        assert GameRecord.from_json(ana.get(f"/t/{table.id}/record").text).plies == table.history.choices


def test_a_draw_that_cannot_be_is_refused_with_its_reason(site: Site) -> None:
    ana = site.person()
    url = made(site, ana)
    for draws in ("0", "0-2-4-6-8-10-12-14"):
        assert ana.post(f"{url}/draws", **entry(table_at(site, url), draws=draws)).status_code == 200
    answer = ana.post(f"{url}/draws", **entry(table_at(site, url), draws="0-1"))  # both sides of one strip
    assert answer.status_code == 422
    assert "Slot 2: strip K1.b? That cannot be. This strip lies in another slot already." in answer.text
    assert 'data-rule="S3"' in answer.text
    assert len(table_at(site, url).history.choices) == 9  # all or nothing
    for junk in ("99", "", "a", "-1", "0-0-0-0-0-0-0-0-0-0-0-0"):
        assert ana.post(f"{url}/draws", **entry(table_at(site, url), draws=junk)).status_code in (409, 422), junk
    assert ana.post(f"{url}/play", **entry(table_at(site, url), action=3)).status_code == 409  # a draw is asked
    assert len(table_at(site, url).history.choices) == 9


def test_two_phones_enter_at_once_and_nothing_is_lost(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), site.person()
    url = made(site, ana)
    table = table_at(site, url)
    assert bo.get(url).text.count('data-group="') == 2  # another phone with the link of the companion enters, too
    assert bo.post(f"{url}/draws", **entry(table, draws="1")).status_code == 200
    assert ana.post(f"{url}/draws", **entry(table, draws="1")).status_code == 200  # the same: it is there already
    assert table_at(site, url).history.choices == (-2,)
    late = ana.post(f"{url}/draws", **entry(table, draws="0"))
    assert late.status_code == 409
    assert "Another phone was faster" in late.text
    assert table_at(site, url).history.choices == (-2,)
    assert eve.get(url[:-1] + "x").status_code == 404  # a wrong key
    assert 'data-group="' not in eve.get(f"/t/{table.id}").text  # people with the other link watch
    assert eve.post(f"/t/{table.id}/play", seat=0, version=table.version, action=0).status_code == 403
    assert eve.post(f"{url[:-1]}x/draws", **entry(table, draws="0")).status_code == 404
    assert ana.get(f"/t/{table.id}").headers["location"] == url
    for word in (f"/t/{table.id}", url):
        assert word in ana.get(f"{url}/share").text


def test_the_phone_draws_once_however_often_it_is_asked(site: Site) -> None:
    ana, bo = site.person(), site.person()
    url = made(site, ana)
    assert ana.post(f"{url}/draws", **entry(table_at(site, url), draws="1")).status_code == 200
    wish = entry(table_at(site, url), phone=8)
    for phone in (ana, ana, bo):  # the answer was lost, and another phone was asked, too
        assert sent(phone, f"{url}/draws", wish).status_code == 204
        assert len(table_at(site, url).history.choices) == 9
    assert sent(ana, f"{url}/draws", wish | {"phone": 4}).status_code == 204
    assert sent(ana, f"{url}/draws", wish | {"ply": 3}).status_code == 409
    assert sent(ana, f"{url}/draws", wish | {"ply": 99}).status_code == 409
    assert len(table_at(site, url).history.choices) == 9


def test_entries_are_taken_back_and_scores_cite_their_rules(site: Site) -> None:
    ana = site.person()
    url = made(site, ana)
    while (table := table_at(site, url)).position.to_act == CHANCE:
        assert sent(ana, f"{url}/draws", entry(table, phone=64)).status_code == 204
    first = len(table.history.choices)
    for _ in range(8):
        table = table_at(site, url)
        sent(ana, f"{url}/play", entry(table, action=table.position.legal()[0]))
    assert "S" in ana.get(f"{url}/scores").text
    assert f'name="back" value="{first + 7}"' in ana.get(url).text
    assert ana.post(f"{url}/undo", version=table_at(site, url).version, seat=0, back=first).status_code == 200
    assert len(table_at(site, url).history.choices) == first
    undo = ana.get(url).text  # the next goes back to the pad of the factories
    assert f'name="back" value="{first - 20}"' in undo
    assert ana.post(f"{url}/undo", version=table_at(site, url).version, seat=0, back=first).status_code == 409


def test_a_lost_count_is_repaired_in_the_editor_and_the_game_goes_on(site: Site) -> None:
    ana = site.person()
    url = made(site, ana)
    while (table := table_at(site, url)).position.phase != "FILL":
        sent(ana, f"{url}/draws", entry(table, phone=8))
    assert f'href="{url}/recount"' in ana.get(url).text
    editor = ana.get(ana.get(f"{url}/recount").headers["location"])
    assert 'action="/companion"' in editor.text
    position = table.position.to_dict()
    asked = ana.send("/companion", game="sintra", position=json.dumps(position))
    assert asked.text.count('class="who"') == 2
    again = ana.send("/companion", game="sintra", position=json.dumps(position), name_0="Ana", name_1="Bo")
    assert table_at(site, again.headers["location"]).position.to_dict() == position
    assert "Fill the factories" in ana.get(again.headers["location"]).text
    few = ana.send("/companion", game="sintra", position=json.dumps(position), name_0="Ana")
    assert few.status_code == 422
    broken = ana.send("/companion", game="sintra", position=json.dumps(position | {"bag": "all"}), name_0="Ana")
    assert broken.status_code == 422


def test_the_pad_of_a_friendly_troupe_names_its_player(site: Site) -> None:
    ana = site.person()
    url = made(site, ana, "fourberies")
    titles: list[str] = []
    for step in range(60):
        table = table_at(site, url)
        position = table.position
        if position.to_act == CHANCE:
            title = pad_of(table.history, "en", ("Ana", "Bo")).title
            titles += [title] if "Friendly" in title else []
            assert sent(ana, f"{url}/draws", entry(table, draws=some_draws(position, step))).status_code == 204
        else:
            fields = entry(table, seat=position.to_act, action=position.legal()[0])
            assert sent(ana, f"{url}/play", fields).status_code == 204
        if len(titles) == 2:
            break
    assert [title.partition(": ")[2] for title in titles] == [
        "where does the Friendly Troupe of Ana go?",
        "where does the Friendly Troupe of Bo go?",
    ]


def test_a_form_without_enough_names_says_so(site: Site) -> None:
    ana = site.person("nl")
    answer = ana.send("/companion", game="sintra", name_0="Ana")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert ana.send("/companion", game="chess").status_code == 404


def test_secret_hands_stay_with_their_players(site: Site, tmp_path: Path) -> None:
    """Nobody tells what is drawn; what a player shows later has been in that hand all the time."""
    ana = site.person()
    url = made(site, ana, "fourberies", ("Ana", "Bo", "Cleo"))
    asked = []

    def look(table: TableState) -> None:
        if table.position.phase == "request":
            asked.append(table.position.to_act)
            shown = {table.position.notation(action) for action in possible_shows(table.history)}
            hand = standing_in(table.history)[table.position.to_act or 0]
            assert shown - {*hand, table.position.notation(max(table.position.asked()))}  # also what stands elsewhere
            page = ana.get(url).text
            assert page.count('data-group="') == len(shown)

    table = played_out(site, ana, url, look)
    assert asked
    record = GameRecord.from_json(ana.get(f"/t/{table.id}/record").text)
    assert record.plies == table.history.choices  # it replays as any other
    end = ana.get(url).text
    hands = standing_in(table.history)
    assert "What was left in the hands?" in end
    count, left = sum(map(len, hands)), len(unseen_pieces(table.history))
    told = list(reversed(range(left - count, left)))
    assert sent(ana, f"{url}/hands", entry(table, draws="-".join(map(str, [0] * count)))).status_code == 422
    assert sent(ana, f"{url}/hands", entry(table, draws="-".join(map(str, told)))).status_code == 204
    after = table_at(site, url)
    pieces = list(unseen_pieces(after.history))
    assert [text for hand in standing_in(after.history) for text in hand] == [pieces[number] for number in told]
    assert after.position.scores() == table.position.scores()
    file, engine = tmp_path / "games.jsonl", open_store(f"sqlite:///{tmp_path}/other.sqlite3")
    export(site.services.store.engine, file, lambda done, total: None)
    assert import_(engine, file, lambda done, total: None) == Imported(1, 0, [])  # draws that no seed explains
    engine.dispose()
