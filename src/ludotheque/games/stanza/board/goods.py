"""One's own goods: bookshelf, museum, bonus tiles, helpers, discs and pillars."""

from __future__ import annotations

from ludotheque.contract.scene import Panel, Pen, piece

from ..actions import BOOK_D, PAY3, PAY_COLOUR, PAY_WHITE, RETURN_BLUE
from ..box import (
    ARTWORKS,
    BOOK_BONUS,
    BOOK_DISC,
    BOOK_HELPER,
    BOOK_POINTS,
    BOOK_RELIGION_DISC,
    BOOK_SHIP,
    BOOK_STEPS,
    BOOKS,
    COLOURS,
    DISCIPLINES,
    LETTERS,
    SHELF,
)
from ..rules.scoring import museum_value
from .bonus_room import about_tile
from .drawing import Frame, group, heading, part, path, rect, say, text, use
from .pieces import counted, medallion, pillars_left
from .table import Table
from .tiles import bonus_tile
from .tracks import wood

WIDTH, HEIGHT = 340, 246


def goods(table: Table, at: tuple[float, float]) -> Panel:
    own = table.seat(table.big)
    rows = [shelf_row(table.scene.pen((BOOK_D + c,)), c, own["books"][LETTERS[d]]) for c, d in enumerate(BOOKS)]
    codes = tuple(own["bonus_tiles"])
    pieces = (
        wood(WIDTH, HEIGHT),
        text(12, 24, heading(table.scene, "terms.bookshelf"), "label"),
        group("".join(rows), names="family"),
        path("M166 14V154M12 164H328", "wood-line"),
        museum(
            table.scene.pen(),
            museum_value(table.state, table.big),
            tuple(own["artworks"][name] for name in ARTWORKS),
        ),
        bonus_tiles(table.scene.pen((PAY3,)), codes),
        helpers(table),
        pieces_left(
            table.scene.pen(),
            table.big,
            own["discs"]["supply"],
            pillars_left(table, table.big),
        ),
    )
    label = table.say("board.goods", player=table.name(table.big))
    return Panel("goods", label, WIDTH, HEIGHT, pieces, (*at, WIDTH))


@piece
def shelf_row(pen: Pen, c: int, written: int) -> str:
    """The books of one colour, and what the next ones bring."""
    letter, y = LETTERS[BOOKS[c]], 31 + 29 * c
    body = medallion(letter, 20, y + 13.5, 10)
    for k in range(SHELF):
        x = 36 + 29 * k
        body += rect(x, y, 27, 27, "place", 3)
        body += use(f"book-{letter}", x + 5.5, y + 0.5, 16, 26) if k < written else group(book_bonus(c, k), x, y)
    frame = Frame(7, y - 1, 146, 29, 5)
    return part(pen, f"shelf-{letter}", body, frame, about=say(pen, f"board.books_of_{letter}"), action=BOOK_D + c)


def book_bonus(c: int, k: int) -> str:
    """What the place of a book gives: points, a disc, a helper or a voyage."""
    bonus = BOOK_BONUS[c][k]
    if BOOK_POINTS[c][k]:
        return use("star", 2, 8, 12, 12) + text(19.5, 19, BOOK_POINTS[c][k], "number-on-wood")
    if bonus == BOOK_SHIP:
        return use("ship-any", 1, 5, 17, 17) + text(21, 19, BOOK_STEPS, "number-on-wood")
    if bonus == BOOK_DISC:
        return use("disc-any", 6, 6, 15, 16.2)
    if bonus == BOOK_RELIGION_DISC:
        return use("disc-any", 2, 7, 13, 14) + use("sign-R", 15.5, 9, 9.5, 9.5, "bright-R")
    return use("helper-any", 7, 4, 14, 18.7) if bonus == BOOK_HELPER else ""


@piece
def museum(pen: Pen, value: int, counts: tuple[int, ...]) -> str:
    """The artworks, by kind, and their value for the majority."""
    drawn = text(178, 24, say(pen, "board.museum", value=value), "label") + rect(178, 31, 150, 44, "place", 3)
    for kind, name in enumerate(ARTWORKS):
        count = counts[kind]
        body = use(f"art-{kind}", 0, 0, 30, 36.7) + text(37, 24, count, "number-on-wood")
        art = group(body, 182 + 49 * kind, 35, "" if count else "none-left")
        frame = Frame(180 + 49 * kind, 33, 47, 40, 3)
        drawn += part(pen, f"art-of-mine-{kind}", art, frame, about=heading(pen, f"terms.{name}"))
    return drawn


@piece
def bonus_tiles(pen: Pen, own: tuple[str, ...]) -> str:
    """The player's bonus tiles: a row of up to three, or two rows that close up."""
    few = len(own) <= 3
    per_row, scale = (3, 0.86) if few else (max(3, -(-len(own) // 2)), 0.78)
    pitch = min(56 * scale + 2, (150 - 54 * scale) / (per_row - 1))
    drawn = text(178, 91, say(pen, "board.bonus_tiles"), "label")
    for i, code in enumerate(own):
        action = PAY3 if code == "TR4" else None
        about, frame = about_tile(pen, code), Frame(0, 0, 54, 43, 4)
        tile = part(pen, f"mine-{code}", bonus_tile(code), frame, about=about, action=action)
        drawn += group(tile, 178 + pitch * (i % per_row), 104 if few else 95 + 34.5 * (i // per_row), scale=scale)
    return drawn


def helpers(table: Table) -> str:
    """The helpers; they are returned when there are too many, and pay for bonus tiles."""
    drawn = text(12, 181, table.say("board.helpers"), "label")
    own = table.seat(table.big)["helpers"]
    for d in range(DISCIPLINES):
        action = helper_action(table, d)
        pen = table.scene.pen((action,))
        drawn += helper(pen, d, own[COLOURS[d]], action)
    return group(drawn, names="family")


@piece
def helper(pen: Pen, d: int, count: int, action: int) -> str:
    """The helpers of one colour."""
    x = 12 + 39 * d
    body = rect(x - 1, 183, 33, 55, "hit", 5)
    body += counted(f"helper-{LETTERS[d]}", count, x + 3, 185, (26, 34.7), "number-on-wood")
    about = heading(pen, "board.helper", colour=f"terms.{COLOURS[d]}", count=count)
    frame = Frame(x - 1, 183, 33, 56, 5)
    return part(pen, f"helper-of-mine-{LETTERS[d]}", body, frame, about=about, action=action)


def helper_action(table: Table, d: int) -> int:
    """A helper is returned, or pays for the bonus tile that has been chosen."""
    tile = table.pending.get("tile")
    if tile is None:
        return RETURN_BLUE + d
    if LETTERS[d] == tile[1]:
        return PAY_COLOUR
    return PAY_WHITE if LETTERS[d] == "P" else -1


@piece
def pieces_left(pen: Pen, seat: int, discs: int, pillars: int) -> str:
    """Discs in the supply, and pillars that stand nowhere yet."""
    supply = counted(f"disc-{seat}", discs, 222, 190, (28, 30.3), "number-on-wood")
    waiting = counted(f"pillar-{seat}", pillars, 295, 186, (21, 35), "number-on-wood")
    drawn = text(236, 181, say(pen, "board.discs"), "label middle")
    drawn += text(305, 181, say(pen, "board.pillars"), "label middle")
    drawn += part(pen, "discs-of-mine", supply, Frame(217, 183, 38, 56, 5))
    return drawn + part(pen, "pillars-of-mine", waiting, Frame(286, 181, 38, 58, 5))
