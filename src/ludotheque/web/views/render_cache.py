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
    ) -> tuple[Callable[[], str], Sent]:
        """The text that brings a page up to date, and what the page then has."""
        first = known_plies(table, sent)
        drawing = self.drawing(table, visit, eyes, now, first)
        if sent is not None and first and drawing.fits(sent):
            return functools.partial(drawing.since, sent), drawing.sent()
        if first:
            drawing = self.drawing(table, visit, eyes, now)
        return drawing.whole, drawing.sent()

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
            # Compare the object and not the version: a replaced sealed answer has the same version.
            if kept is None or kept[0] is not table or kept[1] != first:
                kept = (table, first, draw(table, visit, eyes, now, first))
                self._keep(key, kept)
        return kept[2]

    def _keep(self, key: DrawingKey, drawn: tuple[TableState, int, Drawing]) -> None:
        with self._lock:
            self._kept[key] = drawn
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_DRAWINGS:
                self._kept.popitem(last=False)


@functools.lru_cache(4096)
def _as_viewer(visit: Visit, visitor: str) -> Visit:
    """A visit without the fields that do not matter for a drawing."""
    return replace(visit, visitor=visitor, known=True, here="", htmx=False)


def _at(table: TableState, visitor: str) -> str:
    """The visitor, or "" for one who neither sits at the table nor hosts it."""
    return visitor if visitor == table.host or table.seats_of(visitor) else ""
