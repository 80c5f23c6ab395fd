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
from itertools import chain
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import PLAIN, Panel, Scene

from ..actions import TAKE
from ..box import LETTERS, NAMES, SLOTS, STRIPS
from ..position import STRIP_CODES
from . import glass
from .changes import changes
from .closing import at_the_end
from .forecasts import forecasts_of, shown_seat, within_reach
from .notes import notes
from .palace import palace
from .rose import ground, rose
from .summary import summary
from .track import progress, track

HERE = Path(__file__).parent

EMBLEMS = {f"terms.{name}": f"sintra-pane-{letter}" for name, letter in zip(NAMES, LETTERS, strict=True)}
EMBLEMS |= {f"terms.colour_{name}": f"sintra-pane-{letter}" for name, letter in zip(NAMES, LETTERS, strict=True)}
EMBLEMS |= {f"actions.{kind}": "sintra-glazier" for kind in ("reset", "place", "place_breaking")}
EMBLEMS["actions.joker"] = "sintra-space-J"

DRAWN = {  # strips, by their spaces from top to bottom
    code: tuple(f"sintra-space-{letter}" for letter in spaces)
    for code, spaces in zip(STRIP_CODES, chain(*STRIPS), strict=True)
}

SETTINGS = ("colour_blind",)  # the rulebook's layout for people who cannot tell the colours apart (S56)

THUMBNAIL = (("palace",), (475, 408, 623, 192))  # lists of tables show the windows

__all__ = [
    "DRAWN",
    "EMBLEMS",
    "SETTINGS",
    "THUMBNAIL",
    "at_the_end",
    "card",
    "changes",
    "defs",
    "panels",
    "progress",
    "refusals",
    "summary",
]


def panels(scene: Scene) -> list[Panel]:
    """The pictures of the table."""
    seat, plain = shown_seat(scene.view, scene.seat), PLAIN in scene.settings
    forecasts = () if plain and TAKE in scene.choices else forecasts_of(scene)  # a plain page shows those of strips
    reach = within_reach(scene, seat) if seat == scene.seat and not plain else ()
    told = () if plain else forecasts
    shared = scene.public
    foretelling = scene if scene.choices and not plain else shared  # forecasts are about the viewer
    return [
        rose(scene if TAKE in scene.choices else foretelling, told),
        track(scene if told else shared, told),
        palace(scene, seat, forecasts, reach),
        notes(foretelling, seat, told, reach),
    ]


def refusals(scene: Scene) -> dict[str, tuple[Phrase, str]]:
    """Why the viewer's strips and windows, or things on the table, stand for no choice now, by the ids of parts."""
    if not scene.choices:
        return {}
    places = ["centre", *(f"factory-{f + 1}" for f in range(len(scene.view["factories"])))]
    panes = [f"{place.replace('factory', 'panes')}-{letter}" for place in places[1:] for letter in LETTERS]
    panes += ["tile", *(f"panes-centre-{letter}" for letter in LETTERS)]
    strips = [f"strip-{scene.seat}-{slot + 1}" for slot in range(SLOTS)]
    windows = [f"window-{scene.seat}-{slot + 1}" for slot in range(SLOTS)]
    told = [(windows, "window", "S36")]
    if scene.view["phase"] == "TURN":
        told += [(strips, "take_first", "S25"), (places, "one_colour", "S17")]
    else:
        told += [(strips + places + panes, "place_first", "S25")]
    return {part: (Phrase(f"refusals.{key}"), rule) for parts, key, rule in told for part in parts}


def defs(scene: Scene) -> str:
    """The symbols, gradients and patterns that the panels use."""
    return _defs(len(scene.view["factories"]))


@functools.cache
def _defs(factories: int) -> str:
    return glass.symbols() + drawings(HERE / "figures.svg") + ground(factories)


@functools.cache
def card() -> str:
    """The picture of the game for a page that lists games."""
    return (HERE / "card.svg").read_text(encoding="utf-8")
