"""Boards as pages show them: panels, summaries, symbols."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from types import ModuleType

from markupsafe import Markup

from ludotheque.contract.scene import Panel, Scene
from ludotheque.core.game import Game


def board_of(game: Game) -> ModuleType:
    """The board of a game."""
    module: ModuleType = game.edition.module("board")
    return module


def panels_of(game: Game, scene: Scene) -> tuple[Panel, ...]:
    """The pictures of the table."""
    return tuple(board_of(game).panels(scene))


def summaries_of(game: Game, scene: Scene) -> tuple[Panel | None, ...]:
    """The compact board of every seat but the viewer's, which has a large one."""
    draw, seats = board_of(game).summary, range(len(scene.names))
    return tuple(None if seat == scene.seat else draw(scene, seat) for seat in seats)


def closings_of(game: Game, scene: Scene) -> tuple[Panel, ...]:
    """The picture of every seat at the end: the board's own, else the compact board."""
    draw = getattr(board_of(game), "at_the_end", board_of(game).summary)
    return tuple(draw(scene, seat) for seat in range(len(scene.names)))


def banner_of(game: Game, scene: Scene, winners: Sequence[int]) -> Markup:
    """The picture behind the verdict, if the board draws one."""
    draw = getattr(board_of(game), "banner", None)
    return Markup(draw(scene, winners)) if draw else Markup()


def progress_of(game: Game, scene: Scene) -> str:
    """How far the game has come, if the board says so."""
    say = getattr(board_of(game), "progress", None)
    return say(scene) if say else ""


def defs_of(game: Game, scene: Scene) -> Markup:
    """The symbols that the panels use, once per page."""
    return _markup(board_of(game).defs(scene))


_markup = functools.lru_cache(64)(Markup)


def placed_actions(panels: tuple[Panel, ...]) -> frozenset[int]:
    """The actions that can be chosen with a click in a panel."""
    return frozenset(action for panel in panels for action, _ in panel.actions)
