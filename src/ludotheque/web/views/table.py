"""A table as one viewer sees it: waiting, running or over."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from ludotheque.contract.scene import NOTHING, PLAIN, Panel, Same, Scene
from ludotheque.core.position import legal_phrases
from ludotheque.core.svg import scene, seen
from ludotheque.core.words import words
from ludotheque.web.tables.companion import entry_url
from ludotheque.web.tables.results import is_rated, may_analyse
from ludotheque.web.tables.sealed_pieces import before_last_entry
from ludotheque.web.tables.seating import USUAL_BOT
from ludotheque.web.tables.state import OVER, RUNNING, WAITING
from ludotheque.web.views import boards
from ludotheque.web.views.coach import CoachView
from ludotheque.web.views.common import Commitment, GameCard, clock_words, commitment_of, game_card
from ludotheque.web.views.company import Company
from ludotheque.web.views.draw_pad import DrawPad, hands_pad, pad_of, show_pad
from ludotheque.web.views.journeys import Journey, journeys_of, to_json
from ludotheque.web.views.levels import FormValue, level_values
from ludotheque.web.views.lists import given_up_words
from ludotheque.web.views.log import PAGE_LENGTH, LogTurn, log_of
from ludotheque.web.views.own_box import ShownBox, shown_box
from ludotheque.web.views.players import Eyes, PlayerView, Waiting, eyes_of, players_of, waiting_of
from ludotheque.web.views.puzzle_card import PuzzleCard
from ludotheque.web.views.sharing import LinkPreview
from ludotheque.web.views.sheet import Sheet, sheet_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.turn import ChoiceView, Explained, TurnBar, UndoAsked, explained_of, turn_of, undo_asked_of
from ludotheque.web.views.viewer import Viewer
from ludotheque.web.views.watching import Watcher

if TYPE_CHECKING:
    from ludotheque.web.views.analysis import AnalysisView  # it draws tables itself


class TableView(NamedTuple):
    """A table (`table.jinja`, `parts/table.jinja`)."""

    url: str
    events: str  # the address of the event stream
    version: int
    game: GameCard
    title: str  # title of the table, or ""
    stage: str  # "waiting", "running" or "over"
    seat: int | None  # the seat whose view it is; None: a spectator's
    watching: bool  # the visitor has no seat
    eyes: tuple[Eyes, ...]  # several people at one screen: their seats; else empty
    handover: Eyes | None  # the person to hand the screen to before anything secret is shown
    players: tuple[PlayerView, ...]
    defs: Markup
    panels: tuple[Panel, ...]
    summaries: tuple[Panel | None, ...]  # by seat: the compact boards of the others, at the end of all
    turn: TurnBar | None  # None: the game is not running
    sealed: int | None  # the action that the viewer chose in secret
    choices: tuple[ChoiceView, ...]
    explained: Explained | None
    progress: str  # such as "Round 2 of 6"
    undo_asked: UndoAsked | None
    ply: int  # choices made so far
    since: int  # the ply after the viewer's last turn
    journeys: tuple[Journey, ...]
    log: tuple[LogTurn, ...]  # newest first
    away: bool  # a bot stands in for the viewer
    can_leave: bool
    stand_ins: tuple[FormValue, ...]  # the bots that can stand in
    hints: bool
    live_analysis: bool  # the players may analyse the running game
    rated: bool  # the result will count for the ratings of the players
    clock: str  # the clock in words, or ""
    commitment: Commitment | None
    waiting: Waiting | None
    sheet: Sheet | None  # None: the game is not finished
    banner: Markup  # the picture behind the verdict, or nothing
    next_table: str  # where the same people play again, or ""
    given_up: str  # the player who gave the game up, in one sentence, or ""
    box: ShownBox | None = None  # the own box of the table
    origin: str = ""  # the moment from which this game is played on, in its replay or review, or ""
    origin_move: str = ""  # the number of that moment
    companion: bool = False  # people enter what a real box deals, also on this page
    pad: DrawPad | None = None  # what the box is to deal now; None: nothing, or others enter it
    entry: int | None = None  # the number of choices before the last entry
    coach: CoachView | None = None  # only at a step of a lesson
    puzzle: PuzzleCard | None = None  # only at a puzzle
    analysis: AnalysisView | None = None  # only in an analysis
    company: Company | None = None  # reactions, chat and spectators; None: nobody else comes here
    preview: LinkPreview | None = None  # what messengers show with the link; None: nobody else comes here
    others: bool = False  # other people play too, or may sit down
    told: bool = False  # a browser of the visitor gets a notification for a turn
    muted: bool = False  # but not of this table
    watcher: Watcher | None = None  # the coach of a short game at the end of a lesson
    parts: Mapping[str, Markup] = MappingProxyType({})  # parts of a running game, by `data-part`

    def state(self, title: str, delta: bool = False) -> Markup:
        """The element that the script reads; with `delta` only changed parts follow it."""
        mine = self.turn if self.turn is not None and self.turn.mine else None
        return Markup(
            f'<div id="state" data-part="state" hidden{" data-delta" if delta else ""} data-title="{escape(title)}" '
            f'data-url="{self.url}" data-version="{self.version}" data-stage="{self.stage}" data-ply="{self.ply}" '
            f'data-since="{self.since}" data-order="{" ".join([panel.name for panel in self.panels])}"'
            + (f' data-eyes="{self.seat}"' if self.seat is not None else "")
            + (f' data-seat="{mine.seat}"' if mine else "")
            + (f' data-sealed="{self.sealed}"' if self.sealed is not None else "")
            + (" data-secret" if mine and mine.secret else "")
            + f" data-journeys='{to_json(self.journeys)}'></div>"
        )

    @property
    def buttons(self) -> tuple[ChoiceView, ...]:
        """The choices that neither a panel contains nor the slot for ending."""
        return tuple([choice for choice in self.choices if not choice.placed and choice != self.end])

    @property
    def end(self) -> ChoiceView | None:
        """The choice that ends or skips something."""
        return next((choice for choice in self.choices if choice.end), None)


def table_of(viewer: Viewer, first: int = 0) -> TableView:
    """A table for a viewer; log and movements start with the ply `first`."""
    table, speech, names, game = viewer.table, viewer.speech, viewer.names, viewer.position.game
    enters = bool(table.companion and viewer.mine)
    url = entry_url(table) if enters else f"/t/{table.id}"
    eyes = f"&eyes={viewer.seat}" if viewer.seat is not None and len(viewer.mine) > 1 and not enters else ""
    waiting, running, over = (table.status == status for status in (WAITING, RUNNING, OVER))
    shown = scene_of(viewer)
    panels = () if waiting else boards.panels_of(game, shown)
    choices = choices_of(viewer, shown, panels) if running else ()
    away = any(table.seats[seat].away for seat in viewer.mine)
    ply = len(table.history.choices)
    return TableView(
        url=url,
        events=f"{url}/events?since={table.version}{eyes}",
        version=table.version,
        game=game_card(table.game, speech),
        title=table.title,
        stage=table.status,
        seat=viewer.seat,
        watching=not viewer.mine,
        eyes=tuple(eyes_of(viewer, seat) for seat in viewer.mine) if len(viewer.mine) > 1 and not enters else (),
        handover=None if viewer.handover is None else eyes_of(viewer, viewer.handover),
        players=tuple(players_of(viewer, enters)),
        defs=boards.defs_of(game, shown),
        panels=panels,
        summaries=(None,) * table.players
        if waiting
        else (boards.closings_of if over else boards.summaries_of)(game, shown),
        turn=turn_of(viewer, choices) if running else None,
        sealed=table.seals[viewer.seat][0] if choices and viewer.seat in table.seals else None,
        choices=choices,
        explained=explained_of(viewer) if choices and viewer.visit.helper else None,
        progress=boards.progress_of(game, shown) if running else "",
        undo_asked=undo_asked_of(viewer),
        ply=ply,
        since=viewer.last_turn,
        journeys=() if waiting else journeys_of(viewer, first),
        log=log_of(table, table.history, None if enters else viewer.seat, names, speech, max(first, ply - PAGE_LENGTH)),
        away=away,
        can_leave=bool(viewer.mine) and not table.ended and not away and not enters,
        stand_ins=level_values(table.game, speech, USUAL_BOT),
        hints=table.hints,
        live_analysis=may_analyse(table),
        rated=is_rated(table),
        clock=clock_words(table, speech),
        commitment=commitment_of(table),
        waiting=waiting_of(viewer) if waiting else None,
        sheet=sheet_of(table, names, speech, viewer.seat if len(viewer.mine) == 1 else None),
        banner=boards.banner_of(game, shown, table.position.winners()) if over else Markup(),
        next_table=f"/t/{table.next}" if table.next else "",
        given_up=given_up_words(table, names, speech),
        box=shown_box(table.game, table.own_box),
        origin=f"/t/{table.origin}" if table.origin else "",
        origin_move=(table.origin or "").partition("=")[2],
        companion=enters,
        pad=pad_for(viewer) if enters else None,
        entry=before_last_entry(table.history) if enters else None,
    )


def scene_of(viewer: Viewer, plain: bool = True) -> Scene:
    """The scene for a viewer; one that is not plain shows what each choice would bring."""
    settings = viewer.visit.board_settings | {PLAIN} if plain else viewer.visit.board_settings
    shown = scene(viewer.position, viewer.seat, viewer.speech.language, viewer.names, settings)
    if viewer.table.companion:  # what stays with the players is not known, and something else stands for it
        view, state = seen(viewer.position, None)
        shown = replace(shown, view=view, state=state)
    return shown if viewer.table.status == RUNNING and not viewer.on_pad else replace(shown, choices=NOTHING)


def pad_for(viewer: Viewer) -> DrawPad | None:
    """What people enter next at a companion, unless it is a move on the board."""
    if viewer.chance:
        return pad_of(viewer.table.history, viewer.speech.language, viewer.names)
    if viewer.table.status == OVER:
        return hands_pad(Same(viewer.table.history), viewer.speech.language, viewer.names)
    return show_pad(Same(viewer.table.history), viewer.speech.language, viewer.names) if viewer.on_pad else None


def choices_of(viewer: Viewer, shown: Scene, panels: tuple[Panel, ...]) -> tuple[ChoiceView, ...]:
    """The legal choices of the viewer."""
    if not shown.choices or viewer.seat is None or viewer.table.seats[viewer.seat].away:
        return ()
    placed, game, language = boards.placed_actions(panels), viewer.position.game.name, viewer.speech.language
    phrases = legal_phrases(Same(viewer.position))
    others = len(shown.choices.legal) > 1

    def view(action: int) -> ChoiceView:
        end, ask = _end_words(game, phrases[action].key, language)
        return ChoiceView(action, shown.choices[action].label, action in placed, end, ask if others else "")

    return tuple(map(view, shown.choices.legal))


@functools.lru_cache(1024)
def _end_words(game: str, key: str, language: str) -> tuple[str, str]:
    """What an action ends or skips, and what to ask before it; "" for most actions."""
    spoken = words(game, language)
    end, ask = (spoken.get(key.replace("actions.", f"{part}."), "") for part in ("ends", "ends_ask"))
    return end, ask


def title_of(viewer: Viewer) -> str:
    """The title of the browser's tab: it says when it is the viewer's turn."""
    return _title(viewer.table.game, viewer.speech, viewer.table.waits_for(viewer.visit.visitor))


@functools.cache
def _title(game: str, speech: PageSpeech, mine: bool) -> str:
    title = words(game, speech.language).find("title")
    return speech.say("titles.my_turn", game=title) if mine else speech.say("titles.page", page=title)
