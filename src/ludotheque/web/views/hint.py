"""A hint: what a strong bot would do, in words."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.position import Position
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.work.think_pool import Thought


@dataclass(frozen=True)
class Hint:
    """What a hint says (`parts/hint.jinja`)."""

    action: int
    sentence: str


def hint_of(position: Position, thought: Thought, names: tuple[str, ...], speech: PageSpeech) -> Hint:
    """A thought in words, with the share of the victory if the search found one."""
    label = position.say(thought.action, speech.language, names=names)
    if thought.share is None:
        return Hint(thought.action, speech.say("hint.sentence", action=label))
    return Hint(thought.action, speech.say("hint.with_share", action=label, percent=round(100 * thought.share)))
