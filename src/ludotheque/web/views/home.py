"""The home page and "my games": games, and tables to go on with, to join or to watch."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import games
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.seating import Tables
from ludotheque.web.tables.state import OVER, RUNNING, WAITING
from ludotheque.web.views.common import GameCard, game_card
from ludotheque.web.views.lists import ListedTable, listed


@dataclass(frozen=True)
class Home:
    """The home page."""

    games: tuple[GameCard, ...]
    mine: tuple[ListedTable, ...]  # running and waiting, those that wait for me first
    open: tuple[ListedTable, ...]  # to join, or to watch


@dataclass(frozen=True)
class Mine:
    """My games."""

    running: tuple[ListedTable, ...]
    over: tuple[ListedTable, ...]
    unplayable: int  # tables that are kept, but were made with rules or a box that are not here


def home_of(tables: Tables, visit: Visit) -> Home:
    """The home page of a visitor."""
    mine = my_tables(tables, visit)
    ids = {table.id for table in mine}
    others = [listed(table, visit) for table in tables.open_tables() if table.id not in ids]
    return Home(
        games=tuple(game_card(name, visit.speech) for name in games()),
        mine=mine,
        open=tuple(sorted(others, key=lambda table: not table.free)),
    )


def mine_of(tables: Tables, visit: Visit) -> Mine:
    """The games of a visitor."""
    over = tuple(listed(table, visit) for table in tables.of(visit.visitor, OVER))
    return Mine(my_tables(tables, visit), over, tables.unplayable(visit.visitor))


def my_tables(tables: Tables, visit: Visit) -> tuple[ListedTable, ...]:
    """The visitor's tables that are not over, those that wait for the visitor first."""
    found = [listed(table, visit) for table in tables.of(visit.visitor, WAITING, RUNNING)]
    return tuple(sorted(found, key=lambda table: not table.my_turn))
