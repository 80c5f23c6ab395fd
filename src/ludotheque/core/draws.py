"""Runs of draws: chance events in a row that people can enter together, such as the panes of all factories.

Nothing is known of the game: which outcomes use up one another, how often each can come and how long the run is
follows from trying them.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludotheque.contract.scene import Same
from ludotheque.core.history import History
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE


class DrawKind(NamedTuple):
    """What can come in a run."""

    outcome: int
    group: int  # the lowest outcome of those that use up one another, such as the two faces of a strip
    left: int  # how often one of its group can come


class Run(NamedTuple):
    """A run of draws from one position on."""

    places: tuple[Position, ...]  # a position at each chance event; only the first one is real
    draws: tuple[DrawKind, ...]


@functools.lru_cache(256)
def run_of(same: Same[Position]) -> Run:
    """The run that begins with a chance event: as long as only what came is missing from what can come."""
    first = same.thing
    weights = first.weights()
    draws = tuple(_draw(first, weights, outcome) for outcome in weights)
    walks = (_walk(first, draws, end) for end in (0, -1))
    return Run(min(walks, key=len), draws)


def last_run(history: History) -> int | None:
    """The number of choices before the last entry: a decision, or a run of draws; None if there is none."""
    ply = len(history.choices) - 1
    if ply < 0 or history.deciders[ply] is not None:
        return ply if ply >= 0 else None
    begin = ply
    while begin > 0 and history.deciders[begin - 1] is None:
        begin -= 1
    while begin + (length := len(run_of(Same(history.positions[begin])).places)) <= ply:
        begin += length
    return begin


def _draw(first: Position, weights: dict[int, int], outcome: int) -> DrawKind:
    after = first.after(outcome)
    if not _goes_on(first, after):
        return DrawKind(outcome, outcome, 1)
    later = after.weights()
    gone = [each for each, weight in weights.items() if later.get(each, 0) < weight]
    counted = gone == [outcome] and later.get(outcome, 0) == weights[outcome] - 1
    return DrawKind(outcome, min(gone, default=outcome), weights[outcome] if counted else 1)


def _walk(first: Position, draws: tuple[DrawKind, ...], end: int) -> tuple[Position, ...]:
    """The events of a run in which always the first outcome comes, or always the last."""
    found, left = [first], {draw.outcome: draw for draw in draws}
    while True:
        came = sorted(left)[end]
        after, group = found[-1].after(came), left[came].group
        used = {each: draw._replace(left=draw.left - (draw.group == group)) for each, draw in left.items()}
        left = {each: draw for each, draw in used.items() if draw.left > 0}
        if not left or not _goes_on(first, after) or after.weights().keys() != left.keys():
            return tuple(found)
        found.append(after)


def _goes_on(first: Position, after: Position) -> bool:
    if after.to_act != CHANCE or after.phase != first.phase:
        return False
    keys = [position.phrase(next(iter(position.weights()))).key for position in (first, after)]
    return keys[0] == keys[1] or not first.phrase(next(iter(first.weights()))).gaps
