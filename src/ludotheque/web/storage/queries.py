"""Searches for tables: those to join, those of a visitor, and those that need attention."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, distinct, insert, null, select, tuple_, update
from sqlalchemy.sql.functions import count

from ludotheque.core.game import game_of, games
from ludotheque.web.storage import schema
from ludotheque.web.storage.store import TableStore, refusing_outages
from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import GIVEN_UP, OVER, PERSON, RUNNING, WAITING, TableState

FORSAKEN = DAY  # seconds without a change after which a table is no longer listed
REMEMBERED = 30 * DAY  # seconds for which an ended game stays among those of its players
GONE = 30.0  # seconds after which a visitor who has not been seen no longer waits for a quick match
MOST_LISTED = 50
MOST_RUNNING = 500  # maximum tables of a visitor, and of a game, that are read at once

_TABLE = schema.tables.c


def open_tables(store: TableStore) -> list[TableState]:
    """The listed tables that are neither over nor forsaken, the last changed first."""
    unseen = select(schema.company.c.table).where(schema.company.c.quick <= store.now() - GONE)
    waiting = (_TABLE.status == WAITING) & _TABLE.id.not_in(unseen)
    shown = waiting | (_TABLE.status == RUNNING)
    return _newest(store, _TABLE.listed, shown, _TABLE.changed > store.now() - FORSAKEN)


def quick_tables(store: TableStore, game: str, players: int) -> list[str]:
    """The ids of the tables where somebody waits for players of a quick match, the oldest first."""
    return store.find(_quick(store, game, players).limit(MOST_LISTED))


def add_quick_table(store: TableStore, alone: bool, table: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
    """Adds a table that waits for players of a quick match. With `alone`: refused where somebody waits already.

    Of two visitors who come at the same moment, also to two servers, one makes a table and the other is refused.
    """
    with refusing_outages(), schema.writing(store.engine) as connection:
        connection.execute(select(schema.identity.c.id).with_for_update())
        if alone and connection.execute(_quick(store, table["game"], table["players"])).first() is not None:
            raise Refusal(409, "seat_taken")
        connection.execute(insert(schema.tables).values(table))
        connection.execute(insert(schema.seats), list(seats))
        waits = {"table": table["id"], "chat": None, "reactions": [], "quick": store.now()}
        connection.execute(insert(schema.company).values(waits))


def _quick(store: TableStore, game: str, players: int) -> Select[tuple[str]]:
    waits = _TABLE.status == WAITING, _TABLE.game == game, _TABLE.players == players
    seen = schema.company.c.quick > store.now() - GONE
    return select(_TABLE.id).join(schema.company).where(*waits, seen).order_by(_TABLE.created, _TABLE.id)


def see_quick_tables(store: TableStore, ids: Sequence[str]) -> None:
    """Notes that somebody waits at these tables."""
    quick = schema.company.c.quick
    with schema.writing(store.engine) as connection:
        seen = update(schema.company).where(schema.company.c.table.in_(ids), quick.is_not(None))
        connection.execute(seen.values(quick=store.now()))


def remove_unattended(store: TableStore, id: str) -> None:
    """Removes a table before its start if nobody sits there."""
    with schema.writing(store.engine) as connection:
        waiting = select(_TABLE.id).where(_TABLE.id == id, _TABLE.status == WAITING).with_for_update()
        people = select(schema.seats.c.seat).where(schema.seats.c.table == id, schema.seats.c.kind == PERSON)
        if connection.execute(waiting).first() is None or connection.execute(people).first() is not None:
            return
        for part in (schema.company, schema.seats):
            connection.execute(delete(part).where(part.c.table == id))
        connection.execute(delete(schema.tables).where(_TABLE.id == id))


def forget_chats(store: TableStore) -> None:
    """Removes the chats of tables whose game ended long ago."""
    ended = select(_TABLE.id).where(_TABLE.status.in_((OVER, GIVEN_UP)), _TABLE.changed < store.now() - FORSAKEN)
    kept = schema.company.c
    with schema.writing(store.engine) as connection:
        connection.execute(delete(schema.company).where(kept.table.in_(ended)))


def tables_of(store: TableStore, visitor: str, *statuses: str) -> list[TableState]:
    """The tables where a visitor sits or is the host, the last changed first."""
    mine = _TABLE.id.in_(_seated(visitor)) | (_TABLE.host == visitor)
    return _newest(store, mine, _TABLE.status.in_(statuses), most=MOST_RUNNING)


def ended_tables_of(store: TableStore, visitor: str) -> list[TableState]:
    """The tables of a visitor whose game ended recently; after that, links still lead to them."""
    mine = _TABLE.id.in_(_seated(visitor)) | (_TABLE.host == visitor)
    return _newest(store, mine, _TABLE.status.in_((OVER, GIVEN_UP)), _TABLE.changed > store.now() - REMEMBERED)


def count_unplayable(store: TableStore, visitor: str) -> int:
    """The number of a visitor's tables that need a version of the rules or a box that is not installed."""
    installed = [(game.name, game.version, game.box_hash) for game in map(game_of, games())]
    other = tuple_(_TABLE.game, _TABLE.rules, _TABLE.box).not_in(installed) & (_TABLE.own_box == null())
    return len(store.find(select(_TABLE.id).where(_TABLE.id.in_(_seated(visitor)), other)))


def late_tables(store: TableStore) -> list[str]:
    """The ids of the tables where a clock has run out."""
    return store.find(select(_TABLE.id).where(_TABLE.status == RUNNING, _TABLE.deadline <= store.now()))


def exists(store: TableStore, id: str) -> bool:
    """Whether there is a table of this id."""
    return bool(store.find(select(_TABLE.id).where(_TABLE.id == id)))


def _seated(visitor: str) -> Select[tuple[str]]:
    return select(schema.seats.c.table).where(schema.seats.c.visitor == visitor)


def tables_among_people(store: TableStore, game: str) -> list[TableState]:
    """The tables where a game is being played that is rated or has several people, the last changed first."""
    seated = schema.seats.c.table == _TABLE.id, schema.seats.c.kind == PERSON
    people = select(count(distinct(schema.seats.c.visitor))).where(*seated).scalar_subquery()
    among = _TABLE.status == RUNNING, _TABLE.game == game, _TABLE.rated | (people > 1)
    rows = select(_TABLE.id, _TABLE.version).where(*among).order_by(_TABLE.changed.desc()).limit(MOST_RUNNING)
    with refusing_outages(), store.engine.connect() as connection:
        found = connection.execute(rows).all()
    return _readable(store, found)


def _newest(store: TableStore, *conditions: ColumnElement[bool], most: int = MOST_LISTED) -> list[TableState]:
    ids = store.find(select(_TABLE.id).where(*conditions).order_by(_TABLE.changed.desc()).limit(most))
    return _readable(store, [(table_id, None) for table_id in ids])


def _readable(store: TableStore, tables: Iterable[Any]) -> list[TableState]:
    """The tables of these ids, each of a version at least; without those that cannot be read."""
    found = []
    for table_id, version in tables:
        try:
            found.append(store.read(table_id, version))
        except Refusal:
            continue  # it needs rules that are not installed
    return found
