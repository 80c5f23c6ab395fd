"""The end of a game: the winners, the reasons, and the score sheet as the rulebook would fill it in.

A game fills in its own sheet (`games/<game>/ending.py`), in the viewer's words; pages and the
terminal print any of them. The points of all lines of a seat add up to its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.contract.phrases import Code, Phrase, Say, minus, signed


class Cell(NamedTuple):
    """What a seat has in a line, and in a few words how it came about."""

    points: int | None  # None: the line is not about this seat
    note: str = ""
    praise: str = ""  # what stands out, such as the best show


class ScoreLine(NamedTuple):
    """A line of the score sheet."""

    name: str
    rules: tuple[str, ...]
    cells: tuple[Cell, ...]  # by seat
    source: str  # under what a chart counts these points; several lines may share one
    note: str = ""  # about all seats, such as a shared prize


class ScorePart(NamedTuple):
    """Lines that belong together, such as a season; without a title ("") they have no subtotal."""

    title: str
    lines: tuple[ScoreLine, ...]
    so_far: str = ""  # the name of the subtotal after this part


class Reason(NamedTuple):
    """A sentence on why, and the rule that says so."""

    text: str
    rule: str = ""


class Verdict(NamedTuple):
    """The winner, and the reasons."""

    headline: str
    reasons: tuple[Reason, ...]


NO_VERDICT = Verdict("", ())


class Ending(NamedTuple):
    """All that is to be said when a game is over."""

    verdict: Verdict
    parts: tuple[ScorePart, ...]
    total: str  # the name of the last line
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    tie: ScoreLine | None  # what decided between those with the most points, if that was needed
    came_from: str  # the title of a chart of the sources

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        return tuple(line for part in self.parts for line in part.lines)

    def sources(self) -> dict[str, list[int]]:
        """Where the points came from: for every source the points of each seat."""
        found: dict[str, list[int]] = {}
        for line in self.lines:
            sums = found.setdefault(line.source, [0] * len(self.scores))
            for seat, cell in enumerate(line.cells):
                sums[seat] += cell.points or 0
        return {source: sums for source, sums in found.items() if any(sums)}

    def subtotals(self, part: int) -> list[int]:
        """The points of every seat from the first part up to this one."""
        lines = [line for each in self.parts[: part + 1] for line in each.lines]
        return [sum(line.cells[seat].points or 0 for line in lines) for seat in range(len(self.scores))]


# --- what the games' own endings share: the keys "ending.*" of their words ----------------------------


def name_of(say: Say, seat: int) -> str:
    """What a player is called."""
    return say(Phrase("terms.seat", {"number": seat + 1}))


def listed(say: Say, texts: Sequence[str]) -> str:
    """Texts in a row: a, b and c."""
    *others, last = texts
    return say(Phrase("ending.and", {"first": Code(", ".join(others)), "last": Code(last)})) if others else last


def leaders(scores: Sequence[int]) -> list[int]:
    """Those with the most points, before any tie-break."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def ending_of(
    say: Say,
    viewer: int | None,
    rule: str,
    parts: tuple[ScorePart, ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    tie: ScoreLine | None = None,
    verdict: Verdict = NO_VERDICT,
) -> Ending:
    """The ending with this sheet; where the verdict lacks a headline or reasons, points decide it by the rule."""
    total, came_from = (say(Phrase(f"ending.{key}")) for key in ("total", "came_from"))
    ending = Ending(verdict, parts, total, scores, winners, tie, came_from)
    said = verdict.headline or headline(say, scores, winners, viewer)
    return ending._replace(verdict=Verdict(said, verdict.reasons or lead(say, ending, rule)))


def headline(say: Say, scores: Sequence[int], winners: Sequence[int], viewer: int | None) -> str:
    """Names the winners; a viewer who has won alone is addressed as "you"."""
    names = Code(listed(say, [name_of(say, seat) for seat in winners]))
    points = scores[winners[0]]
    gaps = {"names": names, "count": points, "points": Code(minus(points))}
    if len(winners) > 1:
        return say(Phrase("ending.share", gaps))
    return say(Phrase("ending.you_win" if winners[0] == viewer else "ending.wins", gaps))


def lead(say: Say, ending: Ending, rule: str) -> tuple[Reason, ...]:
    """By how much a winner by points has won, and with which of them."""
    winner = ending.winners[0]
    best = max(score for seat, score in enumerate(ending.scores) if seat != winner)
    seconds = [seat for seat, score in enumerate(ending.scores) if score == best and seat != winner]
    names = Code(listed(say, [name_of(say, seat) for seat in seconds]))
    margin = say(Phrase("ending.margin", {"count": ending.scores[winner] - best, "names": names}))
    return Reason(margin, rule), compared(say, ending, winner, seconds[0])


def compared(say: Say, ending: Ending, winner: int, second: int) -> Reason:
    """What the winner has more and less of than the second, the greatest differences first."""
    sources = ((source, sums[winner] - sums[second]) for source, sums in ending.sources().items())
    differences = sorted((each for each in sources if each[1]), key=lambda each: -abs(each[1]))
    told = ", ".join(f"{source} {signed(difference)}" for source, difference in differences)
    return Reason(say(Phrase("ending.compared", {"name": Code(name_of(say, second)), "differences": Code(told)})))
