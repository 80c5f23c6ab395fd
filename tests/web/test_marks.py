"""Marks on the board: each step of a turn has its own place, also one that changes nothing there."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ludotheque import Position, games
from ludotheque.core.svg import panels, scene
from ludotheque.puzzles import puzzles_of
from ludotheque.review.reasons import turn_with
from ludotheque.web.views.marks import NOWHERE, places_of
from tests.web.site import Site

PUZZLED = [name for name in games() if puzzles_of(name)]


def drawn_ids(position: Position, seat: int) -> set[str]:
    """The ids of all parts of the pictures."""
    bodies = [ElementTree.fromstring(f"<svg>{panel.body}</svg>") for panel in panels(position, scene(position, seat))]
    return {part.attrib["id"] for body in bodies for part in body.iter() if "id" in part.attrib}


@pytest.mark.parametrize("game", PUZZLED)
def test_every_step_of_a_turn_is_marked_on_the_board_before_and_after_it(game: str) -> None:
    for puzzle in puzzles_of(game)[:12]:
        turn = turn_with(puzzle.start(), puzzle.seat, puzzle.best.turn)
        actions = puzzle.best.turn[: len(turn) - 1]
        places = places_of(turn, actions, puzzle.seat)
        assert len(places) == len(actions)
        for position, shown in ((turn[0], places[:1]), (turn[-1], places)):  # a part may be there only afterwards
            ids = drawn_ids(position, puzzle.seat)
            assert [place for place in shown if place != NOWHERE and not ids & set(place.split("|"))] == []


def test_a_level_is_marked_though_nothing_moves_there() -> None:
    turns = [(puzzle, turn_with(puzzle.start(), puzzle.seat, puzzle.best.turn)) for puzzle in puzzles_of("stanza")[:40]]
    marked = [places_of(turn, puzzle.best.turn[: len(turn) - 1], puzzle.seat) for puzzle, turn in turns]
    assert any(re.match("level-[DLRAP]-[123]", place) for places in marked for place in places[1:])


@pytest.mark.parametrize("game", PUZZLED)
def test_a_solution_is_marked_on_the_board_and_so_are_the_moves_beside_it(site: Site, game: str) -> None:
    page = site.person().get(f"/puzzles/{game}/1/show").text
    bars = re.findall(r'class="(best|tempting|)" tabindex="0" data-steps="([^"]+)"', page)
    steps = re.search(r'class="best-turn">(.*?)</ol>', page)
    assert steps is not None
    assert len(bars) >= 2
    assert bars[0][0] == "best"
    assert len(bars[0][1].split()) == steps[1].count("<li>")
