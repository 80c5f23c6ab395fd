"""A hint: the action that a strong bot would choose, why, and what the next best ones would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ludotheque.bots.sight import Sight
from ludotheque.contract.phrases import minus
from ludotheque.core.position import Position
from ludotheque.review.reasons import TurnPoints, changes_of, points_by_line, turn_with
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.marks import places_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.work.think_pool import Advised, AdvisedMove, costs_by_reply

CLEAR = 2  # percent to win by which a move is clearly better than another
MOST_CHANGES = 2  # changes of a turn that a hint tells
MOST_FACTS = 3  # differences to the next best action that a hint tells


@dataclass(frozen=True)
class Hint:
    """A hint (`parts/hint.jinja`)."""

    action: int
    sentence: str
    reasons: tuple[str, ...] = ()
    tiles: tuple[PointsTile, ...] = ()  # the points of the advised turn
    moves: tuple[HintMove, ...] = ()  # the best two, and the best one of another kind
    spoilt: str = ""  # the ids of the parts of the pictures that the next player loses by it
    before: int = 0  # percent to win of a casual player
    look: int = 0  # how often it was asked again, each time for a longer search


@dataclass(frozen=True)
class PointsTile:
    """Points of the advised turn: paid now, prepared for later, or denied to the next player."""

    kind: str  # "now", "later" or "denied"
    points: int
    label: str
    rules: tuple[RuleLink, ...] = ()


@dataclass(frozen=True)
class HintMove:
    """A move that a hint compares with others."""

    actions: tuple[int, ...]  # the choices of the turn, up to the first thing hidden or random
    steps: tuple[str, ...]  # the same in words
    places: str  # the ids of the parts of the pictures where they happen
    percent: int  # to win
    change: int  # against a casual player
    brings: str  # what the turn changes on the board, in words


class Fact(NamedTuple):
    """A difference between the advised action and the next best one."""

    gain: int  # how much it speaks for the advised action, in points if it is about points
    sentence: str


def hint_of(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Hint:
    """The advised action in words, with the share of the victory if a search has estimated it, and reasons."""
    label = position.say(advised.action, speech.language, names=names)
    if advised.share is None:
        return Hint(advised.action, speech.say("hint.sentence", action=label))
    key = "hint.first_look" if advised.first_look else "hint.with_share"
    sentence = speech.say(key, action=label, percent=round(100 * advised.share))
    before = round(100 * advised.before) if advised.moves else 0
    moves = tuple(_move(position, move, before, names, speech) for move in advised.moves)
    facts = list(islice(_facts(position, advised, names, speech), MOST_FACTS))
    reasons = tuple(fact.sentence for fact in facts)
    if moves and all(fact.gain <= 0 for fact in facts):
        reasons += (_last_reason(moves, not reasons, speech),)
    tiles = tuple(_tiles(position, advised, names, speech))
    return Hint(advised.action, sentence, reasons, tiles, moves, _spoilt(position, advised), before)


def _tiles(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Iterator[PointsTile]:
    """What the advised turn brings now and later by the rules, and what it denies to the next player."""
    if advised.moves:
        seat = Sight.of(position).seat
        turn = turn_with(position, seat, advised.turns[0] if advised.turns else advised.moves[0].actions)
        for kind, lines in points_by_line(turn[0], turn[-1], seat)._asdict().items():
            if points := sum(lines.values()):
                rules = dict.fromkeys(rule_link(position.game.name, line.partition(".")[0]) for line in lines)
                yield PointsTile(kind, points, speech.say(f"hint.{kind}"), tuple(rules))
    mine, theirs = advised.reason, advised.other_reason
    if mine and theirs and costs_by_reply(theirs, mine) and mine.reply and theirs.reply:
        fewer, name = theirs.reply.points - mine.reply.points, names[mine.reply.seat]
        yield PointsTile("denied", -fewer, speech.say("hint.denied_to", name=name))


def _move(position: Position, move: AdvisedMove, before: int, names: tuple[str, ...], speech: PageSpeech) -> HintMove:
    """A move as far as nothing hidden and no chance comes between its steps."""
    seat = Sight.of(position).seat
    turn = turn_with(position, seat, move.actions)
    actions, percent = move.actions[: len(turn) - 1], round(100 * move.share)
    steps = tuple(at.say(each, speech.language, names=names) for at, each in zip(turn[:-1], actions, strict=True))
    return HintMove(
        actions=actions,
        steps=steps,
        places=f"a{actions[0]}|" + " ".join(places_of(turn, actions, seat)),
        percent=percent,
        change=percent - before,
        brings=brought(changes_of(turn, seat, speech.language, names)),
    )


def brought(changes: Sequence[str]) -> str:
    """The first changes of a turn in one line."""
    return "; ".join(list(dict.fromkeys(changes))[:MOST_CHANGES])


def _spoilt(position: Position, advised: Advised) -> str:
    """Where the next player's best turn would happen after the next best action, if the advised one spoils it."""
    mine, theirs = advised.reason, advised.other_reason
    if mine is None or theirs is None or not costs_by_reply(theirs, mine) or theirs.reply is None:
        return ""
    seat = Sight.of(position).seat
    spoilt = turn_with(position, seat, advised.turns[1])[-1:]
    for action in theirs.reply.actions:
        spoilt.append(spoilt[-1].play(action))
    return " ".join(places_of(spoilt, theirs.reply.actions, seat))


def _facts(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Iterator[Fact]:
    """How the advised action differs from the next best one, by the rules; the largest difference in points first."""
    if advised.other is None or advised.reason is None or advised.other_reason is None:
        return
    seat, other = Sight.of(position).seat, position.say(advised.other, speech.language, names=names)
    turns = [turn_with(position, seat, turn) for turn in advised.turns]
    points = [[sum(lines.values()) for lines in points_by_line(turn[0], turn[-1], seat)] for turn in turns]
    compared = [(f"points_{kind}", *both, "") for kind, *both in zip(TurnPoints._fields, *points, strict=True)]
    mine, theirs = advised.reason.reply, advised.other_reason.reply
    if mine and theirs and mine.seat == theirs.seat:
        compared.append(("denied", mine.points, theirs.points, names[mine.seat]))
    found = []
    for key, better, played, name in compared:
        gaps = {"better": minus(better), "played": minus(played), "other": other, "name": name}
        gain = played - better if key == "denied" else better - played
        found.append(Fact(gain, speech.say(f"hint.{key}", count=abs(better), **gaps)))
    yield from sorted((fact for fact in found if fact.gain), key=lambda fact: -abs(fact.gain))
    changes, others = (changes_of(turn, seat, speech.language, names) for turn in turns)
    for gain, key, some, lacking in ((1, "hint.prepared", changes, others), (0, "hint.only_other", others, changes)):
        if only := brought([change for change in some if change not in lacking]):
            yield Fact(gain, speech.say(key, changes=only, other=other))


def _last_reason(moves: Sequence[HintMove], alone: bool, speech: PageSpeech) -> str:
    """What can be said where no difference to the next best action speaks for the advised one."""
    if len(moves) > 1 and moves[0].percent - moves[1].percent < CLEAR:
        return speech.say("hint.close")
    leads = alone and moves[0].brings
    return speech.say("hint.leads", changes=moves[0].brings) if leads else speech.say("hint.numbers")
