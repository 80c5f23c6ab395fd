"""A hint: the action that a strong bot would choose, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.core.position import Position
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.work.think_pool import Advised


@dataclass(frozen=True)
class Hint:
    """A hint (`parts/hint.jinja`)."""

    action: int
    sentence: str
    reasons: tuple[str, ...] = ()


def hint_of(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Hint:
    """The advised action in words, with the share of the victory if a search has estimated it, and reasons."""
    label = position.say(advised.action, speech.language, names=names)
    if advised.share is None:
        return Hint(advised.action, speech.say("hint.sentence", action=label))
    key = "hint.first_look" if advised.first_look else "hint.with_share"
    sentence = speech.say(key, action=label, percent=round(100 * advised.share))
    return Hint(advised.action, sentence, tuple(_reasons(position, advised, names, speech)))


def _reasons(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Iterator[str]:
    """How the advised action differs from the next best one, by the rules."""
    mine, theirs = advised.reason, advised.other_reason
    if advised.other is None or mine is None or theirs is None:
        return
    other = position.say(advised.other, speech.language, names=names)
    if mine.points != theirs.points:
        yield speech.say("hint.points", better=mine.points, played=theirs.points, other=other)
    replies = mine.reply, theirs.reply
    if replies[0] and replies[1] and replies[0].seat == replies[1].seat and replies[0] != replies[1]:
        name = names[replies[0].seat]
        yield speech.say("hint.denied", name=name, better=replies[0].points, played=replies[1].points, other=other)
