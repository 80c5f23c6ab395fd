"""Positions of running games, which nobody may let the strongest player think about unless their table allows it."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence

from ludotheque.core.position import Position
from ludotheque.web.tables.results import may_analyse
from ludotheque.web.tables.state import RUNNING, TableState

UNSEEN = ("to_act", "pending", "box", "own_box")  # entries that may differ where the pieces are the same
LATEST = 20  # plies of a line that are compared: what follows a position is no secret way around


def is_guarded(table: TableState) -> bool:
    """Whether the running game of a table is for its players alone: it is rated, or several people play it."""
    alone = not table.rated and len(table.people()) < 2
    return table.status == RUNNING and not table.companion and not alone and not may_analyse(table)


def is_being_played(tables: Iterable[TableState], line: Sequence[Position]) -> bool:
    """Whether one of the last positions of a line is that of a guarded table."""
    latest = {seen_by_all(position) for position in line[-LATEST:]}
    return any(is_guarded(table) and seen_by_all(table.position) in latest for table in tables)


@functools.lru_cache(2000)
def seen_by_all(position: Position) -> int:
    """A hash of what spectators see, whatever the box, and also while seats decide at the same time in secret."""
    seen = {key: value for key, value in position.view().items() if key not in UNSEEN}
    return hash(json.dumps(seen, sort_keys=True))
