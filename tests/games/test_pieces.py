"""Boards draw a piece of a picture once and keep it: no picture may depend on what was drawn before it."""

from __future__ import annotations

import functools
import itertools
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.contract.scene import Choice, Panel
from ludotheque.core.svg import scene
from ludotheque.core.words import LANGUAGES, Words
from tests.samples import few_kinds, random_game

NAMES = (("Ana", '<Bob> & "Co"', "Claire", "D'Arcy", "Eve"), ("Bob", "Ana", "Ana", "Claire", "Bob"))
MOMENTS = 3  # moments of each game; at each, a decision and the next one are compared


class TableLook(NamedTuple):
    """One way to look at a table."""

    position: Position
    viewer: int | None
    language: str
    names: tuple[str, ...]
    settings: frozenset[str]

    def draw(self) -> tuple[list[Panel], list[Choice]]:
        """All that a page shows of it, and what it asks."""
        shown = scene(self.position, self.viewer, self.language, self.names, self.settings)
        board = self.position.game.edition.module("board")
        seats = range(self.position.players)
        panels = [*board.panels(shown), *(board.summary(shown, seat) for seat in seats)]
        panels += [getattr(board, "at_the_end", board.summary)(shown, seat) for seat in seats]
        return panels, list(shown.choices.values())


@functools.cache
def looks(game: str) -> list[TableLook]:
    """Two tables of a game in many ways: the eyes of everybody, languages, settings."""
    found = []
    settings = frozenset(getattr(ludotheque.load(game).edition.module("board"), "SETTINGS", ()))
    kinds = [kind for kind in few_kinds() if kind.game == game]
    for kind, names in zip((kinds[1], kinds[-2]), NAMES, strict=True):
        positions = [p for p, _ in random_game(kind, 3) if p.to_act is not None and p.to_act >= 0]
        for moment in range(MOMENTS):
            at = moment * len(positions) // MOMENTS
            for position in positions[at : at + 2]:
                viewers = (None, *range(position.players))
                for viewer, language in itertools.product(viewers, LANGUAGES):
                    plain = TableLook(position, viewer, language, names[: position.players], frozenset())
                    found += [plain, plain._replace(settings=settings)]
    return found


def choices_in(element: ElementTree.Element, around: str = "") -> Iterator[tuple[int, str]]:
    """The actions of the choices in a drawing, each with the part that it is drawn around, or that lies around it."""
    if "data-action" in element.attrib:
        within = next((inner.get("id", "") for inner in element.findall("g")), "")
        yield int(element.attrib["data-action"]), within or around
    for child in element:
        yield from choices_in(child, element.get("id") or around)


@functools.cache
def choices_of(drawing: str) -> list[tuple[int, str]]:
    """The same, of the text of a drawing; many looks at a table show the same one."""
    return sorted(choices_in(ElementTree.fromstring(f"<svg>{drawing}</svg>")))


@pytest.mark.parametrize("game", ludotheque.games())
def test_a_panel_lists_the_actions_that_can_be_chosen_in_it_with_their_parts(game: str) -> None:
    for look in looks(game):
        for panel in look.draw()[0]:
            assert sorted(panel.actions) == choices_of(panel.body), (look, panel.name)


@pytest.mark.parametrize("game", ludotheque.games())
def test_marked_choices_are_shown_and_cannot_be_chosen(game: str) -> None:
    marked = 0
    for look in looks(game):
        position, viewer = look.position, look.viewer
        if viewer is None or position.to_act != viewer:
            continue
        shown = scene(position, viewer)
        choices = shown.choices.marked({position.legal()[-1]: "better"})
        panels = position.game.edition.module("board").panels(replace(shown, choices=choices))
        bodies = "".join(panel.body for panel in panels)
        assert "data-action" not in bodies
        assert "tabindex" not in "".join(re.findall(r"<g[^>]*data-mark[^>]*>", bodies))
        assert not any(panel.actions for panel in panels)
        marked += bodies.count('data-mark="better"')
    assert marked > 0


def forget() -> None:
    """Makes the boards and the words draw and say everything anew."""
    Words.sentence.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(("ludotheque.games.", "ludotheque.contract.")):
            for found in vars(module).values():
                if hasattr(found, "cache_clear"):
                    found.cache_clear()


@pytest.mark.parametrize("game", ludotheque.games())
def test_a_picture_does_not_depend_on_what_was_drawn_before(game: str) -> None:
    chooser = random.Random(game)
    wanted = chooser.sample(looks(game), len(looks(game)) // 3)
    alone = []
    for look in wanted:
        forget()
        alone.append(look.draw())
    for k in chooser.sample(range(len(wanted)), len(wanted)):
        assert wanted[k].draw() == alone[k], wanted[k]


@pytest.mark.parametrize("game", ludotheque.games())
def test_no_picture_of_a_game_keeps_what_has_changed(game: str) -> None:
    kind = next(kind for kind in few_kinds() if kind.game == game)
    positions = [position for position, _ in random_game(kind, 4)]
    viewers = (None, *range(kind.players))
    wanted = [TableLook(each, viewer, "en", (), frozenset()) for each in positions for viewer in viewers]
    drawn = [look.draw() for look in wanted]
    for k in random.Random(game).sample(range(len(wanted)), 40):
        forget()
        assert wanted[k].draw() == drawn[k], wanted[k]
