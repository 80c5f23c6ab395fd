"""The picture that messengers show with the link to a table: an invitation, the board, or the result.

It is drawn from what a spectator sees, and of a table that is not listed it shows the invitation alone.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from pathlib import Path

from ludotheque.contract.drawing import circle, escape, rect, tag
from ludotheque.contract.scene import ALONE, NOTHING
from ludotheque.core.charts import Scale, polyline
from ludotheque.core.svg import panels_at_their_places, scene
from ludotheque.web.tables.state import OPEN, OVER, WAITING, TableState
from ludotheque.web.views.boards import defs_of, progress_of
from ludotheque.web.views.common import game_card, names_of, pictures_of
from ludotheque.web.views.levels import portrait_file
from ludotheque.web.views.lists import asked_words
from ludotheque.web.views.plain_style import filled, plain_style
from ludotheque.web.views.sharing import shared_of
from ludotheque.web.views.speech import PageSpeech, speech
from ludotheque.web.views.visit import spectator

WIDTH, HEIGHT = 1200, 630
STATIC = Path(__file__).parent.parent / "static"
SEATS = ("#2F5D8C", "#A8672A", "#6E4A8E", "#4C7A3F", "#7A7A78")
INK, QUIET, SHEET, ACCENT, GOLD, LINE = "#2A2520", "#6B6156", "#FFFBF2", "#1F6F64", "#B98A2F", "#CDBFA6"
CURVE = 60  # moments of a curve
DASHES = ("none", "2 9", "14 8", "14 8 2 8", "6 7")  # tell the curves of the seats apart without colour
LETTER = 0.48  # width of a letter of the serif font, in its size


def link_picture(table: TableState, language: str) -> str:
    """The picture in SVG, 1200 x 630."""
    speech_ = speech(language)
    css, values = plain_style(table.game)
    if not table.listed or table.status == WAITING:
        drawn = invitation(table, speech_)
    elif table.status == OVER:
        drawn = result(table, speech_)
    else:
        drawn = running(table, language)
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
    return filled(f"{frame}<style>{css}</style>{wood()}{drawn}</svg>", values)


def invitation(table: TableState, said: PageSpeech) -> str:
    """The box of the game, who invites, and the seats."""
    card, shared = game_card(table.game, said), shared_of(table, said)
    box = str(card.card).replace("<svg", '<svg x="0" y="0" width="560" height="420"', 1)
    parts = [
        '<g transform="rotate(-1.6 300 310) translate(36 96)">'
        f'<rect x="6" y="10" width="560" height="420" rx="8" fill="#3C2814" opacity=".35"/>{box}</g>',
        sheet(560, 56, 590, 518),
        mark(604, 92),
        *lines(shared.title, 604, 236, 62, 490, 66),
        text(shared.note, 604, 348, 32, 500, QUIET, 400),
    ]
    names = names_of(table, said) if table.listed else ("",) * table.players
    step = min(110, 490 // table.players)
    for seat in table.seats:
        x, free = 604 + 44 + step * seat.seat, seat.kind == OPEN and table.status == WAITING
        shown = table.listed or seat.visitor == table.host
        parts.append(free_place(x, 457) if free else face(table, seat.seat, x, 457, 42, shown))
        name = "" if free else names[seat.seat]
        parts.append(text(name, x, 532, 24, step - 8, INK, 600, "middle"))
    return "".join(parts)


def running(table: TableState, language: str) -> str:
    """The board as a spectator sees it, and the players with their points."""
    visit, position, said = spectator(language), table.position, speech(language)
    names, game = names_of(table, said), position.game
    shown = replace(scene(position, None, language, names, frozenset({ALONE})), choices=NOTHING)
    width, height, drawn = panels_at_their_places(position, shown)
    board = (
        f'<svg class="board board-{table.game}" x="20" y="24" width="810" height="582" viewBox="0 0 {width:g} '
        f'{height:g}"><defs>{defs_of(game, shown)}</defs>{"".join(drawn)}</svg>'
    )
    return board + "".join(
        [
            sheet(844, 30, 330, 570),
            mark(872, 62),
            *lines(game.title(language), 870, 172, 46, 280, 42),
            text(progress_of(game, shown), 870, 250, 28, 280, QUIET, 400),
            *(score(table, seat, name, 872, 276 + 52 * seat, 272) for seat, name in enumerate(names)),
            text(asked_words(table, names, visit), 870, 572, 26, 280, QUIET, 400),
        ]
    )


def result(table: TableState, said: PageSpeech) -> str:
    """The winner, how the points came, and the points of all."""
    names, scores, winners = names_of(table, said), table.position.scores(), table.position.winners()
    shared, count = shared_of(table, said), said.say("statistics.players", count=table.players)
    parts = [
        sheet(36, 36, 1128, 558),
        mark(86, 70),
        text(f"{table.position.game.title(said.language)} · {count}", 1118, 101, 29, 700, QUIET, 400, "end"),
        face(table, winners[0], 179, 226, 70),
        use("laurel", 84, 208, 190, GOLD),
        text(shared.title, 315, 214, 64, 800, INK, 600),
        text(shared.note, 315, 272, 32, 800, QUIET, 400),
        curves(table),
    ]
    step = 200 / table.players
    for row, seat in enumerate(sorted(range(table.players), key=table.position.place)):
        y = 366 + step * (row + 0.5)
        parts.append(face(table, seat, 824, y, min(24, step / 2 - 3)))
        parts.append(text(names[seat], 862, y + 10, 30, 166, INK, 600 if seat in winners else 400))
        parts.append(text(points(scores[seat]), 1118, y + 12, 36, 90, INK, 600, "end"))
    return "".join(parts)


def curves(table: TableState) -> str:
    """The points of the players from the beginning to the end."""
    left, right, top, bottom = 86, 770, 372, 560
    positions = table.history.positions
    moments = sorted({round(n * (len(positions) - 1) / CURVE) for n in range(CURVE + 1)})
    told = [positions[each].scores() for each in moments]
    x = Scale(0, max(1, len(told) - 1), left, right)
    y = Scale(min(0, *map(min, told)), max(1, *map(max, told)), bottom, top)
    ground = polyline([(left, y(0)), (right, y(0))])
    drawn = [f'<path d="M{ground}" stroke="{LINE}" stroke-width="2" stroke-dasharray="4 5"/>']
    for seat in range(table.players):
        line = polyline([(x(number), y(scores[seat])) for number, scores in enumerate(told)])
        drawn.append(
            f'<path d="M{line}" fill="none" stroke="{SEATS[seat]}" stroke-width="5" stroke-linejoin="round" '
            f'stroke-linecap="round" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'
        )
    return "".join(drawn)


# --- pieces of a picture ------------------------------------------------------------------------------


@functools.cache
def wood() -> str:
    """The table on which everything lies."""
    grain = (STATIC / "wood.svg").read_text(encoding="utf-8")
    planks = "".join(grain.replace("<svg", f'<svg x="{x}"', 1) for x in (0, 940))
    return (
        '<defs><radialGradient id="lamp" cx=".22" cy=".08" r=".8"><stop offset="0" stop-color="#FFF3D8" '
        'stop-opacity=".6"/><stop offset="1" stop-color="#FFF3D8" stop-opacity="0"/></radialGradient>'
        f'{icons()}</defs><rect width="{WIDTH}" height="{HEIGHT}" fill="#C09A6C"/>{planks}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#lamp)"/>'
    )


@functools.cache
def icons() -> str:
    """The signs of the frame as symbols."""
    drawn = (STATIC / "icons.svg").read_text(encoding="utf-8").partition(">")[2].rpartition("</svg>")[0]
    return drawn.replace("var(--mark-line)", "#24242A").replace('id="', 'id="icon-')


def use(name: str, x: float, y: float, size: float, colour: str) -> str:
    """A sign of the frame."""
    return tag("use", href=f"#icon-{name}", x=x, y=y, width=size, height=size, fill=colour, color=colour)


def shape(seat: int, x: float, y: float, size: float) -> str:
    """The shape of a seat."""
    return use(f"seat-{seat}", x, y, size, SEATS[seat])


def free_place(x: float, y: float) -> str:
    """A free seat at the table."""
    ring = circle(x, y, 42, fill="none", stroke=ACCENT, stroke_width=5, stroke_dasharray="9 6")
    return ring + text("?", x, y + 16, 46, 60, ACCENT, 600, "middle")


def face(table: TableState, seat: int, x: float, y: float, r: float, shown: bool = True) -> str:
    """A player: the token or portrait with the shape of the seat, or the shape alone."""
    ring = circle(x, y, r, fill="none", stroke=SEATS[seat], stroke_width=f"{r / 9:.3g}")
    picture = portrait(table, pictures_of(table)[seat]) if shown else ""
    if not picture:
        return ring + shape(seat, x - r / 2, y - r / 2, r)
    size, badge = f'x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}"', r * 0.66
    sign = circle(x + badge, y + badge, r * 0.36, fill=SHEET)
    sign += shape(seat, x + badge - r / 4, y + badge - r / 4, r / 2)
    return picture.replace("<svg", f"<svg {size}", 1) + ring + sign


@functools.lru_cache(256)
def drawn_alone(file: Path) -> str:
    """A drawing whose names are its own: several stand in one picture."""
    own = f"{file.parent.parent.name}-{file.stem}-"
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{own}", file.read_text(encoding="utf-8"))


def portrait(table: TableState, address: str) -> str:
    """The drawing of a token or of a bot, by its address."""
    name = address.rpartition("/")[2]
    if not name:
        return ""
    file = STATIC / "tokens" / name if address.startswith("/static/") else portrait_file(table.game, Path(name).stem)
    return re.sub(r'(<svg[^>]*?) (?:width|height)="[^"]*"', r"\1", drawn_alone(file), count=2) if file.exists() else ""


def score(table: TableState, seat: int, name: str, x: float, y: float, width: float) -> str:
    """A player and the points so far."""
    won = text(points(table.position.scores()[seat]), x + width, y + 32, 36, 90, INK, 600, "end")
    return face(table, seat, x + 18, y + 22, 22) + text(name, x + 54, y + 31, 30, width - 130, INK, 600) + won


def points(number: int) -> str:
    """Points with a true minus."""
    return str(number).replace("-", "−")


def mark(x: float, y: float) -> str:
    """The mark and the name of the house."""
    return use("mark", x - 6, y, 44, INK) + text("Ludothèque", x + 50, y + 32, 32, 260, INK, 600)


def sheet(x: float, y: float, width: float, height: float) -> str:
    """A sheet of paper with a shadow."""
    shadow = rect(x - 2, y + 5, width, height, radius=10, fill="#3C2814", opacity=".3")
    return shadow + rect(x, y, width, height, radius=10, fill=SHEET)


def text(
    words: str, x: float, y: float, size: float, width: float, colour: str, weight: int, anchor: str = "start"
) -> str:
    """A line of text, smaller where it would be too long."""
    size = min(size, width / (LETTER * max(1, len(words))))
    font = {"font_family": "EB Garamond", "font_size": f"{size:.4g}", "font_weight": str(weight)}
    return tag("text", escape(words), x=x, y=y, **font, fill=colour, text_anchor=anchor)


def lines(words: str, x: float, y: float, size: float, width: float, step: float) -> list[str]:
    """A heading on one line or two; the last one stands at `y` or below."""
    if len(words) * LETTER * size <= width:
        return [text(words, x, y, size, width, INK, 600)]
    middle = min(
        (place_ for place_, letter in enumerate(words) if letter == " "),
        key=lambda place_: abs(place_ - len(words) * 0.55),
        default=len(words),
    )
    halves = [half for half in (words[:middle], words[middle + 1 :]) if half]
    size = min(size, width / (LETTER * max(map(len, halves))))
    return [text(half, x, y + step * n, size, width, INK, 600) for n, half in enumerate(halves)]
