"""The position format of La Stanza: one JSON object, written here and read in `position_reader.py`."""

from __future__ import annotations

from typing import Any

from ...kernel.state import OVER
from .about import OPTIONS, VERSION
from .actions import BOOK, DISC, DISC_SOURCE, HELPER, HIRE, LIMIT, PAY, PHASES, REFILL, RESULT, SLOT, TD4_SLOT
from .box import ARTWORKS, BOOKS, CHARACTERS, COLOURS, DISCIPLINES, LETTERS, MASTERPIECES, TILE_CODES
from .position_pending import CHOICES
from .position_reader import LAST_TURNS, read
from .state import AWAY, CLOSED, EMPTY, FREE, ON_GRID, State

__all__ = ["read", "view", "write"]


def write(s: State) -> dict[str, Any]:
    """The position of a state."""
    return {
        "game": "stanza",
        "version": VERSION,
        "players": s.players,
        "options": written_options(s),
        "to_act": None if s.to_act == OVER else s.to_act,
        "phase": PHASES[s.phase],
        "refills": s.refills,
        "last_turn": LAST_TURNS[s.last_turn],
        "board": written_track(s.board[1:]),
        "pile": dict(zip(LETTERS, s.pile, strict=True)),
        "discard": dict(zip(LETTERS, s.discard, strict=True)),
        "removed": dict(zip(LETTERS, s.removed, strict=True)),
        "grid": tiles_of(s, ON_GRID),
        "masterpieces": {LETTERS[d]: written_masterpieces(s.masterpiece[d]) for d in range(DISCIPLINES)},
        "art_stock": dict(zip(ARTWORKS, s.art_stock, strict=True)),
        "helper_stock": dict(zip(COLOURS, s.helper_stock, strict=True)),
        "seats": [written_seat(s, p) for p in range(s.players)],
        "pending": written_pending(s),
    }


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat may know: everything."""
    return write(s)


def written_options(s: State) -> dict[str, Any]:
    codes = (s.experienced, s.expert)
    return {option.name: option.values[code] for option, code in zip(OPTIONS, codes, strict=True)}


def written_track(tiles: list[int]) -> list[str | None]:
    return [None if tile == EMPTY else CHARACTERS[tile] for tile in tiles]


def tiles_of(s: State, owner: int) -> list[str]:
    return [code for code, found in zip(TILE_CODES, s.owner, strict=True) if found == owner]


def written_masterpieces(spaces: list[int]) -> dict[str, int | str | None]:
    words = {FREE: None, CLOSED: "closed"}
    return {name: words.get(owner, owner) for name, owner in zip(MASTERPIECES, spaces, strict=True)}


def written_seat(s: State, p: int) -> dict[str, Any]:
    return {
        "money": s.money[p],
        "figure": None if s.figure[p] == AWAY else s.figure[p],
        "ship": s.ship[p],
        "helpers": dict(zip(COLOURS, s.helpers[p], strict=True)),
        "discs": {"supply": s.supply[p]} | dict(zip(LETTERS, s.discs[p], strict=True)),
        "workers": written_track(s.workers[p]),
        "patron_flipped": bool(s.flipped[p]),
        "recruits": written_track(s.recruits[p]),
        "books": {LETTERS[d]: n for d, n in zip(BOOKS, s.books[p], strict=True)},
        "artworks": dict(zip(ARTWORKS, s.artworks[p], strict=True)),
        "bonus_tiles": tiles_of(s, p),
        "passing_place": s.place[p] or None,
    }


def written_pending(s: State) -> dict[str, Any] | None:
    """What is needed to go on inside a turn and is seen nowhere on the table."""
    if s.phase == REFILL:
        return {"seat": s.turn, "apart": chosen(LETTERS, s.apart)}
    if s.phase in (HIRE, SLOT):
        pending = {"discipline": LETTERS[s.discipline], "filled": chosen(range(len(s.workers[0])), s.filled)}
        return pending | {"recruit": s.recruit} if s.phase == SLOT else pending
    if s.phase == RESULT:
        return {"discipline": LETTERS[s.discipline], "added": s.added, "paid3": bool(s.paid3)}
    if s.phase in (PAY, DISC_SOURCE):
        return {"tile": TILE_CODES[s.tile]}
    if s.phase == TD4_SLOT:
        return {"space": s.space}
    if s.phase in (BOOK, DISC, HELPER, LIMIT):
        return {"effects": [written_effect(s, level) for level in range(s.depth)]}
    return None


def written_effect(s: State, level: int) -> dict[str, Any]:
    effect = s.effect[level]
    return {"effect": PHASES[effect], "left": s.left[level], "used": chosen(CHOICES[effect], s.used[level])}


def chosen(names: Any, bits: int) -> list[Any]:
    return [name for i, name in enumerate(names) if bits >> i & 1]
