"""The review of a finished game: its progress, then its story at one moment of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.contract.scene import Panel
from ludotheque.core.svg import scene
from ludotheque.review import Decision, Draw, Story
from ludotheque.review.cards import Cards
from ludotheque.review.graph import points
from ludotheque.review.telling import Telling
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.boards import defs_of, panels_of
from ludotheque.web.views.common import GameCard, game_card, names_of, rule_link
from ludotheque.web.views.log import LogLine, log_line
from ludotheque.web.views.render import macro
from ludotheque.web.views.visit import Visit
from ludotheque.web.work.reviews import ReviewProgress


@dataclass(frozen=True)
class ShareLine:
    """A player's chance to win before and after the moment, in percent."""

    seat: int
    name: str
    before: int
    after: int


@dataclass(frozen=True)
class ReviewMoment:
    """The story of a finished review, at one moment."""

    heading: str
    graph: Markup
    luck_card: Markup
    turning_points: Markup
    ply: int
    at: int  # the number of the moment, from 0
    moments: int
    moment: str  # the heading of the moment
    shares: tuple[ShareLine, ...]
    said: LogLine | None
    luck: str  # luck of chance events, in words
    seat: int | None  # the seat that decides
    marks: tuple[tuple[str, str], ...]  # ("played" or "better", the action in words)
    defs: Markup
    panels: tuple[Panel, ...]
    back_url: str  # "" at the ends
    on_url: str
    point_back_url: str
    point_on_url: str
    play_from: str


@dataclass(frozen=True)
class ReviewPage:
    """The page (`review.jinja`, `parts/review.jinja`)."""

    url: str
    table: str  # the address of the table
    game: GameCard
    title: str
    can_begin: bool
    own_box: bool  # its rules are interpreted: the review takes longer
    progress: ReviewProgress | None
    shown: ReviewMoment | None


def review_of(
    table: TableState, progress: ReviewProgress | None, visit: Visit, ply: int | None, at: int | None
) -> ReviewPage:
    """The review as far as it is made, at a ply or at the moment of number `at`."""
    finished = progress is not None and progress.finished
    return ReviewPage(
        url=f"/t/{table.id}/review",
        table=f"/t/{table.id}",
        game=game_card(table.game, visit.speech),
        title=table.title,
        can_begin=bool(table.seats_of(visit.visitor)),
        own_box=table.own_box is not None,
        progress=progress,
        shown=Reviewed(table, progress, visit, ply, at).shown() if progress is not None and finished else None,
    )


class Reviewed:
    """A finished review, for one visitor at one moment."""

    def __init__(
        self, table: TableState, progress: ReviewProgress, visit: Visit, ply: int | None, at: int | None
    ) -> None:
        self.table, self.visit, self.speech = table, visit, visit.speech
        self.history, self.names = table.history, names_of(table, visit.speech)
        self.mine = table.seats_of(visit.visitor)
        self.story: Story = progress.story(table)
        self.points = self.story.turning_points()
        self.telling = Telling(self.history.positions, self.history.choices, self.names, visit.language)
        self.plies = [event.ply for event in self.story.events]
        self.ply = self._moment([*self.plies, self.story.last][min(at, len(self.plies))] if at is not None else ply)
        self.event = next((event for event in self.story.events if event.ply == self.ply), None)

    def _moment(self, ply: int | None) -> int:
        """The moment to show: the requested one, else the visitor's biggest mistake, else any player's."""
        if ply is not None:
            return max((each for each in self.plies if each <= ply), default=0) if ply < self.story.last else ply
        mine = [decision for decision in self.points if decision.seat in self.mine]
        return next((decision.ply for decision in (*mine, *self.points)), self.story.last)

    def url(self, ply: int) -> str:
        return f"/t/{self.table.id}/review?ply={ply}"

    def shown(self) -> ReviewMoment:
        """The story at the moment."""
        story, event = self.story, self.event
        ply = min(self.ply, story.last)
        now = ply + 1 if isinstance(event, Decision) else ply
        cards = Cards(story, self.telling)
        seat = event.seat if isinstance(event, Decision) else None
        defs, panels = self._board(ply, seat)
        return ReviewMoment(
            heading=self.telling.title(story),
            graph=Markup(cards.graph(now)),
            luck_card=Markup(cards.luck(self.mine or range(story.players))),
            turning_points=Markup(cards.turning_points(self._link, self._rule, self.ply)),
            ply=ply,
            at=len([each for each in self.plies if each < ply]),
            moments=len(self.plies),
            moment=self._heading(),
            shares=self._shares(),
            said=self._said(ply, seat),
            luck=self._luck(),
            seat=seat,
            marks=self._marks(),
            defs=defs,
            panels=panels,
            back_url=self._step_back(self.plies),
            on_url=self._step_on((*self.plies, story.last)),
            point_back_url=self._step_back(each.ply for each in self.points),
            point_on_url=self._step_on(each.ply for each in self.points),
            play_from=f"/t/{self.table.id}/from" if seat is not None else "",
        )

    def _step_back(self, plies: Iterable[int]) -> str:
        last = max((ply for ply in plies if ply < min(self.ply, self.story.last)), default=None)
        return "" if last is None else self.url(last)

    def _step_on(self, plies: Iterable[int]) -> str:
        next_ = min((ply for ply in plies if ply > min(self.ply, self.story.last)), default=None)
        return "" if next_ is None else self.url(next_)

    def _link(self, ply: int) -> str:
        """The attributes of a link to a moment."""
        url = self.url(ply)
        return f'href="{url}" hx-get="{url}" hx-target="#table" hx-push-url="true"'

    def _rule(self, number: str) -> str:
        return str(macro("rule")(rule_link(self.table.game, number)))

    def _heading(self) -> str:
        if self.event is None:
            return self.speech.say("review.end")
        turn = self.telling.turn_number(self.event.ply)
        if isinstance(self.event, Draw):
            return self.speech.say("review.draw")
        return self.speech.say("review.turn_of", turn=turn, name=self.names[self.event.seat])

    def _shares(self) -> tuple[ShareLine, ...]:
        event = self.event or self.story.events[-1]
        return tuple(
            ShareLine(seat, name, _percent(event.before[seat]), _percent(event.after[seat]))
            for seat, name in enumerate(self.names)
        )

    def _said(self, ply: int, seat: int | None) -> LogLine | None:
        if seat is None:
            return None
        return log_line(self.table, self.history, ply, seat, self.names, self.speech)

    def _luck(self) -> str:
        if not isinstance(self.event, Draw):
            return ""
        told = [f"{name} {points(luck)}" for name, luck in zip(self.names, self.event.luck, strict=True)]
        return self.speech.say("review.luck", count=self.event.last - self.event.ply, told=", ".join(told))

    def _marks(self) -> tuple[tuple[str, str], ...]:
        event = self.event
        if not isinstance(event, Decision) or event.best is None:
            return ()
        position, played = self.history.positions[event.ply], self.history.choices[event.ply]

        def said(action: int) -> str:
            return position.say(action, self.speech.language, names=self.names)

        if played == event.best:
            return (("better", self.speech.say("review.was_best", action=said(played))),)
        return (
            ("played", self.speech.say("review.was_played", action=said(played))),
            ("better", self.speech.say("review.was_better", action=said(event.best))),
        )

    def _board(self, ply: int, seat: int | None) -> tuple[Markup, tuple[Panel, ...]]:
        """The board before the decision, with the played and the better action marked."""
        position = self.history.positions[ply]
        eyes = seat if seat is not None else (self.mine or [0])[0]
        shown = scene(position, eyes, self.speech.language, self.names, self.visit.board_settings)
        marks: dict[int, str] = {}
        if isinstance(self.event, Decision):
            marks[self.history.choices[ply]] = "played"
            if self.event.best is not None:
                marks[self.event.best] = "better"
        shown = replace(shown, choices=shown.choices.marked(marks))
        return defs_of(position.game, shown), panels_of(position.game, shown)


def _percent(share: float) -> int:
    return round(100 * min(1.0, max(0.0, share)))
