"""A plain board: the fields of the table, those of a seat, and a button for each action that is asked for.

| panel       | shows                                                                 |
|-------------|-----------------------------------------------------------------------|
| `table`     | the fields of the whole table                                         |
| `seat`      | the fields of the viewer's seat (a spectator: of the seat to act)     |
| `choices`   | the actions that are asked for                                        |
| `summary-N` | the fields of seat N, small                                           |

Fields are named by `terms.FIELD` of the words; a field whose name is "" is not shown. Pieces are named by the lists
`pieces.NAME`; without a list they are numbers, from 1.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

from ..contract.drawing import choice, group, part, rect, text, text_width, wrapped
from ..contract.phrases import Phrase, minus
from ..contract.scene import PIECES, BoardChange, Panel, Pen, Scene, Seen, Voice, panel, piece
from ..kernel.edition import Edition
from ..kernel.state import StateField

HEAD = ("game", "version", "players", "options", "to_act", "phase", "seats", "score", "ledger")
WIDE, SMALL = 480, 288  # the widths of panels, and of a player's summary
GAP = 12  # the gap between panels
MARGIN = 20
LABEL = 150  # the room for the names of fields
ROW = 46  # the height of a row
CHIP = 34  # the height of a chip
FEW, SEVERAL = 16, 36  # actions in two and in three columns of buttons; more are in four
BUTTON = 52
HUES = ("#1F6F64", "#2F5D8C", "#A8672A", "#6E4A8E", "#4C7A3F", "#A23B2A")


class ShownField(NamedTuple):
    """A field: its name, and its pieces as texts; None is an empty place."""

    key: str
    label: str
    chips: tuple[str | None, ...]


# --- what is shown ----------------------------------------------------------------------------


def said(voice: Voice, key: str, otherwise: str) -> str:
    """A word of the game, or what is said without it."""
    try:
        return voice.say(Phrase(key))
    except (KeyError, IndexError):
        return otherwise


def rows(voice: Voice, shown: dict[str, Any], fields: dict[str, StateField]) -> list[ShownField]:
    """The fields of an object of the view, in the order of the state."""
    found = []
    for key, value in shown.items():
        label = said(voice, f"terms.{key}", key.replace("_", " ").capitalize())
        if key not in HEAD and key in fields and label and not fields[key].memory:
            found.append(ShownField(key, label, tuple(chips(voice, value, fields[key]))))
    return found


def chips(voice: Voice, value: Any, f: StateField) -> Iterator[str | None]:
    """The pieces of a value."""
    if isinstance(value, dict):
        for kind, n in value.items():
            name = said(voice, f"pieces.{f.counts}.{int(kind) - 1}", kind)
            yield name if n == 1 else f"{n} × {name}"
    elif isinstance(value, list):
        for item in value:
            yield from chips(voice, item, f)
    elif value is None:
        yield None
    elif f.item:
        yield said(voice, f"pieces.{f.item}.{value - 1}", str(value))
    else:
        yield minus(value)


# --- drawing ----------------------------------------------------------------------------------


def lines(row: ShownField, width: float, size: float) -> list[list[str | None]]:
    """The chips of a row in lines that fit the width."""
    found: list[list[str | None]] = [[]]
    used = 0.0
    for chip in row.chips:
        wide = chip_width(chip, size)
        if found[-1] and used + wide > width:
            found.append([])
            used = 0.0
        found[-1].append(chip)
        used += wide + 8
    return found


def chip_width(chip: str | None, size: float) -> float:
    return max(CHIP * size / 17, text_width(chip or "", size) + 18)


@functools.lru_cache(PIECES)
def drawn_row(row: ShownField, name: str, width: float, small: bool) -> tuple[str, float]:
    """A row with its height; small: the name stands above the chips."""
    size, chip, step = (13, 24, 30) if small else (17, CHIP, ROW)
    left, top = (0, 20) if small else (LABEL, 0)
    label = text(
        0, 14 if small else top + chip / 2 + 6, row.label, "plain-name", size, room=width if small else LABEL - 16
    )
    drawn, y = [label], float(top)
    if not row.chips:
        drawn.append(text(left, top + chip / 2 + size / 3, "–", "plain-name", size))
    for line in lines(row, width - left, size):
        x = float(left)
        for each in line:
            wide = chip_width(each, size)
            css = "plain-chip" if each is not None else "plain-chip empty"
            drawn.append(rect(x, y, wide, chip, css, 6))
            drawn.append(text(x + wide / 2, y + chip / 2 + size / 3, each or "", "plain-text", size, "middle"))
            x += wide + 8
        y += step
    spoken = f"{row.label}: {', '.join(each or '–' for each in row.chips) or '–'}"
    return part(name, "".join(drawn), spoken), y


def stacked(shown: list[ShownField], name: str, width: float, small: bool, top: float) -> tuple[list[str], float]:
    """Rows below each other, and the height that they take."""
    margin = 0 if small else MARGIN
    pieces, y = [], top
    for row in shown:
        drawn, height = drawn_row(row, f"{name}-{row.key}", width - 2 * margin, small)
        pieces.append(group(drawn, margin, y))
        y += height
    return pieces, y


def sheet(name: str, label: str, shown: list[ShownField], y: float) -> Panel:
    """A panel with a heading and rows."""
    pieces, height = stacked(shown, name, WIDE, False, 62)
    height = max(height + 8, 80)
    ground = rect(1, 1, WIDE - 2, height - 2, "plain-sheet", 10) + text(MARGIN, 38, label, "plain-title serif", 24)
    return Panel(name, label, WIDE, height, (ground, *pieces), (0, y, WIDE), "plain")


@panel
def buttons(scene: Scene, label: str) -> Panel:
    """A button for each action that is asked for; forbidden ones are faint."""
    pen = scene.pen(dict.fromkeys(scene.choices, ""))
    columns = 2 if len(scene.choices) <= FEW else 3 if len(scene.choices) <= SEVERAL else 4
    wide = (WIDE - (columns - 1) * GAP) / columns
    drawn = []
    for n, action in enumerate(scene.choices):
        at = n % columns * (wide + GAP), n // columns * (BUTTON + GAP)
        drawn.append(group(button(pen, action, scene.choices[action].label, wide), *at))
    height = max(-(-len(drawn) // columns) * (BUTTON + GAP), BUTTON)
    return Panel("choices", label, WIDE, height, tuple(drawn), (WIDE + GAP, 0, WIDE), "plain")


@piece
def button(pen: Pen, action: int, label: str, wide: float) -> str:
    """One button, its words in one or two lines."""
    said = wrapped(label, 16, wide - 20)[:2]
    first = BUTTON / 2 + 6 - 9 * (len(said) - 1)
    words = [text(wide / 2, first + 18 * n, line, "plain-text", 16, "middle", wide - 12) for n, line in enumerate(said)]
    return choice(pen, action, rect(0, 0, wide, BUTTON, "plain-button", 8) + "".join(words))


def changes(then: Seen, now: Seen, viewer: int | None) -> list[BoardChange]:
    """What differs between two views: the points tell it."""
    return []


def defs(scene: Scene) -> str:
    """The symbols that the panels use: none."""
    return ""


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """The board of the fields of the state."""
    fields = edition.state.fields

    def panels(scene: Scene) -> list[Panel]:
        """The pictures of the table."""
        acting = scene.view["to_act"]
        seat = scene.seat if scene.seat is not None else acting if acting is not None and acting >= 0 else 0
        table = rows(scene, dict(scene.view), fields)
        shown = [sheet("table", said(scene, "title", edition.game), table, 0)] if table else []
        below = sum(each.height + GAP for each in shown)
        hand = rows(scene, scene.view["seats"][seat], fields)
        shown += [sheet("seat", scene.names[seat], hand, below)] if hand else []
        return [*shown, buttons(scene, said(scene, "board.choices", "Choices"))]

    def summary(scene: Scene, seat: int) -> Panel:
        """The fields of one player, small."""
        shown = rows(scene, scene.view["seats"][seat], fields)
        pieces, height = stacked(shown, f"mini-{seat}", SMALL, True, 0)
        place = (2 * (WIDE + GAP), seat * 200.0, SMALL)
        return Panel(f"summary-{seat}", scene.names[seat], SMALL, max(height, 8), tuple(pieces), place, "plain")

    @functools.cache
    def card() -> str:
        """The picture on the box: the name of the game on its colour."""
        with (edition.place.folder / "words" / "en.toml").open("rb") as file:
            title = str(tomllib.load(file).get("title", edition.game))
        return box_picture(title, edition.game)

    return {
        "panels": panels, "summary": summary, "defs": defs, "card": card, "changes": changes, "EMBLEMS": {},
        "DRAWN": {},
        "THUMBNAIL": (("table", "seat"), (0, 52, 360, 102)),  # two rows, without the heading
    }  # fmt: skip


def box_picture(title: str, name: str) -> str:
    """A lid with circles in a pattern of the game's own, and its title."""
    digest = hashlib.sha256(name.encode()).digest()
    ground, mark = HUES[digest[0] % len(HUES)], HUES[(digest[0] + 1 + digest[1] % 5) % len(HUES)]
    spots = "".join(
        f'<circle cx="{100 * x + 50}" cy="{100 * y + 50}" r="{12 + digest[x + 8 * (y % 4)] % 34}" fill="{mark}"/>'
        for x in range(8)
        for y in range(6)
        if not 2 <= y <= 3
    )
    said = wrapped(title, 56, 700)  # a title that is long for one line has several
    size = min(96.0, 200 / len(said), *(700 / text_width(line, 1, serif=True) for line in said))
    first = 300 + size / 3 - 0.55 * size * (len(said) - 1)
    words = "".join(text(400, first + 1.1 * size * n, line, "", size, "middle") for n, line in enumerate(said))
    lettered = words.replace("<text", '<text fill="#FFFBF2" font-family="EB Garamond, Garamond, Georgia, serif"')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" aria-hidden="true">'
        f'<rect width="800" height="600" fill="{ground}"/><g opacity=".55">{spots}</g>{lettered}</svg>'
    )
