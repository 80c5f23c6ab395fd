"""The compact board of a player, for the rail."""

from __future__ import annotations

from ludotheque.scene import Panel

from ..box import ARTWORKS, BOOKS, COLOURS, COST, DISCIPLINES, LETTERS, RECRUITS, SHELF
from . import faces
from .bonus_room import about_tile
from .drawing import Frame, fill, group, part, path, rect, text, title, use
from .slip import worth
from .table import Table
from .tiles import bonus_tile

WIDTH = 296


def compact_board(table: Table, seat: int) -> Panel:
    """Workers and books, recruits and artworks, bonus tiles if there are any, then the pieces."""
    own = table.seat(seat)
    tiles = 42 if own["bonus_tiles"] else 0
    drawn = "".join(worker(table, seat, slot) for slot in range(len(own["workers"]))) + shelf(table, seat)
    drawn += "".join(recruit(table, seat, slot) for slot in range(RECRUITS)) + artworks(table, seat)
    if tiles:
        drawn += group(bonus_tiles(table, seat), 0, 101)
    drawn += group(pieces(table, seat), 0, 101 + tiles)
    label = table.say("board.summary", player=table.name(seat))
    return Panel(f"summary-{seat}", label, WIDTH, 137 + tiles, f'<g class="board-stanza">{drawn}</g>', (0, 0, WIDTH))


def final_board(table: Table, seat: int) -> Panel:
    """What counts at the end: workers with the patron among them, books, bonus tiles and the museum."""
    drawn = "".join(worker(table, seat, slot) for slot in range(len(table.seat(seat)["workers"])))
    drawn += shelf(table, seat) + group(bonus_tiles(table, seat, 140), 0, 55) + artworks(table, seat)
    label = table.say("board.summary", player=table.name(seat))
    return Panel(f"final-{seat}", label, WIDTH, 96, f'<g class="board-stanza">{drawn}</g>', (0, 0, WIDTH))


def worker(table: Table, seat: int, slot: int) -> str:
    x, tile = 34 * slot, table.seat(seat)["workers"][slot]
    about = ""
    if tile is None:
        body = rect(x + 0.5, 0.5, 31, 42, "recess", 3) + text(x + 16, 27, COST[slot], "small")
    elif tile == "Pt":
        body, about = use(f"mini-patron-{seat}", x, 0, 32, 43), table.heading("terms.patron")
        if table.seat(seat)["patron_flipped"]:
            about = table.heading("terms.patron_flipped")
            body += path(f"M{x + 2} 2 {x + 30} 41", "flipped-line")
    else:
        name = faces.face_of_worker(tile, seat, slot)
        body, about = faces.mini(name, x, 0), faces.about(table, name)
    return part(table, f"mini-{seat}-worker-{slot}", body, Frame(x, 0, 32, 43, 3), about=about)


def recruit(table: Table, seat: int, slot: int) -> str:
    x, y, tile = slot * min(34, 136 / RECRUITS), 51, table.seat(seat)["recruits"][slot]
    if tile is None:
        body, about = rect(x + 0.5, y + 0.5, 31, 42, "recess dashed", 3), ""
    else:
        name = faces.face_of_recruit(table, tile, seat, slot)
        body, about = faces.mini(name, x, y), faces.about(table, name)
    return part(table, f"mini-{seat}-recruit-{slot}", body, Frame(x, y, 32, 43, 3), about=about)


def shelf(table: Table, seat: int) -> str:
    drawn = ""
    for row, d in enumerate(BOOKS):
        letter, y = LETTERS[d], 11 * row
        body = use(f"sign-{letter}", 212, y, 9.5, 9.5, f"sign-{letter}")
        for k in range(SHELF):
            x = 226 + 17.5 * k
            if k < table.seat(seat)["books"][letter]:
                body += rect(x, y + 0.5, 15, 8.5, f"of-{letter} edge-{letter}", 1.5)
                body += fill(x, y + 0.5, 15, 8.5, f"pattern-{letter}", 1.5, 0.6)
            else:
                body += rect(x, y + 0.5, 15, 8.5, "recess", 1.5)
        about = table.say(f"board.books_of_{letter}")
        drawn += part(table, f"mini-{seat}-shelf-{letter}", body, Frame(210, y, 86, 10, 2), about=about)
    return drawn


def artworks(table: Table, seat: int) -> str:
    drawn = ""
    for kind, name in enumerate(ARTWORKS):
        count = table.seat(seat)["artworks"][name]
        x = 152 + 48 * kind
        body = group(use(f"art-{kind}", 0, 0, 28, 34.2) + text(36, 22, count), x, 55, "" if count else "none-left")
        about = table.heading(f"terms.{name}")
        drawn += part(table, f"mini-{seat}-art-{kind}", body, Frame(x - 2, 53, 46, 40, 3), about=about)
    return drawn


def bonus_tiles(table: Table, seat: int, room: float = WIDTH) -> str:
    own = table.seat(seat)["bonus_tiles"]
    pitch = min(49.6, (room - 46) / max(len(own) - 1, 1))
    drawn = ""
    for i, code in enumerate(own):
        body = title(about_tile(table, code)) + bonus_tile(code)
        tile = part(table, f"mini-{seat}-{code}", body, Frame(0, 0, 54, 43, 4))
        drawn += group(tile, pitch * i, 0, scale=46 / 54)
    return drawn


def pieces(table: Table, seat: int) -> str:
    """Helpers, discs, pillars, and how far the ship is."""
    own = table.seat(seat)
    drawn = path(f"M0 0H{WIDTH}", "hair")
    for d in range(DISCIPLINES):
        count, x = own["helpers"][COLOURS[d]], 32 * d
        body = group(use(f"helper-{LETTERS[d]}", 0, 0, 20, 26.7), x, 6, "" if count else "none-left")
        body += text(x + 25, 26, count)
        drawn += part(table, f"mini-{seat}-helper-{LETTERS[d]}", body, Frame(x - 1, 4, 32, 31, 4))
    standing = sum(owner == seat for row in table.view["masterpieces"].values() for owner in row.values())
    for name, symbol, x, (width, height), label, at in (
        ("discs", f"disc-{seat}", 168, (19, 20.6), own["discs"]["supply"], 27),
        ("pillars", f"pillar-{seat}", 208, (17, 28.3), DISCIPLINES - standing, 25),
        ("ship", f"ship-{seat}", 240, (23, 23), worth(table, own["ship"]), 40),
    ):
        body = use(symbol, x, 20 - height / 2, width, height) + text(x + at, 26, label)
        drawn += part(table, f"mini-{seat}-{name}", body, Frame(x - 2, 4, 34 if at < 30 else 54, 31, 4))
    return drawn
