"""The majorities and tie-breaks of a score sheet in sentences: what each seat has, and what was shared or lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cmp_to_key
from itertools import pairwise

from ludotheque.contract.phrases import Code, Phrase

from .box import COST, TA2, TR3
from .rules import scoring
from .rules.tracks import patron_slot
from .state import State

MAJORITIES = {scoring.GRID: "bonus_tiles", scoring.MUSEUM: "museum"}
EXTRA_TILES = {scoring.GRID: TR3, scoring.MUSEUM: TA2}
TIES = {scoring.UNFLIPPED: "unflipped", scoring.FURTHER_LEFT: "further_left", scoring.EARLIER: "earlier"}


def score_notes(s: State) -> list[Phrase]:
    """Says what the score sheet does not show: both majorities, and which seat is ahead at equal points."""
    return [majority_note(s, which) for which in (scoring.GRID, scoring.MUSEUM)] + tie_notes(s, range(s.players))


def note(name: str, **gaps: object) -> Phrase:
    return Phrase(f"score_notes.{name}", gaps)


def player(s: State, p: int) -> Phrase:
    """A seat, or the neutral player after the last one."""
    return Phrase("terms.seat", {"number": p + 1}) if p < s.players else note("neutral")


def listed(parts: list[Phrase], link: str, last_link: str) -> Phrase:
    """The parts in a row; the last two are joined in a way of their own."""
    *others, said = parts
    for i, part in enumerate(reversed(others)):
        said = note(link if i else last_link, first=part, rest=said)
    return said


# --- Majorities -----------------------------------------------------------------------------------


def majority_note(s: State, which: int) -> Phrase:
    """Says everybody's standing, then place by place what was won, shared or lost. (L102, L103)"""
    standings = [competitor(s, which, p) for p in range(scoring.competitors(s, which))]
    places = place_notes(s, which, lambda value: True)
    return note(MAJORITIES[which], standings=listed(standings, "comma", "comma"), places=listed(places, "then", "then"))


def place_notes(s: State, which: int, worth_saying: Callable[[int], bool]) -> list[Phrase]:
    """Place by place the values that are worth saying, then the places that are left for nobody. (L104)"""
    everybody = range(scoring.competitors(s, which))
    values = sorted({scoring.standing(s, which, p) for p in everybody} - {0}, reverse=True)
    told = [place_note(s, which, value) for value in values if worth_saying(value)]
    taken = sum(scoring.places_shared(s, which, value) for value in values)
    if taken < s.players:
        gaps = {"places": place_names(taken, s.players), "prizes": prizes(s, which, taken, s.players)}
        told.append(note("nobody", **gaps, count=s.players - taken))
    return told


def competitor(s: State, which: int, p: int) -> Phrase:
    """A competitor and its value; a tile that counts is named. (L102, L103)"""
    with_tile = s.owner[EXTRA_TILES[which]] == p
    name = f"standing_{MAJORITIES[which]}" if with_tile else "standing"
    return note(name, who=player(s, p), value=scoring.standing(s, which, p))


def place_note(s: State, which: int, value: int) -> Phrase:
    """The seats with this value, which take a place or share several. (L103, L104)"""
    first, tied = scoring.places_before(s, which, value), scoring.places_shared(s, which, value)
    those = [p for p in range(scoring.competitors(s, which)) if scoring.standing(s, which, p) == value]
    gaps = {
        "who": listed([player(s, p) for p in those], "comma", "and"),
        "places": place_names(first, first + tied),
        "prizes": prizes(s, which, first, first + tied),
        "points": scoring.majority(s, which, those[0]),
    }
    neutral = those[-1] == s.players
    if first >= s.players:
        return note("no_prize", **gaps)
    if tied == 1:
        return note("lost" if neutral else "won", **gaps)
    return note("shared_and_lost" if neutral else "shared", **gaps)


def place_names(first: int, end: int) -> Code:
    """Places as people count them."""
    return Code(first + 1 if end - first == 1 else f"{first + 1}–{end}")


def prizes(s: State, which: int, first: int, end: int) -> Code:
    """The prizes of the places, as a sum."""
    return Code(" + ".join(str(scoring.prize(s, which, place)) for place in range(first, end)))


# --- Equal points (L105) --------------------------------------------------------------------------


def tie_notes(s: State, seats: Iterable[int]) -> list[Phrase]:
    """For each two neighbours in the final order of seats with equal points, why one is ahead, if one is. (L105)"""

    def order(a: int, b: int) -> int:
        return int(scoring.ahead(s, b, a)) - int(scoring.ahead(s, a, b))

    neighbours = pairwise(sorted(seats, key=cmp_to_key(order)))
    return [tie_note(s, a, b) for a, b in neighbours if scoring.score(s, a) == scoring.score(s, b)]


def tie_note(s: State, a: int, b: int) -> Phrase:
    """Which tie-break puts a before b; without one they are equal."""
    gaps = {"first": player(s, a), "second": player(s, b), "points": scoring.score(s, a)}
    for which in range(scoring.TIE_BREAKS):
        if scoring.tie_break(s, which, a) != scoring.tie_break(s, which, b):
            slots = {"slot": Code(COST[patron_slot(s, a)]), "other_slot": Code(COST[patron_slot(s, b)])}
            return note(TIES[which], **gaps, **slots)
    return note("equal", **gaps)
