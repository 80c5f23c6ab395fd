"""Boards as pages show them: scenes, panels, and the parts that changed."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from xml.etree import ElementTree

from markupsafe import Markup

from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.svg import scene
from ludotheque.scene import Panel, Scene
from ludotheque.web.context import PanelView
from ludotheque.web.speech import Speech

ACTION = re.compile(r'data-action="(\d+)"')


def board_of(game: Game) -> ModuleType:
    """The board of a game."""
    module: ModuleType = game.edition.module("board")
    return module


def scene_for(
    position: Position,
    seat: int | None,
    speech: Speech,
    names: tuple[str, ...],
    changed: frozenset[str] = frozenset(),
    settings: frozenset[str] = frozenset(),
) -> Scene:
    """What a reader sees and may do, with the names of the players in every sentence."""
    return scene(position, seat, speech.language, names, changed, settings)


def panel_view(panel: Panel) -> PanelView:
    """A panel as a template places it."""
    return PanelView(panel.name, panel.label, f"0 0 {panel.width:g} {panel.height:g}", Markup(panel.body))


def panels_of(game: Game, shown: Scene) -> tuple[PanelView, ...]:
    """The pictures of the table."""
    return tuple(panel_view(panel) for panel in board_of(game).panels(shown))


def summaries_of(game: Game, shown: Scene) -> tuple[PanelView, ...]:
    """The compact board of every seat."""
    return tuple(panel_view(board_of(game).summary(shown, seat)) for seat in range(len(shown.names)))


def closings_of(game: Game, shown: Scene) -> tuple[PanelView, ...]:
    """What is left of every seat at the end: what the board draws for it, else the compact board."""
    draw = getattr(board_of(game), "at_the_end", board_of(game).summary)
    return tuple(panel_view(draw(shown, seat)) for seat in range(len(shown.names)))


def banner_of(game: Game, shown: Scene, winners: Sequence[int]) -> Markup:
    """The picture behind the verdict, if the board draws one."""
    draw = getattr(board_of(game), "banner", None)
    return Markup(draw(shown, winners)) if draw else Markup()


def progress_of(game: Game, shown: Scene) -> str:
    """How far the game has come, if the board says so."""
    tell = getattr(board_of(game), "progress", None)
    return tell(shown) if tell else ""


def defs_of(game: Game, shown: Scene) -> Markup:
    """The symbols that the panels use, once a page."""
    return Markup(board_of(game).defs(shown))


def placed_actions(panels: tuple[PanelView, ...]) -> frozenset[int]:
    """The actions that can be done by clicking in a panel."""
    return frozenset(int(found) for panel in panels for found in ACTION.findall(panel.body))


def changed_parts(before: Position, after: Position, seat: int | None, settings: frozenset[str]) -> frozenset[str]:
    """The ids of the parts of the picture that differ between two positions, as a reader sees them."""
    eyes = _same_eyes(after) if seat is None else seat
    old, new = _parts(before, eyes, settings), _parts(after, eyes, settings)
    return frozenset(part for part, look in new.items() if old.get(part) != look)


def _same_eyes(position: Position) -> int | None:
    """With whose eyes a spectator compares: big is the board of who is to act, before and after.

    A board that takes the place of another has not changed. Where anything is hidden, a spectator
    has no eyes but his own.
    """
    acting = position.to_act
    return acting if acting is not None and acting >= 0 and position.view(None) == position.to_dict() else None


@functools.lru_cache(4096)
def _parts(position: Position, seat: int | None, settings: frozenset[str]) -> dict[str, int]:
    """How every part of the picture looks, apart from the parts inside it: a hash of each."""
    shown = replace(scene(position, seat, settings=settings), choices={})
    looks: dict[str, int] = {}
    for panel in (*panels_of(position.game, shown), *summaries_of(position.game, shown)):
        _look(ElementTree.fromstring(f"<svg>{panel.body}</svg>"), looks)
    return looks


def _look(element: ElementTree.Element, looks: dict[str, int]) -> str:
    inside = "".join(_look(child, looks) + (child.tail or "") for child in element)
    look = f"<{element.tag}{sorted(element.items())}>{element.text or ''}{inside}"
    if (part := element.get("id")) is None:
        return look
    looks[sys.intern(part)] = hash(look)
    return f"#{part}"
