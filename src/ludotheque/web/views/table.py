"""A table as one reader sees it: waiting, running or over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from ludotheque.contract.scene import PLAIN, Panel, Scene
from ludotheque.core.game import game_of
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.storage.store import BOT, OPEN, OVER, RUNNING, WAITING, Seat, TableState
from ludotheque.web.tables.links import may_link
from ludotheque.web.tables.seating import STAND_IN
from ludotheque.web.views.boards import (
    banner_of,
    closings_of,
    defs_of,
    panels_of,
    placed_actions,
    progress_of,
    scene_for,
    summaries_of,
)
from ludotheque.web.views.clock import clock_of
from ludotheque.web.views.common import (
    clock_words,
    commitment_of,
    game_card,
    names_of,
    option_fields,
)
from ludotheque.web.views.context import (
    ChoiceView,
    Eyes,
    PlayerView,
    Table,
    UndoAsked,
    Value,
    Waiting,
)
from ludotheque.web.views.foresight import journeys_of
from ludotheque.web.views.levels import level_name, level_values
from ludotheque.web.views.lists import waits_for
from ludotheque.web.views.log import LATEST, log_of
from ludotheque.web.views.sheet import sheet_of
from ludotheque.web.views.speech import Speech
from ludotheque.web.views.turn import explained_of, turn_of


@dataclass(frozen=True)
class Viewer:
    """A visitor at a table: whose eyes, and in which words."""

    table: TableState
    visit: Visit
    seat: int | None  # whose eyes; None: a spectator
    handover: int | None  # several people at one screen: who is to look before anything secret is shown
    now: float

    @property
    def speech(self) -> Speech:
        return self.visit.speech

    @cached_property
    def mine(self) -> list[int]:
        return self.table.seats_of(self.visit.visitor)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names_of(self.table, self.speech)

    @cached_property
    def asked(self) -> dict[int, Position]:
        return self.table.asked()

    @cached_property
    def position(self) -> Position:
        """The position as this reader is asked in it."""
        own = self.asked.get(self.seat) if self.seat is not None else None
        return own or self.table.position

    @cached_property
    def last_turn(self) -> int:
        """The ply from which on things are new to this viewer: after the end of his last turn."""
        history, ply = self.table.history, len(self.table.history.choices)
        if self.seat is None:
            return max(0, ply - 1)
        while ply > 0 and history.decider(ply - 1) == self.seat and self.seat in self.asked:
            ply -= 1
        while ply > 0 and history.decider(ply - 1) != self.seat:
            ply -= 1
        # What all chose at the same time came to light together, also for who sits behind the others.
        while ply > 0 and history.positions[ply - 1].secret and history.decider(ply - 1) is not None:
            ply -= 1
        return ply


def viewer_of(table: TableState, visit: Visit, wanted: int | None, now: float) -> Viewer:
    """Whose eyes a visitor looks with. Of several people at one screen the one who is asked; if
    anything is secret, that person must be looking first."""
    mine = table.seats_of(visit.visitor)
    if table.status != RUNNING or len(mine) < 2:
        first_seat = mine[0] if mine else None
        return Viewer(table, visit, wanted if wanted in mine else first_seat, None, now)
    asked = [seat for seat in table.asked() if seat in mine and not table.seats[seat].away]
    undecided = [seat for seat in asked if seat not in table.seals]
    first = (undecided or asked or mine)[0]
    if table.position.view(None) == table.position.to_dict():
        return Viewer(table, visit, first, None, now)
    if wanted in mine and (wanted in undecided or not undecided):  # who has chosen makes way for who has not
        return Viewer(table, visit, wanted, None, now)
    return Viewer(table, visit, None, first, now)


def table_of(viewer: Viewer, news: int = 0) -> Table:
    """All that a table's page shows; of what happened before ply `news` neither log nor movements."""
    table, speech, names = viewer.table, viewer.speech, viewer.names
    url = f"/t/{table.id}"
    eyes = f"&eyes={viewer.seat}" if viewer.seat is not None and len(viewer.mine) > 1 else ""
    playing = table.status != WAITING
    shown = scene_of(viewer)
    panels = panels_of(viewer.position.game, shown) if playing else ()
    summaries = closings_of if table.status == OVER else summaries_of
    choices = choices_of(viewer, shown, panels) if table.status == RUNNING else ()
    away = any(table.seats[seat].away for seat in viewer.mine)
    return Table(
        id=table.id,
        url=url,
        events=f"{url}/events?since={table.version}{eyes}",
        version=table.version,
        game=game_card(table.game, speech),
        title=table.title,
        stage=table.status,
        seat=viewer.seat,
        watching=not viewer.mine,
        eyes=tuple(eyes_of(viewer, seat) for seat in viewer.mine) if len(viewer.mine) > 1 else (),
        handover=None if viewer.handover is None else eyes_of(viewer, viewer.handover),
        players=tuple(players_of(viewer)),
        board_class=f"board board-{table.game}",
        board_css=f"/games/{table.game}/board.css",
        defs=defs_of(viewer.position.game, shown),
        panels=panels,
        summaries=summaries(viewer.position.game, shown) if playing else (None,) * table.players,
        turn=turn_of(viewer, choices) if table.status == RUNNING else None,
        choices=choices,
        explained=explained_of(viewer) if choices and viewer.visit.helper else None,
        progress=progress_of(viewer.position.game, shown) if table.status == RUNNING else "",
        undo_asked=undo_asked_of(viewer),
        ply=len(table.history.choices),
        since=viewer.last_turn,
        journeys=journeys_of(viewer, news) if playing else (),
        log=log_of(table, table.history, viewer.seat, names, speech, max(news, len(table.history.choices) - LATEST)),
        away=away,
        can_leave=bool(viewer.mine) and table.status != OVER and not away,
        stand_ins=level_values(table.game, speech, STAND_IN),
        hints=table.hints,
        clock=clock_words(table, speech),
        commitment=commitment_of(table),
        waiting=waiting_of(viewer) if table.status == WAITING else None,
        sheet=sheet_of(table, names, speech, viewer.seat if len(viewer.mine) == 1 else None),
        banner=banner_of(viewer.position.game, shown, table.position.winners()) if table.status == OVER else Markup(),
        next_table=f"/t/{table.next}" if table.next else "",
    )


def scene_of(viewer: Viewer, plain: bool = True) -> Scene:
    """What the reader sees and may do; not plain: with what each choice would bring."""
    settings = viewer.visit.board_settings | {PLAIN} if plain else viewer.visit.board_settings
    return scene_for(viewer.position, viewer.seat, viewer.speech, viewer.names, settings)


def choices_of(viewer: Viewer, shown: Scene, panels: tuple[Panel, ...]) -> tuple[ChoiceView, ...]:
    """What the reader may do."""
    if not shown.choices or viewer.seat is None or viewer.table.seats[viewer.seat].away:
        return ()
    placed = placed_actions(panels)
    return tuple([ChoiceView(action, shown.choices[action].label, action in placed) for action in shown.choices.legal])


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


def kinds_of(game: str, kind: str, level: str, speech: Speech) -> tuple[Value, ...]:
    """What the host may seat in a chair."""
    friend = Value(OPEN, speech.say("chairs.friend"), kind == OPEN, speech.say("chairs.friend_sentence"))
    return (friend, *level_values(game, speech, level if kind == BOT else None, f"{BOT}:"))


def eyes_of(viewer: Viewer, seat: int) -> Eyes:
    """One of several people at one screen."""
    return Eyes(seat, viewer.names[seat], f"/t/{viewer.table.id}?eyes={seat}", seat == viewer.seat)


def undo_asked_of(viewer: Viewer) -> UndoAsked | None:
    """Somebody's wish to take a decision back."""
    table, asking = viewer.table, viewer.table.undo_asked
    if asking is None or ("refused" in asking and asking["seat"] not in viewer.mine):
        return None
    agreed = set(asking["agreed"])
    refused = [viewer.names[seat.seat] for seat in table.seats if seat.visitor == asking.get("refused", "")]
    waiting_for = [seat for seat in table.seats if seat.visitor in table.people() - agreed]
    me = viewer.visit.visitor
    return UndoAsked(
        seat=asking["seat"],
        name=viewer.names[asking["seat"]],
        mine=asking["seat"] in viewer.mine,
        answer_wanted=me in table.people() - agreed,
        waiting_for=tuple(viewer.names[seat.seat] for seat in waiting_for),
        refused_by=viewer.speech.list(refused),
    )


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


def title_of(viewer: Viewer) -> str:
    """The title of the tab: it says when it is my turn."""
    table, speech = viewer.table, viewer.speech
    title = words(table.game, speech.language).find("title")
    waits = waits_for(table, viewer.visit.visitor)
    if waits:
        return speech.say("titles.my_turn", game=title)
    return speech.say("titles.page", page=title)
