"""Positions of La Stanza from few words, and play by the names of the actions.

A board is written room by room, "DDD LLL RRR AAA PPP": a dot is a space without a tile, a small
letter a starting tile. A track is written slot by slot as in the specification, "Pt D - sL A P".
Everything that is counted is a list of words: "blue white white", "sculpture", "D D R".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import ludotheque
from ludotheque import Position
from tests.samples import Json

GAME = ludotheque.load("stanza")

DISCIPLINES = ["D", "L", "R", "A", "P"]
COLOURS = ["blue", "red", "green", "yellow", "white"]
BOOKS = ["D", "R", "A", "P"]
ARTWORKS = ["sculpture", "manuscript", "painting"]
MASTERPIECES = ["M5", "M8", "M12", "M17"]
TILES = [f"T{kind}{number}" for kind in "DLRA" for number in range(1, 6)]
NAMES = [
    *(f"MOVE_{stop}" for stop in range(1, 5)),
    "PASS_OUT",
    "ACT_HERE",
    *(f"ACT_COLOUR_{x}" for x in DISCIPLINES[:4]),
    *(f"ACT_WHITE_{x}" for x in DISCIPLINES),
    "RECEIVE_MONEY",
    "PASS",
    *(f"RECRUIT_{r}" for r in range(6)),
    *(f"WSLOT_{w}" for w in range(6)),
    "STOP",
    *(f"DISMISS_{w}" for w in range(6)),
    "SPEND_DISC",
    "PAY3",
    *(f"LEVEL_{level}" for level in range(4)),
    *MASTERPIECES,
    *(f"BOOK_{x}" for x in BOOKS),
    *(f"SLOT_{x}" for x in DISCIPLINES),
    *(f"TAKE_{colour}" for colour in COLOURS[:4]),
    *(f"RETURN_{colour}" for colour in COLOURS),
    *(f"TILE_{tile}" for tile in TILES),
    "PAY_COLOUR",
    "PAY_WHITE",
    *(f"SPACE_{space}" for space in range(1, 16)),
    *(f"STARTER_{x}" for x in DISCIPLINES),
]

FULL = "DDD LLL RRR AAA PPP"
DOOR = {"D": 0, "L": 3, "R": 6, "A": 9, "P": 12}  # the space before a room: MOVE_1 enters it
COVERS = "M12 M5 M12 M8 M5"  # the covers of the rooms D, L, R, A, P with 2 or 3 players
_WORD_ORDER = ["supply", *DISCIPLINES, *COLOURS, *ARTWORKS]


# --- positions ----------------------------------------------------------------------------


def track(text: str) -> list[str | None]:
    """The tiles of a track."""
    return [None if tile == "-" else tile for tile in text.split()]


def count(text: str, keys: Iterable[str]) -> dict[str, int]:
    """How often each key stands in a list of words."""
    words = text.split()
    counts = {key: words.count(key) for key in keys}
    assert sum(counts.values()) == len(words), text
    return counts


def seat(
    money: int = 10,
    figure: int | None = 0,
    ship: int = 0,
    workers: str = "Pt - - - - -",
    recruits: str = "- - - -",
    helpers: str = "",
    discs: str = "R",
    books: str = "",
    artworks: str = "",
    bonus_tiles: str = "",
    flipped: bool = False,
    passed: int | None = None,
) -> Json:
    """A seat; the discs that are neither in a slot nor on the grid are in its supply."""
    tiles = sorted(bonus_tiles.split(), key=TILES.index)
    slots = count(discs, DISCIPLINES)
    return {
        "money": money,
        "figure": None if passed else figure,
        "ship": ship,
        "helpers": count(helpers, COLOURS),
        "discs": {"supply": 8 - sum(slots.values()) - len(tiles), **slots},
        "workers": track(workers),
        "patron_flipped": flipped,
        "recruits": track(recruits),
        "books": count(books, BOOKS),
        "artworks": count(artworks, ARTWORKS),
        "bonus_tiles": tiles,
        "passing_place": passed,
    }


def table(
    *seats: Json,
    players: int = 2,
    board: str = FULL,
    act: int | None = 0,
    refills: int | None = None,
    last_turn: str | None = None,
    discard: str = "",
    pile: str | None = None,
    removed: str | None = None,
    grid: str = "",
    covers: str = COVERS,
    pillars: Mapping[str, int] | None = None,
    expert: bool = False,
    experienced: bool = False,
) -> Json:
    """The position at the start of the turn of `act`; with None the game is over.

    Draw pile, removed tiles and stocks hold what is left. If `pile` or `removed` is given, what is then
    too many lies on free slots of the other seats' tracks. `grid` names tiles that must be on the grid.
    `pillars` maps spaces such as "D.M5" to seats.
    """
    over = act is None
    everybody = [*seats, *(seat() for _ in range(players - len(seats)))]
    spaces = [_board_tile(letter) for letter in board.replace(" ", "")]
    thrown = count(discard, DISCIPLINES)
    _crowd_tracks(everybody, act or 0, spaces, "", 8, pile, thrown)
    _crowd_tracks(everybody, act or 0, spaces, "s", players, removed, {})
    out = _tiles_out(everybody, spaces)
    last = "C" if over else last_turn
    return {
        "game": "stanza",
        "version": 1,
        "players": players,
        "options": {"experienced": experienced, "expert": expert},
        "to_act": act,
        "phase": "OVER" if over else "TURN",
        "refills": refills if refills is not None else players + 1 if last else 0,
        "last_turn": last,
        "board": spaces,
        "pile": {x: 8 - out.count(x) - thrown[x] for x in DISCIPLINES},
        "discard": thrown,
        "removed": {x: players - out.count(f"s{x}") for x in DISCIPLINES},
        "grid": _grid(everybody, grid.split()),
        "masterpieces": _masterpieces(players, covers.split(), pillars or {}),
        "art_stock": {kind: players - sum(s["artworks"][kind] for s in everybody) for kind in ARTWORKS},
        "helper_stock": {colour: 7 - sum(s["helpers"][colour] for s in everybody) for colour in COLOURS},
        "seats": everybody,
        "pending": None,
    }


def position(*seats: Json, **words: Any) -> Position:
    """The position of such a table."""
    return GAME.position(table(*seats, **words))


def activated(x: str, workers: str = "Pt - - - - -", *others: Json, **words: Any) -> Position:
    """Seat 0 enters the room of x, takes its character and hires it on w5 with its last florin.

    Words of a seat describe seat 0, the others the table.
    """
    mine = {key: words.pop(key) for key in list(words) if key in seat.__annotations__}
    entering = seat(figure=DOOR[x], money=1, workers=workers, **mine)
    return play(position(entering, *others, **words), "MOVE_1", "ACT_HERE")


def before_bonus_room(*others: Json, **words: Any) -> Position:
    """Seat 0 stands on space 15, one stop before the bonus space; words as in `activated`."""
    mine = {key: words.pop(key) for key in list(words) if key in seat.__annotations__}
    return position(seat(figure=15, **mine), *others, **words)


def _board_tile(letter: str) -> str | None:
    if letter == ".":
        return None
    return letter if letter.isupper() else f"s{letter.upper()}"


def _tiles_out(seats: list[Json], spaces: list[str | None]) -> list[str | None]:
    return [*spaces, *(tile for s in seats for tile in s["workers"] + s["recruits"])]


def _crowd_tracks(
    seats: list[Json],
    act: int,
    spaces: list[str | None],
    prefix: str,
    each: int,
    left: str | None,
    thrown: Mapping[str, int],
) -> None:
    """Puts the tiles that shall be neither on the board nor in a pile on the other seats' tracks."""
    if left is None:
        return
    rest = count(left, DISCIPLINES)
    out = _tiles_out(seats, spaces)
    surplus = [
        prefix + x for x in DISCIPLINES for _ in range(each - out.count(prefix + x) - thrown.get(x, 0) - rest[x])
    ]
    for number, other in enumerate(seats):
        for name in ("workers", "recruits"):
            for slot, tile in enumerate(other[name]):
                if number != act and tile is None and surplus:
                    other[name][slot] = surplus.pop()
    assert not surplus, "the tracks are full"


def _grid(seats: list[Json], wanted: list[str]) -> list[str]:
    owned = [tile for s in seats for tile in s["bonus_tiles"]]
    grid = list(wanted)
    for kind in "DLRA":
        there = [tile for tile in owned + grid if tile[1] == kind]
        spare = [tile for tile in TILES if tile[1] == kind and tile not in there]
        grid += spare[: 3 - len(there)]
    return sorted(grid, key=TILES.index)


def _masterpieces(players: int, covers: list[str], pillars: Mapping[str, int]) -> Json:
    rooms: Json = {x: dict.fromkeys(MASTERPIECES) for x in DISCIPLINES}
    if players < 4:
        for x, space in zip(DISCIPLINES, covers, strict=True):
            rooms[x][space] = "closed"
    for place, owner in pillars.items():
        x, space = place.split(".")
        rooms[x][space] = owner
    return rooms


# --- playing ------------------------------------------------------------------------------


def play(p: Position, *names: str) -> Position:
    """The position after the actions of these names."""
    for name in names:
        p = p.play(NAMES.index(name))
    return p


def draw(p: Position, letters: str) -> Position:
    """The position after characters of these disciplines were drawn, "D L R"."""
    for letter in letters.split():
        p = p.play(DISCIPLINES.index(letter))
    return p


def refilled(p: Position) -> Position:
    """The position after all chance events that are due, whatever they bring."""
    while p.to_act == -1:
        p = p.play(min(p.outcomes()))
    return p


def turn(p: Position, name: str) -> Position:
    """The position after a whole turn: the move, a refill if it is due, and no action."""
    p = refilled(play(p, name))
    return play(p, "PASS") if p.phase == "ACTION" else p


# --- looking ------------------------------------------------------------------------------


def legal(p: Position) -> str:
    """The names of the legal actions."""
    return " ".join(NAMES[action] for action in p.legal())


def why_not(p: Position, name: str) -> str | None:
    """The rule that forbids the action of this name."""
    return p.why_not(NAMES.index(name))


def odds(p: Position) -> dict[str, Fraction]:
    """The probability of each discipline at a draw."""
    return {DISCIPLINES[outcome]: chance for outcome, chance in p.outcomes().items()}


def own(p: Position, key: str, seat: int = 0) -> Any:
    """What a seat has: its money, ship, figure, ..."""
    return p.to_dict()["seats"][seat][key]


def show(p: Position, key: str, seat: int | None = None) -> str:
    """A part of the table, or of a seat, in the words that the builder takes."""
    part = p.to_dict()[key] if seat is None else own(p, key, seat)
    if isinstance(part, dict):
        words = sorted((word for word in part if word != "supply"), key=_WORD_ORDER.index)
        return " ".join(word for word in words for _ in range(part[word]))
    return " ".join("-" if tile is None else tile for tile in part)


def board(p: Position) -> str:
    """The board, room by room."""
    letters = ["." if t is None else t if len(t) == 1 else t[1].lower() for t in p.to_dict()["board"]]
    return " ".join("".join(letters[first : first + 3]) for first in range(0, 15, 3))


def points(p: Position, seat: int = 0) -> dict[str, int]:
    """The ledger of a seat: points by rule."""
    lines: dict[str, int] = {}
    for rule, value in p.ledger()[seat]:
        lines[rule] = lines.get(rule, 0) + value
    return lines
