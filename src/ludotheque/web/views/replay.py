"""The replay: one moment of a game, as a spectator sees it or, after the end, any seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.contract.scene import NOTHING, Panel
from ludotheque.core.history import History
from ludotheque.core.svg import scene
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.state import OVER, TableState
from ludotheque.web.views.boards import defs_of, panels_of, summaries_of
from ludotheque.web.views.common import Commitment, GameCard, commitment_of, game_card, names_of
from ludotheque.web.views.journeys import Journey, journeys_between
from ludotheque.web.views.log import LogLine, LogTurn, log_line, log_of
from ludotheque.web.views.players import Eyes, PlayerView
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Replay:
    """A moment of a game (`replay.jinja`, `parts/replay.jinja`)."""

    table: str  # the address of the table
    game: GameCard
    title: str
    over: bool
    ply: int  # 0..last
    journeys: tuple[Journey, ...]  # journeys of the last choice
    last: int
    first_url: str
    back_url: str  # one step back; "" at the ends
    on_url: str
    turn_back_url: str  # back to another player's turn
    turn_on_url: str
    last_url: str
    url: str  # without the ply
    eyes: tuple[Eyes, ...]
    seat: int | None
    said: LogLine | None  # the last choice
    players: tuple[PlayerView, ...]
    summaries: tuple[Panel | None, ...]  # by seat
    defs: Markup
    panels: tuple[Panel, ...]
    log: tuple[LogTurn, ...]  # up to here, newest first
    play_from: str  # post `ply` and `seat` here; "" if the game cannot be played from here
    commitment: Commitment | None


def replay_of(table: TableState, visit: Visit, ply: int | None, seat: int | None) -> Replay:
    """A moment of a game. While the game runs everybody sees it as a spectator."""
    over, speech = table.status == OVER, visit.speech
    seat = seat if over and seat is not None and 0 <= seat < table.players else None
    history, names = table.history, names_of(table, speech)
    last = len(history.choices)
    ply = last if ply is None else min(max(ply, 0), last)
    position = history.positions[ply]
    shown = replace(scene(position, seat, speech.language, names, visit.board_settings), choices=NOTHING)
    url = f"/t/{table.id}/replay"
    eyes = "" if seat is None else f"&eyes={seat}"

    def to(moment: int) -> str:
        return "" if moment == ply else f"{url}?ply={moment}{eyes}"

    def seen_by(each: int | None) -> Eyes:
        name, query = (speech.say("eyes.spectator"), "") if each is None else (names[each], f"&eyes={each}")
        return Eyes(each, name, f"{url}?ply={ply}{query}", each == seat)

    return Replay(
        table=f"/t/{table.id}",
        game=game_card(table.game, speech),
        title=table.title,
        over=over,
        ply=ply,
        journeys=journeys_between(history, max(0, ply - 1), ply, seat),
        last=last,
        first_url=to(0),
        back_url=to(max(0, ply - 1)),
        on_url=to(min(last, ply + 1)),
        turn_back_url=to(turn_before(history, ply)),
        turn_on_url=to(turn_after(history, ply)),
        last_url=to(last),
        url=f"{url}?eyes={seat}" if eyes else url,
        eyes=tuple(map(seen_by, (None, *range(table.players)) if over else (None,))),
        seat=seat,
        said=log_line(table, history, ply - 1, seat, names, speech) if ply else None,
        players=players_at(table, ply, seat, names),
        summaries=summaries_of(position.game, shown),
        defs=defs_of(position.game, shown),
        panels=panels_of(position.game, shown),
        log=log_of(table, history.back(ply), seat, names, speech),
        play_from=f"/t/{table.id}/from" if over and position.to_act is not None else "",
        commitment=commitment_of(table),
    )


def players_at(table: TableState, ply: int, viewer: int | None, names: tuple[str, ...]) -> tuple[PlayerView, ...]:
    """The players at a moment; none of them is the viewer, since nobody decides there any more."""
    position = table.history.positions[ply]
    scores, earlier = position.scores(), table.history.positions[max(0, ply - 1)].scores()
    to_act, winners = position.view(viewer)["to_act"], position.winners() if position.to_act is None else []
    return tuple(
        PlayerView(
            seat=n,
            name=names[n],
            kind=table.seats[n].kind,
            asked=to_act == n,
            score=scores[n],
            gained=scores[n] - earlier[n],
            winner=n in winners,
        )
        for n in range(table.players)
    )


def turn_after(history: History, ply: int) -> int:
    """The next moment at which another seat is to act, or the end."""
    seat, moment = history.positions[ply].to_act, ply
    while moment < len(history.choices) and history.positions[moment].to_act in (seat, CHANCE):
        moment += 1
    return moment


def turn_before(history: History, ply: int) -> int:
    """The moment at which the turn before this one began."""
    moment = max(0, ply - 1)
    while moment > 0 and history.positions[moment].to_act == CHANCE:
        moment -= 1
    seat = history.positions[moment].to_act
    while moment > 0 and history.positions[moment - 1].to_act == seat:
        moment -= 1
    return moment
