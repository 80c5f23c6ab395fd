"""The players of a table, and the seats of one that has not started."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.core.game import game_of
from ludotheque.web.tables.links import may_link
from ludotheque.web.tables.state import BOT, OPEN, OVER, WAITING, Seat
from ludotheque.web.views.clock import ClockView, clock_of
from ludotheque.web.views.common import OptionField, option_fields
from ludotheque.web.views.levels import FormValue, level_name, level_values
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.viewer import Viewer


class PlayerView(NamedTuple):
    """A player in the rail, or a chair of a waiting table."""

    seat: int
    name: str  # never empty but for an open chair
    kind: str  # "person", "bot" or "open"
    level: str  # of a bot, in words
    mine: bool
    away: bool  # a bot has taken over
    asked: bool  # may decide now
    chosen: bool  # has sealed an answer
    score: int
    gained: int  # since my last turn
    winner: bool  # of a finished game
    clock: ClockView | None
    can_sit: bool  # waiting tables: this visitor may take the chair
    kinds: tuple[FormValue, ...] = ()  # waiting tables, for the host: what may sit here (the field `kind`)
    reserved: bool = False  # a free chair that only who has its link may take
    link: str | None = None  # for who may make a link to this chair: its whole address, "" if there is none yet


class Score(NamedTuple):
    """A player in the row of scores."""

    seat: int
    name: str
    score: int
    asked: bool  # and has not chosen yet

    @classmethod
    def of(cls, player: PlayerView) -> Score:
        return cls(player.seat, player.name, player.score, player.asked and not player.chosen)


@dataclass(frozen=True)
class Eyes:
    """Whose eyes a page can be seen with."""

    seat: int | None
    name: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class Waiting:
    """A table before its start."""

    host: bool  # I may change chairs and start
    can_start: bool
    sentence: str  # the table in one sentence
    link: str  # to send to friends: a whole address
    options: tuple[OptionField, ...]  # as agreed
    free: int


def players_of(viewer: Viewer) -> list[PlayerView]:
    """The players in the rail, or the chairs of a waiting table."""
    table, speech = viewer.table, viewer.speech
    playing, over = table.status != WAITING, table.status == OVER
    scores = table.position.scores()
    earlier = table.history.positions[viewer.last_turn].scores()
    winners = table.position.winners() if over else []
    host = table.host == viewer.visit.visitor
    return [
        PlayerView(
            seat=seat.seat,
            name="" if seat.kind == OPEN else viewer.names[seat.seat],
            kind=seat.kind,
            level=level_name(table.game, seat.level, speech) if seat.is_bot else "",
            mine=seat.seat in viewer.mine,
            away=seat.away,
            asked=seat.seat in viewer.asked,
            chosen=seat.seat in table.seals,
            score=scores[seat.seat],
            gained=0 if over else scores[seat.seat] - earlier[seat.seat],
            winner=seat.seat in winners,
            clock=clock_of(table, seat, viewer.asked, viewer.now),
            can_sit=not playing and seat.kind == OPEN and seat.link is None,
            reserved=seat.kind == OPEN and seat.link is not None,
            link=link_of(viewer, seat),
            kinds=kinds_of(table.game, seat.kind, seat.level, speech) if host and not playing else (),
        )
        for seat in table.seats
    ]


def link_of(viewer: Viewer, seat: Seat) -> str | None:
    """The link to a chair, for who may make one: a whole address, or "" if there is none."""
    if not may_link(viewer.table, viewer.visit.visitor, seat):
        return None
    return f"{viewer.visit.site}/t/{viewer.table.id}/chair/{seat.link}" if seat.link else ""


def kinds_of(game: str, kind: str, level: str, speech: PageSpeech) -> tuple[FormValue, ...]:
    """What the host may seat in a chair."""
    friend = FormValue(OPEN, speech.say("chairs.friend"), kind == OPEN, speech.say("chairs.friend_sentence"))
    return (friend, *level_values(game, speech, level if kind == BOT else None, f"{BOT}:"))


def eyes_of(viewer: Viewer, seat: int) -> Eyes:
    """One of several people at one screen."""
    return Eyes(seat, viewer.names[seat], f"/t/{viewer.table.id}?eyes={seat}", seat == viewer.seat)


def waiting_of(viewer: Viewer) -> Waiting:
    """A table before its start."""
    table, speech = viewer.table, viewer.speech
    game = game_of(table.game)
    free = sum(seat.kind == OPEN for seat in table.seats)
    seated = [viewer.names[seat.seat] for seat in table.seats if seat.kind != OPEN]
    host = table.host == viewer.visit.visitor
    return Waiting(
        host=host,
        can_start=free == 0 and (host or bool(viewer.mine)),
        sentence=speech.say("waiting.sentence", count=free, seats=table.players, names=speech.list(seated)),
        link=f"{viewer.visit.site}/t/{table.id}",
        options=option_fields(game, speech, table.options, table.players),
        free=free,
    )
