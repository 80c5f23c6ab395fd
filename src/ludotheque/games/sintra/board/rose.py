"""The rose window: the factories as roundels, the centre as its eye, the score track as its rim."""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable
from itertools import pairwise, product
from typing import NamedTuple

from ludotheque.contract.drawing import Point, choice, circle, group, part, path, polar, rect, say, tag, text, use
from ludotheque.contract.scene import Panel, Pen, Scene, drawn_while, piece

from ..actions import TAKE
from ..box import CENTRE, COLOURS, LETTERS, PER_FACTORY
from .forecasts import Forecasts, round_colour
from .glass import point, star
from .naming import amount, amounts
from .score_track import MIDDLE, RIM_OF_SCORES, SIZE, around, beads, ghosts, markers

RING = 149  # the radius of the circle on which the factories lie
EYE = 87
PILE = 53  # distance of a pile in the centre from its middle
GROUND = tag("use", href="#sintra-ground")


def in_rose(scene: Scene, forecasts: Forecasts) -> Hashable:
    """All that the rose window shows."""
    view = scene.view
    scores = tuple([board["score"] for board in view["seats"]])
    return tuple(view["factories"]), view["centre"], view["tile_in_centre"], view["indicator"], scores


@drawn_while(in_rose)
def rose(scene: Scene, forecasts: Forecasts) -> Panel:
    """The panel; the forecasts of the actions show where the viewer's score would go."""
    pieces = (GROUND + RIM_OF_SCORES, *factories(scene), *centre(scene), *markers(scene), ghosts(scene, forecasts))
    return Panel("rose", say(scene, "rose_label"), SIZE, SIZE, pieces, (14, 10, 441), "sintra")


# --- stone and glass that never move ------------------------------------------------------------


@functools.cache
def ground(factories: int) -> str:
    """All that lies under this number of factories: a part of the `defs`, since it never changes."""
    return tag("g", stone() + tracery(factories) + beads(), css="sintra", id="sintra-ground")


def stone() -> str:
    """The round of stone that holds everything."""
    return (
        tag("ellipse", css="cast", cx=MIDDLE + 6, cy=MIDDLE + 10, rx=232, ry=230, filter="url(#sintra-soft)")
        + circle(MIDDLE, MIDDLE, 236, "stone-edge")
        + circle(MIDDLE, MIDDLE, 234, fill="url(#sintra-stone)")
    )


def roundel(factories: int) -> float:
    """The radius of a factory with its frame, as large as this number of factories allows."""
    return min(56, RING * math.sin(math.pi / max(factories, 2)) - 4)


def tracery(factories: int) -> str:
    """Dark glass between the roundels, of no colour that panes have."""
    wide = 63 / max(factories, 4)
    inner_tip = 131 if factories < 9 else 124
    drawn = []
    for k in range(factories):
        angle = 360 / factories * (k + 0.5)
        for base, bend, tip, half, slope in ((203, 180, 166, wide, 1.5), (99, 112, inner_tip, wide, 2)):
            a, b = around(base, angle - half), around(base, angle + half)
            right, left = around(bend, angle + slope), around(bend, angle - slope)
            drawn.append(
                path(f"M{point(a)}A{base} {base} 0 0 1 {point(b)}Q{point(right)} "
                    f"{point(around(tip, angle))}Q{point(left)} {point(a)}Z", "tracery")
            )  # fmt: skip
        foot, top = around(203, angle), around(166, angle)
        drawn.append(path(f"M{point(foot)}L{point(top)}", "came"))
        if factories <= 5:
            x, y = around(RING - 4, angle)
            drawn.append(circle(x, y, 11, "tracery") + circle(x, y, 5, "came"))
    return "".join(drawn)


def frame(x: float, y: float, radius: float) -> str:
    """A round of lead with a plate inside."""
    return (
        circle(x, y, radius, "lead")
        + circle(x, y, radius - 2, "lead-rim")
        + circle(x, y, radius - 4, fill="url(#sintra-plate)")
    )


# --- factories ----------------------------------------------------------------------------------


def factories(scene: Scene) -> list[str]:
    """The factories, each with what can be taken from it."""
    contents: list[str] = scene.view["factories"]
    layout = layout_of(scene)
    if not scene.choices:
        return [factory(scene.pen(), f, panes, len(contents), layout) for f, panes in enumerate(contents)]
    drawn = []
    for f, panes in enumerate(contents):
        pen = scene.pen(takes(f, LETTERS if layout.sectors else panes))
        drawn.append(factory(pen, f, panes, len(contents), layout))
    return drawn


@functools.lru_cache(1 << 12)
def takes(f: int, panes: str) -> dict[int, str]:
    """The actions that take these panes from a factory, each with the id of its part."""
    return {take_action(f, letter): f"panes-{f + 1}-{letter}" for letter in LETTERS if letter in panes}


class Layout(NamedTuple):
    """How panes are laid out for people who cannot tell the colours apart, or for others. (S56)"""

    sectors: bool  # each colour has its own
    marked: str  # the colour whose sector has a marker: that of the round


def layout_of(scene: Scene) -> Layout:
    sectors = "colour_blind" in scene.settings
    return Layout(sectors, round_colour(scene.view) if sectors else "")


@piece
def factory(pen: Pen, f: int, panes: str, factories: int, layout: Layout) -> str:
    """A factory with a group of panes for each colour on it."""
    outer = roundel(factories)
    angle = 360 / factories * f
    x, y = around(RING, angle)
    if layout.sectors:
        inside = sectors(pen, f, panes, x, y, outer, layout.marked)
    elif panes:
        inside = heap(pen, f, panes, x, y, outer)
    else:
        inside = circle(x, y, outer - 12, "groove")
        inside += path(star(x, y, outer - 16, (outer - 16) * 0.45), "groove")
    nx, ny = around(min(RING + outer, 199), angle)
    badge = circle(nx, ny, 10, "lead") + text(nx, ny + 5.4, f + 1, "title on-lead", 16)
    label = say(pen, "factory", number=f + 1, panes=amounts(pen, panes))
    # The label is that of the plate: the panes on it are choices of their own.
    plate = part(f"factory-{f + 1}", frame(x, y, outer), label)
    return plate + inside + badge


def heap(pen: Pen, f: int, panes: str, x: float, y: float, outer: float) -> str:
    """The panes in a ring, so that those of one colour always touch."""
    count = max(len(panes), PER_FACTORY)
    if count <= 4:
        size = outer * 0.61
        step = size / 2 + 3.2
        places = [(x - step, y - step), (x + step, y - step), (x + step, y + step), (x - step, y + step)]
    else:
        size = min(outer * 0.61, 1.25 * outer * math.sin(math.pi / count))
        places = [polar(x, y, outer - size * 0.72 - 5, 360 * k / count) for k in range(count)]
    drawn = []
    for letter in LETTERS:
        if letter in panes:
            first = panes.index(letter)
            drawn.append(take(pen, f, letter, places[first : first + panes.count(letter)], size))
    return "".join(drawn)


def take(pen: Pen, source: int, letter: str, places: list[Point], size: float) -> str:
    """Panes of one colour that are taken together, in one halo."""
    boxes = list(pairwise(places)) or [(places[0], places[0])]
    half = size / 2 + 2.2
    halo = "".join(
        rect(min(ax, bx) - half, min(ay, by) - half, abs(ax - bx) + 2 * half, abs(ay - by) + 2 * half, "halo", 8)
        for (ax, ay), (bx, by) in boxes
    )
    glass = "".join(use(f"sintra-pane-{letter}", x - size / 2, y - size / 2, size) for x, y in places)
    dot = circle(places[0][0] + size / 2 - 1, places[0][1] - size / 2 + 1, 4.4, "dot")
    lifted = part(f"panes-{source + 1}-{letter}", glass, css="lift")
    return choice(pen, take_action(source, letter), halo + lifted + dot, css=f"take take-{letter}")


def take_action(source: int, letter: str) -> int:
    return TAKE + source * COLOURS + LETTERS.index(letter)


def wedge(x: float, y: float, inner: float, outer: float, sector: int) -> str:
    """The path of one of the five sectors around a point, blue straight up, then clockwise."""
    first, last = 72 * sector - 36, 72 * sector + 36
    a, b, c, d = (point(polar(x, y, radius, at)) for radius, at in product((inner, outer), (first, last)))
    return f"M{a}L{c}A{outer:g} {outer:g} 0 0 1 {d}L{b}A{inner:g} {inner:g} 0 0 0 {a}Z"


def sectors(pen: Pen, f: int, panes: str, x: float, y: float, outer: float, marked: str) -> str:
    """Five fixed sectors, each with its pattern and the panes of its colour; one may be marked. (S56)"""
    size = outer * 0.52
    drawn = []
    for sector, letter in enumerate(LETTERS):
        px, py = polar(x, y, outer * 0.53, 72 * sector)
        count = panes.count(letter)
        ground = path(wedge(x, y, 3, outer - 5, sector), f"sector glass-{letter}")
        halo = path(wedge(x, y, 4, outer - 6, sector), "halo-line") if count else ""
        marker = bonus_marker(*polar(x, y, outer - 4, 72 * sector), 4) if letter == marked else ""
        if count:
            things = pile(letter, count, px, py, size, 3.4, 2.2)
        else:
            things = use(f"sintra-small-space-{letter}", px - size * 0.32, py - size * 0.32, size * 0.64)
        body = ground + halo + part(f"panes-{f + 1}-{letter}", things, css="lift") + marker
        drawn.append(choice(pen, take_action(f, letter), body, css=f"take take-{letter}"))
    return "".join(drawn)


def bonus_marker(x: float, y: float, size: float) -> str:
    """The marker on the sector of the round's colour. (S56)"""
    return path(star(x, y, size * 1.6, size * 0.8, 6), "bonus-marker")


def pile(letter: str, count: int, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """Some panes on each other around a point, with their number."""
    seen = min(count, 3)
    glass = "".join(
        use(
            f"sintra-pane-{letter}",
            x - size / 2 + (k - (seen - 1) / 2) * dx,
            y - size / 2 - (k - (seen - 1) / 2) * dy,
            size,
        )
        for k in range(seen)
    )
    if count < 2:
        return glass
    bx, by, radius = x + size * 0.52, y + size * 0.5, max(8.5, size * 0.28)
    return glass + circle(bx, by, radius, "lead") + text(bx, by + 5, count, "strong on-lead", max(16, size * 0.4))


# --- the centre ----------------------------------------------------------------------------------


def centre(scene: Scene) -> list[str]:
    """The pool: a sector for each colour, and the starting-player tile in the middle."""
    panes: str = scene.view["centre"]
    tile, asks = scene.view["tile_in_centre"], bool(scene.choices)
    layout = layout_of(scene)
    pens = [scene.pen({take_action(CENTRE, letter): f"panes-centre-{letter}"} if asks else {}) for letter in LETTERS]
    piles = [centre_pile(pen, letter, panes.count(letter), layout) for pen, letter in zip(pens, LETTERS, strict=True)]
    return [eye(scene.pen(), panes, tile), *piles, tile_place(scene.pen(), tile)]


@piece
def eye(pen: Pen, panes: str, tile: bool) -> str:
    """The plate of the centre."""
    label = say(pen, "centre_with_tile" if tile else "centre", panes=amounts(pen, panes))
    return part("centre", frame(MIDDLE, MIDDLE, EYE + 4), label)


@piece
def tile_place(pen: Pen, tile: bool) -> str:
    """The starting-player tile, or where it lay."""
    hexagon = (
        use("sintra-tile", MIDDLE - 18, MIDDLE - 18, 36)
        if tile
        else group(path("M0 -16L14 -8V8L0 16L-14 8V-8Z", "tile-place"), MIDDLE, MIDDLE)
    )  # fmt: skip
    return part("tile", hexagon, pen.term("terms.tile") if tile else "")


@piece
def centre_pile(pen: Pen, letter: str, count: int, layout: Layout) -> str:
    """The panes of one colour in the centre."""
    sector = LETTERS.index(letter)
    x, y = around(PILE, 72 * sector)
    css = f"sector glass-{letter}" if layout.sectors else "sector plain"
    ground = path(wedge(MIDDLE, MIDDLE, 20, EYE - 1, sector), css)
    halo = path(wedge(MIDDLE, MIDDLE, 23, EYE - 4, sector), "halo-line") if count else ""
    if count:
        things = pile(letter, count, x, y, 35, 9, 6)
    else:
        things = use(f"sintra-small-space-{letter}", x - 9, y - 9, 18, css="" if layout.sectors else "faint")
    label = amount(pen, letter, count) if count and not pen.choices else ""
    marker = bonus_marker(*around(EYE - 3, 72 * sector), 5) if letter == layout.marked else ""
    dot = circle(x - 19, y - 19, 4.4, "dot") if count else ""
    body = ground + halo + part(f"panes-centre-{letter}", things, label, "lift") + dot + marker
    return choice(pen, take_action(CENTRE, letter), body, css=f"take take-{letter}")
