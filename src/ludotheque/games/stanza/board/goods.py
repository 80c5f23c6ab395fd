"""One's own goods: bookshelf, museum, bonus tiles, helpers, discs and pillars."""

from __future__ import annotations

from ludotheque.contract.drawing import capital, group, part, path, rect, say, text, use
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Panel, Pen, drawn_while, piece

from .. import box
from ..actions import BOOK_D, PAY3, PAY_COLOUR, PAY_WHITE, RETURN_BLUE
from ..rules.scoring import museum_value
from .bonus_room import about_tile
from .marks import Frame, choosable
from .pieces import counted, medallion
from .table import StanzaScene, pillars_left
from .tiles import bonus_tile
from .tracks import on_own_board, wood

WIDTH, HEIGHT = 340, 246


@drawn_while(on_own_board)
def goods(scene: StanzaScene, at: tuple[float, float]) -> Panel:
    own = scene.player(scene.big)
    letters = [box.LETTERS[d] for d in box.BOOKS]
    rows = [
        shelf_row(scene.pen({BOOK_D + c: f"shelf-{each}"}), c, own["books"][each]) for c, each in enumerate(letters)
    ]
    codes = tuple(own["bonus_tiles"])
    pieces = (
        wood(WIDTH, HEIGHT),
        text(12, 24, capital(scene.term("terms.bookshelf")), "label"),
        group("".join(rows), css="family"),
        path("M166 14V154M12 164H328", "wood-line"),
        museum(
            scene.pen(), museum_value(scene.state, scene.big), tuple(own["artworks"][name] for name in box.ARTWORKS)
        ),
        bonus_tiles(scene.pen({PAY3: "mine-TR4"} if "TR4" in codes else {}), codes),
        helpers(scene),
        pieces_left(scene.pen(), scene.big, own["discs"]["supply"], pillars_left(scene.state, scene.big)),
    )
    label = say(scene, "goods", player=scene.names[scene.big])
    return Panel("goods", label, WIDTH, HEIGHT, pieces, (*at, WIDTH))


@piece
def shelf_row(pen: Pen, c: int, written: int) -> str:
    """The books of one colour, and what the next ones bring."""
    letter, y = box.LETTERS[box.BOOKS[c]], 31 + 29 * c
    body = medallion(letter, 20, y + 13.5, 10)
    for k in range(box.SHELF):
        x = 36 + 29 * k
        body += rect(x, y, 27, 27, "place", 3)
        body += use(f"book-{letter}", x + 5.5, y + 0.5, 16, 26) if k < written else group(book_bonus(c, k), x, y)
    frame = Frame(7, y - 1, 146, 29, 5)
    return choosable(pen, f"shelf-{letter}", body, frame, BOOK_D + c, about=say(pen, f"books_of_{letter}"))


def book_bonus(c: int, k: int) -> str:
    """What the place of a book gives: points, a disc, a helper or a voyage."""
    bonus = box.BOOK_BONUS[c][k]
    if box.BOOK_POINTS[c][k]:
        return use("star", 2, 8, 12, 12) + text(19.5, 19, box.BOOK_POINTS[c][k], "number-on-wood")
    if bonus == box.BOOK_SHIP:
        return use("ship-any", 1, 5, 17, 17) + text(21, 19, box.BOOK_STEPS, "number-on-wood")
    if bonus == box.BOOK_DISC:
        return use("disc-any", 6, 6, 15, 16.2)
    if bonus == box.BOOK_RELIGION_DISC:
        return use("disc-any", 2, 7, 13, 14) + use("sign-R", 15.5, 9, 9.5, 9.5, "bright-R")
    return use("helper-any", 7, 4, 14, 18.7) if bonus == box.BOOK_HELPER else ""


@piece
def museum(pen: Pen, value: int, counts: tuple[int, ...]) -> str:
    """The artworks, by kind, and their value for the majority."""
    drawn = text(178, 24, say(pen, "museum", value=value), "label") + rect(178, 31, 150, 44, "place", 3)
    for kind, name in enumerate(box.ARTWORKS):
        count = counts[kind]
        body = use(f"art-{kind}", 0, 0, 30, 36.7) + text(37, 24, count, "number-on-wood")
        art = group(body, 182 + 49 * kind, 35, "" if count else "none-left")
        drawn += part(f"art-of-mine-{kind}", art, capital(pen.term(f"terms.{name}")))
    return drawn


@piece
def bonus_tiles(pen: Pen, own: tuple[str, ...]) -> str:
    """The player's bonus tiles: a row of up to three, or two rows that close up."""
    few = len(own) <= 3
    per_row, scale = (3, 0.86) if few else (max(3, -(-len(own) // 2)), 0.78)
    pitch = min(56 * scale + 2, (150 - 54 * scale) / (per_row - 1))
    drawn = text(178, 91, say(pen, "bonus_tiles"), "label")
    for i, code in enumerate(own):
        action = PAY3 if code == "TR4" else None
        about, frame = about_tile(pen, code), Frame(0, 0, 54, 43, 4)
        tile = choosable(pen, f"mine-{code}", bonus_tile(code), frame, action, about=about)
        drawn += group(tile, 178 + pitch * (i % per_row), 104 if few else 95 + 34.5 * (i // per_row), scale=scale)
    return drawn


def helpers(scene: StanzaScene) -> str:
    """The helpers; they are returned when there are too many, and pay for bonus tiles."""
    drawn = text(12, 181, say(scene, "helpers"), "label")
    own = scene.player(scene.big)["helpers"]
    for d in range(box.DISCIPLINES):
        action = helper_action(scene, d)
        pen = scene.pen({action: f"helper-of-mine-{box.LETTERS[d]}"})
        drawn += helper(pen, d, own[box.COLOURS[d]], action)
    return group(drawn, css="family")


@piece
def helper(pen: Pen, d: int, count: int, action: int) -> str:
    """The helpers of one colour."""
    x = 12 + 39 * d
    body = rect(x - 1, 183, 33, 55, "hit", 5)
    body += counted(f"helper-{box.LETTERS[d]}", count, x + 3, 185, (26, 34.7), "number-on-wood")
    about = capital(say(pen, "helper", colour=Phrase(f"terms.{box.COLOURS[d]}", {"count": count}), count=count))
    frame = Frame(x - 1, 183, 33, 56, 5)
    return choosable(pen, f"helper-of-mine-{box.LETTERS[d]}", body, frame, action, about=about)


def helper_action(scene: StanzaScene, d: int) -> int:
    """A helper is returned, or pays for the bonus tile that has been chosen."""
    tile = scene.pending.get("tile")
    if tile is None:
        return RETURN_BLUE + d
    if box.LETTERS[d] == tile[1]:
        return PAY_COLOUR
    return PAY_WHITE if box.LETTERS[d] == "P" else -1


@piece
def pieces_left(pen: Pen, seat: int, discs: int, pillars: int) -> str:
    """Discs in the supply, and pillars that stand nowhere yet."""
    supply = counted(f"disc-{seat}", discs, 222, 190, (28, 30.3), "number-on-wood")
    waiting = counted(f"pillar-{seat}", pillars, 295, 186, (21, 35), "number-on-wood")
    drawn = text(236, 181, say(pen, "discs"), "label middle")
    drawn += text(305, 181, say(pen, "pillars"), "label middle")
    drawn += part("discs-of-mine", supply)
    return drawn + part("pillars-of-mine", waiting)
