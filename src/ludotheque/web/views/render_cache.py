"""Tables as they were drawn last: whoever asks twice for the same thing is not drawn for twice."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.parts import Drawing, Sent, draw, known

MOST = 300  # drawings that are kept, of about 100 kB each

Key = tuple[str, Visit, int | None]


class RenderCache:
    """One drawing for each viewer: the pages of one share theirs, and so do spectators."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[TableState, int, Drawing]] = OrderedDict()
        self._locks: WeakValueDictionary[Key, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    def update(
        self, table: TableState, visit: Visit, eyes: int | None, now: float, sent: Sent | None
    ) -> tuple[Callable[[], str], Sent]:
        """What a page is to be sent that has been sent something before, or nothing yet; and what it has then."""
        news = known(table, sent)
        drawing = self.drawing(table, visit, eyes, now, news)
        if sent is not None and news and drawing.fits(sent):
            return functools.partial(drawing.since, sent), drawing.sent()
        if news:
            drawing = self.drawing(table, visit, eyes, now)
        return drawing.whole, drawing.sent()

    def drawing(self, table: TableState, visit: Visit, eyes: int | None, now: float, news: int = 0) -> Drawing:
        """A table for one reader; of what happened before ply `news` neither log nor movements."""
        as_viewer = _as_viewer(visit, _at(table, visit.visitor))
        if table.clock != "none" or (news and as_viewer.visitor):  # it shows the time, or nobody else needs it
            return draw(table, as_viewer, eyes, now, news)
        key = (table.id, as_viewer, eyes)
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            kept = self._kept.get(key)
            # The same object, and not the same version: seals have none.
            if kept is None or kept[0] is not table or kept[1] != news:
                kept = (table, news, draw(table, as_viewer, eyes, now, news))
                self._keep(key, kept)
        return kept[2]

    def _keep(self, key: Key, drawn: tuple[TableState, int, Drawing]) -> None:
        with self._guard:
            self._kept[key] = drawn
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)


@functools.lru_cache(4096)
def _as_viewer(visit: Visit, visitor: str) -> Visit:
    """A visit without what the drawing of a table does not depend on."""
    return replace(visit, visitor=visitor, known=True, here="", htmx=False)


def _at(table: TableState, visitor: str) -> str:
    """The visitor; of those who have nothing to do with a table each is like the others."""
    return visitor if visitor == table.host or table.seats_of(visitor) else ""
