"""The players of a table, and the seats of a table that has not started."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from ludotheque.core.game import game_of
from ludotheque.web.tables.links import may_link
from ludotheque.web.tables.state import BOT, OPEN, OVER, WAITING, TableSeat
from ludotheque.web.views.clock import ClockView, clock_of
from ludotheque.web.views.common import OptionField, date_words, option_fields, pictures_of
from ludotheque.web.views.levels import FormValue, level_name, level_values
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.viewer import Viewer


class PlayerView(NamedTuple):
    """A player in the rail, or a seat of a waiting table."""

    seat: int
    name: str  # "" for a free seat
    kind: str  # "person", "bot" or "open"
    asked: bool  # may decide now
    score: int
    gained: int  # since the viewer's last turn
    winner: bool  # the seat has won a finished game
    level: str = ""  # level of a bot, in words
    mine: bool = False
    away: bool = False  # a bot stands in
    chosen: bool = False  # has sealed an answer; nobody else is told
    clock: ClockView | None = None
    vacation: str = ""  # the day until which the clock of the player stands still, or ""
    can_sit: bool = False  # waiting tables: the viewer may take the seat
    kinds: tuple[FormValue, ...] = ()  # waiting tables, for the host: the field `kind`
    reserved: bool = False  # a free seat that only the holder of its link may take
    picture: str = ""  # the address of the token or portrait, or ""
    link: str | None = None  # the address of the link to this seat, "" before it is made; None: the viewer may not


class Score(NamedTuple):
    """A player in the row of scores."""

    seat: int
    name: str
    score: int
    asked: bool  # must still decide
    picture: str  # the address of the token or portrait, or ""

    @classmethod
    def of(cls, player: PlayerView) -> Score:
        return cls(player.seat, player.name, player.score, player.asked and not player.chosen, player.picture)


@dataclass(frozen=True)
class Eyes:
    """A seat, or None for a spectator, with whose eyes the page can be seen."""

    seat: int | None
    name: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class Waiting:
    """A table before its start."""

    host: bool  # the viewer may change seats and start
    can_start: bool
    sentence: str  # the table in one sentence
    link: str  # the address to send to friends
    options: tuple[OptionField, ...]
    free: int
    quick: bool = False  # a quick match: it starts by itself


def vacation_words(seat: TableSeat, viewer: Viewer) -> str:
    """The day until which the clock of a player stands still."""
    return date_words(datetime.fromtimestamp(seat.paused_until or 0.0, UTC), viewer.speech)


def players_of(viewer: Viewer, enters: bool = False) -> list[PlayerView]:
    """The players in the rail, or the seats of a waiting table; none is the viewer's who enters moves of all."""
    table, speech = viewer.table, viewer.speech
    waiting, over = table.status == WAITING, table.status == OVER
    scores = table.position.scores()
    earlier = table.history.positions[viewer.last_turn].scores()
    winners = table.position.winners() if over else []
    host, pictures = table.host == viewer.visit.visitor, pictures_of(table)
    return [
        PlayerView(
            seat=seat.seat,
            picture=pictures[seat.seat],
            name="" if seat.kind == OPEN else viewer.names[seat.seat],
            kind=seat.kind,
            level=level_name(table.game, seat.level, speech) if seat.is_bot else "",
            mine=seat.seat in viewer.mine and not enters,
            away=seat.away,
            asked=seat.seat in viewer.asked,
            chosen=seat.seat in table.seals and seat.seat in viewer.mine,
            score=scores[seat.seat],
            gained=0 if over else scores[seat.seat] - earlier[seat.seat],
            winner=seat.seat in winners,
            clock=clock_of(table, seat, viewer.asked, viewer.now, speech, seat.seat in viewer.mine)
            if table.clock != "none"
            else None,
            vacation=vacation_words(seat, viewer) if seat.paused_until and seat.on_vacation(viewer.now) else "",
            can_sit=waiting
            and seat.kind == OPEN
            and seat.link is None
            and not (viewer.mine and table.company.quick is not None),
            reserved=seat.kind == OPEN and seat.link is not None,
            link=link_of(viewer, seat),
            kinds=kinds_of(table.game, seat, speech) if host and waiting else (),
        )
        for seat in table.seats
    ]


def link_of(viewer: Viewer, seat: TableSeat) -> str | None:
    """The address of the link to a seat, or "" if there is none; None if the viewer may not make one."""
    if not may_link(viewer.table, viewer.visit.visitor, seat):
        return None
    return f"{viewer.visit.site}/t/{viewer.table.id}/seat/{seat.link}" if seat.link else ""


def kinds_of(game: str, seat: TableSeat, speech: PageSpeech) -> tuple[FormValue, ...]:
    """The holders that the host may give a seat."""
    friend = FormValue(OPEN, speech.say("seats.friend"), seat.kind == OPEN, speech.say("seats.friend_sentence"))
    return (friend, *level_values(game, speech, seat.level if seat.kind == BOT else None, f"{BOT}:"))


def eyes_of(viewer: Viewer, seat: int) -> Eyes:
    """One of several people at one screen."""
    return Eyes(seat, viewer.names[seat], f"/t/{viewer.table.id}?eyes={seat}", seat == viewer.seat)


def waiting_of(viewer: Viewer) -> Waiting:
    """A table before its start."""
    table, speech, free = viewer.table, viewer.speech, viewer.table.free_seats()
    seated = [viewer.names[seat.seat] for seat in table.seats if seat.kind != OPEN]
    key = "waiting.sentence" if free else "waiting.sentence_full"
    host = table.host == viewer.visit.visitor
    return Waiting(
        host=host,
        can_start=free == 0 and (host or bool(viewer.mine)),
        sentence=speech.say(key, count=free, seats=table.players, names=speech.list(seated)),
        link=f"{viewer.visit.site}/t/{table.id}",
        options=option_fields(game_of(table.game), speech, table.options, table.players),
        free=free,
        quick=table.company.quick is not None,
    )
