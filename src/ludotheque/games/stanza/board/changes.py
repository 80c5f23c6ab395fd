"""What differs between two views: florins, characters, helpers, discs, books, artworks, ships."""

from __future__ import annotations

import operator
from typing import Any

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import BoardChange, Seen

from ..box import ART_VALUE, ARTWORKS, COLOURS, COST, LETTERS, PATRON, STARTING, TOP_UP, TRACK_POINTS
from ..characters import face
from ..naming import character
from ..rules.activation import base_strength
from ..state import EMPTY, State


def changes(before: Seen, after: Seen, viewer: int | None) -> list[BoardChange]:
    """All that has changed for the players; points are told by the score sheet."""
    found: list[BoardChange] = []
    for seat in range(before.state.players):
        if untouched(before, after, seat):
            continue
        own = [change for kind in KINDS for change in kind(before, after, seat, seat == viewer)]
        found += own if seat == viewer else [change.of_another(seat) for change in own]
    return found + drawn(before, after)


def untouched(before: Seen, after: Seen, seat: int) -> bool:
    """Whether a player has the same as before, and the same people."""
    old, new = before.state, after.state
    if before.view["seats"][seat] != after.view["seats"][seat] or old.masterpiece != new.masterpiece:
        return False
    people = map(operator.is_, old.workers[seat] + old.recruits[seat], new.workers[seat] + new.recruits[seat])
    return all(people)


def pair(before: Seen, after: Seen, seat: int, key: str) -> tuple[Any, Any]:
    return before.view["seats"][seat][key], after.view["seats"][seat][key]


def portrait(tile: int) -> str:
    """What a character is shown as while it moves."""
    return f"mini-{face(tile)}"


def drawn(before: Seen, after: Seen) -> list[BoardChange]:
    """Characters from the pile to their spaces. (L24)"""
    spaces = enumerate(zip(before.state.board, after.state.board, strict=True))
    return [
        BoardChange(None, "", portrait(new), "piles", f"space-{n}")
        for n, (old, new) in spaces
        if new != EMPTY and old == EMPTY
    ]


# --- money and characters -----------------------------------------------------------------------


def money(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Florins paid or received. (L33, L57)"""
    old, new = pair(before, after, seat, "money")
    if old == new:
        return []
    words, rule = Phrase("changes.money", {"before": old, "count": new}), "L57" if new > old else "L33"
    return [BoardChange(words, rule, sound="coin")]


def recruits(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Characters taken from the palace. (L21)"""
    taken = [(n, tile) for n, tile in enumerate(before.state.board) if tile != EMPTY]
    found = []
    for place, tile in came(before.state.recruits[seat], after.state.recruits[seat]):
        start = next((f"space-{n}" for n, there in taken if there is tile), "")
        end = f"recruit-{place}" if mine else f"mini-{seat}-recruit-{place}"
        words = Phrase("changes.recruited", {"tile": character(tile)})
        found.append(BoardChange(words, "L21", portrait(tile), start, end))
    return found


def workers(before: Seen, after: Seen, seat: int, mine: bool) -> list[BoardChange]:
    """Characters hired, let go and pushed along by the patron, and the strength that follows. (L33, L37, L58)"""
    old, new = before.state.workers[seat], after.state.workers[seat]
    if old == new:
        return []
    near = "" if mine else f"mini-{seat}-"
    found = []
    for slot, tile in came(old, new):
        place = next((n for n, each in enumerate(before.state.recruits[seat]) if each is tile), 0)
        words = Phrase("changes.hired", {"tile": character(tile), "slot": Code(COST[slot])})
        found.append(BoardChange(words, "L33", portrait(tile), f"{near}recruit-{place}", f"{near}worker-{slot}"))
    for slot, tile in came(new, old):
        words = Phrase("changes.gone", {"tile": character(tile)})
        way = (portrait(tile), f"{near}worker-{slot}", "piles") if tile < STARTING else ()  # others leave the game
        found.append(BoardChange(words, "L22", *way))
    if old[new.index(PATRON)] not in (EMPTY, PATRON):
        found.append(BoardChange(Phrase("changes.pushed"), "L58"))
    return found + strengths(before.state, after.state, seat)


def came(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """The tiles that a track has more of, each with its place; the patron only walks."""
    had = [id(tile) for tile in old]  # a starting character is the same wherever it is
    found = []
    for place, tile in enumerate(new):
        if id(tile) in had:
            had.remove(id(tile))
        elif tile not in (EMPTY, PATRON):
            found.append((place, tile))
    return found


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
