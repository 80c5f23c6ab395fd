"""A refusal as a page or a part of one shows it."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import game_of
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.common import RuleLink, rule_link


@dataclass(frozen=True)
class Problem:
    """What went wrong, in one sentence."""

    status: int
    sentence: str
    rule: RuleLink | None = None
    back: str = "/"


def problem_of(refusal: Refusal, visit: Visit) -> Problem:
    """A refusal in the visitor's language; of a forbidden action the rule."""
    if refusal.rule is None:
        return Problem(refusal.status, visit.speech.say(f"errors.{refusal.key}", **refusal.gaps))
    sentence = game_of(refusal.game).rule(refusal.rule, visit.language)
    return Problem(refusal.status, sentence, rule_link(refusal.game, refusal.rule))
