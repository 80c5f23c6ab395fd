"""The scoring board and the stores: round indicator, bag, glass tower, broken-glass track."""

from __future__ import annotations

import functools
from collections.abc import Hashable

from ludotheque.contract.drawing import circle, forecast, group, part, path, rect, say, text, use
from ludotheque.contract.phrases import Code, Phrase, Say, minus
from ludotheque.contract.scene import PLAIN, Panel, Pen, Scene, Voice, drawn_while, piece

from ..box import LAST_SPACE, LETTERS, POINTS_LOST, ROUNDS
from .forecasts import Forecasts, stage_of
from .naming import agreeing, amounts, rule_link
from .score_track import seat_marker

WIDTH, HEIGHT = 440, 288
STAIR_TOP, STAIR_DROP = 172, 60  # where the broken-glass track starts, and how far it goes down
BAG, TOWER = 257, 351
ROMAN = ("I", "II", "III", "IV", "V", "VI")

Counts = tuple[int, ...]  # panes by colour
Spaces = tuple[int, ...]  # spaces of the broken-glass markers, by seat


def on_track(scene: Scene, forecasts: Forecasts) -> Hashable:
    """All that the scoring board shows."""
    view = scene.view
    stores = *view["bag"].values(), *view["tower"].values()
    return stage_of(view), view["round"], view["indicator"], stores, spaces_of(scene)


@drawn_while(on_track)
def track(scene: Scene, forecasts: Forecasts) -> Panel:
    """The panel; the forecasts show how far the viewer's broken-glass marker would go."""
    view = scene.view
    pieces = (
        indicator(scene.pen(), stage_of(view), view["round"], view["indicator"]),
        bag(scene.pen(), tuple(view["bag"].values())),
        tower(scene.pen(), tuple(view["tower"].values())),
        stair(scene.pen()),
        *markers(scene),
        "".join(hops(scene, forecasts)),
    )
    label = say(scene, "track_label")
    return Panel("track", label, WIDTH, HEIGHT, pieces, (14, 462, 441), "sintra track-board")


# --- rounds ---------------------------------------------------------------------------------------


def indicator_panes(phase: str, panes: str) -> dict[int, str]:
    """The panes on the round indicator by the space they lie on; during the set-up II comes first."""
    first = 1 if phase == "SETUP" else ROUNDS - len(panes)
    return {first + k: letter for k, letter in enumerate(panes)}


def progress(scene: Scene) -> str:
    """How far the game has come, in words."""
    return round_title(scene, scene.view["phase"], scene.view["round"])


def round_title(voice: Voice, phase: str, number: int) -> str:
    return say(voice, "rounds_over") if phase == "OVER" else _round_title(voice.say, number)


@functools.lru_cache(64)  # few words are said again and again
def _round_title(speaking: Say, number: int) -> str:
    return speaking(Phrase("board.round", {"round": Code(ROMAN[number - 1]), "rounds": Code(ROMAN[-1])}))


@piece
def indicator(pen: Pen, phase: str, number: int, letters: str) -> str:
    """Six spaces; the topmost pane is the round's colour. (S35, S46)"""
    over, set_up = phase == "OVER", phase == "SETUP"
    title = round_title(pen, phase, number)
    drawn = [rect(2, 28, 246, 62, "lead", 31), rect(3.5, 29.5, 243, 59, "lead-rim", 29.5)]
    panes = indicator_panes(phase, letters)
    for space in range(ROUNDS):
        x = 28 + space * 38.8
        now = space == number - 1 and not over and not set_up
        here = "now" if now else "" if space in panes else "past"
        drawn.append(circle(x, 59, 21 if now else 16, f"round {here}".strip()))
        if space in panes:
            size = 30 if now else 24
            drawn.append(use(f"sintra-pane-{panes[space]}", x - size / 2, 59 - size / 2, size))
        else:
            drawn.append(text(x, 64.5, ROMAN[space], f"title numeral {here}".strip(), 16))
    label = say(pen, "indicator", panes=", ".join(pen.say(agreeing(letter)) for letter in letters))
    shown = text(4, 18, title, "title on-wood", 19, "start") + part("indicator", "".join(drawn), label)
    if over or set_up:
        return shown
    bonus = say(pen, "bonus", colour=agreeing(letters[0]))
    return shown + text(4, 112, bonus, "on-wood", anchor="start", tail=rule_link("S35", 5))


# --- stores ---------------------------------------------------------------------------------------


def store(pen: Pen, name: str, counts: Counts, x: float, things: str) -> str:
    """A store with the number of panes of each colour in it."""
    rows = "".join(
        use(f"sintra-small-pane-{letter}", x + 48, 18 + row * 18, 15.5)
        + text(x + 68, 31 + row * 18, count, "strong on-wood", anchor="start")
        for row, (letter, count) in enumerate(zip(LETTERS, counts, strict=True))
    )
    panes = amounts(pen, "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True)))
    return part(name, things + rows, say(pen, "about", name=pen.term(f"terms.{name}"), text=panes))


@piece
def bag(pen: Pen, counts: Counts) -> str:
    """The bag, with the number of panes in it."""
    sack = use("sintra-bag", BAG - 2, 22, 48, 80) + text(BAG + 22, 80, sum(counts), "title on-cloth", 25)
    return store(pen, "bag", counts, BAG, sack) + text(BAG + 22, 122, say(pen, "bag"), "on-wood")


@piece
def tower(pen: Pen, counts: Counts) -> str:
    """The glass tower, filled by what lies in it."""
    layers = "".join(letter * -(-count // 4) for letter, count in zip(LETTERS, counts, strict=True))[:8]
    fill = "".join(
        rect(TOWER + 8.4, 90 - k * 7.4, 23.2, 6.4, "layer", 1.4, fill=f"url(#sintra-glass-{letter})")
        for k, letter in enumerate(layers)
    )  # fmt: skip
    plate = rect(TOWER + 5, 38, 30, 24, "plate", 3)
    things = use("sintra-tower", TOWER, 10, 40, 94) + fill + plate
    things += text(TOWER + 20, 57, sum(counts), "title on-plate", 21)
    return store(pen, "tower", counts, TOWER, things) + text(TOWER + 20, 122, say(pen, "tower"), "on-wood")


# --- broken glass ---------------------------------------------------------------------------------


def step(space: int) -> tuple[float, float, float]:
    """The left and top edge of a space of the broken-glass track, and its width."""
    wide = (WIDTH - 8) / (LAST_SPACE + 1)
    return 3 + space * wide, STAIR_TOP + STAIR_DROP * space / LAST_SPACE, wide - 2


@piece
def stair(pen: Pen) -> str:
    """The broken-glass track as a stair down to its last space. (S43)"""
    drawn = [text(4, 276, say(pen, "broken"), "title on-wood", 19, "start")]
    for space in range(LAST_SPACE + 1):
        x, y, wide = step(space)
        css = "step last" if space == LAST_SPACE else "step"
        drawn.append(path(f"M{x:g} {y:g}h{wide:g}v38h{-wide:g}Z", css))
        drawn.append(path(f"M{x:g} {y:g}h{wide:g}v5h{-wide:g}Z", "tread"))
        if wide >= 24:
            value = minus(-POINTS_LOST[space])
            drawn.append(
                text(x + wide / 2, y + 27, value, "title last-value" if space == LAST_SPACE else "title step-value", 19)
            )
    return part("broken-track", "".join(drawn))


def spaces_of(scene: Scene) -> Spaces:
    """The spaces on which the markers of the seats stand."""
    return tuple([board["broken"] for board in scene.view["seats"]])


def markers(scene: Scene) -> list[str]:
    """The markers of all seats."""
    spaces = spaces_of(scene)
    return [
        marker(scene.pen(), seat, name, spaces[seat], *marker_at(spaces, seat, spaces[seat]))
        for seat, name in enumerate(scene.names)
    ]


def broken_label(voice: Voice, name: str, space: int) -> str:
    return say(voice, "broken_of", name=name, points=POINTS_LOST[space])


def marker_at(spaces: Spaces, seat: int, space: int) -> tuple[float, float]:
    """Where a seat's marker stands on a space, beside those that stand there already."""
    x, y, wide = step(space)
    there = [other for other, at in enumerate(spaces) if at == space or other == seat]
    row, column = divmod(there.index(seat), 2)
    abreast = min(2, len(there) - 2 * row)
    return x + wide / 2 + (column - (abreast - 1) / 2) * min(22, wide / 2), y - 9 - 19 * row


@piece
def marker(pen: Pen, seat: int, name: str, space: int, x: float, y: float) -> str:
    """The marker of a seat on its space."""
    return part(f"broken-{seat}", seat_marker(seat, x, y, 21), broken_label(pen, name, space))


def hop(spaces: Spaces, seat: int, space: int) -> str:
    """The path of one step down from a space."""
    (x1, y1), (x2, y2) = marker_at(spaces, seat, space), marker_at(spaces, seat, space + 1)
    bow = f"{(x1 + x2) / 2:g} {y1 - 30:g}"
    return f"M{x1:g} {y1 - 9:g}Q{bow} {x2:g} {y2 - 9:g}"


def hops(scene: Scene, forecasts: Forecasts) -> list[str]:
    """The steps that the viewer's marker would go down, while a choice is hovered or focused."""
    if scene.seat is None or PLAIN in scene.settings:
        return []
    spaces = spaces_of(scene)
    return [
        way_down(action, scene.seat, spaces, expected.broken, expected.marker)
        for action, expected in forecasts
        if expected.broken
    ]


@piece
def way_down(action: int, seat: int, spaces: Spaces, broken: int, end: int) -> str:
    """The way of a seat's marker if an action breaks some panes."""
    arcs = "".join(hop(spaces, seat, (spaces[seat] + k) % LAST_SPACE) for k in range(broken))
    shards = "".join(
        group(use("sintra-shard", -10, -10, 20), 170 + k * 22, 142 + k % 2 * 4) for k in range(min(broken, 4))
    )
    ghost = seat_marker(seat, *marker_at(spaces, seat, end), 20, "ghost-marker")
    return forecast(action, path(arcs, "hop") + group(shards, css="warning") + ghost)
