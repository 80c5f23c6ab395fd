"""The editor of positions: panes, glaziers, strips and the starting-player tile."""

from __future__ import annotations

from typing import Any

from ludotheque.contract.editing import BoardPlace, Count, PositionDict, Tool, counted, laid, put, value_at, without
from ludotheque.contract.phrases import Phrase

from .box import COLOURS, JOKER, KINDS, LETTERS, NAMES, PER_COLOUR, PER_FACTORY, ROUNDS, SLOTS, STRIPS
from .position import STRIP_CODES

PALETTE = (
    (
        "setup.panes",
        tuple(Tool(c, f"terms.{name}", f"sintra-pane-{c}") for c, name in zip(LETTERS, NAMES, strict=True)),
    ),
    (
        "setup.others",
        (
            Tool("glazier", "terms.glazier", "sintra-glazier"),
            Tool("strip", "setup.turn_strip", f"sintra-space-{KINDS[JOKER]}"),
            Tool("tile", "terms.tile", "sintra-tile"),
        ),
    ),
)

# The fields that are edited on the board, and the round, which follows from the indicator.
ON_BOARD = ("factories", "centre", "round", "tile_in_centre", "seats.slots", "seats.windows", "seats.glazier")


def places(d: PositionDict, seat: int) -> list[BoardPlace]:
    """The factories, the centre, the indicator, and the strips and windows of a seat."""
    found = [
        BoardPlace(
            f"factory-{f}", Phrase("setup.factory", {"number": f}), f"factories[{f - 1}]", panes_of(f"panes-{f}")
        )
        for f in range(1, 1 + len(d["factories"]))
    ]
    found.append(BoardPlace("centre", Phrase("terms.centre"), "centre", panes_of("panes-centre")))
    found.append(BoardPlace("tile", Phrase("terms.tile"), "tile_in_centre"))
    found.append(
        BoardPlace("", Phrase("terms.indicator"), "indicator", ("indicator",))
    )  # its input is for the keyboard
    for what, field in (("strip", "slots"), ("window", "windows")):
        found += [
            BoardPlace(
                f"{what}-{seat}-{n + 1}", Phrase(f"setup.{what}", {"number": n + 1}), f"seats[{seat}].{field}[{n}]"
            )
            for n in range(SLOTS)
        ]
    return found


def panes_of(part: str) -> tuple[str, ...]:
    return tuple(f"{part}-{letter}" for letter in LETTERS)


def lay(d: PositionDict, part: str, piece: str, seat: int) -> None:
    """Lays a piece on a part of the board, or takes one away ("")."""
    what, *numbers = part.split("-")
    if what in ("factory", "panes", "centre"):
        lay_in_offer(d, numbers, piece)
    elif what == "tile" or piece == "tile":
        d["tile_in_centre"] = not d["tile_in_centre"]
    elif what == "indicator" and piece in ("", *LETTERS):
        d["indicator"] = laid(d["indicator"], piece, ROUNDS)
    elif what in ("strip", "window"):
        lay_in_palace(d["seats"][int(numbers[0])], int(numbers[1]) - 1, what, piece)


def lay_in_offer(d: PositionDict, numbers: list[str], piece: str) -> None:
    """Lays a pane on a factory or in the centre."""
    source, letter = (*numbers, "", "")[:2]
    path = f"factories[{int(source) - 1}]" if source.isdecimal() else "centre"
    panes, most = value_at(d, path), PER_FACTORY if source.isdecimal() else COLOURS * PER_COLOUR
    if piece == "tile":
        d["tile_in_centre"] = not d["tile_in_centre"]
    elif piece in LETTERS:
        changed = without(panes, letter) if not piece and letter else laid(panes, piece, most)
        put(d, path, "".join(sorted(changed, key=LETTERS.index)))


def lay_in_palace(board: PositionDict, slot: int, what: str, piece: str) -> None:
    """Lays a pane, a strip or the glazier in a slot."""
    if piece == "glazier":
        board["glazier"] = slot + 1
    elif what == "window" and piece in ("", *LETTERS):
        board["windows"][slot] = laid(board["windows"][slot], piece, 2)
    elif piece == "strip":
        board["slots"][slot] = turned(board["slots"], slot)
    elif what == "strip" and board["slots"][slot] and piece in ("", *LETTERS):
        board["slots"][slot] = painted(board["slots"][slot], piece)


def turned(slots: list[Any], slot: int) -> PositionDict | None:
    """The strip of a slot turned over; after its back the slot is empty, and an empty slot gets a strip."""
    used = {entry["strip"][:2] for n, entry in enumerate(slots) if entry and n != slot}
    if slots[slot] is None:
        code = next(code for code in STRIP_CODES if code[:2] not in used)
    else:
        code = STRIP_CODES[STRIP_CODES.index(slots[slot]["strip"]) + 1] if slots[slot]["strip"][-1] == "f" else ""
    return {"strip": code, "panes": "....."} if code else None


def painted(strip: PositionDict, piece: str) -> PositionDict | None:
    """A strip with one more pane of a colour, or without any of it where none fits; an empty one is taken away."""
    index = STRIP_CODES.index(strip["strip"])
    spaces, panes = STRIPS[index // 2][index % 2], list(strip["panes"])
    free = [n for n, pane in enumerate(panes) if pane == "." and spaces[n] in (piece, KINDS[JOKER])]
    covered = [n for n, pane in enumerate(panes) if pane != "." and piece in ("", pane)]
    if piece and free:
        panes[min(free, key=lambda n: spaces[n] != piece)] = piece
    elif not piece and not covered:
        return None
    for n in covered[-1:] if not piece else covered if not free else []:
        panes[n] = "."
    return strip | {"panes": "".join(panes)}


def tidy(d: PositionDict) -> None:
    """Puts right what follows from the rest: the round from the indicator."""
    if d["phase"] not in ("SETUP", "OVER") and 0 < len(d["indicator"]) <= ROUNDS:
        d["round"] = ROUNDS + 1 - len(d["indicator"])


def clear(d: PositionDict) -> None:
    """Takes all panes from the table; those that are not on the indicator lie in the bag."""
    d["factories"], d["centre"], d["pending"] = [""] * len(d["factories"]), "", None
    for board in d["seats"]:
        for strip in filter(None, board["slots"]):
            strip["panes"] = "....."
        board["windows"] = [""] * SLOTS
    d["tower"] = dict.fromkeys(LETTERS, 0)
    d["bag"] = {letter: PER_COLOUR - d["indicator"].count(letter) for letter in LETTERS}


def repair(d: PositionDict) -> None:
    """Lets the bag make up for panes that are missing or too many, as far as it can."""
    for row in counts(d):
        d["bag"][row.piece] = max(0, d["bag"][row.piece] + row.whole - sum(row.places.values()))


def counts(d: PositionDict) -> list[Count]:
    """The panes of each colour, wherever they lie."""
    rose = "".join(d["factories"]) + d["centre"] + ((d["pending"] or {}).get("hand") or "")
    strips = "".join(strip["panes"] for board in d["seats"] for strip in board["slots"] if strip)
    windows = "".join("".join(board["windows"]) for board in d["seats"])
    if d["phase"] == "SETUP":
        return []
    places = {
        "setup.rose": rose,
        "setup.strips": strips,
        "setup.windows": windows,
        "setup.piles": {letter: d["bag"][letter] + d["tower"][letter] for letter in LETTERS},
        "setup.rounds": d["indicator"],
    }
    return counted(places, dict.fromkeys(LETTERS, PER_COLOUR))
