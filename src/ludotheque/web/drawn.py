"""Tables as they were drawn last: whoever asks twice for the same thing is not drawn for twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from weakref import WeakValueDictionary

from ludotheque.web.desk import TableState
from ludotheque.web.render import render
from ludotheque.web.show.table import reader_of, table_of, title_of
from ludotheque.web.visit import Visit

MOST = 300  # fragments that are kept, of about 150 kB each

Key = tuple[str, Visit, int | None]


class Drawn:
    """One drawing for each reader: the answer to a post is the event that follows it, and spectators share theirs."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[TableState, str]] = OrderedDict()
        self._locks: WeakValueDictionary[Key, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    def part(self, table: TableState, visit: Visit, eyes: int | None, now: float) -> str:
        """A table for one reader, as parts/table.jinja."""
        as_reader = replace(visit, visitor=_at(table, visit.visitor), known=True, here="", htmx=False)
        if table.clock != "none":  # it shows the time
            return draw(table, as_reader, eyes, now)
        key = (table.id, as_reader, eyes)
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] is not table:  # the same object, and not the same version: seals have none
                kept = (table, draw(table, as_reader, eyes, now))
                self._keep(key, kept)
        return kept[1]

    def _keep(self, key: Key, drawn: tuple[TableState, str]) -> None:
        with self._guard:
            self._kept[key] = drawn
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)


def draw(table: TableState, visit: Visit, eyes: int | None, now: float) -> str:
    """Draws a table for one reader."""
    reader = reader_of(table, visit, eyes, now)
    return render("parts/table.jinja", visit, table_of(reader), title_of(reader))


def _at(table: TableState, visitor: str) -> str:
    """The visitor; of those who have nothing to do with a table each is like the others."""
    return visitor if visitor == table.host or table.seats_of(visitor) else ""
