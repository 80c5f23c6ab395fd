"""The scoring board and the stores: round indicator, bag, glass tower, broken-glass track."""

from __future__ import annotations

from ludotheque.phrases import Phrase
from ludotheque.scene import Panel, Scene

from ..box import LAST_SPACE, LETTERS, POINTS_LOST, ROUNDS
from .drawing import (
    MINUS,
    ROMAN,
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
from .naming import agreeing, amounts
from .outlook import Outlook

WIDTH, HEIGHT = 440, 288
STAIR_TOP, STAIR_DROP = 172, 60  # of the broken-glass track: its first space, and how far it goes down
BAG, TOWER = 257, 351


def track(scene: Scene, outlooks: dict[int, Outlook]) -> Panel:
    """The panel; the outlooks show how far the reader's broken-glass marker would go."""
    body = indicator(scene) + bag(scene) + tower(scene) + stair(scene) + hops(scene, outlooks)
    return Panel("track", say(scene, "track_label"), WIDTH, HEIGHT, tag("g", body, css="sintra track-board"),
                 (14, 462, 441))  # fmt: skip


# --- rounds ---------------------------------------------------------------------------------------


def indicator_panes(scene: Scene) -> dict[int, str]:
    """The panes on the round indicator by the space they lie on; during the set-up II comes first."""
    panes: str = scene.view["indicator"]
    first = 1 if scene.view["phase"] == "SETUP" else ROUNDS - len(panes)
    return {first + k: letter for k, letter in enumerate(panes)}


def progress(scene: Scene) -> str:
    """How far the game has come, in words."""
    if scene.view["phase"] == "OVER":
        return say(scene, "rounds_over")
    return say(scene, "round", round=ROMAN[scene.view["round"] - 1], rounds=ROMAN[-1])


def indicator(scene: Scene) -> str:
    """Six spaces; the topmost pane is the round's colour. (S35, S46)"""
    view = scene.view
    over, set_up = view["phase"] == "OVER", view["phase"] == "SETUP"
    title = progress(scene)
    drawn = [
        tag("rect", css="lead", x=2, y=28, width=246, height=62, rx=31),
        tag("rect", css="lead-rim", x=3.5, y=29.5, width=243, height=59, rx=29.5),
    ]
    panes = indicator_panes(scene)
    for space in range(ROUNDS):
        x = 28 + space * 38.8
        now = space == view["round"] - 1 and not over and not set_up
        here = "now" if now else "" if space in panes else "past"
        drawn.append(tag("circle", css=f"round {here}".strip(), cx=x, cy=59, r=21 if now else 16))
        if space in panes:
            size = 30 if now else 24
            drawn.append(use(f"pane-{panes[space]}", x - size / 2, 59 - size / 2, size))
        else:
            drawn.append(write(x, 64.5, ROMAN[space], f"title numeral {here}".strip(), size=16))
    label = say(scene, "indicator", panes=", ".join(scene.say(agreeing(letter)) for letter in view["indicator"]))
    shown = write(4, 18, title, "title on-wood", "start", 19) + part(scene, "indicator", "".join(drawn), label)
    if over or set_up:
        return shown
    bonus = say(scene, "bonus", colour=agreeing(view["indicator"][0]))
    rule = tag("tspan", "S35", css="rule", dx=5, data_rule="S35")
    return shown + tag("text", bonus + rule, css="on-wood", x=4, y=112, font_size=14)


# --- stores ---------------------------------------------------------------------------------------


def store(scene: Scene, name: str, x: float, things: str) -> str:
    """A store with the number of panes of each colour in it."""
    counts: dict[str, int] = scene.view[name]
    rows = "".join(
        use(f"small-pane-{letter}", x + 48, 18 + row * 18, 15.5)
        + write(x + 68, 31 + row * 18, str(counts[letter]), "strong on-wood", "start")
        for row, letter in enumerate(LETTERS)
    )
    label = scene.say(Phrase(f"terms.{name}"))
    panes = amounts(scene, "".join(letter * counts[letter] for letter in LETTERS))
    return part(scene, name, things + rows, f"{label}: {panes}")


def bag(scene: Scene) -> str:
    total = sum(scene.view["bag"].values())
    sack = use("bag", BAG - 2, 22, 48, 80) + write(BAG + 22, 80, str(total), "title on-cloth", size=25)
    return store(scene, "bag", BAG, sack) + write(BAG + 22, 122, say(scene, "bag"), "on-wood")


def tower(scene: Scene) -> str:
    """The glass tower, filled by what lies in it."""
    counts = scene.view["tower"]
    total = sum(counts.values())
    layers = "".join(letter * -(-counts[letter] // 4) for letter in LETTERS)[:8]
    fill = "".join(
        tag("rect", x=TOWER + 8.4, y=90 - k * 7.4, width=23.2, height=6.4, rx=1.4, css="layer",
            fill=f"url(#sintra-glass-{letter})")
        for k, letter in enumerate(layers)
    )  # fmt: skip
    plate = tag("rect", css="plate", x=TOWER + 5, y=38, width=30, height=24, rx=3)
    things = use("tower", TOWER, 10, 40, 94) + fill + plate
    things += write(TOWER + 20, 57, str(total), "title on-plate", size=21)
    return store(scene, "tower", TOWER, things) + write(TOWER + 20, 122, say(scene, "tower"), "on-wood")


# --- broken glass ---------------------------------------------------------------------------------


def step(space: int) -> tuple[float, float, float]:
    """The left and top edge of a space of the broken-glass track, and its width."""
    wide = (WIDTH - 8) / (LAST_SPACE + 1)
    return 3 + space * wide, STAIR_TOP + STAIR_DROP * space / LAST_SPACE, wide - 2


def stair(scene: Scene) -> str:
    """The broken-glass track as a stair down to its last space. (S43)"""
    drawn = [write(4, 276, say(scene, "broken"), "title on-wood", "start", 19)]
    for space in range(LAST_SPACE + 1):
        x, y, wide = step(space)
        css = "step last" if space == LAST_SPACE else "step"
        drawn.append(tag("path", css=css, d=f"M{number(x)} {number(y)}h{number(wide)}v38h{number(-wide)}Z"))
        drawn.append(tag("path", css="tread", d=f"M{number(x)} {number(y)}h{number(wide)}v5h{number(-wide)}Z"))
        if wide >= 24:
            value = f"{MINUS}{POINTS_LOST[space]}" if POINTS_LOST[space] else "0"
            drawn.append(
                write(
                    x + wide / 2,
                    y + 27,
                    value,
                    "title last-value" if space == LAST_SPACE else "title step-value",
                    size=19,
                )
            )
    for seat, board in enumerate(scene.view["seats"]):
        drawn.append(part(scene, f"broken-{seat}", marker(scene, seat), broken_label(scene, seat, board["broken"])))
    return "".join(drawn)


def broken_label(scene: Scene, seat: int, space: int) -> str:
    return say(scene, "broken_of", name=scene.names[seat], points=POINTS_LOST[space])


def marker_at(scene: Scene, seat: int, space: int) -> tuple[float, float]:
    """Where a seat's marker stands on a space, beside those that stand there already."""
    x, y, wide = step(space)
    seats = scene.view["seats"]
    there = [other for other, board in enumerate(seats) if board["broken"] == space or other == seat]
    row, column = divmod(there.index(seat), 2)
    abreast = min(2, len(there) - 2 * row)
    return x + wide / 2 + (column - (abreast - 1) / 2) * min(22, wide / 2), y - 9 - 19 * row


def marker(scene: Scene, seat: int) -> str:
    x, y = marker_at(scene, seat, scene.view["seats"][seat]["broken"])
    return seat_shape(seat, x, y, 21)


def hop(scene: Scene, seat: int, space: int) -> str:
    """The path of one step down from a space."""
    (x1, y1), (x2, y2) = marker_at(scene, seat, space), marker_at(scene, seat, space + 1)
    bow = f"{number((x1 + x2) / 2)} {number(y1 - 30)}"
    return f"M{number(x1)} {number(y1 - 9)}Q{bow} {number(x2)} {number(y2 - 9)}"


def hops(scene: Scene, outlooks: dict[int, Outlook]) -> str:
    """The steps that the reader's marker would go down, while a choice is hovered or focused."""
    if scene.seat is None:
        return ""
    at = scene.view["seats"][scene.seat]["broken"]
    drawn = []
    for action, outlook in outlooks.items():
        if not outlook.broken:
            continue
        arcs = "".join(hop(scene, scene.seat, (at + k) % LAST_SPACE) for k in range(outlook.broken))
        x, y = marker_at(scene, scene.seat, outlook.marker)
        shards = "".join(
            shifted(170 + k * 22, 142 + k % 2 * 4, use("shard", -10, -10, 20)) for k in range(min(outlook.broken, 4))
        )
        drawn.append(forecast_of(action, tag("path", css="hop", d=arcs) + tag("g", shards, css="warning")
                                 + seat_shape(scene.seat, x, y, 20, "ghost-marker")))  # fmt: skip
    return "".join(drawn)
