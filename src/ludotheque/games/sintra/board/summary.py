"""The palace of one player, small, for the list of players."""

from __future__ import annotations

import functools
from collections.abc import Hashable

from ludotheque.contract.drawing import group, part, path, rect, say, text, use
from ludotheque.contract.phrases import minus
from ludotheque.contract.scene import Panel, Pen, Scene, drawn_while, piece

from ..box import POINTS_LOST, SLOTS, SPACES
from .forecasts import EMPTY, Strip, front_of, holds_tile, shown_seat, strip_in, values
from .glass import SMALL_ENGRAVINGS, SMALL_LOWER, SMALL_UPPER, SMALL_WINDOW
from .naming import strip_name, window_name
from .score_track import seat_marker
from .track import broken_label

WIDTH, HEIGHT = 288, 172
PALACE = 24  # the top of the palace, under the line of facts
COLUMN, STRIP_WIDE = 36, 30
ROW, FIRST_ROW = 13.6, 37


def summary(scene: Scene, seat: int) -> Panel:
    """The panel, in the column of those that are not drawn big."""
    row = seat - (seat > shown_seat(scene.view, scene.seat))
    return small_palace(scene.public, seat, row)


def on_small_front(scene: Scene, seat: int, row: int) -> Hashable:
    """All that the small palace shows."""
    return front_of(scene.view, seat), scene.view["seats"][seat]["broken"], holds_tile(scene.view, seat)


@drawn_while(on_small_front)
def small_palace(scene: Scene, seat: int, row: int) -> Panel:
    """Broken glass, starting-player tile and panes on strips of a seat, then its strips and windows."""
    board = scene.view["seats"][seat]
    points = values(scene.view)
    pen = scene.pen()
    slots = (
        small_slot(pen, seat, slot, strip_in(board, slot), points[slot], board["windows"][slot])
        for slot in range(SLOTS)
    )
    pieces = (facts(scene, seat), small_wall(), *slots, small_glazier(pen, seat, board["glazier"]))
    label = say(scene, "summary_label", name=scene.names[seat])
    return Panel(f"summary-{seat}", label, WIDTH, HEIGHT, pieces, (1120, 10 + 182 * row, WIDTH), "sintra")


def facts(scene: Scene, seat: int) -> str:
    """One line: broken glass, the tile, panes on strips."""
    board = scene.view["seats"][seat]
    panes = sum(SPACES - slot["panes"].count(EMPTY) for slot in board["slots"] if slot)
    return line(scene.pen(), seat, scene.names[seat], board["broken"], holds_tile(scene.view, seat), panes)


@piece
def line(pen: Pen, seat: int, name: str, broken: int, tile: bool, panes: int) -> str:
    """The line of facts of a seat."""
    shard = use("sintra-shard", 0, 2, 15, css="warning") + text(
        19, 15, minus(-POINTS_LOST[broken]), "quiet", anchor="start"
    )
    drawn = part(f"mini-broken-{seat}", shard, broken_label(pen, name, broken))
    if tile:
        drawn += part(f"mini-tile-{seat}", use("sintra-tile", 52, 0, 21), say(pen, "tile_of", name=name))
    return drawn + text(WIDTH, 15, say(pen, "sets", count=panes), "quiet", anchor="end")


@functools.cache
def small_wall() -> str:
    return rect(0, PALACE + 12, WIDTH, HEIGHT - PALACE - 12, "small-wall", 4)


@piece
def small_glazier(pen: Pen, seat: int, slot: int) -> str:
    """The glazier above his slot, counted from 1."""
    shape = seat_marker(seat, (slot - 1) * COLUMN + COLUMN / 2, 6, 13)
    return group(part(f"mini-glazier-{seat}", shape, say(pen, "glazier", slot=slot)), 0, PALACE)


@piece
def small_slot(pen: Pen, seat: int, slot: int, strip: Strip | None, value: int, cells: str) -> str:
    """A strip and the window under it."""
    return group(small_strip(pen, seat, slot, strip) + small_window(pen, seat, slot, value, cells), 0, PALACE)


def small_strip(pen: Pen, seat: int, slot: int, strip: Strip | None) -> str:
    """A strip with its hidden side on top."""
    name = f"mini-strip-{seat}-{slot + 1}"
    label = strip_name(pen, slot, strip)
    x = slot * COLUMN + 3
    if strip is None:
        return part(name, path(f"M{x + 9} 12v5M{x + 21} 12v5", "hook"), label)
    drawn = [rect(x - 0.5, 15, 31, 91, "small-paper", 2.5)]
    for k, kind in enumerate(strip.hidden):
        column, row = (k, 0) if k < 3 else (k - 2.5, 1)
        drawn.append(use(f"sintra-small-space-{kind}", x + 0.6 + column * 10, 16 + row * 9.6, 9))
    drawn += [small_space(strip, space, x, FIRST_ROW + space * ROW) for space in range(SPACES)]
    return part(name, "".join(drawn), label)


@functools.lru_cache(1 << 14)
def small_space(strip: Strip, space: int, x: float, y: float) -> str:
    """A space or a pane, wider than high."""
    letter = strip.panes[space]
    pane = letter != EMPTY
    kind = letter if pane else strip.spaces[space]
    motif = group(SMALL_ENGRAVINGS[kind], x + 9, y + 0.4, "glass-engraved" if pane else "space-ink", scale=0.6)
    if pane:
        ground = rect(x, y, STRIP_WIDE, 12.8, "lead", 2)
        ground += rect(x + 1.2, y + 1.2, 27.6, 10.4, radius=1.4, fill=f"url(#sintra-glass-{letter})")
    else:
        ground = rect(x, y, STRIP_WIDE, 12.8, "space-wash", 2)
    return group(ground + motif, css=f"glass-{kind}")


def small_window(pen: Pen, seat: int, slot: int, value: int, cells: str) -> str:
    x = slot * COLUMN + 7
    drawn = use(f"sintra-small-upper-{cells[:1] or 'dark'}", x, 109, SMALL_WINDOW, SMALL_UPPER)
    drawn += use(f"sintra-small-lower-{cells[1:] or 'dark'}", x, 131, SMALL_WINDOW, SMALL_LOWER)
    return part(f"mini-window-{seat}-{slot + 1}", drawn, window_name(pen, slot, value, cells))
