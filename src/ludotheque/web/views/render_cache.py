"""RenderCache: the last drawing of each table for each viewer."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from ludotheque.web.tables.state import TableState
from ludotheque.web.views.parts import Drawing, Sent, draw, known_plies
from ludotheque.web.views.visit import Visit

MAX_DRAWINGS = 300  # about 100 kB each

DrawingKey = tuple[str, Visit, int | None]
"""The table, the visitor, and the seat with whose eyes it is seen."""


class RenderCache:
    """Keeps one drawing per viewer: all pages of a viewer share it, and so do all spectators."""

    def __init__(self) -> None:
        self._kept: OrderedDict[DrawingKey, tuple[TableState, int, Drawing]] = OrderedDict()
        self._locks: WeakValueDictionary[DrawingKey, threading.Lock] = WeakValueDictionary()
        self._lock = threading.Lock()

    def update(
        self, table: TableState, visit: Visit, eyes: int | None, now: float, sent: Sent | None
    ) -> tuple[Callable[[], list[str]], Sent]:
        """The text that brings a page up to date, in pieces, and what the page then has."""
        first = known_plies(table, sent)
        drawing = self.drawing(table, visit, eyes, now, first)
        if sent is not None and first and drawing.fits(sent):
            return functools.partial(drawing.since, sent), drawing.sent()
        if first:
            drawing = self.drawing(table, visit, eyes, now)
        return lambda: [drawing.whole()], drawing.sent()

    def drawing(self, table: TableState, visit: Visit, eyes: int | None, now: float, first: int = 0) -> Drawing:
        """A table for one viewer; log and movements start with the ply `first`."""
        visit = _as_viewer(visit, _at(table, visit.visitor))
        if table.clock != "none" or (first and visit.visitor):  # it shows the time, or no other page needs it
            return draw(table, visit, eyes, now, first)
        key = (table.id, visit, eyes)
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            kept = self._kept.get(key)
            if kept is None or kept[1] != first or not looks_same(kept[0], table, visit.visitor):
                kept = (table, first, draw(table, visit, eyes, now, first))
                self._keep(key, kept)
        return kept[2]

    def drawings(self) -> list[Drawing]:
        """All drawings that are kept."""
        with self._lock:
            return [drawing for _, _, drawing in self._kept.values()]

    def shrink(self, most: int) -> None:
        """Forgets the drawings that were made first, down to so many."""
        with self._lock:
            while len(self._kept) > most:
                self._kept.popitem(last=False)

    def _keep(self, key: DrawingKey, drawn: tuple[TableState, int, Drawing]) -> None:
        with self._lock:
            self._kept[key] = drawn
            self._kept.move_to_end(key)
        self.shrink(MAX_DRAWINGS)


def looks_same(one: TableState, other: TableState, visitor: str) -> bool:
    """Whether two states of a table look the same to a visitor.

    A replaced sealed answer has the same version. Others must not notice it, not even by the time of a drawing.
    """
    if one is other:
        return True
    seals = [[table.seals.get(seat) for seat in table.seats_of(visitor)] for table in (one, other)]
    return one.version == other.version and one.position is other.position and seals[0] == seals[1]


@functools.lru_cache(4096)
def _as_viewer(visit: Visit, visitor: str) -> Visit:
    """A visit without the fields that do not matter for a drawing."""
    visit = replace(visit, visitor=visitor, known=True, here="", htmx=False, token="")
    return replace(visit, sound=False, animation="", confirm="", notifications=False)


def _at(table: TableState, visitor: str) -> str:
    """The visitor, or "" for one who neither sits at the table nor hosts it."""
    return visitor if visitor == table.host or table.seats_of(visitor) else ""
