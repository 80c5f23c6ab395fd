"""The home page."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import game_of, games
from ludotheque.web.storage.queries import open_tables, tables_of
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.quick_match import QuickMatch, matches
from ludotheque.web.tables.state import RUNNING, WAITING
from ludotheque.web.views.common import GameCard, game_card
from ludotheque.web.views.lists import ListedTable, listed_all
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Home:
    """The home page (`home.jinja`)."""

    games: tuple[GameCard, ...]
    mine: tuple[ListedTable, ...]  # waiting and running; those that wait for the visitor come first
    open: tuple[ListedTable, ...]  # tables to join or to watch
    quick: tuple[tuple[str, str], ...]  # quick matches: the values of the field `match`, and their words


def home_of(store: TableStore, visit: Visit) -> Home:
    """The home page of a visitor."""
    mine = my_tables(store, visit)
    ids = {table.id for table in mine}
    others = listed_all((table for table in open_tables(store) if table.id not in ids), visit)
    return Home(
        games=tuple(game_card(name, visit.speech) for name in games()),
        mine=mine,
        open=tuple(sorted(others, key=lambda table: not table.free)),
        quick=tuple((match.key, quick_words(match, visit.speech)) for match in matches()),
    )


def quick_words(match: QuickMatch, speech: PageSpeech) -> str:
    """A quick match in words: "La Stanza for 2, about 60 minutes"."""
    title = game_of(match.game).title(speech.language)
    return speech.say("home.quick_match", game=title, count=match.players, minutes=match.minutes)


def my_tables(store: TableStore, visit: Visit) -> tuple[ListedTable, ...]:
    """The visitor's tables that are not over; those that wait for the visitor come first."""
    found = listed_all(tables_of(store, visit.visitor, WAITING, RUNNING), visit)
    return tuple(sorted(found, key=lambda table: not table.my_turn))
