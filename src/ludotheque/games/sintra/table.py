"""The table of Sintra as lines of text, 80 columns wide.

Every pane is a coloured field with the letter of its colour, every empty space the small letter
of what fits there, so that nothing needs the colours to be told apart. Raised letters to the right of a
strip are the pattern of its hidden side, which is public (S5). Palaces stand two abreast:

    ▸ Ann
       1 ▼ 2   3   4   5   6   7   8      slots; the glazier stands above slot 2
      K3b K1f  ·  K5f K8b K2b K4b K6f     strips: f = front, b = back
       P ʸ b ʸ ·   p ʷ j ᵖ O ʷ b ᵒ b ʷ    ... and their five spaces, raised those of the hidden side
       4   3   3   2   2   1   1   2      values of the windows
       B   .   Y   .   .   .   .   .      ... their upper and their lower cells
       .   .   O   .   .   .   .   .
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludotheque.contract.phrases import Phrase, Say

from .box import KINDS, LETTERS, POINTS_LOST, ROUNDS, SIDES, SLOTS, SPACES, STRIPS, WINDOW_VALUE
from .position import FACES

CELL = 4  # columns of a slot
PALACE = 2 + SLOTS * CELL  # columns of a palace: two and the gap between them fit into 80
GAP = 6
LABEL = 20
FACTORIES_ABREAST = 4

PANES = ("bold white on blue", "bold black on white", "bold black on yellow", "bold black on dark_orange",
         "bold black on pink1")  # fmt: skip
RAISED = "ᵇʷʸᵒᵖʲ"  # the letters of KINDS on the hidden side of a strip
SPACE_LETTERS = ("blue", "white", "yellow", "dark_orange", "pink1", "bright_black")  # the last: jokers


class TextLine(NamedTuple):
    """A line of markup and how many columns it takes."""

    markup: str = ""
    width: int = 0

    def __add__(self, other: object) -> TextLine:
        assert isinstance(other, TextLine)
        return TextLine(self.markup + other.markup, self.width + other.width)

    def padded(self, width: int) -> TextLine:
        return self + plain(" " * (width - self.width))


def plain(text: str, style: str = "") -> TextLine:
    """A text as it is, in a style."""
    escaped = text.replace("[", r"\[")
    return TextLine(f"[{style}]{escaped}[/]" if style and text else escaped, len(text))


def pane(letter: str) -> TextLine:
    """A pane: a field of its colour, with its letter."""
    return plain(f" {letter} ", PANES[LETTERS.index(letter)])


def joined(parts: list[TextLine], gap: str = "") -> TextLine:
    """The parts side by side."""
    line = TextLine()
    for i, part in enumerate(parts):
        line = line + (plain(gap) if i else TextLine()) + part
    return line


def lines(view: Mapping[str, Any], say: Say) -> list[str]:
    """The table of a view; `say` puts the game's phrases into words."""
    drawn = supply(view, say)
    palaces = [palace(view, seat, say) for seat in range(view["players"])]
    for first in range(0, len(palaces), 2):
        drawn.append(TextLine())
        drawn += [beside(*pair) for pair in zip(*palaces[first : first + 2], strict=True)]
    return [line.markup for line in drawn]


def beside(left: TextLine, right: TextLine | None = None) -> TextLine:
    """A line of one palace, or of two."""
    return left if right is None else left.padded(PALACE + GAP) + right


# --- the middle of the table ----------------------------------------------------------------


def supply(view: Mapping[str, Any], say: Say) -> list[TextLine]:
    """The round and its colour, the factories, the centre, and what is in the bag and the tower."""
    drawn = [label(say, "round") + indicator(view)]
    factories = [plain(f"{n} ", "dim") + glass(panes, 4) for n, panes in enumerate(view["factories"], start=1)]
    for first in range(0, len(factories), FACTORIES_ABREAST):
        row = joined(factories[first : first + FACTORIES_ABREAST], gap=" ")
        drawn.append((label(say, "factory") if first == 0 else plain(" " * LABEL)) + row)
    drawn.append(label(say, "centre") + centre(view, say))
    for store in ("bag", "tower"):
        counts = "  ".join(f"{letter} {n:<2}" for letter, n in view[store].items())
        drawn.append(label(say, store) + plain(counts, "dim"))
    if view["pending"]:
        drawn.append(label(say, "pane") + glass(view["pending"]["hand"]))
    return drawn


def centre(view: Mapping[str, Any], say: Say) -> TextLine:
    """A pane and a number for every colour there, and the tile."""
    heaps = [pane(letter) + plain(f"×{view['centre'].count(letter)}") for letter in LETTERS if letter in view["centre"]]
    if view["tile_in_centre"]:
        heaps.append(plain(term(say, "tile"), "bold"))
    return joined(heaps, gap="  ") if heaps else plain(" – ", "dim")


def term(say: Say, name: str) -> str:
    """A term of the game with a capital letter; of two forms the plural."""
    said = say(Phrase(f"terms.{name}", {"count": 2}))
    return said[:1].upper() + said[1:]


def label(say: Say, name: str) -> TextLine:
    """A term at the head of a line."""
    return plain(term(say, name)[: LABEL - 1], "dim").padded(LABEL)


def indicator(view: Mapping[str, Any]) -> TextLine:
    """The number of the round, and the colours of this and the later rounds."""
    number = plain(f"{view['round']}/{ROUNDS}  ")
    if not view["indicator"]:
        return number
    now, later = view["indicator"][0], view["indicator"][1:]
    return number + pane(now) + plain("  ") + joined([space(letter) for letter in later], gap=" ")


def space(kind: str) -> TextLine:
    """What is not there yet: the letter of a colour, or J for a joker."""
    return plain(kind, SPACE_LETTERS[KINDS.index(kind.upper())])


def glass(panes: str, width: int = 0) -> TextLine:
    """Some panes in a row; a dash for none."""
    row = joined([pane(letter) for letter in panes]) if panes else plain(" – ", "dim")
    return row.padded(max(3 * width, row.width))


# --- a palace -------------------------------------------------------------------------------


def palace(view: Mapping[str, Any], seat: int, say: Say) -> list[TextLine]:
    """The strips and windows of a seat, from the top of the board to its bottom."""
    board = view["seats"][seat]
    to_act = view["to_act"] == seat
    values = WINDOW_VALUE[SIDES.index(view["options"]["side"])]
    names = view.get("names") or [say(Phrase("terms.seat", {"number": n + 1})) for n in range(view["players"])]
    drawn = [plain(("▸ " if to_act else "  ") + names[seat][: PALACE - 2], "bold" if to_act else "")]
    drawn.append(row([slot_number(slot, board["glazier"]) for slot in range(1, SLOTS + 1)]))
    drawn.append(row([plain(strip_name(slot), "dim") for slot in board["slots"]]))
    drawn += [row([strip_space(slot, n) for slot in board["slots"]]) for n in range(SPACES)]
    drawn.append(row([plain(f" {value} ", "dim") for value in values]))
    drawn += [row([window_cell(cells, n) for cells in board["windows"]]) for n in range(2)]
    lost = POINTS_LOST[board["broken"]]
    drawn.append(plain("  ") + plain(term(say, "score_track"), "dim") + plain(f" {board['score']}", "bold"))
    broken = plain(f" {board['broken']}", "bold") + plain(f" (−{lost})" if lost else "")
    drawn.append(plain("  ") + plain(term(say, "broken_track"), "dim") + broken)
    return drawn


def row(cells: list[TextLine]) -> TextLine:
    """One cell for every slot."""
    return plain("  ") + joined([cell.padded(CELL) for cell in cells])


def slot_number(slot: int, glazier: int) -> TextLine:
    return plain(f"▼{slot} ", "bold reverse") if slot == glazier else plain(f" {slot} ", "dim")


def strip_name(slot: Mapping[str, str] | None) -> str:
    return slot["strip"].replace(".", "") if slot else " · "


def strip_space(slot: Mapping[str, str] | None, n: int) -> TextLine:
    """A pane, or the small letter of the colour (j: any) of an empty space; then that of the hidden side. (S5)"""
    if slot is None:
        return plain(" · ", "dim")
    strip, face = slot["strip"].split(".")
    sides = STRIPS[int(strip[1:]) - 1]
    shown = FACES.index(face)
    filled = slot["panes"][n] != "."
    drawn = pane(slot["panes"][n]) if filled else plain(" ") + space(sides[shown][n].lower()) + plain(" ")
    return drawn + plain(RAISED[KINDS.index(sides[1 - shown][n])], "dim")


def window_cell(cells: str, n: int) -> TextLine:
    return pane(cells[n]) if n < len(cells) else plain(" · ", "dim")
