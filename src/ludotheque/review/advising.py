"""Reasons for advice: how the advised action differs from another one, in words, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ludotheque.bots.sight import Sight
from ludotheque.contract.phrases import minus
from ludotheque.core.position import Position
from ludotheque.review.reasons import TurnReason, changes_of, differences, points_by_line, reason_of, turn_with
from ludotheque.review.speech import speech

CLEAR_PERCENT = 2  # percentage points by which a move is clearly better than another
MOST_BROUGHT = 2  # changes that reasons tell
MOST_FACTS = 3  # differences to the other action to tell
NEXT_BEST = "next_best"  # the key of the words for the other action
MOVE_PLAYED = "move_played"  # the same, if a record tells what was played


class AdvisedTurn(NamedTuple):
    """An action and the expected rest of its turn, with what they bring."""

    actions: tuple[int, ...]
    reason: TurnReason

    @classmethod
    def of(cls, position: Position, seat: int, actions: tuple[int, ...]) -> AdvisedTurn:
        return cls(actions, reason_of(turn_with(position, seat, actions), seat))


class Fact(NamedTuple):
    """A difference between the advised action and another one."""

    gain: int  # how much it speaks for the advised action, in points if it is about points
    sentence: str


def called(position: Position, action: int, kind: str, names: Sequence[str], language: str) -> str:
    """What reasons call the other action, without an article: `kind` is NEXT_BEST or MOVE_PLAYED."""
    return speech(language).say(f"advice.{kind}", action=position.say(action, language, names=names))


def facts(
    position: Position, turns: Sequence[AdvisedTurn], names: Sequence[str], language: str, kind: str = NEXT_BEST
) -> list[Fact]:
    """How the first of two turns differs from the other one; the largest difference in points first."""
    other = called(position, turns[1].actions[0], kind, names, language)
    return list(islice(_facts(position, turns, other, names, language), MOST_FACTS))


def _facts(
    position: Position, turns: Sequence[AdvisedTurn], other: str, names: Sequence[str], language: str
) -> Iterator[Fact]:
    seat, say = Sight.of(position).seat, speech(language).say
    played = [turn_with(position, seat, turn.actions) for turn in turns]
    points = [points_by_line(turn[0], turn[-1], seat) for turn in played]
    for each in differences(seat, points, [turn.reason.reply for turn in turns]):
        gaps = {"better": minus(each.points), "played": minus(each.other), "other": other, "name": names[each.seat]}
        yield Fact(each.gain, say(f"advice.{each.kind}", count=abs(each.points), **gaps))
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
