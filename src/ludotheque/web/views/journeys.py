"""Journeys: how pieces have moved in the picture."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.history import History
from ludotheque.core.svg import changes_between
from ludotheque.web.views.viewer import Viewer

LATEST = 24  # latest choices whose movements a page shows


class Journey(NamedTuple):
    """A piece that has moved from one part of the picture to another, or a part that looks different."""

    ply: int
    symbol: str  # symbol of the piece, or ""
    start: str  # ids of parts of the picture
    end: str
    sound: str  # `BoardChange.sound`


def to_json(journeys: tuple[Journey, ...]) -> str:
    """Journeys as JSON for an attribute in single quotes: symbols and ids hold no quotes."""
    written = [f'[{ply},"{symbol}","{start}","{end}","{sound}"]' for ply, symbol, start, end, sound in journeys]
    return f"[{','.join(written)}]"


def journeys_of(viewer: Viewer, first: int = 0) -> tuple[Journey, ...]:
    """The journeys since the ply `first` that the page knows, else since the viewer's last turn, choice by choice."""
    history = viewer.table.history
    last = len(history.choices)
    hides = viewer.table.companion and not history.position.game.about.PUBLIC
    seat = None if hides else viewer.seat
    return journeys_between(history, max(first or viewer.last_turn, last - LATEST), last, seat)


def journeys_between(history: History, first: int, last: int, seat: int | None) -> tuple[Journey, ...]:
    """The journeys between two moments of a game."""
    found: list[Journey] = []
    ply = first
    while ply < last:
        before, after = history.positions[ply], ply + 1
        if history.deciders[ply] is None:
            while after < last and history.deciders[after] is None:
                after += 1  # chance events in a row are shown at once
        else:
            while after < last and history.together(after - 1):
                ply, after = after, after + 1  # simultaneous choices become known with the last of them
        found += [
            Journey(ply, change.symbol if change.start else "", change.start, change.end, change.sound)
            for change in changes_between(before, history.positions[after], seat)
            if change.end or change.sound
        ]
        ply = after
    return tuple(found)
