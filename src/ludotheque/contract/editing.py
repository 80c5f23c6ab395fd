"""What an editor of positions needs of a game: the palette, the places on the board, and how pieces are laid there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ludotheque.contract.phrases import Phrase

STEP = re.compile(r"[^.\[\]]+")  # a key or an index of a path such as "seats[1].bag"


PositionDict = dict[str, Any]
"""A position as JSON, which an editor changes."""


class Tool(NamedTuple):
    """A piece of the palette."""

    piece: str  # its code in positions, or another name that `lay` knows
    name: str  # a key of the words
    symbol: str = ""  # one of the board's `defs`


class BoardPlace(NamedTuple):
    """A part of the board where pieces can be laid."""

    part: str  # the id of the part
    name: Phrase
    field: str  # the field of the position that it shows
    others: tuple[str, ...] = ()  # the ids of more parts that belong to it


class Count(NamedTuple):
    """How many pieces of a kind are where; together there must be as many as in the box."""

    piece: str  # a tool of the palette
    places: dict[str, int]  # by a key of the words
    whole: int


def counted(places: Mapping[str, Iterable[str] | Mapping[str, int]], box: Mapping[str, int]) -> list[Count]:
    """How many pieces of each kind in the box lie where: each place has pieces, or numbers of them."""
    found = {place: Counter(pieces) for place, pieces in places.items()}
    return [Count(piece, {place: n[piece] for place, n in found.items()}, whole) for piece, whole in box.items()]


def steps(path: str) -> list[str | int]:
    """The keys and indices of a path such as "seats[1].bag"."""
    return [int(step) if step.isdecimal() else step for step in STEP.findall(path)]


def value_at(d: Any, path: str) -> Any:
    """The value at a path; a LookupError if there is none."""
    for step in steps(path):
        d = _box_of(d, step, path)[step]
    return d


def put(d: Any, path: str, value: Any) -> None:
    """Puts a value at a path; a LookupError if nothing can be there."""
    way, _, last = path.rpartition("[" if path.endswith("]") else ".")
    key = steps(last)[0]
    _box_of(value_at(d, way), key, path)[key] = value


def _box_of(d: Any, key: str | int, path: str) -> Any:
    """An object or a list, if it can have this key."""
    if not isinstance(d, dict if isinstance(key, str) else list):
        raise LookupError(path)
    return d


def laid(value: Any, piece: str, most: int = 1) -> Any:
    """The pieces at a place after another one is laid there; "" takes the last one away.

    A piece that a full place holds is taken away, and another one takes the place of the last.
    """
    if isinstance(value, str | list):
        pieces = list(value)
        if piece and len(pieces) < most:
            pieces.append(piece)
        elif piece in pieces:
            pieces.remove(piece)
        else:
            pieces[-1:] = [piece] if piece and pieces else []
        return "".join(pieces) if isinstance(value, str) else pieces
    return None if piece in ("", value) else piece


def without(value: Any, piece: str) -> Any:
    """The pieces at a place without one of a kind."""
    return laid(value, piece, 0) if piece in value else value
