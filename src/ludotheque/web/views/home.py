"""The home page and "my games"."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import games
from ludotheque.web.storage.queries import count_unplayable, ended_tables_of, open_tables, tables_of
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.state import RUNNING, WAITING
from ludotheque.web.views.common import GameCard, game_card
from ludotheque.web.views.lists import ListedTable, listed
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Home:
    """The home page (`home.jinja`)."""

    games: tuple[GameCard, ...]
    mine: tuple[ListedTable, ...]  # waiting and running; those that wait for the visitor come first
    open: tuple[ListedTable, ...]  # tables to join or to watch


@dataclass(frozen=True)
class Mine:
    """The visitor's games (`mine.jinja`)."""

    running: tuple[ListedTable, ...]
    over: tuple[ListedTable, ...]
    unplayable: int  # tables that need rules or a box that are not installed


def home_of(store: TableStore, visit: Visit) -> Home:
    """The home page of a visitor."""
    mine = my_tables(store, visit)
    ids = {table.id for table in mine}
    others = [listed(table, visit) for table in open_tables(store) if table.id not in ids]
    return Home(
        games=tuple(game_card(name, visit.speech) for name in games()),
        mine=mine,
        open=tuple(sorted(others, key=lambda table: not table.free)),
    )


def mine_of(store: TableStore, visit: Visit) -> Mine:
    """The games of a visitor."""
    over = tuple(listed(table, visit) for table in ended_tables_of(store, visit.visitor))
    return Mine(my_tables(store, visit), over, count_unplayable(store, visit.visitor))


def my_tables(store: TableStore, visit: Visit) -> tuple[ListedTable, ...]:
    """The visitor's tables that are not over; those that wait for the visitor come first."""
    found = [listed(table, visit) for table in tables_of(store, visit.visitor, WAITING, RUNNING)]
    return tuple(sorted(found, key=lambda table: not table.my_turn))
