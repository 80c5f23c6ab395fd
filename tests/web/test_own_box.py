"""Corrected boxes: checked, named, compared, and kept with tables, records and positions."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest

import ludotheque
from ludotheque.bots import Sight, advice, player
from ludotheque.bots.engine import is_compiled
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.core.boxes import from_link, to_link
from ludotheque.core.game import game_with
from ludotheque.review import Effort
from ludotheque.web.tables.deciding import decide
from ludotheque.web.work import think_pool
from ludotheque.web.work.reviews import SLOW_TRIES, judge_part
from ludotheque.web.work.think_pool import advise, think
from tests.web.site import Person, Site, first_choice

TRACK = "[broken_track]\npoints = [0, 3, 5, 9]\n"


def box_of(person: Person, game: str = "sintra", text: str = TRACK) -> str:
    """The address of a box that a visitor posts."""
    answer = person.send(f"/box/{game}", text=text, name="First  edition")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].partition("?box=")[2]


def test_a_box_is_named_and_shows_what_differs(site: Site) -> None:
    ann = site.person()
    page = ann.get(f"/box/sintra?box={box_of(ann)}").text
    assert "First edition" in page
    row = re.search(r"<code>broken_track.points</code></th><td>(.*?)</td><td>(.*?)</td>", page)
    assert row is not None
    assert row.groups() == ("[0, 1, 2, 4, 6, 8, 11, 14, 18]", "[0, 3, 5, 9]")
    assert "[broken_track]" in ann.get("/games/sintra/box.toml").text


def test_a_game_without_a_box_file_offers_no_box(site: Site) -> None:
    ann = site.person()
    assert 'href="/box/sintra"' in ann.get("/new/sintra").text
    for page in ("/new/harvest", "/companion?game=harvest", "/analysis/setup/harvest"):
        answer = ann.get(page)
        assert answer.status_code == 200
        assert "/box/harvest" not in answer.text
    assert ann.get("/box/harvest").status_code == 404
    assert ann.send("/box/harvest", text="[a]\nb = 1").status_code == 404


def test_a_table_is_played_with_its_box_and_the_record_keeps_it(site: Site) -> None:
    ann = site.person()
    box = box_of(ann)
    assert "First edition" in ann.get(f"/new/sintra?box={box}").text
    table = ann.make("sintra", seats=2, **{"seat-0": "me", "seat-1": "me"}, box=box, rated=1)
    state = site.table(table)
    assert state.rated is None
    assert state.position.game.edition.box["broken_track"]["points"] == [0, 3, 5, 9]
    assert ann.play(table, state.position.to_act or 0, first_choice(state.position)).status_code == 200
    assert "First edition" in ann.get(f"/t/{table}").text
    record = ludotheque.GameRecord.from_json(site.table(table).position.record().to_json())
    assert record.own_box == from_link("sintra", box)
    assert record.last() == site.table(table).position


def test_a_bot_decides_with_an_own_box_without_compiling_it() -> None:
    game = game_with("sintra", {"name": "", "tables": {"broken_track": {"points": [0, 3, 5, 9]}}})
    position = game.start(2, seed=1)
    assert think("sintra", position.to_dict(), "expert", 0) in position.legal()
    assert advise("sintra", position.to_dict(), 0).first_look
    assert not is_compiled(game)


def test_levels_differ_with_an_own_box(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_with("sintra", {"name": "", "tables": {"broken_track": {"points": [0, 3, 5, 9]}}})
    position, searched = game.start(2, seed=1), []

    def search(*arguments: Any, **numbers: Any) -> Any:
        searched.append(numbers["iterations"])
        return advice(*arguments, **numbers)

    monkeypatch.setattr(think_pool, "advice", search)
    for level in ("random", "greedy", "policy", "child", "skilled"):
        own = player(level, 3).choose(Sight.of(position))
        assert think("sintra", position.to_dict(), level, 3) == own
    assert searched == []
    for level in ("expert", "master"):
        think("sintra", position.to_dict(), level, 3)
    assert searched == [12, 24]
    assert not is_compiled(game)


def test_weaker_levels_choose_worse_actions_with_an_own_box() -> None:
    game = game_with("sintra", {"name": "", "tables": {"broken_track": {"points": [0, 3, 5, 9]}}})
    position = game.start(2, seed=1)
    sights: list[Sight] = []
    while position.to_act is not None and len(sights) < 12:
        sights += [Sight.of(position)] if len(position.legal()) > 2 else []
        position = position.play(position.legal()[len(sights) % len(position.legal())])

    def lost(level: str) -> float:
        """The points that the choices of this level are below the best ones, by the greedy bot's judgement."""
        found = 0.0
        for sight in sights:
            values = GreedyPlayer(1).values(sight)
            found += sum(max(values.values()) - values[player(level, seed).choose(sight)] for seed in range(10))
        return found

    points = [lost(level) for level in ("greedy", "skilled", "child", "random")]
    assert points == sorted(points)
    assert points[1] < points[3] / 2


def test_a_game_with_an_own_box_is_reviewed_without_compiling_it(site: Site) -> None:
    ann = site.person()
    assert "the review takes longer" in ann.get(f"/box/sintra?box={box_of(ann)}").text
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me", box=box_of(ann))
    visitor = site.table(table).seats[0].visitor or ""
    while (state := site.table(table)).status == "running":
        seat = state.position.to_act or 0
        site.services.store.change(table, decide, visitor, seat, state.version, first_choice(state.position))
    assert "takes a minute or two" in ann.get(f"/t/{table}/review").text
    record = state.position.record()
    judged = judge_part(record.to_json(), 1, 2, Effort(SLOW_TRIES))
    assert judged[0]["best"] is not None
    assert not is_compiled(state.position.game)
    assert ann.send(f"/t/{table}/review").status_code == 303
    assert "takes a minute or two" in ann.get(f"/t/{table}/review").text


def test_a_companion_and_the_editor_take_a_box(site: Site) -> None:
    ann = site.person()
    box = box_of(ann)
    made = ann.send("/companion", game="sintra", box=box, **{"name-0": "Ann", "name-1": "Ben"})
    assert site.table(made.headers["location"].split("/")[2]).own_box == from_link("sintra", box)
    page = ann.get(f"/analysis/setup/sintra?box={box}").text
    assert "First edition" in page
    position = game_with("sintra", from_link("sintra", box)).start(2, seed=1).to_dict()
    opened = ann.send("/analysis", text=json.dumps(position))
    assert opened.status_code == 303
    assert ann.get(opened.headers["location"]).status_code == 200
    changed = ann.post("/analysis/setup/sintra", position=json.dumps(position), field="seats[0].broken", value=4)
    assert "from 0 to 2" in changed.text  # its track is shorter


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x", "it is not TOML"),
        ("x = " + "[" * 9000, "nested too deeply"),
        (".".join("a" * 32_000) + " = 1", "nested too deeply"),
        ('"a"' + ' . "a"' * 9000 + " = 1", "nested too deeply"),
        ('a = ["""b"""", {' + ".".join("c" * 9000) + ' = 1}] # "', "nested too deeply"),
        ("[" + ".".join("a" * 9000) + "]", "nested too deeply"),
        ("# " + "x" * 70_000, "longer than 65536 bytes"),
        ("[panes]\nper_colour = 1", "there must be 6 to 25 panes of a colour"),
        ("[panes]\nper_colour = 99999999", "beyond 10000"),
        ("[panes]\nsize = 3", "no such entry"),
        ("[cards]\nn = 3", "no such table"),
        ("[strips]\nK1 = []", "two sides of five letters"),
        ("", "Nothing in it differs"),
    ],
)
def test_a_bad_box_gets_a_sentence(site: Site, text: str, reason: str) -> None:
    begun = time.process_time()
    answer = site.person().send("/box/sintra", text=text)
    assert answer.status_code == 422
    assert reason in answer.text
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("game", "text", "fields"),
    [
        (
            "sintra",
            "[panes]\nper_colour = 1\nsize = 3\n[cards]\nn = 1\n[strips]\nK1 = []\n[broken_track]\npoints = []\n",
            ["panes.size", "cards", "panes.per_colour", "broken_track.points", "strips.K1"],
        ),
        (
            "stanza",
            "[money_track]\ntop_up = []\n[rounds]\nfor_2 = 0\n[cover_tiles]\nof_each = [1]\n",
            ["rounds.for_2", "cover_tiles.of_each", "money_track.top_up"],
        ),
        (
            "fourberies",
            '[players]\necus = -4\n[dial]\nside = "x"\n[acrobats]\ncopies = []\n',
            ["dial.side", "players.ecus", "acrobats.copies"],
        ),
    ],
)
def test_all_that_is_wrong_with_a_box_is_told_at_once(site: Site, game: str, text: str, fields: list[str]) -> None:
    answer = site.person().send(f"/box/{game}", text=text)
    assert answer.status_code == 422
    assert list(dict.fromkeys(re.findall(r'class="problem">([\w.]+):', answer.text))) == fields


@pytest.mark.parametrize("box", ["x", "eJw", "9" * 20_000, to_link({"name": 1, "tables": {}}), to_link({"tables": []})])
def test_a_changed_address_of_a_box_gets_a_sentence(site: Site, box: str) -> None:
    ann = site.person()
    for path in ("/box/sintra", "/new/sintra", "/analysis/setup/sintra"):
        assert ann.get(f"{path}?box={box}").status_code == 422
    assert ann.send("/new/sintra", seats=2, box=box).status_code == 422
    assert (
        ann.post("/analysis/setup/sintra", position=json.dumps({"game": "sintra", "own_box": box})).status_code == 422
    )
