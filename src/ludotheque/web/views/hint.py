"""A hint: the action that a strong bot would choose, in words."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.position import Position
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.work.think_pool import Advised


@dataclass(frozen=True)
class Hint:
    """A hint (`parts/hint.jinja`)."""

    action: int
    sentence: str


def hint_of(position: Position, advised: Advised, names: tuple[str, ...], speech: PageSpeech) -> Hint:
    """The advised action in words, with the share of the victory if a search has estimated it."""
    label = position.say(advised.action, speech.language, names=names)
    if advised.share is None:
        return Hint(advised.action, speech.say("hint.sentence", action=label))
    key = "hint.first_look" if advised.first_look else "hint.with_share"
    return Hint(advised.action, speech.say(key, action=label, percent=round(100 * advised.share)))
