"""What a choice would bring, and how pieces have moved: differences between what a reader sees before and after."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.contract.scene import Change
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.core.svg import seen
from ludotheque.core.words import words
from ludotheque.kernel.state import CHANCE
from ludotheque.web.views.boards import board_of
from ludotheque.web.views.common import Gain, RuleLink, asking_rule, gains, phase_sentence, rule_link
from ludotheque.web.views.viewer import Viewer


@dataclass(frozen=True)
class ChangeView:
    """What a choice would change besides points."""

    text: str  # in words, or "": only the piece tells it
    rule: RuleLink | None
    symbol: str  # the piece that would lie there, or ""
    end: str  # the id of the part of the picture where
    others: bool = False  # it is about another player


class Journey(NamedTuple):
    """A piece that has moved from one part of the picture to another."""

    ply: int
    symbol: str
    start: str  # ids
    end: str


def written(journeys: tuple[Journey, ...]) -> str:
    """Journeys as JSON; they are made of numbers and of ids, which hold no quotes."""
    return _JSON.encode(journeys) if journeys else "[]"


_JSON = json.JSONEncoder(separators=(",", ":"))


SEEDS = (1, 2, 3)  # of the worlds in which a choice is tried, where something is hidden
OF_ANOTHER = "changes.of"  # the phrase around what is about another player
LATEST = 24  # choices whose movements a page shows


class Foreseen:
    """What each choice would bring at once, as far as it follows from what the reader knows.

    It is tried in worlds that the reader cannot tell from the real one, up to the next chance event:
    what is the same in all of them is told. The real world is not looked at, so nothing hidden can show.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._secret = viewer.position.secret
        position, seat = viewer.position, viewer.seat
        seeds = SEEDS[:1] if position.view(seat) == position.to_dict() else SEEDS
        self._worlds = [] if self._secret else [position.redeal(seat, seed, deals=False) for seed in seeds]

    def gains(self, action: int) -> tuple[Gain, ...]:
        """The points that the action would bring."""
        found = [
            gains(before, after, self._viewer.names, self._viewer.speech) for before, after in self._played(action)
        ]
        return tuple(gain for gain in found[0] if all(gain in other for other in found)) if found else ()

    def changes(self, action: int) -> tuple[ChangeView, ...]:
        """What else the action would change, in words and as pieces."""
        viewer = self._viewer
        if self._secret:
            prospect = getattr(board_of(viewer.position.game), "prospect", None)
            found = [prospect(seen(viewer.position, viewer.seat), action, viewer.seat)] if prospect else []
        else:
            found = [changed(before, after, viewer.seat) for before, after in self._played(action)]
        certain = [change for change in found[0] if all(change in other for other in found)] if found else []
        views = tuple(change_view(change, viewer) for change in certain)
        return views if self._secret or any(view.text for view in views) else (*views, *self._next(action))

    def _next(self, action: int) -> list[ChangeView]:
        """What comes next, of a step that changes nothing yet; nothing where that is not certain."""
        seat, speech = self._viewer.seat, self._viewer.speech
        afters = [after for _, after in self._played(action)]
        if len({(after.to_act, after.phase) for after in afters}) != 1 or afters[0].to_act in (CHANCE, None):
            return []
        if afters[0].to_act != seat and not afters[0].secret:
            return [ChangeView(speech.say("foresight.ends"), None, "", "")]
        asks = speech.say("foresight.next", asks=phase_sentence(afters[0], speech).rstrip("."))
        return [ChangeView(asks, asking_rule(afters[0]), "", "")]

    def _played(self, action: int) -> list[tuple[Position, Position]]:
        return [(world, world.play(action)) for world in self._worlds if world.why_not(action) is None]


def changed(before: Position, after: Position, seat: int | None) -> list[Change]:
    """What differs between two positions, as a reader sees them."""
    found: list[Change] = board_of(before.game).changes(seen(before, seat), seen(after, seat), seat)
    return found


def change_view(change: Change, viewer: Viewer) -> ChangeView:
    """A change in the reader's language."""
    game = viewer.position.game.name
    return ChangeView(
        "" if change.phrase is None else words(game, viewer.speech.language).say(change.phrase, viewer.names),
        rule_link(game, change.rule) if change.rule else None,
        change.symbol,
        change.end,
        change.phrase is not None and change.phrase.key == OF_ANOTHER,
    )


def journeys_of(viewer: Viewer, news: int = 0) -> tuple[Journey, ...]:
    """What has moved since the reader's last turn and since ply `news`, choice by choice."""
    history = viewer.table.history
    last = len(history.choices)
    return moved(history, max(viewer.last_turn, last - LATEST, news), last, viewer.seat)


def moved(history: History, first: int, last: int, seat: int | None) -> tuple[Journey, ...]:
    """What moved or changed its looks in the picture between two moments."""
    found: list[Journey] = []
    ply = first
    while ply < last:
        after = ply + 1
        while after < last and history.decider(ply) is None and history.decider(after) is None:
            after += 1  # what chance brings in a row is seen at once
        found += [
            Journey(ply, change.symbol if change.start else "", change.start, change.end)
            for change in changed(history.positions[ply], history.positions[after], seat)
            if change.end
        ]
        ply = after
    return tuple(found)
