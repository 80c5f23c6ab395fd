"""A replay: one moment of a game, as a spectator sees it or, when it is over, any seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.contract.scene import NOTHING, Panel
from ludotheque.core.history import History
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.state import OVER, TableState
from ludotheque.web.views.boards import defs_of, panels_of, scene_for, summaries_of
from ludotheque.web.views.common import Commitment, GameCard, commitment_of, game_card, names_of
from ludotheque.web.views.foresight import Journey, moved
from ludotheque.web.views.log import LogLine, log_line, log_of
from ludotheque.web.views.players import Eyes, PlayerView


@dataclass(frozen=True)
class Replay:
    table: str  # url
    game: GameCard
    title: str
    over: bool
    ply: int  # 0..last
    journeys: tuple[Journey, ...]  # of the choice that led here
    last: int
    first_url: str
    back_url: str  # one step; "" at the ends
    on_url: str
    turn_back_url: str  # to another player's turn
    turn_on_url: str
    last_url: str
    url: str  # without ply
    eyes: tuple[Eyes, ...]
    seat: int | None
    said: LogLine | None  # what led here
    players: tuple[PlayerView, ...]
    summaries: tuple[Panel | None, ...]  # by seat
    board_class: str
    board_css: str
    defs: Markup
    panels: tuple[Panel, ...]
    log: tuple[LogLine, ...]  # up to here, newest first
    record: str
    play_from: str  # post `ply` and `seat` here; "" where it cannot be done
    commitment: Commitment


def replay_of(table: TableState, visit: Visit, ply: int | None, seat: int | None) -> Replay:
    """A moment of the game; while it runs only a spectator's eyes can be had."""
    over, speech = table.status == OVER, visit.speech
    seat = seat if over and seat is not None and 0 <= seat < table.players else None
    history, names = table.history, names_of(table, speech)
    last = len(history.choices)
    ply = last if ply is None else min(max(ply, 0), last)
    position, before = history.positions[ply], history.positions[max(0, ply - 1)]
    shown = replace(scene_for(position, seat, speech, names, visit.board_settings), choices=NOTHING)
    summaries = summaries_of(position.game, shown)
    url = f"/t/{table.id}/replay"
    eyes = "" if seat is None else f"&eyes={seat}"

    def to(moment: int) -> str:
        return "" if moment == ply else f"{url}?ply={moment}{eyes}"

    return Replay(
        table=f"/t/{table.id}",
        game=game_card(table.game, speech),
        title=table.title,
        over=over,
        ply=ply,
        journeys=moved(history, max(0, ply - 1), ply, seat),
        last=last,
        first_url=to(0),
        back_url=to(max(0, ply - 1)),
        on_url=to(min(last, ply + 1)),
        turn_back_url=to(turn_before(history, ply)),
        turn_on_url=to(turn_after(history, ply)),
        last_url=to(last),
        url=f"{url}?eyes={seat}" if eyes else url,
        eyes=tuple(
            Eyes(
                each,
                speech.say("eyes.spectator") if each is None else names[each],
                f"{url}?ply={ply}" + ("" if each is None else f"&eyes={each}"),
                each == seat,
            )
            for each in ((None, *range(table.players)) if over else (None,))
        ),
        seat=seat,
        said=log_line(table, history, ply - 1, seat, names, speech) if ply else None,
        players=tuple(
            PlayerView(
                seat=each.seat,
                name=names[each.seat],
                kind=each.kind,
                level="",
                mine=False,  # it is nobody's turn any more
                away=False,
                asked=position.view(seat)["to_act"] == each.seat,
                chosen=False,
                score=position.scores()[each.seat],
                gained=position.scores()[each.seat] - before.scores()[each.seat],
                winner=position.to_act is None and each.seat in position.winners(),
                clock=None,
                can_sit=False,
            )
            for each in table.seats
        ),
        summaries=summaries,
        board_class=f"board board-{table.game}",
        board_css=f"/games/{table.game}/board.css",
        defs=defs_of(position.game, shown),
        panels=panels_of(position.game, shown),
        log=log_of(table, history.back(ply), seat, names, speech),
        record=f"/t/{table.id}/record" if over else "",
        play_from=f"/t/{table.id}/from" if over and position.to_act is not None else "",
        commitment=commitment_of(table),
    )


def turn_after(history: History, ply: int) -> int:
    """The next moment at which another seat is to act, or the end."""
    seat, moment = history.positions[ply].to_act, ply
    while moment < len(history.choices) and history.positions[moment].to_act in (seat, -1):
        moment += 1
    return moment


def turn_before(history: History, ply: int) -> int:
    """The moment at which the turn before this one began."""
    moment = max(0, ply - 1)
    while moment > 0 and history.positions[moment].to_act == -1:
        moment -= 1
    seat = history.positions[moment].to_act
    while moment > 0 and history.positions[moment - 1].to_act == seat:
        moment -= 1
    return moment
