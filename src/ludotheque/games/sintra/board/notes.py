"""The notes under the palace: what a choice would bring in words, else the final scoring so far."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ludotheque.contract.drawing import NARROWEST, SIZE, forecast, path, rect, say, tag, text, text_width, use, wrapped
from ludotheque.contract.phrases import minus, signed
from ludotheque.contract.scene import PIECES, PLAIN, Panel, Pen, Scene, drawn_while, piece

from ..actions import JOKERS, PANE, RESET
from ..box import LETTERS, ORNAMENT_POINTS, ORNAMENT_WINDOWS, POINTS_LOST, SIDES
from .forecasts import (
    FinalScoring,
    Forecast,
    Forecasts,
    Reach,
    final_scoring,
    front_of,
    hand_of,
    holds_tile,
    ornament_cells,
    values,
)
from .naming import agreeing, amount, rule_link
from .score_track import seat_marker

WIDTH, HEIGHT = 640, 96
TITLE, NARROW_TITLE, SUM = 114, 98, 80  # widths of the title, beside more than three columns, and of the sum
LINE = 15.5
NO_BREAK = "\N{NO-BREAK SPACE}"
PLUS = f"{NO_BREAK}+{NO_BREAK}"


class Item(NamedTuple):
    """One column: a heading, and a sentence with the rule behind it."""

    heading: str
    sentence: str
    rule: str
    css: str = ""  # "good" or "bad"
    sign: str = ""  # a symbol before the heading


def on_notes(scene: Scene, seat: int, forecasts: Forecasts, reach: Reach) -> Hashable:
    """All that the notes tell where nothing is asked: the final scoring so far."""
    view, board = scene.view, scene.view["seats"][seat]
    return front_of(view, seat), board["score"], board["broken"], holds_tile(view, seat), view["phase"] == "OVER"


@drawn_while(on_notes)
def notes(scene: Scene, seat: int, forecasts: Forecasts, reach: Reach) -> Panel:
    """The panel: the final scoring so far lies under the notes on the choices."""
    foretelling, fitting = [], []
    if seat == scene.seat and PLAIN not in scene.settings:
        foretelling = [forecast(a, sheet(foretold(scene, seat, a, expected))) for a, expected in forecasts]
        if RESET in scene.choices:
            pen = scene.pen()
            found = rooms(reach)
            fitting = [room_for(pen, letter, found[letter]) for letter in LETTERS]
    known = sheet(so_far(scene, seat, final_scoring(scene.state, seat)))
    pieces = (shadow(), known, "".join(foretelling), "".join(fitting))
    return Panel("notes", say(scene, "notes_label"), WIDTH, HEIGHT, pieces, (469, 667, 635), "sintra")


@functools.cache
def shadow() -> str:
    return rect(2, 4, WIDTH - 4, HEIGHT - 4, "notes-shadow", 4)


def sheet(content: str) -> str:
    return rect(0, 0, WIDTH - 2, HEIGHT - 4, "notes-paper", 4) + content


# --- layout ---------------------------------------------------------------------------------------


def shares(items: Sequence[Item], room: float) -> list[float]:
    """The widths of the columns: thirds of the room, or what each of more columns needs."""
    if len(items) <= 3:
        return [room / 3] * len(items)
    needs = [
        max(26 + 22 * bool(item.sign) + 1.25 * text_width(item.heading, SIZE), 22 + text_width(item.sentence, SIZE) / 2)
        for item in items
    ]
    return [room * need / sum(needs) for need in needs]


def columns(title: str, items: tuple[Item, ...], total: str, under_total: str) -> str:
    """A title, the columns beside it, and the sum at the right."""
    drawn = [title]
    x = float(TITLE if len(items) <= 3 else NARROW_TITLE)
    for item, wide in zip(items, shares(items, WIDTH - x - SUM - 6), strict=True):
        drawn.append(column(item, x, wide))
        x += wide
    return "".join([*drawn, last_column(total, under_total)])


@piece
def column(item: Item, x: float, wide: float) -> str:
    """A column between two lines."""
    indent, sign = 9, ""
    if item.sign:
        indent, sign = 32, use(f"sintra-{item.sign}", x + 9, 12, 18, css="warning" if item.sign == "shard" else "")
    heading = text(x + indent, 28, item.heading, f"title {item.css}".strip(), 20, "start")
    line = path(f"M{x:.0f} 10V{HEIGHT - 14}", "notes-line")
    return line + sign + heading + sentence(x + 9, wide - 14, item.sentence, item.rule)


@piece
def last_column(total: str, under_total: str) -> str:
    """The sum, and what it is."""
    drawn = [rect(WIDTH - SUM - 4, 7, SUM - 4, HEIGHT - 18, "notes-sum", 4)]
    middle = WIDTH - SUM / 2 - 6
    lines = wrapped(under_total, SIZE, SUM - 8)
    drawn.append(text(middle, 46 if len(lines) < 2 else 38, total, "title", 32))
    drawn += [text(middle, (66 if len(lines) < 2 else 57) + k * 15, line, "quiet") for k, line in enumerate(lines)]
    return "".join(drawn)


def sentence(x: float, width: float, words: str, rule: str) -> str:
    """A sentence in lines, its rule at the end."""
    lines = wrapped(f"{words} {rule}".strip(), SIZE, width)
    lines[-1] = lines[-1].removesuffix(rule)
    links = [""] * (len(lines) - 1) + [rule_link(rule)]
    return "".join(
        text(x, 46 + k * LINE, line, "quiet", anchor="start", tail=link)
        for k, (line, link) in enumerate(zip(lines, links, strict=True))
    )


@piece
def headed(main: str, under: str) -> str:
    """The title of the notes and the line under it."""
    lines = wrapped(under, SIZE, TITLE - 24)
    return text(14, 38, main, "title", 19, "start") + "".join(
        text(14, 58 + k * 16, line, "note quiet", 16, "start") for k, line in enumerate(lines)
    )


# --- the final scoring so far ---------------------------------------------------------------------


def so_far(scene: Scene, seat: int, end: FinalScoring) -> str:
    """Names the player and shows what the final scoring would add now. (S50)"""
    view, board = scene.view, scene.view["seats"][seat]
    over = view["phase"] == "OVER"
    title = player_title(scene.pen(), seat, scene.names[seat], board["score"], holds_tile(view, seat))
    around = (sum(ornament_cells(board["windows"], k)) for k in range(len(ORNAMENT_WINDOWS)))
    ornaments = [ORNAMENT_POINTS[cells] for cells in around]
    bonus = say(scene, "ornaments", sum=sum_of(ornaments))
    if view["options"]["side"] != SIDES[0]:
        most = say(scene, "nothing") if not end.most else amount(scene, end.most, end.most_panes)
        bonus = say(scene, "most_colour", count=end.completed, most=most)
    items = (
        Item(signed(end.sets), say(scene, "sets", count=end.panes), "S51", "good" if end.sets else ""),
        Item(signed(-end.lost), say(scene, "marker"), "S52", "bad" if end.lost else ""),
        Item(signed(end.bonus), bonus, "S53", "good" if end.bonus else ""),
    )
    return columns(title, items, minus(end.total), say(scene, "final" if over else "if_over"))


@piece
def player_title(pen: Pen, seat: int, name: str, score: int, tile: bool) -> str:
    """The name of a player, the points and the starting-player tile."""
    lines = wrapped(name, 19, (TITLE - 40) / NARROWEST, serif=True)[:2]
    title = seat_marker(seat, 22, 32, 16)
    for k, line in enumerate(lines):
        title += text(36, 38 + 18 * k - 9 * (len(lines) - 1), line, "title", 19, "start", room=TITLE - 40)
    title += text(14, 62, say(pen, "points", count=score, points=minus(score)), "quiet", anchor="start")
    return title + use("sintra-tile", 14, 66, 20) if tile else title


def sum_of(points: list[int]) -> str:
    """Such as "3 + 0 + 6 + 0"; set closer if it is long."""
    return (PLUS if len(points) <= 5 else "+").join(map(str, points))


# --- what a choice would bring --------------------------------------------------------------------


def foretold(scene: Scene, seat: int, action: int, expected: Forecast) -> str:
    """The notes on one choice."""
    board = scene.view["seats"][seat]
    if action == RESET:
        back = Item(say(scene, "strip_title", slot=expected.slot + 1), say(scene, "goes_back"), "S39")
        title, now = headed(say(scene, "glazier_title"), ""), say(scene, "now", points=minus(board["score"]))
        return columns(title, (back,), signed(0), now)
    slot = expected.slot
    items = placing(scene, board["broken"], expected) if action < PANE else [window_bonus(scene, *expected.side)]
    if JOKERS <= action < PANE:
        items.append(Item(str(action - JOKERS), scene.choices[action].label, "S31", sign="small-space-J"))
    items += scoring(scene, expected)
    gain = expected.score - board["score"]
    if action >= PANE:
        title = headed(
            say(scene, "window_title", slot=slot + 1), say(scene, "leaves" if board["windows"][slot] else "flips")
        )
    else:
        title = headed(say(scene, "strip_title", slot=slot + 1), say(scene, "completed") if expected.completed else "")
    return columns(title, tuple(items), signed(gain), say(scene, "now", points=minus(expected.score)))


def placing(scene: Scene, broken: int, expected: Forecast) -> list[Item]:
    """Panes placed and panes broken. (S28, S29, S43)"""
    letter = hand_of(scene.view)[0]
    left = say(scene, "left", count=expected.left) if expected.left else ""
    items = [Item(say(scene, "placed", count=expected.panes), left, "S28", sign=f"small-pane-{letter}")]
    if expected.broken:
        way = say(scene, "steps", start=lost(broken), end=lost(expected.marker))
        rule = "S29"
        if expected.overflow:
            way, rule = say(scene, "overflow", points=minus(-expected.overflow), end=lost(expected.marker)), "S43"
        items.append(Item(say(scene, "broken_panes", count=expected.broken), way, rule, "bad", "shard"))
    return items


def lost(space: int) -> str:
    return minus(-POINTS_LOST[space])


def scoring(scene: Scene, expected: Forecast) -> list[Item]:
    """The points of a completed strip. (S35, S37)"""
    items = []
    if expected.bonus:
        colour = agreeing(scene.view["indicator"][0], expected.bonus)
        items.append(
            Item(signed(expected.bonus), say(scene, "round_colour", count=expected.bonus, colour=colour), "S35", "good")
        )
    if expected.completed:
        points = sum_of([values(scene.view)[slot] for slot in expected.windows])
        words = say(scene, "windows_score", count=len(expected.windows), sum=points)
        items.append(Item(signed(expected.window_points), words, "S37", "good"))
    return items


def window_bonus(scene: Scene, before: int, after: int) -> Item:
    """How the bonus of the palace side would change. (S53)"""
    return Item(f"{before} → {after}", say(scene, "side_bonus"), "S53", "good" if after > before else "")


@functools.lru_cache(PIECES)
def rooms(strips: Reach) -> dict[str, tuple[tuple[int, int], ...]]:
    """For each colour the slots whose strips have room for it, and how much. (S26)"""
    found = {letter: [(slot, len(strip.matching(letter))) for slot, strip in strips] for letter in LETTERS}
    return {letter: tuple([(slot, room) for slot, room in slots if room]) for letter, slots in found.items()}


@piece
def room_for(pen: Pen, letter: str, found: tuple[tuple[int, int], ...]) -> str:
    """Tells which strips have room for a colour, while it is hovered or focused. (S26, S30)"""
    drawn = use(f"sintra-pane-{letter}", 16, 26, 40)
    if found:
        drawn += sentence_line(76, say(pen, "room"), "S26", "")
    else:
        drawn += use("sintra-shard", 76, 34, 24, css="warning") + sentence_line(112, say(pen, "no_room"), "S30", "bad")
    for k, (slot, spaces) in enumerate(found):
        x = 76 + k * 69
        drawn += text(x, 62, say(pen, "strip_title", slot=slot + 1), "quiet", anchor="start")
        drawn += text(x, 82, f"× {spaces}", "title", 19, "start")
    return tag("g", sheet(drawn), css=f"forecast fits-{letter}", aria_hidden="true")


def sentence_line(x: float, words: str, rule: str, css: str) -> str:
    """One line in large letters, with its rule."""
    return text(x, 54 if css else 38, words, f"title {css}".strip(), 19, "start", tail=rule_link(rule, 6))


def gains(scene: Scene, expected: Forecast | None) -> str:
    """The points that a choice would score, as the end of its label."""
    items = scoring(scene, expected) if expected else []
    return ", ".join(f"{item.heading} ({item.sentence})" for item in items)
