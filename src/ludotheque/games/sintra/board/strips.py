"""The strips: paper patterns that hang from the scaffold, with the panes on them."""

from __future__ import annotations

import functools

from ludotheque.contract.drawing import choice, circle, forecast, group, part, path, rect, tag, text, use
from ludotheque.contract.scene import Pen, Scene, piece

from ..actions import JOKERS, PANE, RESET, STRIP
from ..box import LETTERS, SLOTS, SPACES
from .forecasts import EMPTY, JOKER, Forecast, Forecasts, Reach, Strip, hand_of, strip_in
from .naming import strip_name
from .notes import gains

LEFT, COLUMN = 20, 75  # where the first slot starts, and the distance between slots
TOP, WIDE, TALL = 118, 58, 272  # the top, width and height of a strip
SPACE, PITCH, FIRST_SPACE = 44, 45, TOP + 44


Places = tuple[tuple[int, int], ...]  # spaces of a strip, each with the action that it stands for


def middle(slot: float) -> float:
    """The middle of a slot, counted from 0."""
    return LEFT + COLUMN * (slot + 0.5)


def space_top(space: int) -> float:
    return FIRST_SPACE + space * PITCH


def strips(scene: Scene, seat: int, forecasts: Forecasts) -> list[str]:
    """The eight slots of a seat."""
    board = scene.view["seats"][seat]
    if not scene.choices or RESET in scene.choices:  # at the start of a turn no strip is asked for
        return [*plain_strips(scene.pen(), seat, tuple([strip_in(board, slot) for slot in range(SLOTS)]))]
    at, colour = board["glazier"] - 1, hand_of(scene.view)[:1]
    drawn, by_action = [], dict(forecasts)
    for slot in range(SLOTS):
        strip, expected = strip_in(board, slot), by_action.get(STRIP + slot)
        places = standing_for(scene, strip, colour) if strip and slot == at else ()
        pen = scene.pen(
            dict.fromkeys((STRIP + slot, *sorted({action for _, action in places})), f"strip-{seat}-{slot + 1}")
        )
        if strip is None:
            drawn.append(hooks(pen, seat, slot))
        elif pen.asked(STRIP + slot):
            drawn.append(to_fill(pen, seat, slot, strip, colour, slot == at, expected, gains(scene, expected)))
        else:
            drawn.append(hanging(pen, seat, slot, strip, places))
    return drawn


@piece
def plain_strips(pen: Pen, seat: int, strips: tuple[Strip | None, ...]) -> tuple[str, ...]:
    """The slots of a seat where no strip is asked for."""
    return tuple(
        [
            hooks(pen, seat, slot) if strip is None else hanging(pen, seat, slot, strip, ())
            for slot, strip in enumerate(strips)
        ]
    )


@piece
def hooks(pen: Pen, seat: int, slot: int) -> str:
    """An empty slot: the two hooks that its strip hung from."""
    x = middle(slot)
    pair = f"M{x - 14:g} 108v12a4 4 0 1 0 4 4M{x + 14:g} 108v12a4 4 0 1 1 -4 4"
    place = rect(x - WIDE / 2, TOP, WIDE, TALL, "reach", 5)
    empty = part(f"strip-{seat}-{slot + 1}", path(pair, "hook"), "" if pen.choices else strip_name(pen, slot, None))
    return choice(pen, STRIP + slot, place + empty)


@piece
def hanging(pen: Pen, seat: int, slot: int, strip: Strip, places: Places) -> str:
    """A strip with its panes; some of its spaces may stand for actions."""
    x = middle(slot)
    cords = path(f"M{x - 16:g} 106V{TOP + 2}M{x + 16:g} 106V{TOP + 2}", "hook")
    shadow = rect(x - 26, TOP + 5, WIDE, TALL, "cast", 5)
    paper = rect(x - WIDE / 2, TOP, WIDE, TALL, "paper", 5)
    # What has a label of its own hides the labels inside it: those of choices, or that of the strip as a choice.
    label = "" if pen.choices else strip_name(pen, slot, strip)
    body = cords + shadow + paper + flap(strip, x) + asked_spaces(pen, strip, slot, places)
    return part(f"strip-{seat}-{slot + 1}", body, label, "strip")


@functools.cache
def light(slot: int) -> tuple[str, str]:
    """What shines behind a strip that can be chosen, and before it."""
    x = middle(slot)
    glow = rect(x - 33, TOP - 4, 66, TALL + 8, "glow", 9)
    veil = rect(x - WIDE / 2, TOP, WIDE, TALL, "veil", 5)
    halo = rect(x - 30.5, TOP - 1.5, 61, TALL + 3, "halo-line", 6.5)
    return glow, veil + halo + circle(x, TOP + TALL + 1, 5.5, "dot")


@piece
def to_fill(
    pen: Pen, seat: int, slot: int, strip: Strip, colour: str, at: bool, expected: Forecast | None, effect: str
) -> str:
    """A strip as a choice where the panes are placed; the glazier may stand at it."""
    glow, halo = light(slot)
    marks = ""
    if expected:
        marks = dots(tuple(strip.matching(colour)), slot) + tags(slot, colour, at, expected.panes, expected.broken)
    body = glow + hanging(pen, seat, slot, strip, ()) + halo + marks
    return choice(pen, STRIP + slot, body, effect, css="place")


@piece
def tags(slot: int, letter: str, at: bool, panes: int, broken: int) -> str:
    """Above the plank: how many panes the strip takes and how many break, before any hover."""
    x, placed = middle(slot), str(panes)
    if at:
        return foot_tag(x, broken) if broken else ""  # the glazier stands where the tag would hang
    corners = f"M{x - 35:g} 5H{x + 29:g}L{x + 35:g} 11V36H{x - 29:g}L{x - 35:g} 30Z"
    wide = path(f"M{x:g} 40V99", "tag-line") + path(corners, "tag")
    wide += use(f"sintra-small-pane-{letter}", x - 30, 11, 19) + text(x - 5, 26, placed, "strong", 15)
    narrow = rect(x - 33, 12, 66, 70, "tag", 5)
    narrow += use(f"sintra-small-pane-{letter}", x - 26, 17, 27) + text(x + 16, 39, placed, "strong", 25)
    if broken:
        wide += use("sintra-shard", x + 4, 12.5, 16, css="warning")
        wide += text(x + 27, 26, broken, "strong warning", 15)
        narrow += use("sintra-shard", x - 26, 50, 26, css="warning")
        narrow += text(x + 16, 73, broken, "strong warning", 25)
    else:
        wide += use("sintra-tick", x + 10, 12, 17)
        narrow += use("sintra-tick", x - 12, 51, 26)
    return group(group(wide, css="wide-only") + group(narrow, css="narrow-only"), css="tags")


def foot_tag(x: float, broken: int) -> str:
    """At the foot of a strip: how many panes break; larger on a phone, where the whole picture is small."""
    plate = rect(x - 20, TOP + TALL - 10, 40, 22, "tag", 5)
    shard = use("sintra-shard", x - 16, TOP + TALL - 7, 16, css="warning")
    wide = plate + shard + text(x + 9, TOP + TALL + 6, broken, "strong warning", 15)
    plate = rect(x - 30, TOP + TALL - 20, 60, 32, "tag", 5)
    shard = use("sintra-shard", x - 27, TOP + TALL - 17, 26, css="warning")
    narrow = plate + shard + text(x + 13, TOP + TALL + 5, broken, "strong warning", 25)
    return group(wide, css="wide-only") + group(narrow, css="narrow-only")


@functools.lru_cache(1 << 12)
def flap(strip: Strip, x: float) -> str:
    """The hidden side of a strip, as a folded corner of its paper: information, not spaces. (S5)"""
    left, top = x - WIDE / 2, TOP
    drawn = [
        path(f"M{left + 3:g} {top + 3}H{left + 55:g}V{top + 33}L{left + 49:g} "
            f"{top + 39}H{left + 3:g}Z", "flap"),
        path(f"M{left + 55:g} {top + 33}H{left + 49:g}V{top + 39}Z", "fold"),
    ]  # fmt: skip
    for k, kind in enumerate(strip.hidden):
        column, row = (k, 0) if k < 3 else (k - 2.5, 1)
        drawn.append(use(f"sintra-small-space-{kind}", left + 6 + column * 15.6, top + 5.4 + row * 16, 14))
    return "".join(drawn)


def on_space(strip: Strip, slot: int, space: int) -> str:
    """A space with the pane on it."""
    x, y, pane = middle(slot) - SPACE / 2, space_top(space), strip.panes[space]
    empty = use(f"sintra-space-{strip.spaces[space]}", x, y, SPACE)
    return empty if pane == EMPTY else empty + use(f"sintra-pane-{pane}", x, y, SPACE)


@functools.lru_cache(1 << 14)
def plain_spaces(strip: Strip, slot: int) -> str:
    return "".join(on_space(strip, slot, space) for space in range(SPACES))


def standing_for(scene: Scene, strip: Strip, colour: str) -> Places:
    """The spaces that stand for an action: panes of a completed strip, or where panes are placed. (S31, S36)

    The n-th joker space stands for n panes on joker spaces, the first space of the colour for none.
    """
    actions = {space: PANE + LETTERS.index(pane) for space, pane in enumerate(strip.panes) if pane != EMPTY}
    actions |= dict.fromkeys(strip.empty(colour)[:1], JOKERS)
    actions |= {space: JOKERS + n for n, space in enumerate(strip.empty(JOKER), start=1)}
    return tuple([(space, action) for space, action in actions.items() if action in scene.choices])


def asked_spaces(pen: Pen, strip: Strip, slot: int, places: Places) -> str:
    """The spaces of a strip; those that stand for the same action are one choice."""
    if not places:
        return plain_spaces(strip, slot)
    lit: dict[int, str] = {}
    for space, action in places:
        lit[action] = lit.get(action, "") + lit_space(strip, slot, space, action)
    drawn = [on_space(strip, slot, space) for space in range(SPACES) if space not in dict(places)]
    drawn += [choice(pen, action, lit[action], css="pane" if action >= PANE else "joker") for action in sorted(lit)]
    return "".join(drawn)


def lit_space(strip: Strip, slot: int, space: int, action: int) -> str:
    """A space that can be chosen; where panes are placed, with the number of those on joker spaces."""
    x, y = middle(slot), space_top(space)
    halo = rect(x - SPACE / 2 - 1, y - 1, SPACE + 2, SPACE + 2, "halo-line", 8)
    if action >= PANE:
        mark = circle(x + 15, y + 7, 4.6, "dot")
    else:
        mark = circle(x + 17, y + 9, 12, "dot number") + text(x + 17, y + 16.2, action - JOKERS, "strong on-dot", 20.5)
    return on_space(strip, slot, space) + halo + mark


@piece
def dots(spaces: tuple[int, ...], slot: int) -> str:
    """A dot on each space that would take a pane."""
    return "".join(circle(middle(slot) + 16, space_top(space) + 6, 5, "dot match") for space in spaces)


@piece
def fitting(strips: Reach) -> str:
    """Where panes of each colour could go on strips."""
    fits = {
        letter: "".join([dots(tuple(strip.matching(letter)), slot) for slot, strip in strips]) for letter in LETTERS
    }
    shown = [tag("g", dots, css=f"forecast fits-{letter}", aria_hidden="true") for letter, dots in fits.items() if dots]
    return "".join(shown)


@piece
def ghosts(action: int, slot: int, letter: str, spaces: tuple[int, ...]) -> str:
    """The panes that an action would put on the spaces of a strip."""
    x = middle(slot) - SPACE / 2
    return forecast(action, "".join(
        use(f"sintra-pane-{letter}", x, space_top(space), SPACE, css="ghost")
        + rect(x + 3, space_top(space) + 3, 38, 38, "ghost-ring", 5)
        for space in spaces
    ))  # fmt: skip
