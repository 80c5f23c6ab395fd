"""Reasons for advice: how the advised action differs from the next best one, in words, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ludotheque.bots.sight import Sight
from ludotheque.contract.phrases import minus
from ludotheque.core.position import Position
from ludotheque.review.reasons import TurnPoints, TurnReason, changes_of, points_by_line, reason_of, turn_with
from ludotheque.review.speech import speech

CLEAR_PERCENT = 2  # percentage points by which a move is clearly better than another
MOST_BROUGHT = 2  # changes that reasons tell
MOST_FACTS = 3  # differences to the next best action to tell


class AdvisedTurn(NamedTuple):
    """An action and the expected rest of its turn, with what they bring."""

    actions: tuple[int, ...]
    reason: TurnReason

    @classmethod
    def of(cls, position: Position, seat: int, actions: tuple[int, ...]) -> AdvisedTurn:
        return cls(actions, reason_of(turn_with(position, seat, actions), seat))


class Fact(NamedTuple):
    """A difference between the advised action and the next best one."""

    gain: int  # how much it speaks for the advised action, in points if it is about points
    sentence: str


def facts(
    position: Position, turns: Sequence[AdvisedTurn], names: Sequence[str], language: str, most: int = MOST_FACTS
) -> list[Fact]:
    """How the first of two turns differs from the other one; the largest difference in points first."""
    return list(islice(_facts(position, turns, names, language), most))


def _facts(position: Position, turns: Sequence[AdvisedTurn], names: Sequence[str], language: str) -> Iterator[Fact]:
    seat, say = Sight.of(position).seat, speech(language).say
    other = position.say(turns[1].actions[0], language, names=names)
    played = [turn_with(position, seat, turn.actions) for turn in turns]
    points = [[sum(lines.values()) for lines in points_by_line(turn[0], turn[-1], seat)] for turn in played]
    compared = [(f"points_{kind}", *both, "") for kind, *both in zip(TurnPoints._fields, *points, strict=True)]
    mine, theirs = (turn.reason.reply for turn in turns)
    if mine and theirs and mine.seat == theirs.seat:
        compared.append(("denied", mine.points, theirs.points, names[mine.seat]))
    found = []
    for key, better, worse, name in compared:
        gaps = {"better": minus(better), "played": minus(worse), "other": other, "name": name}
        gain = worse - better if key == "denied" else better - worse
        found.append(Fact(gain, say(f"advice.{key}", count=abs(better), **gaps)))
    yield from sorted((fact for fact in found if fact.gain), key=lambda fact: -abs(fact.gain))
    changes, others = (changes_of(turn, seat, language, names) for turn in played)
    for gain, key, some, lacking in ((1, "prepared", changes, others), (0, "only_other", others, changes)):
        if only := brought([change for change in some if change not in lacking]):
            yield Fact(gain, say(f"advice.{key}", changes=only, other=other))


def reasons(found: Sequence[Fact], percents: Sequence[int], brings: str, language: str) -> tuple[str, ...]:
    """The facts in words, and what else can be said where none speaks for the advised action.

    `percents` are the chances to win by the best actions, and `brings` is what the advised turn changes.
    """
    told, say = tuple(fact.sentence for fact in found), speech(language).say
    if any(fact.gain > 0 for fact in found):
        return told
    if len(percents) > 1 and percents[0] - percents[1] < CLEAR_PERCENT:
        return (*told, say("advice.close"))
    return (*told, say("advice.leads", changes=brings) if brings and not told else say("advice.numbers"))


def brought(changes: Sequence[str]) -> str:
    """The first changes of a turn in one line."""
    return "; ".join(list(dict.fromkeys(changes))[:MOST_BROUGHT])
