"""The tree of variations: played, drawn, ordered, written and read; bad texts are refused with a sentence."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

import ludotheque
from ludotheque import BadPosition, BadRecord, Error, GameRecord, IllegalAction, UnknownName
from ludotheque.analysis import AnalysisTree, from_json, from_link, opened, to_json, to_link, to_text, turns
from ludotheque.analysis.limits import MOST_NODES
from tests.games.fourberies.build import go
from tests.games.fourberies.build import table as court
from tests.samples import OURS

GOLDEN = Path(__file__).parent.parent / "games"


def grown(game: str = "sintra") -> AnalysisTree:
    """Two draws, three variations after the first, comments and marks."""
    tree = AnalysisTree.start(ludotheque.load(game), 2)
    dealt = tree.root.roll(seed=1)
    tree.root.roll(seed=2)
    for action in dealt.position.legal()[:3]:
        dealt.play(action)
    dealt.children[1].comment, dealt.children[1].mark = "Why not – this?", "?!"
    dealt.children[0].arrows = [("panes-6-P", "strip-0-4")]
    return tree


@pytest.mark.parametrize("game", OURS)
def test_an_analysis_is_written_and_read(game: str) -> None:
    tree = grown(game)
    for again in (from_json(to_json(tree)), from_link(to_link(tree)), opened(to_json(tree)), opened(to_link(tree))):
        assert [node.id for node in again.nodes()] == [node.id for node in tree.nodes()]
        assert [node.position for node in again.nodes()] == [node.position for node in tree.nodes()]
        notes = [(node.comment, node.mark, node.arrows, node.drawn) for node in tree.nodes()]
        assert [(node.comment, node.mark, node.arrows, node.drawn) for node in again.nodes()] == notes
        assert again.size == tree.size == len(list(tree.nodes()))
    assert GameRecord.from_json(to_json(tree)) == tree.record()
    assert len(to_link(tree)) < len(to_json(tree))


def test_a_position_that_deals_its_chance_stops_at_it_in_a_tree() -> None:
    seeded = ludotheque.load("sintra").start(2, seed=7)
    tree = AnalysisTree(seeded, ("Ann", "Bea"))
    assert tree.root.position == seeded
    node = tree.root
    while node.position.to_act in (0, 1):
        node = node.play(node.position.legal()[0])
    assert node.position.to_act == -1
    assert from_link(to_link(tree)).record() == tree.record()
    assert tree.record().start == seeded.to_dict()


def test_a_node_keeps_its_name_whatever_happens_to_others() -> None:
    tree = grown()
    dealt = tree.root.roll(seed=1)
    first, second, third = dealt.children
    assert tree.at(third.id) is third
    third.promote()
    assert dealt.children == [first, third, second]
    third.make_main()
    assert tree.main_line()[-1] is third
    assert [third.is_main, first.is_main] == [True, False]
    assert first.delete() is dealt
    assert tree.at(third.id) is third
    with pytest.raises(UnknownName, match="no move"):
        tree.at(first.id)
    assert dealt.play(second.choice) is second
    assert tree.size == len(list(tree.nodes()))
    with pytest.raises(Error, match="start"):
        tree.root.delete()


def test_chance_is_rolled_or_chosen() -> None:
    tree = AnalysisTree.start(ludotheque.load("sintra"), 2)
    assert sum(tree.root.outcomes().values()) == 1
    rolled = tree.root.roll(seed=4)
    assert rolled.position.to_act in (0, 1)
    assert rolled.drawn == "rolled"
    again = AnalysisTree.start(ludotheque.load("sintra"), 2)
    assert again.root.draw([node.choice for node in rolled.line()[1:]]).id == rolled.id
    assert again.main_line()[-1].drawn == "chosen"
    with pytest.raises(IllegalAction, match="Draw 1 cannot be"):
        tree.root.draw([99])
    with pytest.raises(IllegalAction, match="Draw 1 is one too many"):
        rolled.draw([0])


def test_seats_that_decide_at_once_choose_in_any_order() -> None:
    tree = AnalysisTree(court(3))
    node = tree.root
    assert sorted(node.asked()) == [0, 1, 2]
    assert node.play(go(4), seat=2) is node
    assert sorted(node.asked()) == [0, 1]
    assert node.play(go(5), seat=1) is node
    last = node.play(go(6), seat=0)
    assert last.path[:3] == (go(6), go(5), go(4))
    assert node.play_all({0: go(6), 1: go(5), 2: go(4)}) is last
    with pytest.raises(IllegalAction, match="Seat 1 has not chosen"):
        node.play_all({0: go(6), 2: go(4)})
    with pytest.raises(IllegalAction, match="not asked"):
        tree.root.play(go(4), seat=7)


def test_a_record_is_a_main_line() -> None:
    record = GameRecord.load(GOLDEN / "fourberies/golden/2-false-false.json")
    tree = AnalysisTree.of_record(record)
    assert tree.size == len(record.plies) + 1
    assert tree.record().plies == record.plies
    assert tree.record().scores == record.scores
    middle = tree.main_line()[60]
    assert opened(json.dumps(middle.position.to_dict())).root.position == middle.position
    assert opened(record.to_json()).size == tree.size
    assert sum(map(len, turns(tree.root))) == len(record.plies)


def test_the_moves_can_be_read() -> None:
    tree = grown()
    dealt = tree.root.roll(seed=1)
    lines = to_text(tree).splitlines()
    assert [line[:6] for line in lines].count("  Seat") == 2
    assert f"  Seat {dealt.position.to_act}: {dealt.children[1].notation}?!" in lines
    assert "    (Why not – this?)" in lines


GROWN = grown()


def changed(**parts: object) -> str:
    """An analysis with other parts, and a check that fits them."""
    return GROWN.record().to_json(parts)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not the link"),
        ("{", "cut short"),
        ("1abc", "link was changed or cut"),
        ("1" + "é" * 9, "link was changed or cut"),
        ("{" * 150_000, "cut short"),
        ("x" * 300_000, "longer than"),
        (to_link(GROWN)[:-9], "link was changed or cut"),
        (to_json(GROWN)[:-40], "cut short"),
        (to_json(GROWN).replace("Why", "How"), "changed or cut"),
        (changed(variations=5), "'variations'"),
        (changed(variations=[[0]]), "malformed"),
        (changed(variations=[[99999, "1"]]), "malformed"),
        (changed(variations=[[True, "1"]]), "malformed"),
        (changed(variations=[[0, "7"]]), "does not fit"),
        (changed(variations=[[0, "*99"]]), "impossible"),
        (changed(variations=[[0, "*1 " * MOST_NODES]]), "at most"),
        (changed(notes=[]), "'notes'"),
        (changed(notes={"9999": {}}), "malformed"),
        (changed(notes={"1": {"colour": "red"}}), "malformed"),
        (changed(notes={"1": {"comment": 5}}), "must be a text"),
        (changed(notes={"1": {"comment": "x" * 9999}}), "at most"),
        (changed(notes={"1": {"comment": "\ud800"}}), "characters"),
        ("1" + urlsafe_b64encode(zlib.compress(bytes(10_000_000))).decode(), "more than an analysis may"),
        ("1" + urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode(), "link was changed or cut"),
        (changed(notes={"1": {"mark": "???"}}), "mark"),
        (changed(notes={"1": {"drawn": "dreamt"}}), "outcome"),
        (changed(notes={"1": {"arrows": [["a", "<b>"]]}}), "arrow"),
        (changed(notes={str(n): {"comment": "x" * 1990} for n in range(20)}), "comments"),
        (changed(version=99), "version 99"),
        (changed(box="0000"), "another box"),
        (changed(game="chess"), "no game 'chess'"),
        ('{"game": 7}', "name of a game"),
        ('{"game": "sintra"}', "version"),
    ],
)
def test_a_text_that_is_no_analysis_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Error, match=sentence) as problem:
        opened(text)
    assert isinstance(problem.value, BadRecord | BadPosition | UnknownName)


def test_a_tree_has_an_end() -> None:
    tree = grown()
    tree.size = MOST_NODES
    with pytest.raises(BadRecord, match="at most"):
        tree.root.roll(seed=3)
