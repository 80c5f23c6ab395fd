"""A palace front at dusk: the glazier on his scaffold, the strips that hang from it, the windows below."""

from __future__ import annotations

from ludotheque.scene import Panel, Scene

from ..actions import PANE, RESET, STRIP
from ..box import LETTERS, ORNAMENT_WINDOWS, SIDES, SLOTS
from .drawing import (
    choice,
    forecast_of,
    number,
    part,
    say,
    seat_shape,
    shifted,
    tag,
    use,
    write,
)
from .glass import LOWER, UPPER, WINDOW, lancet, ornament
from .naming import amounts, window_name
from .outlook import Outlook, hand_of, leftmost, ornament_cells, ornament_points, values
from .strips import ghosts, middle, room, strips

WIDTH, HEIGHT = 640, 654
PLANK, WALL = 99, 104
WINDOWS = 408  # the top of the windows
PLINTH = HEIGHT - 42
VALUES = HEIGHT - 20


def palace(scene: Scene, seat: int, outlooks: dict[int, Outlook]) -> Panel:
    """The palace of a seat; it is the reader's own wherever something is asked."""
    board = scene.view["seats"][seat]
    drawn = [sky(scene, seat), wall()]
    drawn += [window(scene, seat, slot, board["windows"][slot]) for slot in range(SLOTS)]
    drawn += [plinth(scene), ornaments(scene, seat), scaffold(), strips(scene, seat, outlooks)]
    drawn.append(glazier(scene, seat))
    if seat == scene.seat:
        drawn += [room(scene, seat), *(foreseen(scene, seat, action, outlooks[action]) for action in outlooks)]
    side = scene.term("terms.side_a" if scene.view["options"]["side"] == SIDES[0] else "terms.side_b")
    label = say(scene, "palace_label", name=scene.names[seat], side=side)
    body = tag("g", "".join(drawn), css=f"sintra palace seat-{seat}")
    return Panel("palace", label, WIDTH, HEIGHT, body, (469, 10, 635))


# --- the building ---------------------------------------------------------------------------------


def sky(scene: Scene, seat: int) -> str:
    """The evening sky with the two great chimneys of the palace; in it the name, if it is not the reader's."""
    skyline = (
        "M0 106V82Q60 60 130 74T260 70T400 78T520 60T640 76V106Z",
        "M470 106V88H478L492 34Q496 28 500 34L514 88H526L540 34Q544 28 548 34L562 88H584V80H628V106Z",
    )
    drawn = tag("rect", width=WIDTH, height=130, fill="url(#sintra-sky)")
    drawn += "".join(tag("path", css="skyline", d=d) for d in skyline)
    if seat == scene.seat:
        return drawn
    name = scene.names[seat]
    at_left = scene.view["seats"][seat]["glazier"] > SLOTS // 2
    x = 26 if at_left else WIDTH - 26
    return (
        drawn
        + seat_shape(seat, x, 26, 17)
        + write(x + (15 if at_left else -15), 32, name, "title on-sky", "start" if at_left else "end", 20)
    )


def wall() -> str:
    """Stone, in courses."""
    joints = ""
    for course, y in enumerate(range(132, PLINTH, 38)):
        joints += f"M0 {y}H{WIDTH}"
        for k, x in enumerate(range(-20 + course % 2 * 40, WIDTH, 82)):
            joints += f"M{x + (5 * course + 7 * k) % 17 - 8} {y}v38"
    face = tag("rect", y=WALL, width=WIDTH, height=HEIGHT - WALL, fill="url(#sintra-wall)")
    return face + tag("path", css="joints", d=joints)


def window(scene: Scene, seat: int, slot: int, cells: str) -> str:
    """A window: its upper cell is filled first, then the lower; a keystone when it is completed. (S36)"""
    x = middle(slot) - WINDOW / 2
    arch = tag("path", css="stonework", d=lancet(WINDOW + 12, UPPER + LOWER + 22, 46))
    sill = tag(
        "path", css="stonework", d=f"M{number(x - 8)} {WINDOWS + UPPER + LOWER + 10}h{WINDOW + 16}v6h-{WINDOW + 16}Z"
    )
    light = (
        tag("path", css=f"light glass-{cells[0]}", d=lancet(WINDOW, UPPER), filter="url(#sintra-soft)") if cells else ""
    )
    glass = use(f"upper-{cells[:1] or 'dark'}", x, WINDOWS, WINDOW, UPPER)
    glass += use(f"lower-{cells[1:] or 'dark'}", x, WINDOWS + UPPER + 3, WINDOW, LOWER)
    keystone = tag("path", css="gilt", d=f"M{number(middle(slot))} {WINDOWS - 20}l7 9l-7 9l-7 -9Z")
    label = window_name(scene, slot, values(scene.view)[slot], cells)
    shown = shifted(x, WINDOWS, light) + glass + (keystone if len(cells) == 2 else "")
    return shifted(x - 6, WINDOWS - 9, arch) + sill + part(scene, f"window-{seat}-{slot + 1}", shown, label, "window")


def plinth(scene: Scene) -> str:
    """The foot of the wall, with the value of each window."""
    drawn = [
        tag("rect", css="plinth", y=PLINTH, width=WIDTH, height=HEIGHT - PLINTH),
        tag("path", css="plinth-edge", d=f"M0 {PLINTH}H{WIDTH}"),
    ]
    drawn += [plaque(slot, str(value)) for slot, value in enumerate(values(scene.view))]
    return "".join(drawn)


def plaque(slot: int, value: str, css: str = "") -> str:
    shield = tag("path", css="shield", d="M-15 -15H15V4Q15 14 0 16Q-15 14 -15 4Z")
    return shifted(middle(slot), VALUES, shield + write(0, 7, value, "title value", size=23), css)


def ornaments(scene: Scene, seat: int) -> str:
    """On side A: a rosette between two windows, and the points it would score now. (S53)"""
    if scene.view["options"]["side"] != SIDES[0]:
        return ""
    windows = scene.view["seats"][seat]["windows"]
    drawn = []
    for k, pair in enumerate(ORNAMENT_WINDOWS):
        x = middle(sum(pair) / 2)
        around, points = ornament_cells(windows, k), ornament_points(windows, k)
        rosette = shifted(x, WINDOWS + UPPER + 1.5, ornament(15, around))
        worth = tag("circle", css="worth", cx=x, cy=VALUES, r=11.5)
        worth += write(x, VALUES + 5.4, str(points), "note ornament-value", size=17)
        label = say(scene, "ornament", cells=sum(around), points=points)
        drawn.append(part(scene, f"ornament-{seat}-{k + 1}", rosette + worth, label))
    return "".join(drawn)


def scaffold() -> str:
    """Posts and a plank, on which the glazier walks and from which the strips hang."""
    return (
        tag("path", css="post", d=f"M10 100V{HEIGHT}M630 100V{HEIGHT}")
        + tag("path", css="post-shine", d=f"M8.6 100V{HEIGHT}M628.6 100V{HEIGHT}")
        + tag("rect", css="plank-cast", y=108, width=WIDTH, height=6)
        + tag("rect", x=-4, y=PLANK, width=WIDTH + 8, height=9.5, rx=2, fill="url(#sintra-plank)")
        + tag("path", css="plank-shine", d=f"M0 101.4H{WIDTH}")
        + tag("path", css="plank-joint", d="M160 99v9M320 99v9M480 99v9")
    )


# --- the glazier ----------------------------------------------------------------------------------


def figure(slot: int, css: str = "") -> str:
    return use("glazier", middle(slot) - 32, 16, 64, 84.6, css)


def glazier(scene: Scene, seat: int) -> str:
    """The glazier above his slot, with the panes just taken; he can be sent back. (S27, S39)"""
    slot = scene.view["seats"][seat]["glazier"] - 1
    x = middle(slot)
    hand = hand_of(scene.view) if scene.view["to_act"] == seat else ""
    body, label = figure(slot), say(scene, "glazier", slot=slot + 1)
    if hand:
        label = f"{label}, {say(scene, 'holding', panes=amounts(scene, hand))}"
        pane = use(f"pane-{hand[0]}", x + 8, 12, 24)
        body = tag("g", pane, transform=f"rotate(9 {number(x + 20)} 24)") + body
        body += tag("circle", css="count", cx=x + 35, cy=39, r=10) + write(x + 35, 44, str(len(hand)), "strong on-dot")
    halo = tag("rect", css="halo-line", x=x - 25, y=12, width=50, height=86, rx=14)
    reach = tag("rect", css="reach", x=x - 26, y=12, width=52, height=88)
    dot = tag("circle", css="dot", cx=x + 25, cy=22, r=5)
    man = part(scene, f"glazier-{seat}", body, label)
    if RESET not in scene.choices or seat != scene.seat:
        return man
    return choice(scene, RESET, reach + halo + man + dot, "back")


def walk(start: int, end: int) -> str:
    """The way along the plank from one slot to another, with the glazier at its end."""
    if start == end:
        return ""
    way = 1 if end > start else -1
    x1, x2 = middle(start) + 20 * way, middle(end) - 20 * way
    bow = tag("path", css="path", d=f"M{number(x1)} 93Q{number((x1 + x2) / 2)} 80 {number(x2)} 93")
    return bow + figure(end, "ghost-figure")


# --- what an action would bring -------------------------------------------------------------------


def foreseen(scene: Scene, seat: int, action: int, outlook: Outlook) -> str:
    """The palace as an action would leave it, over the palace as it is."""
    board = scene.view["seats"][seat]
    at = board["glazier"] - 1
    if action == RESET:
        return forecast_of(action, walk(at, leftmost(board) or 0))
    slot = action - STRIP if action < STRIP + SLOTS else at
    drawn = ghosts(scene, slot, action, outlook) if outlook.placed else ""
    more = walk(at, slot)
    more += "".join(plaque(w, f"+{values(scene.view)[w]}", "scoring") for w in outlook.windows)
    if outlook.completed:
        more += next_cell(scene, slot, board["windows"][slot], LETTERS[action - PANE] if action >= PANE else "")
    return drawn + forecast_of(action, more)


def next_cell(scene: Scene, slot: int, cells: str, letter: str) -> str:
    """The cell that the pane goes into: with the pane, or waiting for it."""
    x, y = middle(slot) - WINDOW / 2, WINDOWS + (UPPER + 3 if cells else 0)
    height = LOWER if cells else UPPER
    outline = f"M0 0H{WINDOW}V{LOWER}H0Z" if cells else lancet(WINDOW, UPPER)
    glass = use(f"{'lower' if cells else 'upper'}-{letter}", x, y, WINDOW, height) if letter else ""
    ring = shifted(x, y, tag("path", css="next" if not letter else "next set", d=outline))
    word = "" if letter else write(middle(slot), y + height * 0.66, say(scene, "next"), "note on-night", size=17)
    return glass + ring + word
