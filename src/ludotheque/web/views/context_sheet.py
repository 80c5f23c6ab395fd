"""The score sheet as the template of the end is given it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.web.views.context import RuleLink


@dataclass(frozen=True)
class SheetCell:
    """What a seat has in a line of the score sheet."""

    points: int | None  # None: the line is not about this seat
    note: str = ""  # how they came about
    praise: str = ""  # what stands out


@dataclass(frozen=True)
class SheetLine:
    """A line of the score sheet."""

    label: str
    rules: tuple[RuleLink, ...]
    cells: tuple[SheetCell, ...]  # by seat
    note: str = ""  # about all seats


@dataclass(frozen=True)
class SheetPart:
    """Lines that belong together; "" is no title."""

    title: str
    lines: tuple[SheetLine, ...]
    so_far: SheetLine | None  # a subtotal


@dataclass(frozen=True)
class Reason:
    """Why somebody has won."""

    text: str
    rule: RuleLink | None


@dataclass(frozen=True)
class Source:
    """Where points came from, for the chart."""

    label: str
    points: tuple[int, ...]  # by seat


@dataclass(frozen=True)
class Sheet:
    """The score sheet."""

    headline: str  # who has won
    reasons: tuple[Reason, ...]
    parts: tuple[SheetPart, ...]
    total: SheetLine
    winners: tuple[int, ...]
    tie: SheetLine | None  # what decided between those with the most points, if it had to
    came_from: str  # the title of the chart
    sources: tuple[Source, ...]
    record: str  # download
    replay: str
    again: str  # post here
