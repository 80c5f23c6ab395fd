"""Boards as pages show them: scenes, panels, and the parts that changed."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from types import ModuleType

from markupsafe import Markup

from ludotheque.contract.scene import Panel, Scene
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.svg import scene
from ludotheque.web.views.speech import PageSpeech


def board_of(game: Game) -> ModuleType:
    """The board of a game."""
    module: ModuleType = game.edition.module("board")
    return module


def scene_for(
    position: Position,
    seat: int | None,
    speech: PageSpeech,
    names: tuple[str, ...],
    settings: frozenset[str] = frozenset(),
) -> Scene:
    """What a reader sees and may do, with the names of the players in every sentence."""
    return scene(position, seat, speech.language, names, settings=settings)


def panels_of(game: Game, shown: Scene) -> tuple[Panel, ...]:
    """The pictures of the table."""
    return tuple(board_of(game).panels(shown))


def summaries_of(game: Game, shown: Scene) -> tuple[Panel | None, ...]:
    """The compact board of every seat but the reader's, which is big."""
    draw, seats = board_of(game).summary, range(len(shown.names))
    return tuple(None if seat == shown.seat else draw(shown, seat) for seat in seats)


def closings_of(game: Game, shown: Scene) -> tuple[Panel, ...]:
    """What is left of every seat at the end: what the board draws for it, else the compact board."""
    draw = getattr(board_of(game), "at_the_end", board_of(game).summary)
    return tuple(draw(shown, seat) for seat in range(len(shown.names)))


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
    return _drawn(board_of(game).defs(shown))


_drawn = functools.lru_cache(64)(Markup)


def placed_actions(panels: tuple[Panel, ...]) -> frozenset[int]:
    """The actions that can be done by clicking in a panel."""
    return frozenset(action for panel in panels for action in panel.actions)
