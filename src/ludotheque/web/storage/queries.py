"""Searches for tables: those to join, those of a visitor, and those that need attention."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, select, tuple_

from ludotheque.core.game import game_of, games
from ludotheque.web.storage import schema
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import GIVEN_UP, OVER, RUNNING, WAITING, TableState

FORSAKEN = 86_400.0  # seconds without a change after which a table is no longer listed
REMEMBERED = 30 * 86_400.0  # seconds for which an ended game stays among those of its players
MOST_LISTED = 50

_TABLE = schema.tables.c


def open_tables(store: TableStore) -> list[TableState]:
    """The listed tables that are neither over nor forsaken, the last changed first."""
    return _newest(store, _TABLE.listed, _TABLE.status.in_((WAITING, RUNNING)), _TABLE.changed > store.now() - FORSAKEN)


def tables_of(store: TableStore, visitor: str, *statuses: str) -> list[TableState]:
    """The tables where a visitor sits or is the host, the last changed first."""
    mine = _TABLE.id.in_(_seated(visitor)) | (_TABLE.host == visitor)
    return _newest(store, mine, _TABLE.status.in_(statuses))


def ended_tables_of(store: TableStore, visitor: str) -> list[TableState]:
    """The tables of a visitor whose game ended lately; later a link still leads to them."""
    mine = _TABLE.id.in_(_seated(visitor)) | (_TABLE.host == visitor)
    return _newest(store, mine, _TABLE.status.in_((OVER, GIVEN_UP)), _TABLE.changed > store.now() - REMEMBERED)


def count_unplayable(store: TableStore, visitor: str) -> int:
    """The number of a visitor's tables that need a version of the rules or a box that is not installed."""
    installed = [(game.name, game.version, game.box_hash) for game in map(game_of, games())]
    other = tuple_(_TABLE.game, _TABLE.rules, _TABLE.box).not_in(installed)
    return len(store.find(select(_TABLE.id).where(_TABLE.id.in_(_seated(visitor)), other)))


def running_tables(store: TableStore) -> list[str]:
    """The ids of the tables where a game is being played."""
    return store.find(select(_TABLE.id).where(_TABLE.status == RUNNING))


def late_tables(store: TableStore) -> list[str]:
    """The ids of the tables where a clock has run out."""
    return store.find(select(_TABLE.id).where(_TABLE.status == RUNNING, _TABLE.deadline <= store.now()))


def exists(store: TableStore, id: str) -> bool:
    """Whether there is a table of this id."""
    return bool(store.find(select(_TABLE.id).where(_TABLE.id == id)))


def _seated(visitor: str) -> Select[tuple[str]]:
    return select(schema.seats.c.table).where(schema.seats.c.visitor == visitor)


def _newest(store: TableStore, *conditions: ColumnElement[bool]) -> list[TableState]:
    found = []
    for table_id in store.find(select(_TABLE.id).where(*conditions).order_by(_TABLE.changed.desc()).limit(MOST_LISTED)):
        try:
            found.append(store.read(table_id))
        except Refusal:
            continue  # it needs rules that are not installed
    return found
