"""Tables in lists: at home, and in my games."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from ludotheque.core.game import game_of
from ludotheque.web.tables.state import BOT, GIVEN_UP, OPEN, OVER, RUNNING, WAITING, TableState
from ludotheque.web.views.common import clock_words, date_words, names_of, option_fields, winners_sentence
from ludotheque.web.views.levels import level_name
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit

log = logging.getLogger("ludotheque.views")


@dataclass(frozen=True)
class ListedSeat:
    """A seat of a table in a list."""

    seat: int  # 0..4: its colour and shape
    name: str
    kind: str  # "person", "bot" or "open"
    mine: bool  # the visitor's only seat; a visitor with several seats is called by their names
    score: int | None  # None before the start


@dataclass(frozen=True)
class ListedTable:
    """A table in a list (`parts/table_card.jinja`)."""

    id: str
    url: str
    game_title: str
    picture: str  # the position as the visitor may see it; before the start, the box
    title: str  # title of the table, or ""
    stage: str  # "waiting", "running" or "over"
    my_turn: bool
    asked: str  # the players to act, in words; after the end the winners
    seats: tuple[ListedSeat, ...]
    free: int  # number of free seats
    clock: str  # the clock in words, or ""
    options: tuple[str, ...]  # options that differ from the usual ones, in words
    bots: tuple[str, ...]  # the levels of its bots, in words
    wanted: str  # the level of players that it looks for; in words, or ""
    rated: bool
    moved_at: float  # when the position last changed
    changed: str  # time of the last change, ISO 8601
    day: str  # its date in words


def listed_all(tables: Iterable[TableState], visit: Visit) -> list[ListedTable]:
    """The tables in a list. One that cannot be shown is left out, so that it harms no page."""
    found = []
    for table in tables:
        try:
            found.append(listed(table, visit))
        except Exception:
            log.exception("table %s cannot be listed", table.id)
    return found


def listed(table: TableState, visit: Visit) -> ListedTable:
    """A table in a list, with what the visitor may know."""
    speech = visit.speech
    names = names_of(table, speech)
    mine = table.seats_of(visit.visitor)
    changed = datetime.fromtimestamp(table.changed, UTC)
    scores = table.position.scores() if table.status != WAITING else None
    return ListedTable(
        id=table.id,
        url=f"/t/{table.id}",
        picture=f"/games/{table.game}/card.svg" if scores is None else f"/t/{table.id}/picture.svg?v={table.version}",
        game_title=game_of(table.game).title(speech.language),
        title=table.title,
        stage=table.status,
        my_turn=table.waits_for(visit.visitor),
        asked=asked_words(table, names, visit),
        seats=tuple(
            ListedSeat(
                seat=seat.seat,
                name="" if seat.kind == OPEN else names[seat.seat],
                kind=seat.kind,
                mine=mine == [seat.seat],
                score=None if scores is None else scores[seat.seat],
            )
            for seat in table.seats
        ),
        free=table.free_seats(),
        clock=clock_words(table, speech),
        options=tuple(chosen_options(table, speech)),
        bots=tuple(level_name(table.game, seat.level, speech) for seat in table.seats if seat.kind == BOT),
        wanted=speech.say(f"wanted.{table.wanted}") if table.wanted else "",
        rated=bool(table.rated),
        moved_at=table.moved_at,
        changed=changed.isoformat(timespec="seconds"),
        day=date_words(changed, speech),
    )


def chosen_options(table: TableState, speech: PageSpeech) -> Iterator[str]:
    """The options of a table that differ from the usual ones."""
    game = game_of(table.game)
    for field in option_fields(game, speech, table.options, table.players):
        option = game.options[field.name]
        if table.options.get(field.name, option.default) != option.default:
            value = next((each.label for each in field.values if each.chosen), "")
            yield field.label if field.yes_no else f"{field.label}{speech.say('frame.colon')} {value}"


def asked_words(table: TableState, names: tuple[str, ...], visit: Visit) -> str:
    """Whose turn it is, in words; after the end who has won."""
    speech, position = visit.speech, table.position
    if table.status == OVER:
        return winners_sentence(position, names, speech)
    if table.status == GIVEN_UP:
        return given_up_words(table, names, speech)
    if table.status != RUNNING:
        return speech.say("lists.waiting", count=table.free_seats())
    if position.secret:
        return speech.say("table.all_choose")
    if table.waits_for(visit.visitor):
        return speech.say("lists.my_turn")
    return speech.say("lists.turn", name=speech.list([names[seat] for seat in table.asked()]))


def given_up_words(table: TableState, names: tuple[str, ...], speech: PageSpeech) -> str:
    """The player who gave the game up and the one who wins by that, in words; "" if nobody did."""
    if table.status != GIVEN_UP:
        return ""
    left = [names[seat.seat] for seat in table.seats if seat.away]
    others = [names[seat.seat] for seat in table.seats if not seat.away]
    if len(left) != 1 or len(others) != 1:
        return speech.say("end.given_up")
    return speech.say("end.gave_up", name=left[0], winner=others[0])
