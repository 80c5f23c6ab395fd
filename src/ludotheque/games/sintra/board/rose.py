"""The rose window: the factories as roundels, the centre as its eye, the score track as its rim."""

from __future__ import annotations

import itertools
import math

from ludotheque.scene import Panel, Scene

from ..actions import TAKE
from ..box import CENTRE, COLOURS, LETTERS, PER_FACTORY
from .drawing import (
    Point,
    choice,
    forecast_of,
    minus,
    number,
    part,
    point,
    polar,
    say,
    seat_shape,
    star,
    tag,
    use,
    write,
)
from .naming import amount, amounts
from .outlook import Outlook

SIZE = 492
MIDDLE = SIZE / 2
RING = 149  # on which the middles of the factories lie
RIM, MARKERS = 221, 236  # beads and markers of the score track
EYE = 87
LAP = 100  # spaces of the score track
PILE = 53  # distance of a pile in the centre from its middle


def rose(scene: Scene, outlooks: dict[int, Outlook]) -> Panel:
    """The panel; the outlooks of the actions show where the reader's score would go."""
    factories = scene.view["factories"]
    drawn = [stone(), tracery(len(factories)), beads()]
    drawn += [factory(scene, f, panes, len(factories)) for f, panes in enumerate(factories)]
    drawn += [centre(scene), markers(scene), ghosts(scene, outlooks)]
    body = tag("g", "".join(drawn), css="sintra")
    return Panel("rose", say(scene, "rose_label"), SIZE, SIZE, body, (14, 10, 441))


# --- stone and glass that never move ------------------------------------------------------------


def stone() -> str:
    """The round of stone that holds everything."""
    return (
        tag("ellipse", css="cast", cx=MIDDLE + 6, cy=MIDDLE + 10, rx=232, ry=230, filter="url(#sintra-soft)")
        + tag("circle", css="stone-edge", cx=MIDDLE, cy=MIDDLE, r=236)
        + tag("circle", cx=MIDDLE, cy=MIDDLE, r=234, fill="url(#sintra-stone)")
    )


def beads() -> str:
    """The spaces of the score track: a number on every tenth."""
    drawn = [
        tag("circle", css="track", cx=MIDDLE, cy=MIDDLE, r=RIM),
        tag("circle", css="groove", cx=MIDDLE, cy=MIDDLE, r=210.5),
    ]
    for k in range(LAP):
        x, y = polar(MIDDLE, RIM, k * 360 / LAP)
        if k % 10 == 0:
            drawn.append(write(x, y + 5, str(k), "title on-stone", size=16))
        else:
            drawn.append(tag("circle", css="bead fifth" if k % 5 == 0 else "bead", cx=x, cy=y, r=2.9 if k % 5 else 3.8))
    return "".join(drawn)


def roundel(factories: int) -> float:
    """The radius of a factory with its frame, as large as so many of them can be."""
    return min(56, RING * math.sin(math.pi / max(factories, 2)) - 4)


def tracery(factories: int) -> str:
    """Dark glass between the roundels, of no colour that panes have."""
    wide = 63 / max(factories, 4)
    inner_tip = 131 if factories < 9 else 124
    drawn = []
    for k in range(factories):
        angle = 360 / factories * (k + 0.5)
        for base, bend, tip, half, slope in ((203, 180, 166, wide, 1.5), (99, 112, inner_tip, wide, 2)):
            a, b = polar(MIDDLE, base, angle - half), polar(MIDDLE, base, angle + half)
            right, left = polar(MIDDLE, bend, angle + slope), polar(MIDDLE, bend, angle - slope)
            drawn.append(
                tag("path", css="tracery", d=f"M{point(a)}A{base} {base} 0 0 1 {point(b)}Q{point(right)} "
                    f"{point(polar(MIDDLE, tip, angle))}Q{point(left)} {point(a)}Z")
            )  # fmt: skip
        foot, top = polar(MIDDLE, 203, angle), polar(MIDDLE, 166, angle)
        drawn.append(tag("path", css="came", d=f"M{point(foot)}L{point(top)}"))
        if factories <= 5:
            x, y = polar(MIDDLE, RING - 4, angle)
            drawn.append(tag("circle", css="tracery", cx=x, cy=y, r=11) + tag("circle", css="came", cx=x, cy=y, r=5))
    return "".join(drawn)


def frame(x: float, y: float, radius: float) -> str:
    """A round of lead with a plate inside."""
    return (
        tag("circle", css="lead", cx=x, cy=y, r=radius)
        + tag("circle", css="lead-rim", cx=x, cy=y, r=radius - 2)
        + tag("circle", cx=x, cy=y, r=radius - 4, fill="url(#sintra-plate)")
    )


# --- factories ----------------------------------------------------------------------------------


def factory(scene: Scene, f: int, panes: str, factories: int) -> str:
    """A factory with a group of panes for each colour on it."""
    outer = roundel(factories)
    angle = 360 / factories * f
    x, y = polar(MIDDLE, RING, angle)
    if "colour_blind" in scene.settings:
        inside = sectors(scene, f, panes, x, y, outer)
    elif panes:
        inside = heap(scene, f, panes, x, y, outer)
    else:
        inside = tag("circle", css="groove", cx=x, cy=y, r=outer - 12)
        inside += tag("path", css="groove", d=star(x, y, outer - 16, (outer - 16) * 0.45))
    nx, ny = polar(MIDDLE, min(RING + outer, 199), angle)
    badge = tag("circle", css="lead", cx=nx, cy=ny, r=10) + write(nx, ny + 5.4, str(f + 1), "title on-lead", size=16)
    label = say(scene, "factory", number=f + 1, panes=amounts(scene, panes))
    # The label is that of the plate: the panes on it are choices of their own.
    plate = part(scene, f"factory-{f + 1}", frame(x, y, outer), label)
    return plate + inside + badge


def heap(scene: Scene, f: int, panes: str, x: float, y: float, outer: float) -> str:
    """The panes in a ring, so that those of one colour always touch."""
    count = max(len(panes), PER_FACTORY)
    if count <= 4:
        size = outer * 0.61
        step = size / 2 + 3.2
        places = [(x - step, y - step), (x + step, y - step), (x + step, y + step), (x - step, y + step)]
    else:
        size = min(outer * 0.61, 1.25 * outer * math.sin(math.pi / count))
        around = outer - size * 0.72 - 5
        places = [
            (x + around * math.sin(2 * math.pi * k / count), y - around * math.cos(2 * math.pi * k / count))
            for k in range(count)
        ]
    drawn = []
    for letter in LETTERS:
        if letter in panes:
            first = panes.index(letter)
            drawn.append(take(scene, f, letter, places[first : first + panes.count(letter)], size))
    return "".join(drawn)


def take(scene: Scene, source: int, letter: str, places: list[Point], size: float) -> str:
    """Panes of one colour that are taken together, in one halo."""
    boxes = list(itertools.pairwise(places)) or [(places[0], places[0])]
    half = size / 2 + 2.2
    halo = "".join(
        tag("rect", css="halo", x=min(a[0], b[0]) - half, y=min(a[1], b[1]) - half, rx=8,
            width=abs(a[0] - b[0]) + 2 * half, height=abs(a[1] - b[1]) + 2 * half)
        for a, b in boxes
    )  # fmt: skip
    glass = "".join(use(f"pane-{letter}", x - size / 2, y - size / 2, size) for x, y in places)
    dot = tag("circle", css="dot", cx=places[0][0] + size / 2 - 1, cy=places[0][1] - size / 2 + 1, r=4.4)
    lifted = part(scene, f"panes-{source + 1}-{letter}", glass, css="lift")
    return choice(scene, take_action(source, letter), halo + lifted + dot, f"take take-{letter}")


def take_action(source: int, letter: str) -> int:
    return TAKE + source * COLOURS + LETTERS.index(letter)


def wedge(x: float, y: float, inner: float, outer: float, sector: int) -> str:
    """The path of one of the five sectors around a point, blue straight up, then clockwise."""

    def at(radius: float, degrees: float) -> str:
        angle = math.radians(degrees)
        return f"{number(x + radius * math.sin(angle))} {number(y - radius * math.cos(angle))}"

    first, last = 72 * sector - 36, 72 * sector + 36
    return (
        f"M{at(inner, first)}L{at(outer, first)}A{number(outer)} {number(outer)} 0 0 1 {at(outer, last)}"
        f"L{at(inner, last)}A{number(inner)} {number(inner)} 0 0 0 {at(inner, first)}Z"
    )


def sectors(scene: Scene, f: int, panes: str, x: float, y: float, outer: float) -> str:
    """Five fixed sectors, each with its pattern and the panes of its colour. (S56)"""
    size = outer * 0.52
    drawn = []
    for sector, letter in enumerate(LETTERS):
        angle = math.radians(72 * sector)
        px, py = x + outer * 0.53 * math.sin(angle), y - outer * 0.53 * math.cos(angle)
        count = panes.count(letter)
        ground = tag("path", css=f"sector glass-{letter}", d=wedge(x, y, 3, outer - 5, sector))
        halo = tag("path", css="halo-line", d=wedge(x, y, 4, outer - 6, sector)) if count else ""
        marker = bonus_marker(scene, letter, x + (outer - 4) * math.sin(angle), y - (outer - 4) * math.cos(angle), 4)
        things = pile(letter, count, px, py, size, 3.4, 2.2) if count else use(
            f"small-space-{letter}", px - size * 0.32, py - size * 0.32, size * 0.64)  # fmt: skip
        body = ground + halo + part(scene, f"panes-{f + 1}-{letter}", things, css="lift") + marker
        drawn.append(choice(scene, take_action(f, letter), body, f"take take-{letter}"))
    return "".join(drawn)


def bonus_marker(scene: Scene, letter: str, x: float, y: float, size: float) -> str:
    """The marker on the sector of the round's colour. (S56)"""
    if "colour_blind" not in scene.settings or scene.view["indicator"][:1] != letter:
        return ""
    return tag("path", css="bonus-marker", d=star(x, y, size * 1.6, size * 0.8, 6))


def pile(letter: str, count: int, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """Some panes on each other around a point, with their number."""
    seen = min(count, 3)
    glass = "".join(
        use(f"pane-{letter}", x - size / 2 + (k - (seen - 1) / 2) * dx, y - size / 2 - (k - (seen - 1) / 2) * dy, size)
        for k in range(seen)
    )
    if count < 2:
        return glass
    bx, by, radius = x + size * 0.52, y + size * 0.5, max(7.5, size * 0.28)
    return glass + tag("circle", css="lead", cx=bx, cy=by, r=radius) + write(
        bx, by + 5, str(count), "strong on-lead", size=max(13.5, size * 0.4))  # fmt: skip


# --- the centre ----------------------------------------------------------------------------------


def centre(scene: Scene) -> str:
    """The pool: a sector for each colour, and the starting-player tile in the middle."""
    panes: str = scene.view["centre"]
    tile = scene.view["tile_in_centre"]
    label = say(scene, "centre_with_tile" if tile else "centre", panes=amounts(scene, panes))
    drawn = [part(scene, "centre", frame(MIDDLE, MIDDLE, EYE + 4), label)]
    drawn += [centre_pile(scene, sector, letter, panes.count(letter)) for sector, letter in enumerate(LETTERS)]
    hexagon = (
        use("tile", MIDDLE - 18, MIDDLE - 18, 36)
        if tile
        else tag("path", css="tile-place", transform=f"translate({number(MIDDLE)} {number(MIDDLE)})",
                 d="M0 -16L14 -8V8L0 16L-14 8V-8Z")
    )  # fmt: skip
    drawn.append(part(scene, "tile", hexagon, scene.term("terms.tile") if tile else ""))
    return "".join(drawn)


def centre_pile(scene: Scene, sector: int, letter: str, count: int) -> str:
    x, y = polar(MIDDLE, PILE, 72 * sector)
    css = f"sector glass-{letter}" if "colour_blind" in scene.settings else "sector plain"
    ground = tag("path", css=css, d=wedge(MIDDLE, MIDDLE, 20, EYE - 1, sector))
    halo = tag("path", css="halo-line", d=wedge(MIDDLE, MIDDLE, 23, EYE - 4, sector)) if count else ""
    if count:
        things = pile(letter, count, x, y, 35, 9, 6)
    else:
        things = use(f"small-space-{letter}", x - 9, y - 9, 18, css="" if "colour_blind" in scene.settings else "faint")
    label = amount(scene, letter, count) if count else ""
    marker = bonus_marker(scene, letter, *polar(MIDDLE, EYE - 3, 72 * sector), 5)
    dot = tag("circle", css="dot", cx=x - 19, cy=y - 19, r=4.4) if count else ""
    body = ground + halo + part(scene, f"panes-centre-{letter}", things, label, "lift") + dot + marker
    return choice(scene, take_action(CENTRE, letter), body, f"take take-{letter}")


# --- the score track ------------------------------------------------------------------------------


def marker_place(score: int, others: int = 0) -> Point:
    """Where a marker stands beside its score, if so many others stand there already."""
    return polar(MIDDLE, MARKERS - 17 * (others % 2), score % LAP * 360 / LAP + 4.2 * (others // 2))


def markers(scene: Scene) -> str:
    """The markers on the score track; a score off the track is written beside its marker."""
    drawn = []
    scores = [board["score"] for board in scene.view["seats"]]
    for seat, score in enumerate(scores):
        x, y = marker_place(score, sum(other % LAP == score % LAP for other in scores[:seat]))
        marker = seat_shape(seat, x, y, 18)
        if not 0 <= score < LAP:
            tx, ty = polar(MIDDLE, MARKERS - 34, score % LAP * 360 / LAP)
            marker += tag("rect", css="lead", x=tx - 17, y=ty - 11, width=34, height=21, rx=10)
            marker += write(tx, ty + 5, minus(score), "title on-lead", size=16)
        label = say(scene, "score_of", name=scene.names[seat], points=score)
        drawn.append(part(scene, f"score-{seat}", marker, label))
    return "".join(drawn)


def ghosts(scene: Scene, outlooks: dict[int, Outlook]) -> str:
    """Where the reader's marker would go, while a choice is hovered or focused."""
    if scene.seat is None:
        return ""
    score = scene.view["seats"][scene.seat]["score"]
    drawn = []
    for action, outlook in outlooks.items():
        if outlook.score == score:
            continue
        x, y = marker_place(outlook.score)
        steps = (outlook.score - score) * 360 / LAP
        a, b = (marker_place(n) for n in sorted((score, outlook.score)))
        path = tag("path", css=f"way seat-{scene.seat}",
                   d=f"M{point(a)}A{MARKERS} {MARKERS} 0 {int(abs(steps) > 180)} 1 {point(b)}")  # fmt: skip
        drawn.append(forecast_of(action, path + seat_shape(scene.seat, x, y, 18, "ghost-marker")))
    return "".join(drawn)
