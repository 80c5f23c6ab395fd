"""A table as one reader sees it: waiting, running or over."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup, escape

from ludotheque.contract.scene import PLAIN, Panel, Scene
from ludotheque.core.words import words
from ludotheque.web.tables.seating import STAND_IN
from ludotheque.web.tables.state import OVER, RUNNING, WAITING
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
from ludotheque.web.views.common import Commitment, GameCard, clock_words, commitment_of, game_card
from ludotheque.web.views.foresight import Journey, journeys_of, written
from ludotheque.web.views.levels import FormValue, level_values
from ludotheque.web.views.lists import waits_for
from ludotheque.web.views.log import LATEST, LogLine, log_of
from ludotheque.web.views.players import Eyes, PlayerView, Waiting, eyes_of, players_of, waiting_of
from ludotheque.web.views.sheet import Sheet, sheet_of
from ludotheque.web.views.turn import ChoiceView, Explained, TurnBar, UndoAsked, explained_of, turn_of, undo_asked_of
from ludotheque.web.views.viewer import Viewer


class TableView(NamedTuple):
    id: str
    url: str
    events: str  # the event stream
    version: int
    game: GameCard
    title: str  # of the table, or ""
    stage: str  # "waiting", "running" or "over"
    seat: int | None  # whose eyes; None: a spectator
    watching: bool  # this visitor has no seat
    eyes: tuple[Eyes, ...]  # several people at one screen: who looks; else empty
    handover: Eyes | None  # whom to hand the screen to before anything secret is shown
    players: tuple[PlayerView, ...]
    board_class: str  # of the element around the panels
    board_css: str  # url
    defs: Markup
    panels: tuple[Panel, ...]
    summaries: tuple[Panel | None, ...]  # by seat: the compact boards of the others; at the end what is left
    turn: TurnBar | None  # of a running game
    choices: tuple[ChoiceView, ...]  # what this reader may do
    explained: Explained | None
    progress: str  # such as "Round 2 of 6"
    undo_asked: UndoAsked | None
    ply: int  # choices made so far
    since: int  # my last turn: what was chosen from this ply on is new to me
    journeys: tuple[Journey, ...]  # of the last choices
    log: tuple[LogLine, ...]  # newest first
    away: bool  # a bot has taken my seat: offer to return
    can_leave: bool
    stand_ins: tuple[FormValue, ...]  # the bots that can play for who leaves
    hints: bool
    clock: str  # in words, or ""
    commitment: Commitment
    waiting: Waiting | None
    sheet: Sheet | None  # of a finished game
    banner: Markup  # the picture behind the verdict, or nothing
    next_table: str  # where the same people play again, or ""
    parts: Mapping[str, Markup] = MappingProxyType({})  # of a running game, by `data-part`

    def state(self, title: str, delta: bool = False) -> Markup:
        """What the script must know; `delta`: only parts that changed are sent with it."""
        mine = self.turn if self.turn is not None and self.turn.mine else None
        return Markup(
            f'<div id="state" data-part="state" hidden{" data-delta" if delta else ""} data-title="{escape(title)}" '
            f'data-url="{self.url}" data-version="{self.version}" data-stage="{self.stage}" data-ply="{self.ply}" '
            f'data-since="{self.since}" data-order="{" ".join([panel.name for panel in self.panels])}"'
            + (f' data-eyes="{self.seat}"' if self.seat is not None else "")
            + (f' data-seat="{mine.seat}"' if mine else "")
            + (f' data-sealed="{mine.sealed.action}"' if mine and mine.sealed else "")
            + f" data-journeys='{written(self.journeys)}'></div>"
        )

    @property
    def buttons(self) -> tuple[ChoiceView, ...]:
        """The choices that no panel contains."""
        return tuple([choice for choice in self.choices if not choice.placed])


def table_of(viewer: Viewer, news: int = 0) -> TableView:
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
    return TableView(
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


def title_of(viewer: Viewer) -> str:
    """The title of the tab: it says when it is my turn."""
    table, speech = viewer.table, viewer.speech
    title = words(table.game, speech.language).find("title")
    waits = waits_for(table, viewer.visit.visitor)
    if waits:
        return speech.say("titles.my_turn", game=title)
    return speech.say("titles.page", page=title)
