"""A hint: the action that a strong bot would choose, why, and what the next best ones would bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position
from ludotheque.review.advising import brought, facts, reasons
from ludotheque.review.reasons import changes_of, points_by_line, turn_with
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.marks import places_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.work.think_pool import Advised, AdvisedMove, costs_by_reply


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


def hint_of(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Hint:
    """The advised action in words, with the share of the victory if a search has estimated it, and reasons."""
    label = position.say(advised.action, speech.language, names=names)
    if advised.share is None:
        return Hint(advised.action, speech.say("hint.sentence", action=label))
    key = "hint.first_look" if advised.first_look else "hint.with_share"
    sentence = speech.say(key, action=label, percent=round(100 * advised.share))
    before = round(100 * advised.before) if advised.moves else 0
    moves = tuple(_move(position, move, before, names, speech) for move in advised.moves)
    found = facts(position, advised.turns, names, speech.language) if advised.turns else []
    percents = [move.percent for move in moves]
    told = reasons(found, percents, moves[0].brings, speech.language) if moves else tuple(f.sentence for f in found)
    tiles = tuple(_tiles(position, advised, names, speech))
    return Hint(advised.action, sentence, told, tiles, moves, _spoilt(position, advised), before)


def _tiles(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Iterator[PointsTile]:
    """What the advised turn brings now and later by the rules, and what it denies to the next player."""
    if advised.moves:
        seat = Sight.of(position).seat
        turn = turn_with(position, seat, advised.turns[0].actions if advised.turns else advised.moves[0].actions)
        for kind, lines in points_by_line(turn[0], turn[-1], seat)._asdict().items():
            if points := sum(lines.values()):
                rules = dict.fromkeys(rule_link(position.game.name, line.partition(".")[0]) for line in lines)
                yield PointsTile(kind, points, speech.say(f"hint.{kind}"), tuple(rules))
    mine, theirs = (turn.reason for turn in advised.turns) if advised.turns else (None, None)
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


def _spoilt(position: Position, advised: Advised) -> str:
    """Where the next player's best turn would happen after the next best action, if the advised one spoils it."""
    if not advised.turns:
        return ""
    mine, theirs = (turn.reason for turn in advised.turns)
    if not costs_by_reply(theirs, mine) or theirs.reply is None:
        return ""
    seat = Sight.of(position).seat
    spoilt = turn_with(position, seat, advised.turns[1].actions)[-1:]
    for action in theirs.reply.actions:
        spoilt.append(spoilt[-1].play(action))
    return " ".join(places_of(spoilt, theirs.reply.actions, seat))
