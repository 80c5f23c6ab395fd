"""The editor of positions: characters, figures, pillars, cover tiles and goods."""

from __future__ import annotations

from ludotheque.contract.editing import BoardPlace, Count, PositionDict, Tool, counted, laid, put, value_at
from ludotheque.contract.phrases import Phrase

from .box import (
    ARTWORKS,
    BOOKS,
    CHARACTERS,
    COLOURS,
    LETTERS,
    MASTERPIECES,
    PER_DISCIPLINE,
    SPACES,
    TILE_CODES,
    WORKERS,
)

PALETTE = (
    ("setup.characters", tuple(Tool(letter, f"disciplines.{letter}", f"sign-{letter}") for letter in LETTERS)),
    (
        "setup.others",
        (
            Tool("figure", "terms.figure", "figure-0"),
            Tool("pillar", "terms.pillar", "pillar-0"),
            Tool("closed", "terms.cover_tile", "lock"),
            Tool("Pt", "terms.patron", "star"),
        ),
    ),
    ("setup.starters", tuple(Tool(f"s{letter}", f"characters.s{letter}", f"mini-s{letter}") for letter in LETTERS)),
    ("labels.bonus_tiles", tuple(Tool(code, f"tiles.{code}") for code in TILE_CODES)),
)

DERIVED = ("pile", "removed", "art_stock", "helper_stock")  # they follow from the rest

# The fields that are edited on the board or follow from others.
ON_BOARD = (*DERIVED, "board", "masterpieces", "seats.workers", "seats.recruits", "seats.figure", "seats.discs.supply")


def places(d: PositionDict, seat: int) -> list[BoardPlace]:
    """The spaces of the palace, the masterpieces, and the tracks and goods of a seat."""
    own = f"seats[{seat}]"
    found = [BoardPlace("space-0", Phrase("terms.bonus_space"), f"{own}.figure")]
    found += [BoardPlace(f"space-{n}", named("space", n), f"board[{n - 1}]") for n in range(1, SPACES)]
    found += [
        BoardPlace(f"masterpiece-{letter}-{m}", Phrase("terms.masterpiece_space"), f"masterpieces.{letter}.{code}")
        for letter in LETTERS
        for m, code in enumerate(MASTERPIECES)
    ]
    found += [BoardPlace(f"worker-{k}", named("worker", k + 1), f"{own}.workers[{k}]") for k in range(WORKERS)]
    recruits = len(d["seats"][seat]["recruits"])
    found += [BoardPlace(f"recruit-{k}", named("recruit", k + 1), f"{own}.recruits[{k}]") for k in range(recruits)]
    for letter, colour in zip(LETTERS, COLOURS, strict=True):
        found.append(BoardPlace(f"helper-of-mine-{letter}", Phrase(f"terms.{colour}"), f"{own}.helpers.{colour}"))
        found.append(BoardPlace(f"slot-{letter}", Phrase("labels.discs"), f"{own}.discs.{letter}"))
    found += [BoardPlace(f"shelf-{LETTERS[b]}", Phrase("labels.books"), f"{own}.books.{LETTERS[b]}") for b in BOOKS]
    for k, art in enumerate(ARTWORKS):
        found.append(BoardPlace(f"art-of-mine-{k}", Phrase(f"terms.{art}"), f"{own}.artworks.{art}"))
    return found


def named(what: str, number: int) -> Phrase:
    return Phrase(f"setup.{what}", {"number": number})


def lay(d: PositionDict, part: str, piece: str, seat: int) -> None:
    """Lays a piece on a part of the board, or takes one away ("")."""
    if piece == "figure" and part.startswith("space-"):
        d["seats"][seat]["figure"] = int(part.removeprefix("space-"))
        return
    path = next((place.field for place in places(d, seat) if place.part == part), "")
    if not path or part == "space-0":
        return
    if type(value_at(d, path)) is int and not part.startswith("masterpiece"):
        put(d, path, max(0, value_at(d, path) + (1 if piece else -1)))
    elif part.startswith("masterpiece"):
        holder = {"pillar": seat, "closed": "closed", "": None}
        if piece in holder:
            put(d, path, None if value_at(d, path) == holder[piece] else holder[piece])
    elif piece in ("", *CHARACTERS):
        put(d, path, laid(value_at(d, path), piece))


def tidy(d: PositionDict) -> None:
    """Leaves out what follows from the rest: piles and stocks."""
    for key in DERIVED:
        d.pop(key, None)
    for board in d["seats"]:
        board["discs"].pop("supply", None)


def clear(d: PositionDict) -> None:
    """Takes the characters from the palace and from the recruitment tracks."""
    d["board"] = [None] * (SPACES - 1)
    for board in d["seats"]:
        board["recruits"] = [None] * len(board["recruits"])
    tidy(d)


def counts(d: PositionDict) -> list[Count]:
    """The characters of each discipline, wherever they lie; the draw pile has what lies nowhere else."""
    tracks = [tile for board in d["seats"] for tile in board["workers"] + board["recruits"]]
    box = dict.fromkeys(LETTERS, PER_DISCIPLINE)
    places = {"setup.palace": d["board"], "setup.tracks": tracks, "position.discard": d["discard"]}
    rest = {row.piece: max(0, row.whole - sum(row.places.values())) for row in counted(places, box)}
    return counted(places | {"position.pile": d.get("pile", rest)}, box)


def repair(d: PositionDict) -> None:
    """Takes characters that are too many from the discard, then from the palace's end; the pile holds the rest."""
    tidy(d)
    for row in counts(d):
        excess = sum(row.places.values()) - row.whole
        taken = min(excess, d["discard"][row.piece])
        d["discard"][row.piece], excess = d["discard"][row.piece] - taken, excess - taken
        for space in reversed(range(len(d["board"]))):
            if excess > 0 and d["board"][space] == row.piece:
                d["board"][space], excess = None, excess - 1
