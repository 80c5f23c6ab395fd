"""Whether two positions may be of the same game, some moves apart: a turn empties many Cities, and leaves the deck."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ludotheque.contract.likeness import Traits, numbered

from .box import CITIES, PLAYERS

STACKS, ALL = 0.25, 0.55  # the least share of the cards in Cities, and of all that lie open
DECK = 4  # cards of a deck that is the same in no two games, by all that was ever tried
FEWEST = 3  # cards that lie as before, and one more for each card that went into the deck while others left it


def traits(view: Mapping[str, Any]) -> Traits:
    """The cards of the deck, those in Cities with their places, and those before players."""
    found: Counter[tuple[Any, ...]] = Counter({("deck", code): count for code, count in view["encounter_deck"].items()})
    for city, stack in enumerate(view["cities"]):
        found.update(("city", city, height, code) for height, code in enumerate(stack))
    for number, seat in enumerate(view["seats"]):
        found.update((number, name, code) for name in ("troupe", "acrobats", "played") for code in seat[name])
    return numbered(found)


def resembles(asked: Traits, known: Traits, usual: Traits) -> bool:
    """Whether a position may follow a known one within a turn and a deal, or lead to it."""
    now, then = by_place(asked), by_place(known)
    dealt, put_back = len(then["deck"] - now["deck"]), len(now["deck"] - then["deck"])
    strays = min(dealt, put_back)
    if max(dealt, put_back) > CITIES + strays:
        return False
    if now["deck"] == then["deck"] and len(then["deck"]) >= DECK:
        return True
    kept = len(then["city"] & now["city"])
    if kept >= max(FEWEST + strays, STACKS * len(then["city"])):
        return True
    seats = [then[seat] for seat in range(PLAYERS)]
    kept += sum(max(len(cards & now[seat]) for seat in range(PLAYERS)) for cards in seats)  # in whatever order they sit
    return kept >= max(FEWEST + strays, ALL * (len(then["city"]) + sum(map(len, seats))))


@functools.lru_cache(4000)
def by_place(traits: Traits) -> dict[str | int, Traits]:
    """The traits of the deck, of the Cities and of each seat."""
    places = ("deck", "city", *range(PLAYERS))
    return {place: frozenset(trait[1:] for trait in traits if trait[0] == place) for place in places}
