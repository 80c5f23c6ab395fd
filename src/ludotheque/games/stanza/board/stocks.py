"""What the rooms hold: the money track, the books, the Religion slots, the artworks and the helpers."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ludotheque.contract.drawing import capital, circle, group, image, part, path, rect, say, text, use
from ludotheque.contract.scene import Pen, Voice, piece

from .. import box
from ..actions import LEVEL_0, LEVELS, PHASES, RESULT, SLOT_D, SPEND_DISC, TAKE_BLUE
from ..state import State
from .marks import Frame, choosable
from .pieces import medallion, pile
from .table import StanzaScene

# --- Discoveries: the money track -----------------------------------------------------------------

UPPER = (box.LAST_SPACE + 1) // 2 + 1  # spaces of the upper row; the others go back below it
PITCH = 344 / UPPER


def money_space(m: int, top: float) -> tuple[float, float]:
    """The corner of a space: the first row goes right, the second comes back."""
    return (10 + m * PITCH, top + 2) if m < UPPER else (10 + (2 * UPPER - 1 - m) * PITCH, top + 48)


def money_track(scene: StanzaScene, top: float) -> str:
    """The sea with its spaces, the ships, and where the ship would go."""
    drawn = [sea(scene.pen(), top)]
    spaces = [seat["ship"] for seat in scene.view["seats"]]
    for m in sorted(set(spaces)):
        there = [seat for seat, space in enumerate(spaces) if space == m]
        for i, seat in enumerate(there):
            pen = scene.pen()
            drawn.append(ship(pen, seat, scene.names[seat], i, len(there), *money_space(m, top)))
    levels = tuple(k for k in range(1, LEVELS + 1) if scene.offers(LEVEL_0 + k))
    if scene.active == "D" and levels:
        drawn.append(possible_voyages(scene.big, scene.player(scene.big)["ship"], levels, top))
    return "".join(drawn)


@piece
def sea(pen: Pen, top: float) -> str:
    """The sea with what its spaces are worth."""
    drawn = [rect(8, top - 1, 348, 94, "sea", 5)]
    drawn.append(rect(8, top - 1, 348, 94, radius=5, fill="url(#pattern-D)", opacity=0.5))
    far, end = 10 + (UPPER - 1) * PITCH + 18, money_space(box.LAST_SPACE, top)[0] + 18
    drawn.append(path(f"M28 {top + 23:g}H{far:g}V{top + 68:g}H{end:g}", "route"))
    rose = circle(0, 0, 15, "sea-rose-ring") + path("M0-19 4-4 19 0 4 4 0 19-4 4-19 0-4-4Z", "sea-rose")
    drawn += [group(rose, 28, top + 69), *(money_value(pen, m, top) for m in range(box.LAST_SPACE + 1))]
    return part("money-track", "".join(drawn))


def money_value(voice: Voice, m: int, top: float) -> str:
    """What a space is worth: florins to top up to, or points."""
    points = box.TRACK_POINTS[m]
    about = say(voice, "top_up", count=box.TOP_UP[m])
    if points:
        about = say(voice, "top_up_and_points", count=box.TOP_UP[m], points=points)
    body = rect(1, 0, PITCH - 3, 42, "money-points" if points else "money-florins", 4)
    body += use("star" if points else "coin", 3, 2, 12.5, 12.5) + text(
        PITCH - 13, 13.5, points or box.TOP_UP[m], "number dark"
    )
    if box.GIVES_HELPER[m]:
        about += f" ({voice.term('terms.white_helper')})"
        body += use("helper-P", PITCH - 14.5, 16, 11.5, 15.3)
    return group(image(about, body), *money_space(m, top))


@piece
def ship(pen: Pen, seat: int, name: str, i: int, together: int, x: float, y: float) -> str:
    """A ship on its space; several share it in two rows."""
    size = 27 if together == 1 else 18 if together == 2 else 15
    left = x + 3 if together == 1 else x + 1 + 16 * (i % 2)
    top = y + 15 if together == 1 else y + (20 if together == 2 else 15 + 13 * (i // 2))
    return part(f"ship-of-{seat}", use(f"ship-{seat}", left, top, size), name, "ship")


@piece
def possible_voyages(seat: int, start: int, levels: tuple[int, ...], top: float) -> str:
    """Where the levels that may be chosen now would take the ship."""
    ports = {min(start + level, box.LAST_SPACE): level for level in levels}
    corners = [money_space(m, top) for m in (start, *ports)]
    drawn = path("M" + "L".join(f"{x + 18:g} {y + 30:g}" for x, y in corners), "voyage")
    for m, level in ports.items():
        x, y = money_space(m, top)
        drawn += group(use(f"ship-{seat}", x + 1, y + 17, 22, 22), css="ghost")
        drawn += group(circle(0, 0, 7.5, "") + text(0, 4.3, level, ""), x + 27.5, y + 33, "voyage-level")
    return drawn


# --- Literature: the books ------------------------------------------------------------------------

BACKS = (44, 48, 52, 46, 50, 44, 47)  # how tall the books are, over and over


def books(scene: StanzaScene, top: float) -> str:
    """The bookcase with the books that nobody has written yet."""
    drawn = rect(10, top, 344, 90, "bookcase", 3)
    for i, d in enumerate(box.BOOKS):
        written = sum(seat["books"][box.LETTERS[d]] for seat in scene.view["seats"])
        drawn += bay(scene.pen(), i, box.PLAYERS * box.SHELF - written, top)
    return drawn


@piece
def bay(pen: Pen, i: int, left: int, top: float) -> str:
    """So many books of one colour."""
    letter, x = box.LETTERS[box.BOOKS[i]], 14 + 85 * i
    width = 77 / (box.PLAYERS * box.SHELF)
    backs = "".join(
        f"M{x + 2 + n * width:.3g} {top + 64:g}v{-BACKS[(n + i) % 7]}h{width - 0.5:.2g}v{BACKS[(n + i) % 7]}z"
        for n in range(left)
    )
    drawn = rect(x, top + 4, 81, 60, "bay") + path(backs, f"backs of-{letter} edge-{letter}")
    drawn += rect(x, top + 12, 2 + left * width, 52, fill=f"url(#pattern-{letter})", opacity=0.35)
    drawn += rect(x, top + 64, 81, 3.5, "plank") + medallion(letter, x + 26, top + 77.5, 9)
    drawn += text(x + 50, top + 82.5, left, "count-on-wood")
    return part(f"stock-book-{letter}", drawn)


# --- Religion: the slots --------------------------------------------------------------------------

SLOT_AT = (44, 112, 182, 252, 320)  # the Religion slot is in the middle, and larger


def religion_slots(scene: StanzaScene, top: float) -> str:
    """Five roundels with the discs of the players."""
    drawn = [pavement(top)]
    for i, letter in enumerate(box.LETTERS):
        discs = tuple(
            (p, scene.names[p], seat["discs"][letter])
            for p, seat in enumerate(scene.view["seats"])
            if seat["discs"][letter]
        )
        action = slot_action(scene, letter)
        pen = scene.pen({action: f"slot-{letter}"})
        drawn.append(group(religion_slot(pen, letter, discs, action), SLOT_AT[i], top + 46))
    return group("".join(drawn), css="family")


@piece
def pavement(top: float) -> str:
    """What the slots lie in."""
    drawn = [rect(10, top + 1, 344, 90, "cosmati", 4), path(f"M18 {top + 10:g}H346M18 {top + 82:g}H346", "hair")]
    beads = [(x, y) for x in (78, 144, 220, 286) for y in (top + 15, top + 77)]
    drawn += [circle(x, y, 5, "bead") + circle(x, y, 2, "bead-eye") for x, y in beads]
    return "".join(drawn)


@piece
def religion_slot(pen: Pen, letter: str, discs: tuple[tuple[int, str, int], ...], action: int) -> str:
    """A slot with the discs in it: of a seat, its name, and how many."""
    radius = 37 if letter == "R" else 28
    body = circle(0, 0, radius + 2.5, "slot-edge") + circle(0, 0, radius, f"of-{letter}")
    body += f'<circle r="{radius}" fill="url(#pattern-{letter})" opacity=".5"/>' + circle(0, 0, radius - 4, "dish")
    size, sign_top = (16, 5 - radius) if discs else (20, -10)
    body += use(f"sign-{letter}", -size / 2, sign_top, size, size, f"sign-on-dish dark-{letter}")
    for (seat, _, count), (x, y, width) in zip(discs, pile_places(len(discs), radius), strict=True):
        body += pile(seat, count, x, y, width, 16 if letter == "R" else 9)
        if count > 1:
            foot = y + width * 26 / 24
            body += rect(x + width / 2 - 7, foot - 9, 14, 13, "count-plate", 6)
            body += text(x + width / 2, foot + 2, count, "number on-wood")
    about = say(pen, "slot", discipline=pen.term(f"disciplines.{letter}"))
    about += "".join("\n" + say(pen, "tile", name=name, text=count) for _, name, count in discs)
    frame = Frame(-radius - 2, -radius - 2, 2 * radius + 4, 2 * radius + 4, radius + 2)
    return choosable(pen, f"slot-{letter}", body, frame, action, about=about)


def pile_places(piles: int, radius: float) -> list[tuple[float, float, float]]:
    """Where the piles of the players lie in a slot, x, y and width: in one row, or in two if it is narrow."""
    if piles > 2 and radius < 30:
        return [(-18 + 19 * (i % 2), -9 + 17 * (i // 2), 17) for i in range(piles)]
    width = min(21, (2 * radius - 8) / max(piles, 1) - 1)
    left = -(piles * (width + 1) - 1) / 2
    return [(left + i * (width + 1), 2, width) for i in range(piles)]


def slot_action(scene: StanzaScene, letter: str) -> int:
    """A slot takes or gives a disc; a disc in the slot of the activated discipline can be spent."""
    if scene.view["phase"] == PHASES[RESULT]:
        return SPEND_DISC if scene.active == letter else -1
    return SLOT_D + box.LETTERS.index(letter)


# --- Arts and Politics ----------------------------------------------------------------------------


def artworks(scene: StanzaScene, top: float) -> str:
    """The gallery: one place per player for each kind of artwork."""
    drawn = rect(10, top + 1, 344, 66, "gallery") + path(f"M10 {top + 67:g}H354V{top + 73:g}H10Z", "plinth")
    for kind, name in enumerate(box.ARTWORKS):
        drawn += bench(scene.pen(), kind, scene.view["art_stock"][name], scene.players, top)
    return drawn


@piece
def bench(pen: Pen, kind: int, left: int, places: int, top: float) -> str:
    """The artworks of one kind."""
    name, x = box.ARTWORKS[kind], 16 + 114 * kind
    pitch = min(35, 105 / places)
    scale = pitch / 35
    shelf = ""
    for place in range(places):
        at = x + place * pitch
        if place < left:
            height = 41.6 * scale
            shelf += use(f"art-{kind}", at, top + (10 if name == "painting" else 68 - height), 34 * scale, height)
        else:
            shelf += rect(at + 4 * scale, top + 61 - 38 * scale, 26 * scale, 38 * scale, "gone", 2)
    plate = rect(-34, -9.5, 68, 19, "plaque", 3) + text(0, 4.5, say(pen, "value", value=box.ART_VALUE[kind]), "number")
    body = shelf + group(plate, x + 52, top + 82)
    about = say(pen, "tile", name=capital(pen.term(f"terms.{name}")), text=left)
    drawn = part(f"stock-art-{kind}", body, about)
    return drawn + (path(f"M{x - 7} {top + 5:g}V{top + 63:g}", "hair") if kind else "")


def helpers(scene: StanzaScene, top: float) -> str:
    """The five chairs of the Politics room."""
    drawn = [rect(10, top + 4, 344, 60, "gallery"), path(f"M10 {top + 64:g}H354V{top + 72:g}H10Z", "dais")]
    for d, colour in enumerate(box.COLOURS):
        pen = scene.pen({TAKE_BLUE + d: f"stock-helper-{box.LETTERS[d]}"} if d < box.WHITE else {})
        drawn.append(group(chair(pen, d, scene.view["helper_stock"][colour]), 14 + 68 * d, top))
    return group("".join(drawn), css="family")


@piece
def chair(pen: Pen, d: int, left: int) -> str:
    """The helpers of one colour."""
    letter, colour = box.LETTERS[d], box.COLOURS[d]
    body = use("chair", 8, 22, 48, 44)
    body += use(f"helper-{letter}", 18, 6, 28, 37) if left else ""
    body += use("chair-front", 8, 22, 48, 44)
    body += dots(0, left, f"of-{letter} edge-{letter}") + dots(left, box.PER_COLOUR, "gone")
    body += text(10 + 7 * box.PER_COLOUR, 87.5, left, "number")
    about = say(pen, "helpers_left", colour=pen.term(f"terms.{colour}"), left=left)
    return choosable(pen, f"stock-helper-{letter}", body, Frame(2, 2, 62, 74, 6), TAKE_BLUE + d, about=about)


def dots(first: int, last: int, names: str) -> str:
    """A row of small discs, of which these are drawn."""
    return path("".join(f"M{3.4 + 7 * n:g} 83a2.6 2.6 0 1 1 0 .01" for n in range(first, last)), names)


STOCKS: dict[str, Callable[[StanzaScene, float], str]] = {
    "D": money_track,
    "L": books,
    "R": religion_slots,
    "A": artworks,
    "P": helpers,
}

# What of a state they show.
IN_STOCK: dict[str, Callable[[State], Hashable]] = {
    "D": lambda s: tuple(s.ship[: s.players]),
    "L": lambda s: tuple(map(tuple, s.books[: s.players])),
    "R": lambda s: tuple(map(tuple, s.discs[: s.players])),
    "A": lambda s: (*s.art_stock, s.players),
    "P": lambda s: tuple(s.helper_stock),
}
