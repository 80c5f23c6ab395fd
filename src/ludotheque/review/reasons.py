"""Reasons for advice: what a turn brings, and what the next seat can make of it, by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.core.position import Position

POSITIONS = 400  # the next seat's turn is not searched if it has more positions than this


class Reply(NamedTuple):
    """The most points that the next seat can make in its turn."""

    seat: int
    points: int


class TurnReason(NamedTuple):
    """What the rest of a turn brings its seat, and what it leaves to the next one."""

    points: int
    reply: Reply | None  # None: chance, a secret or too many choices come first


def reason_of(turn: Sequence[Position], seat: int) -> TurnReason:
    """The reason for a turn of a seat, from its positions."""
    before, after = turn[0], turn[-1]
    return TurnReason(after.scores()[seat] - before.scores()[seat], most_points(after, seat))


def most_points(position: Position, but: int) -> Reply | None:
    """The most points that the seat to act can make in its turn, unless it is the seat `but`."""
    seat = position.to_act
    if seat is None or seat < 0 or seat == but or not position.game.about.PUBLIC:
        return None
    edition, budget = position.game.edition, POSITIONS
    actions, score = [0] * position.game.action_count, edition.rules.score
    start = position.state()
    most, turns = None, [start]
    while turns:
        state = turns.pop()
        for action in actions[: edition.loops.legal(state, actions)]:
            after = state.copy()
            edition.loops.play(after, action)
            budget -= 1
            if budget < 0:
                return None
            if after.to_act == seat:
                turns.append(after)
            else:
                most = max(score(after, seat), score(after, seat) if most is None else most)
    return None if most is None else Reply(seat, most - score(start, seat))


def turn_with(position: Position, seat: int, actions: Sequence[int]) -> list[Position]:
    """The positions of the rest of a seat's turn with these actions, in a world that it cannot tell from the real one.

    The list ends where chance decides or an action cannot be played.
    """
    turn = [position.redeal(seat, 0, deals=False)]
    for action in actions:
        if turn[-1].to_act != seat or turn[-1].why_not(action) is not None:
            break
        turn.append(turn[-1].play(action))
    return turn
