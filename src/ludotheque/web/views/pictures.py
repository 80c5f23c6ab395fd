"""Pictures of pieces and of parts of the board, for pages other than tables.

They are SVG with the symbols of the board, and with one more element: `<panel position="NAME" of="PANEL"
box="x y width height"/>` is a part of a panel, drawn by the board itself from a position of the game's `glance.toml`.
"""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from ludotheque.contract.scene import NOTHING, PLAIN, Scene
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.svg import scene
from ludotheque.kernel.places import folder_of
from ludotheque.web.views.boards import board_of, defs_of, panels_of

NAMES = ("Emma", "Nina", "Otto", "Lars", "Mila")
PANEL = re.compile(r'<panel position="(?P<position>\w+)" of="(?P<of>[\w-]+)" box="(?P<box>[^"]+)"(?P<place>[^>]*)/>')
SPOKEN = re.compile(r' (?:id|role|tabindex|aria-\w+|data-\w+)="[^"]*"|<title>.*?</title>', re.DOTALL)


@functools.cache
def plan_of(game: str, file: str) -> Mapping[str, Any]:
    """A file that lays something out for learners; empty if the game has none."""
    path = folder_of(game) / file
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


class Pictures:
    """What can be drawn for a game in a language."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._language = game, language
        self._positions: Mapping[str, Any] = plan_of(game.name, "glance.toml").get("positions", {})

    def defs(self) -> Markup:
        """The symbols of the board."""
        return defs_of(self._game, self._scene(next(iter(self._positions))))

    def draw(self, plan: Mapping[str, Any], code: str = "") -> Markup:
        """The picture of a plan, of the piece with this code; nothing if there is none."""
        if "box" not in plan:
            return Markup()
        if "picture" in plan:
            drawn = PANEL.sub(self._panel, plan["picture"].replace("{code}", code))
        else:
            drawn = board_of(self._game).portrait(self._scene(next(iter(self._positions))).pen(), code)
        css = f"board-{self._game.name} {plan.get('css', '')}".strip()
        svg = Markup('<svg class="{}" viewBox="{}" aria-hidden="true">{}</svg>')
        return svg.format(css, plan["box"], Markup(SPOKEN.sub("", drawn)))

    def _panel(self, found: re.Match[str]) -> str:
        """A part of a panel."""
        seen, place = self._scene(found["position"]), found["place"]
        panels = panels_of(self._game, seen if "asked" in place else replace(seen, choices=NOTHING))
        body = next(panel.body for panel in panels if panel.name == found["of"])
        return f'<svg viewBox="{found["box"]}"{place.replace(" asked", "")}>{body}</svg>'

    def _scene(self, name: str) -> Scene:
        position = self._position(name)
        return scene(position, 0, self._language, NAMES[: position.players], frozenset({PLAIN}))

    def _position(self, name: str) -> Position:
        """A position of the file, or what some choices lead to from one."""
        plan = self._positions[name]
        if isinstance(plan, str):
            return self._game.position(json.loads(plan), seed=0)
        position = self._position(plan["after"])
        for action in plan["played"]:
            position = position.play(action)
        return position
