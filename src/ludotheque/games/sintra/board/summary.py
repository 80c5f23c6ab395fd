"""The palace of one player, small, for the list of players."""

from __future__ import annotations

import functools

from ludotheque.scene import Panel, Scene

from ..box import POINTS_LOST, SLOTS, SPACES
from .drawing import minus, number, part, say, seat_shape, shifted, tag, use, write
from .glass import SMALL_ENGRAVINGS, SMALL_LOWER, SMALL_UPPER, SMALL_WINDOW
from .naming import strip_name, window_name
from .outlook import EMPTY, Strip, final_scoring, shown_seat, strip_in, values

WIDTH, HEIGHT = 288, 172
PALACE = 24  # the top of the palace, under the line of facts
COLUMN, STRIP_WIDE = 36, 30
ROW, FIRST_ROW = 13.6, 37


def summary(scene: Scene, seat: int) -> Panel:
    """Broken glass, starting-player tile and panes on strips of a seat, then its strips and windows."""
    board = scene.view["seats"][seat]
    ground = tag("rect", css="small-wall", y=12, width=WIDTH, height=HEIGHT - PALACE - 12, rx=4)
    slots = "".join(
        small_strip(scene, seat, slot, strip_in(board, slot)) + small_window(scene, seat, slot) for slot in range(SLOTS)
    )
    x = (board["glazier"] - 1) * COLUMN + COLUMN / 2
    man = part(scene, f"mini-glazier-{seat}", seat_shape(seat, x, 6, 13), say(scene, "glazier", slot=board["glazier"]))
    body = tag("g", facts(scene, seat) + shifted(0, PALACE, ground + slots + man), css="sintra")
    return Panel(f"summary-{seat}", say(scene, "summary_label", name=scene.names[seat]), WIDTH, HEIGHT, body,
                 (1120, 10 + 182 * summary_row(scene, seat), 288))  # fmt: skip


def summary_row(scene: Scene, seat: int) -> int:
    """The place of a seat in the column of those that are not drawn big."""
    big = shown_seat(scene.view, scene.seat)
    return seat - (seat > big)


def facts(scene: Scene, seat: int) -> str:
    """One line: broken glass, the tile, panes on strips."""
    view, board = scene.view, scene.view["seats"][seat]
    lost = minus(-POINTS_LOST[board["broken"]])
    label = say(scene, "broken_of", name=scene.names[seat], points=POINTS_LOST[board["broken"]])
    drawn = part(
        scene,
        f"mini-broken-{seat}",
        use("shard", 0, 2, 15, css="warning") + write(19, 15, lost, "quiet", "start"),
        label,
    )
    if view["tile_seat"] == seat and not view["tile_in_centre"] and view["phase"] != "SETUP":
        name = say(scene, "tile_of", name=scene.names[seat])
        drawn += part(scene, f"mini-tile-{seat}", use("tile", 52, 0, 21), name)
    panes = say(scene, "sets", count=final_scoring(view, board).panes)
    return drawn + write(WIDTH, 15, panes, "quiet", "end")


def small_strip(scene: Scene, seat: int, slot: int, strip: Strip | None) -> str:
    """A strip with its hidden side on top."""
    name = f"mini-strip-{seat}-{slot + 1}"
    label = strip_name(scene, slot, strip)
    x = slot * COLUMN + 3
    if strip is None:
        return part(scene, name, tag("path", css="hook", d=f"M{x + 9} 12v5M{x + 21} 12v5"), label)
    drawn = [tag("rect", css="small-paper", x=x - 0.5, y=15, width=31, height=91, rx=2.5)]
    for k, kind in enumerate(strip.hidden):
        column, row = (k, 0) if k < 3 else (k - 2.5, 1)
        drawn.append(use(f"small-space-{kind}", x + 0.6 + column * 10, 16 + row * 9.6, 9))
    drawn += [small_space(strip, space, x, FIRST_ROW + space * ROW) for space in range(SPACES)]
    return part(scene, name, "".join(drawn), label)


@functools.lru_cache(1 << 14)
def small_space(strip: Strip, space: int, x: float, y: float) -> str:
    """A space or a pane, wider than high."""
    letter = strip.panes[space]
    pane = letter != EMPTY
    kind = letter if pane else strip.spaces[space]
    motif = tag("g", SMALL_ENGRAVINGS[kind], css="glass-engraved" if pane else "space-ink",
                transform=f"translate({number(x + 9)} {number(y + 0.4)}) scale(.6)")  # fmt: skip
    if pane:
        ground = tag("rect", css="lead", x=x, y=y, width=STRIP_WIDE, height=12.8, rx=2)
        ground += tag(
            "rect", x=x + 1.2, y=y + 1.2, width=27.6, height=10.4, rx=1.4, fill=f"url(#sintra-glass-{letter})"
        )
    else:
        ground = tag("rect", css="space-wash", x=x, y=y, width=STRIP_WIDE, height=12.8, rx=2)
    return tag("g", ground + motif, css=f"glass-{kind}")


def small_window(scene: Scene, seat: int, slot: int) -> str:
    cells: str = scene.view["seats"][seat]["windows"][slot]
    x = slot * COLUMN + 7
    drawn = use(f"small-upper-{cells[:1] or 'dark'}", x, 109, SMALL_WINDOW, SMALL_UPPER)
    drawn += use(f"small-lower-{cells[1:] or 'dark'}", x, 131, SMALL_WINDOW, SMALL_LOWER)
    return part(
        scene, f"mini-window-{seat}-{slot + 1}", drawn, window_name(scene, slot, values(scene.view)[slot], cells)
    )
