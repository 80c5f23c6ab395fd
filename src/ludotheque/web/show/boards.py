"""Boards as pages show them: scenes, panels, and the parts that changed."""

from __future__ import annotations

import re
from dataclasses import replace
from types import ModuleType
from xml.etree import ElementTree

from markupsafe import Markup

from ludotheque.core.position import Position
from ludotheque.core.svg import scene
from ludotheque.scene import Panel, Scene
from ludotheque.web.context import PanelView
from ludotheque.web.speech import Speech

ACTION = re.compile(r'data-action="(\d+)"')


def board_of(position: Position) -> ModuleType | None:
    """The board of a game."""
    try:
        module: ModuleType = position.game.edition.module("board")
    except ModuleNotFoundError:
        return None
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
    shown = scene(position, seat, speech.language, names, changed, settings)
    choices = {
        action: choice._replace(label=speech.named(position.game, choice.label, names))
        for action, choice in shown.choices.items()
    }
    return replace(shown, choices=choices)


def panel_view(panel: Panel) -> PanelView:
    """A panel as a template places it."""
    return PanelView(panel.name, panel.label, f"0 0 {panel.width:g} {panel.height:g}", Markup(panel.body))


def panels_of(position: Position, shown: Scene) -> tuple[PanelView, ...]:
    """The pictures of the table."""
    board = board_of(position)
    return tuple(panel_view(panel) for panel in board.panels(shown)) if board else ()


def summaries_of(position: Position, shown: Scene) -> tuple[PanelView | None, ...]:
    """The compact board of every seat."""
    board = board_of(position)
    seats = range(position.players)
    return tuple(panel_view(board.summary(shown, seat)) if board else None for seat in seats)


def defs_of(position: Position, shown: Scene) -> Markup:
    """The symbols that the panels use, once a page."""
    board = board_of(position)
    return Markup(board.defs(shown)) if board else Markup()


def placed_actions(panels: tuple[PanelView, ...]) -> frozenset[int]:
    """The actions that can be done by clicking in a panel."""
    return frozenset(int(found) for panel in panels for found in ACTION.findall(panel.body))


def changed_parts(before: Position, after: Position, seat: int | None, settings: frozenset[str]) -> frozenset[str]:
    """The ids of the parts of the picture that differ between two positions, as a reader sees them."""
    old, new = _parts(before, seat, settings), _parts(after, seat, settings)
    return frozenset(id for id, look in new.items() if old.get(id) != look)


def _parts(position: Position, seat: int | None, settings: frozenset[str]) -> dict[str, str]:
    """How every part of the picture looks, apart from the parts inside it."""
    shown = replace(scene(position, seat, settings=settings), choices={})
    looks: dict[str, str] = {}
    for panel in (*panels_of(position, shown), *summaries_of(position, shown)):
        if panel is not None:
            _look(ElementTree.fromstring(f"<svg>{panel.body}</svg>"), looks)
    return looks


def _look(element: ElementTree.Element, looks: dict[str, str]) -> str:
    inside = "".join(_look(child, looks) + (child.tail or "") for child in element)
    look = f"<{element.tag}{sorted(element.items())}>{element.text or ''}{inside}"
    if (id := element.get("id")) is None:
        return look
    looks[id] = look
    return f"#{id}"
