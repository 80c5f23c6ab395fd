"""The score sheet of La Stanza at the end, line by line with what each seat has for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.contract.ending import Cell, Ending, Reason, ScoreLine, ScorePart, Verdict, ending_of, leaders
from ludotheque.contract.phrases import Code, Phrase, Say

from . import box
from .about import LEDGER, WINNER
from .rules import scoring
from .rules.scoring import BOOKS as BOOKS_LINE
from .rules.tracks import patron_slot
from .score_notes import listed as joined
from .score_notes import place_notes, tie_notes
from .state import State

TILES = {
    scoring.TD5_SHIP: box.TD5,
    scoring.TL3_PATRON: box.TL3,
    scoring.TR5_BOOKS: box.TR5,
    scoring.TA3_CHARACTERS: box.TA3,
}  # the tile that a line is about
MAJORITIES = {scoring.BONUS_MAJORITY: scoring.GRID, scoring.MUSEUM_MAJORITY: scoring.MUSEUM}


def ending(states: Sequence[State], say: Say, viewer: int | None) -> Ending:
    """The winners, and the sheet of a finished game."""
    s = states[-1]
    seats = range(s.players)
    part = ScorePart("", tuple(line(s, say, column) for column in range(len(LEDGER)) if is_used(s, column)))
    scores = tuple(scoring.score(s, p) for p in seats)
    winners = tuple(p for p in seats if not any(scoring.ahead(s, q, p) for q in seats))
    tied = leaders(scores)
    verdict = Verdict("", tuple(Reason(say(note), WINNER) for note in tie_notes(s, tied)))
    return ending_of(say, viewer, WINNER, (part,), scores, winners, tie_line(s, say, tied), verdict)


def later(s: State, p: int) -> dict[str, int]:
    """What the table as it stands would pay a seat at the end, by line; the other lines are paid at once. (L100)"""
    at_once = (scoring.MASTERPIECES, scoring.PASSING, scoring.FLIPPED_PATRON)
    return {name: scoring.ledger(s, p, column) for column, name in enumerate(LEDGER) if column not in at_once}


def is_used(s: State, column: int) -> bool:
    """Whether a line has anything to say: tiles that somebody owns, patrons that were flipped."""
    if column in TILES:
        return s.owner[TILES[column]] >= 0
    return column != scoring.FLIPPED_PATRON or any(s.flipped[p] for p in range(s.players))


def line(s: State, say: Say, column: int) -> ScoreLine:
    """One line: the points of every seat and what they are for."""
    tile = TILES.get(column)
    notes = NOTES[column]
    cells = tuple(
        Cell(scoring.ledger(s, p, column), notes(s, say, p)) if tile is None or s.owner[tile] == p else Cell(None)
        for p in range(s.players)
    )
    name = say(Phrase(f"ledger.{LEDGER[column]}"))
    source = say(Phrase("ending.source_tiles")) if tile is not None else name
    about = shares(s, say, MAJORITIES[column]) if column in MAJORITIES else ""
    return ScoreLine(name, (LEDGER[column].partition(".")[0],), cells, source, about)


# --- what the points are for ---------------------------------------------------------------------------


def masterpieces(s: State, say: Say, p: int) -> str:
    """The points of each discipline. (L54)"""
    found = (
        (d, sum(box.MASTERPIECE_POINTS[m] for m in range(box.MASTERPIECE_SPACES) if s.masterpiece[d][m] == p))
        for d in range(box.DISCIPLINES)
    )
    return by_discipline(say, [(d, points) for d, points in found if points])


def books(s: State, say: Say, p: int) -> str:
    """The points of each colour of books. (L100)"""
    found = ((d, sum(box.BOOK_POINTS[colour][: s.books[p][colour]])) for colour, d in enumerate(box.BOOKS))
    return by_discipline(say, [(d, points) for d, points in found if points])


def by_discipline(say: Say, points: list[tuple[int, int]]) -> str:
    return ", ".join(f"{say(Phrase(f'disciplines.{box.LETTERS[d]}'))} {n}" for d, n in points)


def ship(s: State, say: Say, p: int) -> str:
    """Where the ship is. (L100)"""
    return say(Phrase("ending.ship", {"points": box.TRACK_POINTS[s.ship[p]]}))


def passing(s: State, say: Say, p: int) -> str:
    """When a seat passed out, or that it played on to the end. (L91)"""
    place = s.place[p]
    return say(Phrase("ending.passed", {"place": place})) if place else say(Phrase("ending.played_on"))


def furthest(s: State, say: Say, p: int) -> str:
    """Whether the ship is furthest. (L101)"""
    if s.ship[p] < scoring.furthest_ship(s):
        return say(Phrase("ending.not_furthest"))
    alone = sum(s.ship[q] == s.ship[p] for q in range(s.players)) == 1
    return say(Phrase("ending.alone" if alone else "ending.tied"))


def patron(s: State, say: Say, p: int) -> str:
    """The slot that the patron is on. (L101, L105)"""
    return say(Phrase("ending.slot", {"count": box.COST[patron_slot(s, p)]}))


def religion_books(s: State, say: Say, p: int) -> str:
    """The Religion books. (L101)"""
    return say(Phrase("ending.books", {"count": s.books[p][box.RELIGION_BOOK]}))


def characters(s: State, say: Say, p: int) -> str:
    """The characters on the worker track. (L101)"""
    return say(Phrase("ending.characters", {"count": scoring.character_count(s, p)}))


def flipped(s: State, say: Say, p: int) -> str:
    """The flipped patron. (L59)"""
    return say(Phrase("ending.flipped")) if s.flipped[p] else ""


def discs(s: State, say: Say, p: int) -> str:
    """The discs on the grid. (L102)"""
    return compared(s, say, scoring.GRID, "ending.discs", p)


def museum(s: State, say: Say, p: int) -> str:
    """The value of the museum. (L103)"""
    return compared(s, say, scoring.MUSEUM, "ending.value", p)


def compared(s: State, say: Say, which: int, key: str, p: int) -> str:
    value = scoring.standing(s, which, p)
    said = say(Phrase(key, {"count": value}))
    tied = value > 0 and scoring.places_shared(s, which, value) > 1
    return f"{said}, {say(Phrase('ending.tied'))}" if tied else said


def shares(s: State, say: Say, which: int) -> str:
    """The places of a majority that were shared, lost or won by nobody. (L103, L104)"""
    neutral = scoring.standing(s, which, s.players) if which == scoring.MUSEUM else 0
    told = place_notes(s, which, lambda value: scoring.places_shared(s, which, value) > 1 or value == neutral)
    return say(joined(told, "then", "then")) if told else ""


NOTES: dict[int, Callable[[State, Say, int], str]] = {
    scoring.MASTERPIECES: masterpieces, scoring.MONEY_TRACK: ship, BOOKS_LINE: books, scoring.PASSING: passing,
    scoring.TD5_SHIP: furthest, scoring.TL3_PATRON: patron, scoring.TR5_BOOKS: religion_books,
    scoring.TA3_CHARACTERS: characters, scoring.FLIPPED_PATRON: flipped, scoring.BONUS_MAJORITY: discs,
    scoring.MUSEUM_MAJORITY: museum,
}  # fmt: skip


# --- equal points ---------------------------------------------------------------------------------------


def tie_line(s: State, say: Say, tied: list[int]) -> ScoreLine | None:
    """The three tie-breaks of those with the most points, if they had to decide. (L105)"""
    if len(tied) < 2:
        return None
    cells = tuple(Cell(None, tie_break(s, say, p) if p in tied else "") for p in range(s.players))
    return ScoreLine(say(Phrase("ending.tie")), (WINNER,), cells, "")


def tie_break(s: State, say: Say, p: int) -> str:
    """What the tie-breaks look at: the patron's face and slot, and when the seat passed out."""
    face = Code(say(Phrase("ending.flipped" if s.flipped[p] else "ending.unflipped")))
    return ", ".join([face, patron(s, say, p), passing(s, say, p)])
