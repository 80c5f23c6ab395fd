"""Reasons for advice: what a turn brings, and what the next seat can make of it, by the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ludotheque.bots.policy import PolicyPlayer
from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position
from ludotheque.core.svg import changes_between
from ludotheque.core.words import words
from ludotheque.kernel.state import StateBase

POSITIONS = 400  # the next seat's turn is not searched if it has more positions than this


class Reply(NamedTuple):
    """The most points that the next seat can make in its turn."""

    seat: int
    points: int
    actions: tuple[int, ...] = ()  # the turn that makes them


class TurnReason(NamedTuple):
    """What the rest of a turn brings its seat, and what it leaves to the next one."""

    points: int
    reply: Reply | None  # None: chance, a secret or too many choices come first


def reason_of(turn: Sequence[Position], seat: int) -> TurnReason:
    """The reason for a turn of a seat, from its positions."""
    before, after = turn[0], turn[-1]
    return TurnReason(after.scores()[seat] - before.scores()[seat], most_points(after, seat))


class TurnPoints(NamedTuple):
    """The points that a turn brings its seat, by line of the score sheet; each point counts once."""

    now: dict[str, int]
    later: dict[str, int]  # what the end of the game or of a season will pay more, as the table stands


def points_by_line(before: Position, after: Position, seat: int) -> TurnPoints:
    """What a seat gains between two positions: what is paid by then, and what is prepared."""
    foretell = before.game.edition.module("ending").later
    old, new = (dict(position.score_sheet()[seat]) for position in (before, after))
    due, still_due = (foretell(position.state(), seat) for position in (before, after))
    now, later = Counter(new), Counter(still_due)
    now.subtract(old)
    later.subtract(due)
    for line in {**due, **still_due}:
        if still_due:
            del now[line]  # it may change as the table does, and is not paid yet
        else:
            now[line] += later.pop(line)  # it is paid: only what differs from what was to come is new
    return TurnPoints(*({line: points for line, points in lines.items() if points} for lines in (now, later)))


class Difference(NamedTuple):
    """A difference in points between a turn and another one."""

    kind: str  # "now", "later", or "denied" to the next seat
    seat: int  # the seat that makes the points
    points: int  # with the turn
    other: int  # with the other turn

    @property
    def gain(self) -> int:
        """By how many points it speaks for the turn."""
        return self.other - self.points if self.kind == "denied" else self.points - self.other


def differences(seat: int, points: Sequence[TurnPoints], replies: Sequence[Reply | None]) -> list[Difference]:
    """How the first of two turns of a seat differs from the other one in points; the largest difference first."""
    compared = zip(TurnPoints._fields, *points, strict=True)
    found = [Difference(kind, seat, *(sum(lines.values()) for lines in both)) for kind, *both in compared]
    mine, theirs = replies
    if mine and theirs and mine.seat == theirs.seat:
        found.append(Difference("denied", mine.seat, mine.points, theirs.points))
    return sorted((each for each in found if each.gain), key=lambda each: -abs(each.gain))


def most_points(position: Position, but: int) -> Reply | None:
    """The most points that the seat to act can make in its turn, unless it is the seat `but`."""
    seat = position.to_act
    if seat is None or seat < 0 or seat == but or not position.game.about.PUBLIC:
        return None
    ends = ends_of_turn(position, POSITIONS)
    return Reply(seat, *max(((points, actions) for actions, points in ends), key=lambda end: end[0])) if ends else None


def ends_of_turn(position: Position, most: int) -> list[tuple[tuple[int, ...], int]]:
    """The turns of the seat to act, each with its points; none if it has more positions than `most`.

    Of turns that begin with the same action and lead to the same position there is one.
    """
    edition, start = position.game.edition, position.state()
    actions, score, seat = [0] * position.game.action_count, edition.rules.score, start.to_act
    ends: list[tuple[tuple[int, ...], int]] = []
    turns: list[tuple[StateBase, tuple[int, ...]]] = [(start, ())]
    seen: set[object] = set()
    while turns:
        state, made = turns.pop()
        for action in actions[: edition.loops.legal(state, actions)]:
            after = state.copy()
            edition.loops.play(after, action)
            turn = (*made, action)
            if (key := (turn[0], after.content())) in seen:
                continue
            seen.add(key)
            if len(seen) > most:
                return []
            if after.to_act == seat:
                turns.append((after, turn))
            else:
                ends.append((turn, score(after, seat) - score(start, seat)))
    return ends


def turn_with(position: Position, seat: int, actions: Sequence[int], imagined: bool = False) -> list[Position]:
    """The positions of the rest of a seat's turn with these actions, in a world that it cannot tell from the real one.

    The list ends where chance decides or an action cannot be played. It also ends with a secret choice, after which the
    position stays: hidden choices of others decide what it does. If it is `imagined`, those of this world decide.
    """
    turn = [position.redeal(seat, 0, deals=False)]
    for action in actions:
        if turn[-1].to_act != seat or turn[-1].why_not(action) is not None:
            break
        if turn[-1].secret and not imagined:
            turn.append(turn[-1])
            break
        turn.append(turn[-1].play(action))
    return turn


def whole_turn(position: Position, seat: int, actions: Sequence[int]) -> tuple[int, ...]:
    """These actions of a seat's turn; if a search has not followed it to its end, the network ends it."""
    turn = turn_with(position, seat, actions)
    if turn[-1].to_act != seat:
        return tuple(actions)
    made, bot = list(actions[: len(turn) - 1]), PolicyPlayer(0)
    while turn[-1].to_act == seat and not turn[-1].secret:
        made.append(bot.choose(Sight.of(turn[-1])))
        turn.append(turn[-1].play(made[-1]))
    return tuple(made)


def changes_of(turn: Sequence[Position], seat: int, language: str, names: Sequence[str]) -> tuple[str, ...]:
    """What the decisions of a turn change on the board, in words, as its seat sees it."""
    spoken = words(turn[0].game.name, language)
    found = [change.phrase for before, after in pairwise(turn) for change in changes_between(before, after, seat)]
    return tuple(spoken.say(phrase, names) for phrase in found if phrase is not None)
