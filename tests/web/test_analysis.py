"""The analysis board: its address keeps the tree, and what cannot be read is refused in a sentence."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html import unescape
from string import ascii_letters

import pytest
from sqlalchemy import select

from ludotheque.analysis import AnalysisTree, Evaluation, from_json, from_link, to_link
from ludotheque.core.game import game_of
from ludotheque.core.history import asked
from ludotheque.core.record import GameRecord
from ludotheque.puzzles import puzzles_of
from ludotheque.web.middleware.limits import MAKES_A_TABLE, Buckets
from ludotheque.web.storage import schema
from ludotheque.web.tables.being_played import is_being_played
from ludotheque.web.views.evaluation import evaluation_of
from ludotheque.web.views.speech import speech
from ludotheque.web.work import analyses
from tests.web.site import Person, Site


def opened(person: Person, game: str = "sintra", players: int = 2) -> str:
    """The address of a new game after its first draws."""
    begun = person.send("/analysis", game=game, players=players)
    assert begun.status_code == 303
    return moved(person, begun.headers["location"], "roll")


def moved(person: Person, url: str, what: str, **fields: object) -> str:
    """The address after a change, as a browser without scripts learns it."""
    answer = person.send(f"{url}/{what}", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def tree_at(url: str) -> AnalysisTree:
    return from_link(url.split("/")[2])


def node_at(url: str):  # type: ignore[no-untyped-def]
    return list(tree_at(url).nodes())[int(url.rpartition("/")[2])]


def played(person: Person, url: str, number: int = 0) -> str:
    position = node_at(url).position
    return moved(person, url, "play", seat=position.to_act, version=1, action=position.legal()[number])


def test_moves_variations_comments_and_the_order_of_lines(site: Site) -> None:
    ann = site.person()
    start = opened(ann)
    main, other = played(ann, start), played(ann, played(ann, start) and start, 1)
    both = played(ann, main.rpartition("/")[0] + "/" + start.rpartition("/")[2], 1)
    tree = tree_at(both)
    assert len(node_at(both).siblings) == 2
    assert tree_at(other).size == tree_at(main).size == tree.size - 1
    said = moved(ann, both, "comment", text="Why <b>not</b>?")
    page = ann.get(said).text
    assert "Why &lt;b&gt;not&lt;/b&gt;?" in page
    assert "1 variation" in page
    promoted = moved(ann, said, "promote")
    assert node_at(promoted).is_main
    assert tree_at(moved(ann, promoted, "cut")).size == tree.size - 1


def test_moves_are_judged_and_arrows_drawn_and_links_keep_both(site: Site) -> None:
    ann = site.person()
    url = moved(ann, played(ann, opened(ann)), "comment", text="Why?", mark="?!")
    assert re.search(r'<b class="mark inaccuracy" title="inaccuracy">\?!</b>', ann.get(url).text)
    for end in ("strip-0-4", "panes-1-B"):
        url = moved(ann, url, "arrow", start="panes-1-B", end=end)
    assert 'data-arrows="panes-1-B strip-0-4;panes-1-B panes-1-B"' in ann.get(url).text
    url = moved(ann, url, "arrow", start="panes-1-B", end="strip-0-4")
    node = node_at(url)
    assert (node.mark, node.comment, node.arrows) == ("?!", "Why?", (("panes-1-B", "panes-1-B"),))
    assert '"panes-1-B"' in ann.get(f"{url}/variations.json").text
    for wrong in ({"mark": "!!"}, {"mark": "<b>"}):
        assert ann.post(f"{url}/comment", text="", **wrong).status_code == 422
    assert ann.post(f"{url}/arrow", start="a b", end="<svg>").status_code == 422
    for number in range(15):
        url = moved(ann, url, "arrow", start="centre", end=f"strip-0-{number}")
    assert ann.post(f"{url}/arrow", start="centre", end="tile").status_code == 422


def test_a_step_of_the_tree_is_a_part_of_the_page(site: Site) -> None:
    ann = site.person()
    url = played(ann, opened(ann))
    answer = ann.client.get(url.rpartition("/")[0] + "/0", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'data-part="tree"' in answer.text
    assert "<html" not in answer.text
    position = node_at(url).position
    shown = ann.get(f"{url}/previews?seat={position.to_act}&version=1").text
    assert f'data-for="{position.legal()[0]}"' in shown


def test_a_forbidden_move_is_refused_with_its_rule(site: Site) -> None:
    ann = site.person()
    url = opened(ann)
    position = node_at(url).position
    wrong = next(action for action in position.asked() if action not in position.legal())
    refused = ann.post(f"{url}/play", seat=position.to_act, version=1, action=wrong)
    assert (refused.status_code, "data-rule" in refused.text) == (422, True)
    assert ann.post(f"{url}/play", seat=1 - position.to_act, version=1, action=0).status_code == 409
    assert ann.post(f"{url}/roll").status_code == 409


def test_draws_are_chosen_one_by_one_or_rolled(site: Site) -> None:
    ann = site.person()
    url = ann.send("/analysis", game="stanza", players=2).headers["location"]
    outcomes = list(node_at(url).outcomes())
    chosen = moved(ann, url, "draw", outcome=outcomes[-1])
    assert (node_at(chosen).choice, node_at(chosen).drawn) == (outcomes[-1], "chosen")
    assert ann.post(f"{url}/draw", outcome=99999).status_code == 422
    assert node_at(moved(ann, chosen, "roll")).position.to_act >= 0


def test_the_choice_of_a_draw_says_where_it_comes_and_shows_the_pieces(site: Site) -> None:
    ann = site.person()
    tree = AnalysisTree.start(game_of("sintra"), 2)
    node = next(each for each in tree.root.roll(seed=3).line()[1:] if "Factory 1" in each.say())
    url = f"/analysis/{to_link(tree)}/{list(tree.nodes()).index(node)}"
    page = ann.get(url).text
    assert "<b>Factory 1: 3 more</b>" in page
    assert re.search(r'name="outcome" value="\d+"><svg.*?href="#sintra-pane-B".*?</svg>blue ', page)


@pytest.mark.parametrize("text", ["x", "1", "1%00", "1eNo", "2abc", "1" + "A" * 3000])
def test_a_link_made_by_hand_is_refused_in_a_sentence(site: Site, text: str) -> None:
    answer = site.person().get(f"/analysis/{text}/0")
    assert answer.status_code == 404
    assert "<h1" in answer.text


def test_moments_and_files_that_are_not_there(site: Site) -> None:
    ann = site.person()
    url = opened(ann)
    for path in ("9999", "-1", "x", f"{url.rpartition('/')[2]}/other.json"):
        assert ann.get(f"{url.rpartition('/')[0]}/{path}").status_code == 404, path


def test_a_pasted_record_opens_and_a_changed_one_says_why_not(site: Site) -> None:
    ann = site.person("fr")
    position = game_of("sintra").start(2, seed=3)
    for _ in range(4):
        position = position.play(position.legal()[0])
    text = position.record(("Ana", "Wouter")).to_json()
    url = ann.send("/analysis", text=text).headers["location"]
    assert "Wouter" in ann.get(url).text
    assert tree_at(url).main_line()[-1].position == position
    assert (
        tree_at(ann.send("/analysis", text=json.dumps(position.to_dict())).headers["location"]).root.position
        == position
    )
    again = ann.send("/analysis", text=f"https://example.org{url}")
    assert again.headers["location"] == url
    for bad in (text.replace("Ana", "Eva"), text[:100], "", "[1]", "{}", '{"format": 1, "plies": []}'):
        answer = ann.send("/analysis", text=bad)
        assert answer.status_code == 422, bad
        assert 'role="alert"' in answer.text


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_pasted_link_that_leads_nowhere_stays_in_its_field(site: Site, language: str) -> None:
    ann, say = site.person(language), speech(language).say
    for text, key in (("/analysis/1abc/0", "errors.bad_analysis"), ("[1]", "analysis.bad_text")):
        answer = ann.send("/analysis/setup", text=text)
        assert (answer.status_code, text in answer.text, say(key) in unescape(answer.text)) == (422, True, True)
    answer = ann.send("/analysis", text="/analysis/1abc/0")
    assert (answer.status_code, say("errors.bad_analysis") in unescape(answer.text)) == (422, True)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_record_of_another_version_or_box_is_refused_in_words(site: Site, language: str) -> None:
    ann, say = site.person(language), speech(language).say
    record = game_of("sintra").start(2, seed=3).record()
    for part, key in (({"version": 99}, "bad_version"), ({"box": "0" * 12}, "bad_box")):
        answer = ann.send("/analysis", text=replace(record, **part).to_json())
        assert (answer.status_code, say(f"analysis.{key}") in unescape(answer.text)) == (422, True)


def test_names_in_a_link_made_by_hand_are_not_longer_than_a_row(site: Site) -> None:
    record = game_of("sintra").start(2, seed=3).record(("a" * 101, "b"))
    answer = site.person("fr").send("/analysis", text=record.to_json())
    assert (answer.status_code, "Le nom d’un joueur a au plus 100 caractères" in answer.text) == (422, True)


def test_files_of_a_moment(site: Site) -> None:
    ann = site.person()
    url = played(ann, opened(ann))
    position = node_at(url).position
    assert GameRecord.from_json(ann.get(f"{url}/record.json").text).last() == position
    assert from_json(ann.get(f"{url}/variations.json").text).size == tree_at(url).size
    assert game_of("sintra").position(ann.get(f"{url}/position.json").json()) == position
    assert ann.get(f"{url}/picture.svg").text.startswith("<svg")
    assert ann.get(f"{url}/picture.png").content.startswith(b"\x89PNG")


def test_one_plays_on_at_a_table_from_there(site: Site) -> None:
    ann = site.person()
    url = opened(ann)
    assert MAKES_A_TABLE.fullmatch(f"{url}/table")
    made = ann.send(f"{url}/table", seat=1, level="child")
    table = site.table(made.headers["location"].rpartition("/")[2])
    assert table.history.positions[0] == node_at(url).position
    assert [seat.kind for seat in table.seats] == ["bot", "person"]
    assert ann.send(f"{url}/table", seat=7, level="child").status_code == 422
    assert ann.send(f"{url}/table", seat=0, level="nobody").status_code == 422


def test_a_table_is_analysed_only_when_its_game_is_over(site: Site) -> None:
    ann = site.person()
    running = ann.play_now("sintra")
    answer = ann.get(f"/t/{running}/analysis")
    assert (answer.status_code, "over" in answer.text) == (409, True)


def test_a_puzzle_is_analysed_from_its_position(site: Site) -> None:
    url = site.person().get("/puzzles/sintra/1/analysis").headers["location"]
    assert tree_at(url).root.position == puzzles_of("sintra")[0].start()


def test_the_strongest_bot_tells_chances_and_lines(site: Site) -> None:
    ann = site.person()
    tree = AnalysisTree(
        puzzles_of("sintra")[0].start(), ("Ana", "Wouter", "Eva", "Nina")[: puzzles_of("sintra")[0].start().players]
    )
    url = f"/analysis/{to_link(tree)}/0/think?lines=2"
    with ann.client.stream("GET", url) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        text = ""
        for line in stream.iter_lines():
            text += line + "\n"
            if "<ol" in text and text.endswith("\n\n"):
                break
    assert "event: look" in text
    assert re.search(r'aria-label="Winning chances in percent: Ana \d+', text)
    assert 'data-line="' in text


def test_a_puzzle_made_of_a_position_tells_no_moves(site: Site) -> None:
    ann = site.person()
    url = played(ann, opened(ann))
    made = ann.get(f"{url}/puzzle").headers["location"]
    assert made.endswith("/0?ask=1")
    assert tree_at(made.partition("?")[0]).size == 1
    page = ann.get(made).text
    assert "What would you play here?" in page
    assert f'{made}" aria-label="Link to this moment"' in page  # so that the link asks, too


def test_an_analysis_that_is_full_stays_as_it_is(site: Site) -> None:
    ann = site.person()
    url = opened(ann)
    assert ann.post(f"{url}/comment", text="a" * 2001).status_code == 422
    tree = tree_at(url)
    for node in list(tree.nodes())[:10]:
        node.comment = "".join(random.choices(ascii_letters, k=1990))
    full = ann.send("/analysis", text=to_link(tree)).headers["location"].replace("/0", "/20")
    assert len(full) < 100  # it is kept, since it is too long for an address
    assert ann.get(full).status_code == 200
    assert len(ann.send(f"{full}/cut").headers["location"]) < 100
    assert ann.get("/analysis/kabc/0").status_code == 404
    answer = ann.post(f"{full}/comment", text="a" * 200)
    assert (answer.status_code, "Nothing was changed" in answer.text) == (422, True)


def test_an_address_keeps_a_limited_number_of_analyses_whoever_asks(site: Site) -> None:
    """A visitor who forgets cookies is a new visitor each time."""
    site.services.analyses_of_address = Buckets(1e-6, 3)
    tree = tree_at(opened(site.person()))
    answers = list[int]()
    for _ in range(5):
        for node in list(tree.nodes())[:10]:
            node.comment = "".join(random.choices(ascii_letters, k=1990))
        answers.append(site.person().send("/analysis", text=to_link(tree)).status_code)
    assert answers == [303, 303, 303, 429, 429]
    assert len(site.services.store.find(select(schema.analyses.c.id))) == 3


def test_a_running_game_is_analysed_only_where_the_host_allows_it_and_without_its_secrets(site: Site) -> None:
    ann, bob = site.person(), site.person()
    wishes = {"seats": 2, "seat_0": "me", "seat_1": "bot:child"}
    silent = ann.make("fourberies", **wishes)
    rated = ann.make("fourberies", **wishes, analysis=1, rated=1)
    table = ann.make("fourberies", **wishes, analysis=1)
    for other in (silent, rated):
        assert ann.get(f"/t/{other}/analysis").status_code == 409
    assert bob.get(f"/t/{table}/analysis").status_code == 409
    answer = ann.get(f"/t/{table}/analysis")
    assert answer.status_code == 303
    found = tree_at(answer.headers["location"])
    assert found.size == 1
    assert found.root.position.view(0) == site.table(table).asked()[0].view(0)
    assert f"/t/{table}/analysis" in ann.get(f"/t/{table}").text
    assert f"/t/{silent}/analysis" not in ann.get(f"/t/{silent}").text


@pytest.mark.parametrize("game", ["sintra", "fourberies"])
def test_nobody_thinks_about_a_position_that_people_play_now(site: Site, game: str) -> None:
    ann, bob = site.person(), site.person("nl")
    table = ann.make(game, seats=2, seat_0="me", seat_1="friend", rated=1)
    bob.post(f"/t/{table}/sit", seat=1, name="Bob")
    assert ann.post(f"/t/{table}/start").status_code == 200
    state = site.table(table)
    rebuilt = AnalysisTree(state.position.redeal(0, 5))  # as a cheat sets it up, with guesses for hidden cards
    for node in (rebuilt.root, rebuilt.root.play(rebuilt.root.position.legal()[0])):
        url = f"/analysis/{to_link(rebuilt)}/{node.depth}/think"
        told = bob.get(url).text
        assert told.startswith("event: done\n")
        assert speech("nl").say("errors.being_played") in told
        site.services.store.forget()  # as after a restart
    playing_on = bob.post(f"/analysis/{to_link(rebuilt)}/0/table", seat=0, level="child", name="Bob")
    assert playing_on.status_code == 409
    for way in ("puzzle", "position.json"):  # both forget what led to the position
        assert bob.get(f"/analysis/{to_link(rebuilt)}/1/{way}").status_code == 409
    assert bob.get(f"/analysis/setup?position=/analysis/{to_link(rebuilt)}/1").status_code == 409
    set_up = bob.post(f"/analysis/setup/{game}/table", position=json.dumps(rebuilt.root.position.to_dict()), seat=0)
    assert set_up.status_code == 409
    wishes = {"position": json.dumps(rebuilt.root.position.to_dict()), "name_0": "Ana", "name_1": "Bo", "hints": 1}
    assert bob.post("/companion", game=game, **wishes).status_code == 409
    assert is_being_played([state], [rebuilt.root.position])
    assert is_being_played([replace(state, rated=None)], [rebuilt.root.position])
    alone = {"rated": None, "seats": (state.seats[0], replace(state.seats[1], kind="bot", visitor=None))}
    for free in (alone, {"rated": None, "live_analysis": True}, {"status": "over"}, {"companion": True}):
        assert not is_being_played([replace(state, **free)], [rebuilt.root.position])
    assert not is_being_played([state], [game_of(game).start(2, seed=77)])


def test_a_server_with_too_many_evaluations_says_so_in_the_stream(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_ASKED", 0)
    told = site.person("fr").get(f"{opened(site.person())}/think").text
    assert told == f"event: done\ndata: {speech('fr').say('errors.busy')}\n\n"


def test_probable_choices_of_others_are_told_in_words() -> None:
    position = game_of("fourberies").start(3, seed=4)
    while not position.secret:
        position = position.play(position.legal()[0])
    seat = position.to_act or 0
    others = {other: {there.legal()[0]: 0.7} for other, there in asked(position).items() if other != seat}
    found = Evaluation((0.2, 0.3, 0.5), tries=800, rounds=1, seat=seat, others=others)
    shown = evaluation_of(found, position, 3, ("Ana", "Wouter", "Eva"), speech("nl"))
    assert [(each.seat, each.choices[0][1]) for each in shown.others] == [(other, 70) for other in others]
    assert sum(bar.percent for bar in shown.bars) == 100
