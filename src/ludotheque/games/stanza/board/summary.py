"""The compact board of a player, for the rail."""

from __future__ import annotations

from ludotheque.contract.drawing import capital, group, part, path, rect, say, text, use
from ludotheque.contract.scene import Panel, Pen, drawn_while, piece

from ..box import ARTWORKS, BOOKS, COLOURS, COST, DISCIPLINES, LETTERS, PATRON, RECRUITS, SHELF
from . import faces
from .bonus_room import about_tile
from .notes import money_label
from .table import StanzaScene, belongings, pillars_left
from .tiles import bonus_tile

WIDTH = 296


def compact_board(scene: StanzaScene, seat: int) -> Panel:
    """The panel, which all viewers share."""
    return board_in_rail(scene.public, seat)


@drawn_while(belongings)
def board_in_rail(scene: StanzaScene, seat: int) -> Panel:
    """Workers and books, recruits and artworks, bonus tiles if there are any, then the pieces."""
    own, pen = scene.player(seat), scene.pen()
    tiles, helpers = tuple(own["bonus_tiles"]), tuple(own["helpers"][colour] for colour in COLOURS)
    below = 42 if tiles else 0
    track, shelf, art = always_shown(scene, seat)
    lower = pieces(pen, seat, helpers, own["discs"]["supply"], pillars_left(scene.state, seat), own["ship"])
    row = group(bonus_tiles(pen, seat, tiles, WIDTH), 0, 101) if tiles else ""
    drawn = (track, shelf, recruits(scene, seat), art, row, group(lower, 0, 101 + below))
    label = say(scene, "summary", player=scene.names[seat])
    return Panel(f"summary-{seat}", label, WIDTH, 137 + below, drawn, (0, 0, WIDTH), "board-stanza")


def final_board(scene: StanzaScene, seat: int) -> Panel:
    """What counts at the end: workers with the patron among them, books, bonus tiles and the museum."""
    track, shelf, art = always_shown(scene, seat)
    tiles = bonus_tiles(scene.pen(), seat, tuple(scene.player(seat)["bonus_tiles"]), 140)
    label = say(scene, "summary", player=scene.names[seat])
    drawn = (track, shelf, group(tiles, 0, 55), art)
    return Panel(f"final-{seat}", label, WIDTH, 96, drawn, (0, 0, WIDTH), "board-stanza")


def always_shown(scene: StanzaScene, seat: int) -> tuple[str, str, str]:
    """The workers, the books and the artworks of a player."""
    own, pen, flipped = scene.player(seat), scene.pen(), scene.player(seat)["patron_flipped"]
    workers = (
        worker(pen, seat, slot, tile == PATRON, faces.face_or_none(tile), flipped)
        for slot, tile in enumerate(scene.state.workers[seat])
    )
    books = tuple(own["books"][LETTERS[d]] for d in BOOKS)
    return "".join(workers), shelf(pen, seat, books), artworks(pen, seat, tuple(own["artworks"].values()))


@piece
def worker(pen: Pen, seat: int, slot: int, patron: bool, face: str, flipped: bool) -> str:
    """A slot of the worker track, or its cost."""
    x, about = 34 * slot, ""
    if not patron and not face:
        body = rect(x + 0.5, 0.5, 31, 42, "recess", 3) + text(x + 16, 27, COST[slot], "small")
    elif patron:
        body, about = use(f"mini-patron-{seat}", x, 0, 32, 43), capital(pen.term("terms.patron"))
        if flipped:
            about = capital(pen.term("terms.patron_flipped"))
            body += path(f"M{x + 2} 2 {x + 30} 41", "flipped-line")
    else:
        body, about = faces.mini(face, x, 0), faces.about(pen, face)
    return part(f"mini-{seat}-worker-{slot}", body, about)


def recruits(scene: StanzaScene, seat: int) -> str:
    tiles = enumerate(scene.state.recruits[seat])
    return "".join(recruit(scene.pen(), seat, slot, faces.face_or_none(tile)) for slot, tile in tiles)


@piece
def recruit(pen: Pen, seat: int, slot: int, face: str) -> str:
    """A place of the recruitment track."""
    x, y = slot * min(34, 136 / RECRUITS), 51
    if face:
        body, about = faces.mini(face, x, y), faces.about(pen, face)
    else:
        body, about = rect(x + 0.5, y + 0.5, 31, 42, "recess dashed", 3), ""
    return part(f"mini-{seat}-recruit-{slot}", body, about)


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
                body += rect(x, y + 0.5, 15, 8.5, radius=1.5, fill=f"url(#pattern-{letter})", opacity=0.6)
            else:
                body += rect(x, y + 0.5, 15, 8.5, "recess", 1.5)
        drawn += part(f"mini-{seat}-shelf-{letter}", body, say(pen, f"books_of_{letter}"))
    return drawn


@piece
def artworks(pen: Pen, seat: int, counts: tuple[int, ...]) -> str:
    """The artworks of a player, by kind."""
    drawn = ""
    for kind, (name, count) in enumerate(zip(ARTWORKS, counts, strict=True)):
        x = 152 + 48 * kind
        body = use(f"art-{kind}", 0, 0, 28, 34.2) + text(36, 22, count, "number")
        body = group(body, x, 55, "" if count else "none-left")
        drawn += part(f"mini-{seat}-art-{kind}", body, capital(pen.term(f"terms.{name}")))
    return drawn


@piece
def bonus_tiles(pen: Pen, seat: int, own: tuple[str, ...], room: float) -> str:
    """The bonus tiles of a player in a row."""
    pitch = min(49.6, (room - 46) / max(len(own) - 1, 1))
    drawn = ""
    for i, code in enumerate(own):
        tile = part(f"mini-{seat}-{code}", bonus_tile(code), about_tile(pen, code))
        drawn += group(tile, pitch * i, 0, scale=46 / 54)
    return drawn


@piece
def pieces(pen: Pen, seat: int, helpers: tuple[int, ...], discs: int, pillars: int, ship: int) -> str:
    """Helpers, discs, pillars, and how far the ship is."""
    drawn = path(f"M0 0H{WIDTH}", "hair")
    for d in range(DISCIPLINES):
        count, x = helpers[d], 32 * d
        body = group(use(f"helper-{LETTERS[d]}", 0, 0, 20, 26.7), x, 6, "" if count else "none-left")
        body += text(x + 25, 26, count, "number")
        drawn += part(f"mini-{seat}-helper-{LETTERS[d]}", body)
    for name, symbol, x, (width, height), label, at in (
        ("discs", f"disc-{seat}", 168, (19, 20.6), discs, 27),
        ("pillars", f"pillar-{seat}", 208, (17, 28.3), pillars, 25),
        ("ship", f"ship-{seat}", 240, (23, 23), money_label(pen, ship), 40),
    ):
        body = use(symbol, x, 20 - height / 2, width, height) + text(x + at, 26, label, "number")
        drawn += part(f"mini-{seat}-{name}", body)
    return drawn
