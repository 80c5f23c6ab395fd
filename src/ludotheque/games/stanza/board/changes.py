"""What differs between two views: florins, characters, helpers, discs, books, artworks, ships."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import BoardChange, Seen, View

from ..box import ART_VALUE, ARTWORKS, CHARACTERS, COLOURS, COST, LETTERS, PATRON, TOP_UP, TRACK_POINTS
from ..notation import character
from ..rules.activation import base_strength
from ..state import State

SUPPLY = "supply"


def changes(before: Seen, after: Seen, reader: int | None) -> list[BoardChange]:
    """All that has changed for the players; points are told by the score sheet."""
    found: list[BoardChange] = []
    for seat in range(before.state.players):
        own = [change for kind in KINDS for change in kind(before, after, seat, seat == reader)]
        found += own if seat == reader else [change.of_another(seat) for change in own]
    return found + drawn(before, after)


def pair(before: Seen, after: Seen, seat: int, key: str) -> tuple[Any, Any]:
    return before.view["seats"][seat][key], after.view["seats"][seat][key]


def tile(code: str) -> Phrase:
    return character(CHARACTERS.index(code))


def sign(code: str) -> str:
    """What a character is shown as while it moves: the sign of its discipline."""
    return f"sign-{code[-1]}"


def drawn(before: Seen, after: Seen) -> list[BoardChange]:
    """Characters from the pile to their spaces. (L24)"""
    spaces = enumerate(zip(before.view["board"], after.view["board"], strict=True), start=1)
    return [BoardChange(None, "", sign(new), "piles", f"space-{n}") for n, (old, new) in spaces if new and not old]


# --- money and characters -----------------------------------------------------------------------


def money(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Florins paid or received. (L33, L57)"""
    old, new = pair(before, after, seat, "money")
    if old == new:
        return []
    return [BoardChange(Phrase("changes.money", {"before": old, "count": new}), "L57" if new > old else "L33")]


def recruits(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Characters taken from the palace. (L21)"""
    old, new = pair(before, after, seat, "recruits")
    left = [
        n
        for n, (a, b) in enumerate(zip(before.view["board"], after.view["board"], strict=True), start=1)
        if a and not b
    ]
    if not left or sum(map(bool, new)) + sum(map(bool, old)) == 0 or old == new:
        return []
    code, place = before.view["board"][left[0] - 1], next((n for n, each in enumerate(new) if each), 0)
    end = f"recruit-{place}" if mine else f"mini-{seat}-recruit-{place}"
    return [BoardChange(Phrase("changes.recruited", {"tile": tile(code)}), "L21", sign(code), f"space-{left[0]}", end)]


def workers(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Characters hired, let go and pushed along by the patron, and the strength that follows. (L33, L37, L58)"""
    old, new = pair(before, after, seat, "workers")
    patron = CHARACTERS[PATRON]
    had, have = (Counter(code for code in each if code and code != patron) for each in (old, new))
    found = [hired(before.view, seat, code, old, new, mine) for code in (have - had).elements()]
    found += [BoardChange(Phrase("changes.gone", {"tile": tile(code)}), "L22") for code in (had - have).elements()]
    if patron in new and old[new.index(patron)] not in (None, patron):
        found.append(BoardChange(Phrase("changes.pushed"), "L58"))
    return found + strengths(before.state, after.state, seat) if old != new else []


def hired(before: View, seat: int, code: str, old: list[str], new: list[str], mine: bool) -> BoardChange:
    """A character that comes from the recruitment track to a worker slot. (L33)"""
    place = next((n for n, each in enumerate(before["seats"][seat]["recruits"]) if each == code), 0)
    slot = next(n for n, (a, b) in enumerate(zip(old, new, strict=True)) if b == code != a)
    near = "" if mine else f"mini-{seat}-"
    words = Phrase("changes.hired", {"tile": tile(code), "slot": Code(COST[slot])})
    return BoardChange(words, "L33", sign(code), f"{near}recruit-{place}", f"{near}worker-{slot}")


def strengths(before: State, after: State, seat: int) -> list[BoardChange]:
    """Strength gained or lost. (L37)"""
    found = []
    for d, letter in enumerate(LETTERS):
        old, new = (base_strength(state, seat, d) for state in (before, after))
        if old != new:
            gaps = {"discipline": f"disciplines.{letter}", "before": old, "after": new}
            found.append(BoardChange(Phrase("changes.strength", gaps), "L37"))
    return found


# --- helpers, discs, books, artworks ------------------------------------------------------------


def helpers(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Helpers that come and go. (L29, L50)"""
    old, new = pair(before, after, seat, "helpers")
    found = []
    for colour, letter in zip(COLOURS, LETTERS, strict=True):
        own, stock = (f"helper-of-mine-{letter}" if mine else f"mini-{seat}-helper-{letter}"), f"stock-helper-{letter}"
        if new[colour] != old[colour]:
            more = new[colour] > old[colour]
            words = Phrase(f"changes.helper_{'more' if more else 'less'}", {"colour": f"terms.{colour}"})
            way = (stock, own) if more else (own, stock)
            found.append(BoardChange(words, "L50" if more else "L29", f"helper-{letter}", *way))
    return found


def discs(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Discs in the slots of the Religion room. (L38, L47)"""
    old, new = pair(before, after, seat, "discs")
    own, found = ("discs-of-mine" if mine else f"mini-{seat}-discs"), []
    for letter in LETTERS:
        if new[letter] != old[letter]:
            more = new[letter] > old[letter]
            words = Phrase(f"changes.disc_{'to' if more else 'from'}", {"discipline": f"disciplines.{letter}"})
            way = (own, f"slot-{letter}") if more else (f"slot-{letter}", own)
            found.append(BoardChange(words, "L47" if more else "L38", f"disc-{seat}", *way))
    return found


def books(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Books written. (L45)"""
    old, new = pair(before, after, seat, "books")
    found = []
    for letter in (letter for letter in new if new[letter] > old[letter]):
        words = Phrase("changes.book", {"discipline": f"disciplines.{letter}", "count": new[letter]})
        end = f"shelf-{letter}" if mine else f"mini-{seat}-shelf-{letter}"
        found.append(BoardChange(words, "L45", f"book-{letter}", f"stock-book-{letter}", end))
    return found


def artworks(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Artworks for the museum. (L49)"""
    old, new = pair(before, after, seat, "artworks")
    found = []
    for n, (kind, value) in enumerate(zip(ARTWORKS, ART_VALUE, strict=True)):
        if new[kind] > old[kind]:
            end = f"art-of-mine-{n}" if mine else f"mini-{seat}-art-{n}"
            words = Phrase("changes.artwork", {"artwork": f"terms.{kind}", "value": value})
            found.append(BoardChange(words, "L49", f"art-{n}", f"stock-art-{n}", end))
    return found


# --- ships, bonus tiles, masterpieces -------------------------------------------------------------


def ships(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """The ship on the money track. (L43)"""
    old, new = pair(before, after, seat, "ship")
    if old == new:
        return []
    points = TRACK_POINTS[new]
    place = Phrase("board.points" if points else "board.florins", {"number": points or TOP_UP[new]})
    return [BoardChange(Phrase("changes.ship", {"count": new - old, "place": place}), "L43")]


def bonus_tiles(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Bonus tiles taken. (L62)"""
    old, new = pair(before, after, seat, "bonus_tiles")
    return [BoardChange(Phrase("changes.tile", {"tile": f"tiles.{code}"}), "L62") for code in new if code not in old]


def masterpieces(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Pillars on masterpiece spaces. (L53)"""
    own = "pillars-of-mine" if mine else f"mini-{seat}-pillars"
    found = []
    for letter, spaces in after.view["masterpieces"].items():
        for n, (name, owner) in enumerate(spaces.items()):
            if owner == seat and before.view["masterpieces"][letter][name] != seat:
                words = Phrase("changes.masterpiece", {"discipline": f"disciplines.{letter}"})
                found.append(BoardChange(words, "L53", f"pillar-{seat}", own, f"masterpiece-{letter}-{n}"))
    return found


KINDS = (recruits, workers, helpers, discs, books, artworks, ships, bonus_tiles, masterpieces, money)
