"""A palace front at dusk: the glazier on his scaffold, the strips that hang from it, the windows below."""

from __future__ import annotations

import functools
from collections.abc import Hashable

from ludotheque.contract.drawing import choice, circle, forecast, group, part, path, rect, say, tag, text, use
from ludotheque.contract.scene import PLAIN, Panel, Pen, Scene, Voice, drawn_while, piece

from ..actions import PANE, RESET
from ..box import LETTERS, ORNAMENT_POINTS, ORNAMENT_WINDOWS, SIDES, SLOTS, WINDOW_VALUE
from .forecasts import Cells, Forecasts, Reach, front_of, hand_of, ornament_cells, strip_in
from .glass import LOWER, UPPER, WINDOW, lancet, ornament
from .naming import amounts, window_name
from .score_track import seat_marker
from .strips import fitting, ghosts, middle, strips

WIDTH, HEIGHT = 640, 654
PLANK, WALL = 99, 104
WINDOWS = 408  # the top of the windows
PLINTH = HEIGHT - 42
VALUES = HEIGHT - 20


def on_front(scene: Scene, seat: int, forecasts: Forecasts, reach: Reach) -> Hashable:
    """All that the palace shows where nothing is asked."""
    hand = hand_of(scene.view) if scene.view["to_act"] == seat else ""
    return front_of(scene.view, seat), hand, seat == scene.seat


@drawn_while(on_front)
def palace(scene: Scene, seat: int, forecasts: Forecasts, reach: Reach) -> Panel:
    """The palace of a seat; it is the viewer's own wherever something is asked."""
    side, cells = scene.view["options"]["side"], tuple(scene.view["seats"][seat]["windows"])
    pieces = [sky(), "".join(name_in_sky(scene, seat)), wall(), *windows(scene.pen(), seat, side, cells)]
    pieces += [plinth(side), *ornaments(scene.pen(), seat, side, cells), scaffold()]
    pieces += [*strips(scene, seat, forecasts), glazier(scene, seat)]
    if seat == scene.seat and PLAIN not in scene.settings:
        pieces += [fitting(reach), "".join(draw_forecasts(scene, seat, forecasts))]
    else:
        pieces += ["", ""]
    named = scene.term("terms.side_a" if side == SIDES[0] else "terms.side_b")
    label = say(scene, "palace_label", name=scene.names[seat], side=named)
    return Panel("palace", label, WIDTH, HEIGHT, tuple(pieces), (469, 10, 635), f"sintra palace seat-{seat}")


# --- the building ---------------------------------------------------------------------------------


@functools.cache
def sky() -> str:
    """The evening sky with the two great chimneys of the palace."""
    skyline = (
        "M0 106V82Q60 60 130 74T260 70T400 78T520 60T640 76V106Z",
        "M470 106V88H478L492 34Q496 28 500 34L514 88H526L540 34Q544 28 548 34L562 88H584V80H628V106Z",
    )
    drawn = rect(0, 0, WIDTH, 130, fill="url(#sintra-sky)")
    return drawn + "".join(path(d, "skyline") for d in skyline)


def name_in_sky(scene: Scene, seat: int) -> list[str]:
    """Whose palace it is, if it is not the viewer's, where the glazier is not."""
    if seat == scene.seat:
        return []
    at_left = scene.view["seats"][seat]["glazier"] > SLOTS // 2
    x = 26 if at_left else WIDTH - 26
    name = text(x + (15 if at_left else -15), 32, scene.names[seat], "title on-sky", 20, "start" if at_left else "end")
    return [seat_marker(seat, x, 26, 17), name]


@functools.cache
def wall() -> str:
    """Stone, in courses."""
    joints = ""
    for course, y in enumerate(range(132, PLINTH, 38)):
        joints += f"M0 {y}H{WIDTH}"
        for k, x in enumerate(range(-20 + course % 2 * 40, WIDTH, 82)):
            joints += f"M{x + (5 * course + 7 * k) % 17 - 8} {y}v38"
    face = rect(0, WALL, WIDTH, HEIGHT - WALL, fill="url(#sintra-wall)")
    return face + path(joints, "joints")


@piece
def windows(pen: Pen, seat: int, side: str, cells: tuple[str, ...]) -> tuple[str, ...]:
    """The eight windows of a seat."""
    points = WINDOW_VALUE[SIDES.index(side)]
    return tuple([window(pen, seat, slot, points[slot], cells[slot]) for slot in range(SLOTS)])


@piece
def window(pen: Pen, seat: int, slot: int, value: int, cells: str) -> str:
    """A window: its upper cell is filled first, then the lower; a keystone when it is completed. (S36)"""
    x = middle(slot) - WINDOW / 2
    arch = path(lancet(WINDOW + 12, UPPER + LOWER + 22, 46), "stonework")
    sill = path(f"M{x - 8:g} {WINDOWS + UPPER + LOWER + 10}h{WINDOW + 16}v6h-{WINDOW + 16}Z", "stonework")
    light = path(lancet(WINDOW, UPPER), f"light glass-{cells[0]}", filter="url(#sintra-soft)") if cells else ""
    glass = use(f"sintra-upper-{cells[:1] or 'dark'}", x, WINDOWS, WINDOW, UPPER)
    glass += use(f"sintra-lower-{cells[1:] or 'dark'}", x, WINDOWS + UPPER + 3, WINDOW, LOWER)
    keystone = path(f"M{middle(slot):g} {WINDOWS - 20}l7 9l-7 9l-7 -9Z", "gilt")
    label = window_name(pen, slot, value, cells)
    shown = group(light, x, WINDOWS) + glass + (keystone if len(cells) == 2 else "")
    return group(arch, x - 6, WINDOWS - 9) + sill + part(f"window-{seat}-{slot + 1}", shown, label, "window")


@functools.cache
def plinth(side: str) -> str:
    """The foot of the wall, with the value of each window."""
    drawn = [rect(0, PLINTH, WIDTH, HEIGHT - PLINTH, "plinth"), path(f"M0 {PLINTH}H{WIDTH}", "plinth-edge")]
    drawn += [plaque(slot, str(value)) for slot, value in enumerate(WINDOW_VALUE[SIDES.index(side)])]
    return "".join(drawn)


def plaque(slot: int, value: str, css: str = "") -> str:
    shield = path("M-15 -15H15V4Q15 14 0 16Q-15 14 -15 4Z", "shield")
    return group(shield + text(0, 7, value, "title value", 23), middle(slot), VALUES, css)


@piece
def ornaments(pen: Pen, seat: int, side: str, cells: tuple[str, ...]) -> tuple[str, ...]:
    """On side A: the rosettes between windows. (S53)"""
    if side != SIDES[0]:
        return ()
    return tuple([rosette(pen, seat, k, ornament_cells(cells, k)) for k in range(len(ORNAMENT_WINDOWS))])


@piece
def rosette(pen: Pen, seat: int, k: int, around: Cells) -> str:
    """A rosette between two windows, and the points it would score now. (S53)"""
    x = middle(sum(ORNAMENT_WINDOWS[k]) / 2)
    points = ORNAMENT_POINTS[sum(around)]
    drawn = group(ornament(15, around), x, WINDOWS + UPPER + 1.5) + circle(x, VALUES, 11.5, "ornament-disc")
    drawn += text(x, VALUES + 5.4, points, "note ornament-value", 17)
    return part(f"ornament-{seat}-{k + 1}", drawn, say(pen, "ornament", cells=sum(around), points=points))


@functools.cache
def scaffold() -> str:
    """Posts and a plank, on which the glazier walks and from which the strips hang."""
    return (
        path(f"M10 100V{HEIGHT}M630 100V{HEIGHT}", "post")
        + path(f"M8.6 100V{HEIGHT}M628.6 100V{HEIGHT}", "post-shine")
        + rect(0, 108, WIDTH, 6, "plank-cast")
        + rect(-4, PLANK, WIDTH + 8, 9.5, radius=2, fill="url(#sintra-plank)")
        + path(f"M0 101.4H{WIDTH}", "plank-shine")
        + path("M160 99v9M320 99v9M480 99v9", "plank-joint")
    )


# --- the glazier ----------------------------------------------------------------------------------


def figure(slot: int, css: str = "") -> str:
    return use("sintra-glazier", middle(slot) - 32, 16, 64, 84.6, css)


def glazier(scene: Scene, seat: int) -> str:
    """The glazier of a seat with the panes that it holds; the viewer's own can be sent back."""
    pen = scene.pen({RESET: f"glazier-{seat}"} if seat == scene.seat else {})
    hand = hand_of(scene.view) if scene.view["to_act"] == seat else ""
    return man(pen, seat, scene.view["seats"][seat]["glazier"] - 1, hand)


@piece
def man(pen: Pen, seat: int, slot: int, hand: str) -> str:
    """The glazier above his slot, with the panes just taken; he can be sent back. (S27, S39)"""
    x = middle(slot)
    body, label = figure(slot), say(pen, "glazier", slot=slot + 1)
    if hand:
        label = f"{label}, {say(pen, 'holding', panes=amounts(pen, hand))}"
        pane = use(f"sintra-pane-{hand[0]}", x + 8, 12, 24)
        body = tag("g", pane, transform=f"rotate(9 {x + 20:g} 24)") + body
        body += circle(x + 35, 39, 13, "count") + text(x + 35, 46.4, len(hand), "strong on-dot", 20.5)
    drawn = part(f"glazier-{seat}", body, "" if pen.choices else label)
    if not pen.asked(RESET):
        return drawn
    halo = rect(x - 25, 12, 50, 86, "halo-line", 14)
    reach = rect(x - 26, 12, 52, 88, "reach")
    dot = circle(x + 25, 22, 5, "dot")
    return choice(pen, RESET, reach + halo + drawn + dot, css="back")


def walk(start: int, end: int) -> str:
    """The way along the plank from one slot to another, with the glazier at its end."""
    if start == end:
        return ""
    way = 1 if end > start else -1
    x1, x2 = middle(start) + 20 * way, middle(end) - 20 * way
    bow = path(f"M{x1:g} 93Q{(x1 + x2) / 2:g} 80 {x2:g} 93", "path")
    return bow + figure(end, "ghost-figure")


# --- what an action would bring -------------------------------------------------------------------


def draw_forecasts(scene: Scene, seat: int, forecasts: Forecasts) -> list[str]:
    """The palace as the actions would leave it, over the palace as it is."""
    board, pen, side = scene.view["seats"][seat], scene.pen(), scene.view["options"]["side"]
    at, hand = board["glazier"] - 1, hand_of(scene.view)
    drawn = []
    for action, expected in forecasts:
        if action == RESET:
            drawn.append(forecast(action, walk(at, expected.slot)))
            continue
        slot, strip = expected.slot, strip_in(board, expected.slot)
        if expected.panes and strip:
            drawn.append(ghosts(action, slot, hand[0], strip.taking(hand[0], expected.panes, expected.jokers)))
        drawn.append(outcome(pen, action, at, slot, side, expected.windows, board["windows"][slot]))
    return drawn


@piece
def outcome(pen: Pen, action: int, at: int, slot: int, side: str, scoring: tuple[int, ...], cells: str) -> str:
    """The way of the glazier and, if the strip is completed, what its windows score and where its pane goes."""
    drawn = walk(at, slot)
    drawn += "".join(plaque(w, f"+{WINDOW_VALUE[SIDES.index(side)][w]}", "scoring") for w in scoring)
    if scoring:
        drawn += next_cell(pen, slot, cells, LETTERS[action - PANE] if action >= PANE else "")
    return forecast(action, drawn)


def next_cell(voice: Voice, slot: int, cells: str, letter: str) -> str:
    """The cell that the pane goes into: with the pane, or waiting for it."""
    x, y = middle(slot) - WINDOW / 2, WINDOWS + (UPPER + 3 if cells else 0)
    height = LOWER if cells else UPPER
    outline = f"M0 0H{WINDOW}V{LOWER}H0Z" if cells else lancet(WINDOW, UPPER)
    glass = use(f"sintra-{'lower' if cells else 'upper'}-{letter}", x, y, WINDOW, height) if letter else ""
    ring = group(path(outline, "next" if not letter else "next set"), x, y)
    word = "" if letter else text(middle(slot), y + height * 0.66, say(voice, "next"), "note on-night", 17)
    return glass + ring + word
