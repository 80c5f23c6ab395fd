"""Whether two positions may be of the same game, some moves apart, by what spectators see.

A table for its players alone is recognised by this, whatever somebody changes who sets its position up elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from ..contract.likeness import Traits, numbered
from ..kernel.edition import Edition

SAME = 0.65  # the least share of common traits: a turn leaves 0.72 of them, and other games share 0.59
FEWEST = 12  # traits by which a position can be recognised
UNTOLD = ("game", "version", "players", "options", "to_act", "phase", "pending", "box", "own_box")


def traits(view: Mapping[str, Any]) -> Traits:
    """Where the pieces are, whatever the order of the seats. Piles beside the board follow from the rest."""
    found: Counter[tuple[Any, ...]] = Counter()
    for name, value in view.items():
        if name == "seats":
            for seat in value:
                found.update(leaves(seat, (name,)))
        elif name not in UNTOLD and not is_pile(value):
            found.update(leaves(value, (name,)))
    return numbered(found)


def is_pile(value: Any) -> bool:
    """Whether it counts pieces by their kinds."""
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


def leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The places of a part of the view that are not empty, and what is there."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    elif value and (not isinstance(value, str) or value.strip(".")):
        yield *path, value


def resembles(asked: Traits, known: Traits, usual: Traits) -> bool:
    """Whether a position has so many traits of a known one that it hardly is of another game.

    Those that every game begins with tell nothing.
    """
    telling = known - usual
    return len(telling) >= FEWEST and len(telling & asked) >= SAME * len(telling)


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Positions of a game are alike if most of what can be seen is the same."""
    return {"traits": traits, "resembles": resembles}
