"""Keeps the strongest bot off games that people play now at other tables."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.analysis.tree import Node
from ludotheque.core.position import Position
from ludotheque.web.pages.context import Context
from ludotheque.web.storage.queries import tables_among_people
from ludotheque.web.tables.being_played import LATEST, is_being_played
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState


def check_free(context: Context, line: Sequence[Position], but: str = "") -> None:
    """Refuses positions that are, or lead to or follow, what is on a guarded table now; the table `but` may be it."""
    tables = tables_among_people(context.store, line[-1].game.name)
    if is_being_played((table for table in tables if table.id != but), line):
        raise Refusal(409, "being_played")


def check_free_node(context: Context, node: Node) -> None:
    """Refuses a moment of an analysis for what it is, and for what led to it."""
    check_free(context, [each.position for each in node.line()[-LATEST:]])


class FreeLine:
    """A moment of an analysis that somebody watches: refused as soon as it is on a guarded table."""

    def __init__(self, context: Context, node: Node) -> None:
        self._store = context.store
        self._line = [each.position for each in node.line()[-LATEST:]]
        self._seen: dict[str, int] = {}  # versions of tables that were compared

    def check(self) -> None:
        """Compares the moment with the tables that have changed since the last check."""
        tables = tables_among_people(self._store, self._line[-1].game.name)
        changed = [table for table in tables if self._seen.get(table.id) != table.version]
        if is_being_played(changed, self._line):
            raise Refusal(409, "being_played")
        self._seen = {table.id: table.version for table in tables}


def check_free_table(context: Context, table: TableState, line: Sequence[Position]) -> None:
    """Refuses positions of a table at which people have entered them; the draws of others cannot be chosen."""
    if table.companion or table.start is not None:
        check_free(context, line, table.id)
