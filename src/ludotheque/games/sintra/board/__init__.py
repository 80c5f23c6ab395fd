"""The board of Sintra: a rose window of factories, a scoring board, a palace and notes on paper.

| panel       | shows                                                                    |
|-------------|--------------------------------------------------------------------------|
| `rose`      | factories, centre, score track                                           |
| `track`     | round indicator, bag, glass tower, broken-glass track                    |
| `palace`    | strips, glazier and windows of the viewer (a spectator: of the seat to act) |
| `notes`     | what a choice would bring, in words; else the final scoring so far       |
| `summary-N` | the palace of seat N, small                                              |
"""

from __future__ import annotations

import functools
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.scene import PLAIN, Aside, Panel, Scene

from ..box import LETTERS, NAMES
from . import glass
from .changes import changes
from .closing import at_the_end
from .forecasts import forecasts_of, of_seat, shown_seat, within_reach
from .notes import notes
from .palace import palace
from .rose import ground, in_rose, rose
from .summary import summary
from .track import on_track, progress, track

FOLDER = Path(__file__).parent

EMBLEMS = {f"terms.{name}": f"sintra-pane-{letter}" for name, letter in zip(NAMES, LETTERS, strict=True)}
EMBLEMS |= {f"terms.colour_{name}": f"sintra-pane-{letter}" for name, letter in zip(NAMES, LETTERS, strict=True)}
EMBLEMS |= {f"actions.{kind}": "sintra-glazier" for kind in ("reset", "place", "place_breaking")}
EMBLEMS["actions.joker"] = "sintra-space-J"

SETTINGS = ("colour_blind",)  # the rulebook's layout for people who cannot tell the colours apart (S56)

THUMBNAIL = (("palace",), (475, 408, 623, 192))  # lists of tables show the windows

__all__ = ["EMBLEMS", "SETTINGS", "THUMBNAIL", "at_the_end", "card", "changes", "defs", "panels", "progress", "summary"]


def panels(scene: Scene) -> list[Panel]:
    """The pictures of the table."""
    seat = shown_seat(scene.view, scene.seat)
    own, forecasts = of_seat(scene, seat, scene.seat), forecasts_of(scene)
    reach = within_reach(scene, seat) if seat == scene.seat and PLAIN not in scene.settings else ()
    return [
        rose(in_rose(scene), forecasts),
        track(on_track(scene, forecasts), forecasts),
        palace(own, seat, forecasts, reach),
        notes(own, seat, forecasts, reach, Aside(scene.state)),
    ]


def defs(scene: Scene) -> str:
    """The symbols, gradients and patterns that the panels use."""
    return _defs(len(scene.view["factories"]))


@functools.cache
def _defs(factories: int) -> str:
    return glass.symbols() + drawings(FOLDER / "figures.svg") + ground(factories)


@functools.cache
def card() -> str:
    """The picture of the game for a page that lists games."""
    return (FOLDER / "card.svg").read_text(encoding="utf-8")
