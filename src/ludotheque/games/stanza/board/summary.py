"""The compact board of a player, for the rail."""

from __future__ import annotations

from ludotheque.contract.scene import Panel, Pen, piece

from ..box import ARTWORKS, BOOKS, COLOURS, COST, DISCIPLINES, LETTERS, RECRUITS, SHELF
from . import faces
from .bonus_room import about_tile
from .drawing import Frame, fill, group, heading, part, path, rect, say, text, title, use
from .pieces import pillars_left
from .slip import worth
from .table import Table
from .tiles import bonus_tile

WIDTH = 296


def compact_board(table: Table, seat: int) -> Panel:
    """Workers and books, recruits and artworks, bonus tiles if there are any, then the pieces."""
    own = table.seat(seat)
    tiles = 42 if own["bonus_tiles"] else 0
    pieces = (
        workers(table, seat),
        shelf_of(table, seat),
        recruits(table, seat),
        artworks_of(table, seat),
        group(tiles_of(table, seat), 0, 101) if tiles else "",
        group(pieces_of(table, seat), 0, 101 + tiles),
    )
    label = table.say("board.summary", player=table.name(seat))
    return Panel(f"summary-{seat}", label, WIDTH, 137 + tiles, pieces, (0, 0, WIDTH), "board-stanza")


def final_board(table: Table, seat: int) -> Panel:
    """What counts at the end: workers with the patron among them, books, bonus tiles and the museum."""
    pieces = (
        workers(table, seat),
        shelf_of(table, seat),
        group(tiles_of(table, seat, 140), 0, 55),
        artworks_of(table, seat),
    )
    label = table.say("board.summary", player=table.name(seat))
    return Panel(f"final-{seat}", label, WIDTH, 96, pieces, (0, 0, WIDTH), "board-stanza")


def workers(table: Table, seat: int) -> str:
    own = table.seat(seat)
    return "".join(
        worker(table.scene.pen(), seat, slot, tile, own["patron_flipped"]) for slot, tile in enumerate(own["workers"])
    )


@piece
def worker(pen: Pen, seat: int, slot: int, tile: str | None, flipped: bool) -> str:
    """A slot of the worker track, or its cost."""
    x, about = 34 * slot, ""
    if tile is None:
        body = rect(x + 0.5, 0.5, 31, 42, "recess", 3) + text(x + 16, 27, COST[slot], "small")
    elif tile == "Pt":
        body, about = use(f"mini-patron-{seat}", x, 0, 32, 43), heading(pen, "terms.patron")
        if flipped:
            about = heading(pen, "terms.patron_flipped")
            body += path(f"M{x + 2} 2 {x + 30} 41", "flipped-line")
    else:
        name = faces.face_of_worker(tile, seat, slot)
        body, about = faces.mini(name, x, 0), faces.about(pen, name)
    return part(pen, f"mini-{seat}-worker-{slot}", body, Frame(x, 0, 32, 43, 3), about=about)


def recruits(table: Table, seat: int) -> str:
    own = table.seat(seat)
    drawn = ""
    for slot, tile in enumerate(own["recruits"]):
        face = faces.face_of_recruit(tile, seat, slot, own["figure"]) if tile else ""
        drawn += recruit(table.scene.pen(), seat, slot, face)
    return drawn


@piece
def recruit(pen: Pen, seat: int, slot: int, face: str) -> str:
    """A place of the recruitment track."""
    x, y = slot * min(34, 136 / RECRUITS), 51
    if face:
        body, about = faces.mini(face, x, y), faces.about(pen, face)
    else:
        body, about = rect(x + 0.5, y + 0.5, 31, 42, "recess dashed", 3), ""
    return part(pen, f"mini-{seat}-recruit-{slot}", body, Frame(x, y, 32, 43, 3), about=about)


def shelf_of(table: Table, seat: int) -> str:
    letters = [LETTERS[d] for d in BOOKS]
    pen = table.scene.pen()
    return shelf(pen, seat, tuple(table.seat(seat)["books"][letter] for letter in letters))


@piece
def shelf(pen: Pen, seat: int, written: tuple[int, ...]) -> str:
    """The books of a player, a row for each colour."""
    drawn = ""
    for row, d in enumerate(BOOKS):
        letter, y = LETTERS[d], 11 * row
        body = use(f"sign-{letter}", 212, y, 9.5, 9.5, f"sign-{letter}")
        for k in range(SHELF):
            x = 226 + 17.5 * k
            if k < written[row]:
                body += rect(x, y + 0.5, 15, 8.5, f"of-{letter} edge-{letter}", 1.5)
                body += fill(x, y + 0.5, 15, 8.5, f"pattern-{letter}", 1.5, 0.6)
            else:
                body += rect(x, y + 0.5, 15, 8.5, "recess", 1.5)
        about = say(pen, f"board.books_of_{letter}")
        drawn += part(pen, f"mini-{seat}-shelf-{letter}", body, Frame(210, y, 86, 10, 2), about=about)
    return drawn


def artworks_of(table: Table, seat: int) -> str:
    pen = table.scene.pen()
    return artworks(pen, seat, tuple(table.seat(seat)["artworks"][name] for name in ARTWORKS))


@piece
def artworks(pen: Pen, seat: int, counts: tuple[int, ...]) -> str:
    """The artworks of a player, by kind."""
    drawn = ""
    for kind, (name, count) in enumerate(zip(ARTWORKS, counts, strict=True)):
        x = 152 + 48 * kind
        body = group(use(f"art-{kind}", 0, 0, 28, 34.2) + text(36, 22, count), x, 55, "" if count else "none-left")
        about = heading(pen, f"terms.{name}")
        drawn += part(pen, f"mini-{seat}-art-{kind}", body, Frame(x - 2, 53, 46, 40, 3), about=about)
    return drawn


def tiles_of(table: Table, seat: int, room: float = WIDTH) -> str:
    own = tuple(table.seat(seat)["bonus_tiles"])
    return bonus_tiles(table.scene.pen(), seat, own, room)


@piece
def bonus_tiles(pen: Pen, seat: int, own: tuple[str, ...], room: float) -> str:
    """The bonus tiles of a player in a row."""
    pitch = min(49.6, (room - 46) / max(len(own) - 1, 1))
    drawn = ""
    for i, code in enumerate(own):
        body = title(about_tile(pen, code)) + bonus_tile(code)
        tile = part(pen, f"mini-{seat}-{code}", body, Frame(0, 0, 54, 43, 4))
        drawn += group(tile, pitch * i, 0, scale=46 / 54)
    return drawn


def pieces_of(table: Table, seat: int) -> str:
    own = table.seat(seat)
    pen = table.scene.pen()
    helpers = tuple(own["helpers"][colour] for colour in COLOURS)
    return pieces(pen, seat, helpers, own["discs"]["supply"], pillars_left(table, seat), own["ship"])


@piece
def pieces(pen: Pen, seat: int, helpers: tuple[int, ...], discs: int, pillars: int, ship: int) -> str:
    """Helpers, discs, pillars, and how far the ship is."""
    drawn = path(f"M0 0H{WIDTH}", "hair")
    for d in range(DISCIPLINES):
        count, x = helpers[d], 32 * d
        body = group(use(f"helper-{LETTERS[d]}", 0, 0, 20, 26.7), x, 6, "" if count else "none-left")
        body += text(x + 25, 26, count)
        drawn += part(pen, f"mini-{seat}-helper-{LETTERS[d]}", body, Frame(x - 1, 4, 32, 31, 4))
    for name, symbol, x, (width, height), label, at in (
        ("discs", f"disc-{seat}", 168, (19, 20.6), discs, 27),
        ("pillars", f"pillar-{seat}", 208, (17, 28.3), pillars, 25),
        ("ship", f"ship-{seat}", 240, (23, 23), worth(pen, ship), 40),
    ):
        body = use(symbol, x, 20 - height / 2, width, height) + text(x + at, 26, label)
        drawn += part(pen, f"mini-{seat}-{name}", body, Frame(x - 2, 4, 34 if at < 30 else 54, 31, 4))
    return drawn
