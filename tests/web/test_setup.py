"""The editor of positions: pieces and fields change, all that is wrong is told, and bad input gets a sentence."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

import ludotheque
from ludotheque.core.words import words
from ludotheque.web.views.setup_fields import field_label
from tests.samples import Json
from tests.web.site import HTMX, Person, Site


def dealt(game: str, players: int = 3) -> Json:
    return ludotheque.load(game).start(players, seed=1).to_dict()


def changed(person: Person, d: Json, **change: object) -> tuple[Json, list[str]]:
    """The position after a change, and what is wrong with it."""
    answer = person.post(f"/analysis/setup/{d['game']}", position=json.dumps(d), seat=0, **change)
    assert answer.status_code == 200, answer.text
    found = re.search(r"<textarea id=\"position\"[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)
    assert found is not None
    told = re.findall(r"<li>(.*?)</li>", answer.text, re.DOTALL)
    return json.loads(unescape(found[1])), [unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in told]


@pytest.mark.parametrize("game", ludotheque.games())
def test_every_game_has_an_editor_whose_first_position_can_be(site: Site, game: str) -> None:
    page = site.person().get(f"/analysis/setup/{game}").text
    assert "This position is possible." in page
    assert '<button class="button main">Analyse' in page
    assert '<section class="panel' in page


def test_pieces_are_laid_and_taken_away(site: Site) -> None:
    ann, d = site.person(), dealt("sintra")
    d["factories"][0] = "BBW"
    laid, _ = changed(ann, d, part="factory-1", piece="P")
    assert laid["factories"][0] == "BBWP"
    assert changed(ann, laid, part="factory-1", piece="P")[0]["factories"][0] == "BBW"
    assert changed(ann, laid, part="panes-1-B", piece="")[0]["factories"][0] == "BWP"
    assert changed(ann, d, part="strip-0-3", piece="glazier")[0]["seats"][0]["glazier"] == 3
    assert changed(ann, d, part="window-1-2", piece="O")[0]["seats"][1]["windows"][1] == "O"
    bare = changed(ann, d, part="strip-0-1", piece="")[0]
    assert bare["seats"][0]["slots"][0] is None
    assert changed(ann, bare, part="strip-0-1", piece="strip")[0]["seats"][0]["slots"][0]["panes"] == "....."


def test_everything_wrong_is_told_at_once_and_marked(site: Site) -> None:
    ann, d = site.person(), dealt("sintra")
    d["seats"][1]["lost"] = 17
    d["bag"]["W"] += 1
    answer = ann.post("/analysis/setup/sintra", position=json.dumps(d), seat=1, part="centre", piece="B")
    assert answer.text.count("<li>") == 3
    assert re.search(r'id="field-seats\[1\].lost"[^>]*aria-invalid="true"', answer.text)
    assert "/rules/sintra#S43" in answer.text
    assert '<button class="button main" disabled>Analyse' in answer.text  # it waits until nothing is wrong


def test_fields_change_and_what_cannot_be_read_is_told(site: Site) -> None:
    ann, d = site.person(), dealt("sintra")
    assert changed(ann, d, field="seats[2].score", value="12")[0]["seats"][2]["score"] == 12
    assert changed(ann, d, field="options.side", value="B")[0]["options"]["side"] == "B"
    assert len(changed(ann, d, field="players", value="2")[0]["seats"]) == 2
    _, told = changed(ann, d, field="seats[0].broken", value="many")
    assert told == ["Seat 1: Broken glass: It must be a whole number from 0 to 7, not 'many'."]


def test_the_board_has_the_parts_where_pieces_can_be_laid(site: Site) -> None:
    ann, d = site.person(), dealt("sintra")
    page = ann.post("/analysis/setup/sintra", position=json.dumps(d)).text
    places = re.findall(r'<li data-for="([^"]+)" data-place="([^"]+)"( data-wrong="")?>([^<]*)</li>', page)
    assert ("factory-1", "factories[0]", "", "Factory 1") in places
    assert ("panes-1-B", "factories[0]", "", "") in places  # the panes on it belong to it
    assert [part for part, *_, name in places if name.startswith("Factory") and f'<g id="{part}"' not in page] == []
    d["factories"][0] = "BBWWY"  # one pane too many
    page = ann.post("/analysis/setup/sintra", position=json.dumps(d)).text
    assert '<li data-for="factory-1" data-place="factories[0]" data-wrong="">Factory 1</li>' in page


def test_a_record_opens_at_its_last_moment_or_another(site: Site) -> None:
    ann, position = site.person(), ludotheque.load("stanza").start(2, seed=3)
    record = position.play(position.legal()[0]).record().to_json()
    assert "/analysis/setup/sintra" in ann.send("/analysis/setup", text=dealt_text("sintra")).text
    last = ann.send("/analysis/setup", text=record).text
    first = ann.send("/analysis/setup", text=record, ply=1).text
    assert "This position is possible." in last
    assert last != first


def dealt_text(game: str) -> str:
    return json.dumps(dealt(game))


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", "[" * 30000, '{"game": "chess"}', '{"game": 1}', '{"plies": 3}', "9" * 9000,
        *('{"game": "sintra", "bag": {"G": ' + "[" * depth + "]" * depth + "}}" for depth in (200, 480, 700, 950)),
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_opened_gets_a_sentence(site: Site, text: str) -> None:
    ann = site.person()
    answer = ann.send("/analysis/setup", text=text)
    assert answer.status_code == 422
    assert '<p class="problem" role="alert">' in answer.text
    assert ann.post("/analysis/setup/sintra", position=text).status_code == 422


@pytest.mark.parametrize("game", ludotheque.games())
def test_strange_values_and_changes_never_fail(site: Site, game: str) -> None:
    ann, d = site.person(), dealt(game, ludotheque.load(game).seats[0])
    strange: list[Any] = [None, "x", -1, [], {}, [None], {"x": 1}, 10**30, True, 0.5]
    for n, key in enumerate(d):
        if key != "game":
            changed(ann, d | {key: strange[n % len(strange)]}, part="factory-1", piece="B")
            changed(ann, {k: v for k, v in d.items() if k != key}, field=f"{key}[0].x", value="[")
    for part, piece in (("strip-9-99", "B"), ("factory-77", "P"), ("window-0-x", "B"), ("", ""), ("-", "strip")):
        assert changed(ann, d, part=part, piece=piece)[0] == d
    answer = ann.client.get(f"/analysis/setup/{game}", headers=HTMX)
    assert answer.status_code == 200


def test_characters_and_cards_are_laid_on_the_boards_of_the_other_games(site: Site) -> None:
    ann, stanza, fourberies = site.person(), dealt("stanza"), dealt("fourberies")
    laid, told = changed(ann, stanza, part="space-5", piece="D")
    assert laid["board"][4] == "D"
    assert laid.get("pile") != stanza["pile"]  # it follows from the rest
    assert len(told) <= 1
    assert changed(ann, stanza, part="space-4", piece="figure")[0]["seats"][0]["figure"] == 4
    assert changed(ann, stanza, part="masterpiece-D-3", piece="pillar")[0]["masterpieces"]["D"]["M17"] == 0
    assert changed(ann, stanza, part="shelf-A", piece="D")[0]["seats"][0]["books"]["A"] == 1
    card = next(iter(fourberies["encounter_deck"]))
    laid, told = changed(ann, fourberies, part="city-3", piece=card)
    assert laid["cities"][2][-1] == card
    assert told == []  # the deck has one less
    assert changed(ann, fourberies, part="space-r1", piece=card)[0]["needle"] == "r1"
    laid, told = changed(ann, fourberies, part="into-seats[0].requests", piece="R7")
    assert "R7" in laid["seats"][0]["requests"]


def test_the_bag_makes_up_for_panes_that_are_missing(site: Site) -> None:
    ann, d = site.person(), dealt("sintra")
    wrong, told = changed(ann, d, part="centre", piece="B")
    assert len(told) == 1
    assert changed(ann, wrong, repair=1)[1] == []


@pytest.mark.parametrize("game", ["stanza", "fourberies"])
def test_too_many_of_a_piece_are_counted_and_taken_away(site: Site, game: str) -> None:
    ann, d = site.person(), dealt(game)
    if game == "stanza":
        d["board"] = ["D"] * len(d["board"])
        d["discard"]["D"] += 5
    else:
        card = next(code for code, copies in d["encounter_deck"].items() if copies)
        d["cities"] = [[card] * 3 for _ in d["cities"]]
    wrong, _ = changed(ann, d, field="seats[0].score", value="0")
    page = ann.post(f"/analysis/setup/{game}", position=json.dumps(wrong), seat=0).text
    assert page.count('<tr class="off">') >= 1
    assert "Put the count right" in page
    right, _ = changed(ann, wrong, repair=1)
    after = ann.post(f"/analysis/setup/{game}", position=json.dumps(right), seat=0).text
    assert '<tr class="off">' not in after
    assert '<table class="counts">' in after


def test_a_position_is_made_a_puzzle_where_a_player_decides(site: Site) -> None:
    ann, d = site.person(), dealt("stanza")
    page = ann.get("/analysis/setup/stanza").text
    assert '<button class="button" name="ask" value="1">Make a puzzle' in page
    opened = ann.send("/analysis", text=json.dumps(d), ask=1)
    assert opened.headers["location"].endswith("?ask=1")
    assert "?ask=1" not in ann.send("/analysis", text=json.dumps(d)).headers["location"]
    by_chance = ann.post("/analysis/setup/sintra", position=json.dumps(dealt("sintra")), field="phase", value="FILL")
    assert "Make a puzzle" not in by_chance.text


def test_a_position_is_played_on_against_bots(site: Site) -> None:
    ann, d = site.person(), dealt("stanza")
    d["seats"][0]["money"] = 9
    made = ann.send("/analysis/setup/stanza/table", position=json.dumps(d), seat=1)
    assert made.status_code == 303
    table = site.table(made.headers["location"].rpartition("/")[2])
    assert table.history.positions[0].to_dict()["seats"][0]["money"] == 9
    assert [seat.is_bot for seat in table.seats] == [True, False, True]
    d["seats"][0]["money"] = -1
    assert ann.send("/analysis/setup/stanza/table", position=json.dumps(d), seat=1).status_code == 422


def test_the_editor_and_the_analysis_open_each_other(site: Site) -> None:
    ann, d = site.person(), dealt("fourberies")
    opened = ann.send("/analysis", text=json.dumps(d)).headers["location"]
    assert f'href="/analysis/setup?position={opened}"' in ann.get(opened).text
    page = ann.get(f"/analysis/setup?position={opened}").text
    found = re.search(r"<textarea id=\"position\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    assert json.loads(unescape(found[1])) == d


@pytest.mark.parametrize(
    ("game", "phase", "by_chance", "pending"),
    [
        ("sintra", "PLACE", False, {"hand"}),
        ("sintra", "FILL", True, set()),
        ("stanza", "PAY", False, {"tile"}),
        ("fourberies", "court", False, {"city", "travel", "strongman", "held"}),
    ],
)
def test_another_phase_gets_what_it_asks_for(
    site: Site, game: str, phase: str, by_chance: bool, pending: set[str]
) -> None:
    d, _ = changed(site.person(), dealt(game), field="phase", value=phase)
    assert (d["phase"], d["to_act"] == -1, set(d["pending"] or ())) == (phase, by_chance, pending)


def test_players_have_names_from_the_editor_on(site: Site) -> None:
    ann, names = site.person(), {"name_0": "Ana", "name_1": "Bo", "name_2": "Cleo"}
    d = dealt("sintra")
    page = ann.post("/analysis/setup/sintra", position=json.dumps(d), seat=0, **names).text
    assert re.search(r'id="seat-1"[^>]*>.*?Bo</button>', page)
    assert page.count('type="hidden" name="name-2" value="Cleo"') == 2  # for an analysis and a companion
    analysis = ann.send("/analysis", text=json.dumps(d), **names).headers["location"]
    assert "Cleo" in ann.get(analysis).text
    assert 'name="name-1" value="Bo"' in ann.get(f"/analysis/setup?position={analysis}").text
    assert ann.send("/companion", game="sintra", position=json.dumps(d), **names).status_code == 303
    few = ann.send("/companion", game="sintra", position=json.dumps(d), name_0="Ana", name_1="", name_2="Cleo")
    assert few.status_code == 422
    assert 'name="name-2" value="Cleo"' in few.text  # what was given is not lost


def test_a_request_that_nobody_knows_stays_unknown(site: Site) -> None:
    ann, d = site.person(), dealt("fourberies")
    first = [*d["seats"][1]["requests"]]
    for _ in range(2):
        d, told = changed(ann, d, part="into-seats[1].requests", piece="?")
    assert told == []
    assert d["seats"][1]["requests"] == [*first, "?", "?"]
    page = ann.post("/analysis/setup/fourberies", position=json.dumps(d), seat=0).text
    whole = re.findall(r'<textarea name="(?:text|position)" hidden>(.*?)</textarea>', page, re.DOTALL)
    assert len({*whole}) == 1  # the same for every use
    used = json.loads(unescape(whole[0]))
    assert ludotheque.load("fourberies").position(used).players == 3
    assert len({*used["seats"][1]["requests"]}) == len(first) + 2
    assert ann.send("/analysis", text=json.dumps(used)).status_code == 303
    too_many = d | {"seats": [seat | {"requests": ["?"] * 8} for seat in d["seats"]]}
    assert changed(ann, too_many)[1]


@pytest.mark.parametrize(
    ("game", "field", "label"),
    [
        ("fourberies", "to_act", "Aan zet"),
        ("fourberies", "options.unmet_requests", "Opties Onvervulde verzoeken spelen"),
        ("fourberies", "pending.travel[1]", "Lopende actie Gekozen reiskaarten 2"),
        ("stanza", "masterpieces.D.M12", "Meesterwerken Ontdekkingen 12 PP"),
        ("stanza", "pending.paid3", "Lopende actie 3 betaald"),
    ],
)
def test_fields_have_names_in_other_languages(game: str, field: str, label: str) -> None:
    assert field_label(field, ("Ana", "Bo"), {"D": "Ontdekkingen"}, words(game, "nl")) == label
