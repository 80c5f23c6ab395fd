"""My page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from sqlalchemy import ColumnElement

from ludotheque.core.game import game_of, games
from ludotheque.core.words import LANGUAGES
from ludotheque.web.storage.nudges import NudgeStore
from ludotheque.web.storage.played_games import PlayedGame, games_played
from ludotheque.web.storage.queries import count_unplayable, ended_tables_of
from ludotheque.web.storage.schema import results
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.state import PERSON, RUNNING
from ludotheque.web.tables.visitors import TOKENS, VisitorRow
from ludotheque.web.views.common import age, date_words
from ludotheque.web.views.home import my_tables
from ludotheque.web.views.levels import FormValue
from ludotheque.web.views.lists import ListedTable, listed_all
from ludotheque.web.views.sharing import qr_code
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.statistics import Played, Statistics, played_of, statistics_of
from ludotheque.web.views.visit import ON_OFF, PREFERENCES, Visit

PAGE = 12  # games of the history at once
SHOWN = ("sound", "animation", "confirm", "colour_blind", "helper", "rule_numbers", "notifications")  # in this order


@dataclass(frozen=True)
class Preference:
    """A preference: a switch, or one of few values."""

    name: str  # the field of /settings
    label: str
    sentence: str
    values: tuple[FormValue, ...]
    on: bool | None  # None: not a switch


@dataclass(frozen=True)
class Filter:
    """What the visitor asks to see."""

    statistics: str = ""  # the game of the statistics; "": the one played most
    game: str = ""
    players: int | None = None
    result: str = ""  # "won", "lost", "rated" or ""
    before: float | None = None  # only games before this time

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions on the rows of results."""
        column = results.c
        wished = {"won": column.won > 0, "lost": column.won == 0, "rated": column.rating.is_not(None)}
        found = [column.game == self.game] if self.game else []
        found += [column.players == self.players] if self.players else []
        found += [wished[self.result]] if self.result else []
        return [*found, column.at < self.before] if self.before else found


@dataclass(frozen=True)
class Device:
    """A link for another device."""

    key: str  # "": none was made
    link: str

    @property
    def qr(self) -> Markup:
        """The link as a QR code."""
        return qr_code(self.link)


class InProgress(NamedTuple):
    """A table that is not over."""

    table: ListedTable
    since: str  # the time since its last move, in words, or ""
    can_nudge: bool  # the visitor may nudge the others


@dataclass(frozen=True)
class Me:
    """My page (`me.jinja`)."""

    name: str  # "" before the visitor gave one
    called: str  # what tables call a visitor without a name
    tokens: tuple[FormValue, ...]
    languages: tuple[FormValue, ...]
    preferences: tuple[Preference, ...]
    running: tuple[InProgress, ...]
    waiting: int  # how many of them wait for the visitor
    over: tuple[ListedTable, ...]  # ended lately without a result, such as games of version 0.2.0
    unplayable: int  # tables that need rules or a box that are not installed
    since: str  # when the visitor first came, or ""
    total: int  # finished games
    statistics: Statistics | None  # None before the first finished game
    tabs: tuple[FormValue, ...]  # the games that statistics can be shown of
    history: tuple[Played, ...]
    filters: tuple[tuple[str, str, tuple[FormValue, ...]], ...]  # fields of the history: name, label, values
    older: str  # the address of older games, or ""
    device: Device
    devices: int  # linked to the visitor beside the first one


def me_of(store: TableStore, visit: Visit, visitor: VisitorRow, wanted: Filter, device: Device) -> Me:
    """The page of a visitor."""
    speech, running = visit.speech, sorted(my_tables(store, visit), key=lambda each: (not each.my_turn, each.moved_at))
    played = games_played(store, visit.visitor)
    counts = Counter(game.game for game in played)
    of = wanted.statistics if wanted.statistics in counts else next((game for game, _ in counts.most_common(1)), "")
    history = games_played(store, visit.visitor, *wanted.conditions(), most=PAGE + 1)
    told = {game.table for game in played}
    return Me(
        name=visitor.name,
        called=speech.say(f"tokens.{visit.token}"),
        tokens=tuple(FormValue(token, speech.say(f"tokens.{token}"), token == visit.token) for token in TOKENS),
        languages=tuple(FormValue(each, speech.say(f"languages.{each}"), each == visit.language) for each in LANGUAGES),
        preferences=tuple(preference_of(name, visit, visitor) for name in SHOWN),
        running=tuple(in_progress(store, each, visit) for each in running),
        waiting=sum(table.my_turn for table in running),
        over=tuple(table for table in listed_all(ended_tables_of(store, visit.visitor), visit) if table.id not in told),
        unplayable=count_unplayable(store, visit.visitor),
        since=date_words(datetime.fromtimestamp(visitor.created, UTC).date(), speech) if visitor.created else "",
        total=len(played),
        statistics=statistics_of(of, [game for game in played if game.game == of], visit.token, speech) if of else None,
        tabs=tuple(
            FormValue(game, game_of(game).title(visit.language), game == of) for game in counts if game in games()
        ),
        history=played_of(history[:PAGE], speech),
        filters=filters_of(wanted, counts, {game.players for game in played}, speech),
        older=older_of(wanted, history),
        device=device,
        devices=visitor.devices,
    )


def in_progress(store: TableStore, table: ListedTable, visit: Visit) -> InProgress:
    """A table that is not over; after an hour the visitor may nudge the people there."""
    waited = store.now() - table.moved_at
    waits = table.stage == RUNNING and not table.my_turn
    may_nudge = NudgeStore(store.engine).may_nudge
    people = any(seat.kind == PERSON and not seat.mine for seat in table.seats)
    can_nudge = waits and people and may_nudge(table.id, visit.visitor, table.moved_at, store.now())
    return InProgress(table, age(waited, visit.speech) if table.stage == RUNNING else "", can_nudge)


def filters_of(
    wanted: Filter, counts: Counter[str], players: set[int], speech: PageSpeech
) -> tuple[tuple[str, str, tuple[FormValue, ...]], ...]:
    """The fields by which the history is filtered."""
    chosen = [("", speech.say("history.all_games")), *((game, game_of(game).title(speech.language)) for game in counts)]
    numbers = [("", speech.say("history.all_players"))]
    numbers += [(str(n), speech.say("statistics.players", count=n)) for n in sorted(players)]
    found = [
        ("", speech.say("history.any_result")),
        *((key, speech.say(f"history.only_{key}")) for key in ("won", "lost", "rated")),
    ]
    fields = (
        ("game", wanted.game, chosen),
        ("players", str(wanted.players or ""), numbers),
        ("result", wanted.result, found),
    )
    return tuple(
        (name, values[0][1], tuple(FormValue(value, label, value == now) for value, label in values))
        for name, now, values in fields
    )


def older_of(wanted: Filter, history: list[PlayedGame]) -> str:
    """The address of the games before those that are shown, or ""."""
    if len(history) <= PAGE:
        return ""
    fields = {"game": wanted.game, "players": wanted.players or "", "result": wanted.result}
    return "/me?" + urlencode(fields | {"before": history[PAGE - 1].at}) + "#history"


def preference_of(name: str, visit: Visit, visitor: VisitorRow) -> Preference:
    """A preference with the visitor's value."""
    speech, values = visit.speech, PREFERENCES[name]
    chosen = visitor.preferences.get(name, values[0])
    return Preference(
        name=name,
        label=speech.say(f"preferences.{name}"),
        sentence=speech.say(f"preferences.{name}_sentence"),
        values=tuple(
            FormValue(each, speech.say(f"preferences.{name}_{each}"), each == chosen) for each in ORDERED.get(name, ())
        ),
        on=chosen == "on" if set(values) == set(ON_OFF) else None,
    )


ORDERED = {"animation": ("off", "calm", "normal", "fast"), "confirm": ("never", "secret", "all")}
