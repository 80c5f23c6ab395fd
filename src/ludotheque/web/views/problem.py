"""A refusal as pages show it."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import game_of
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Problem:
    """A sentence, and the rule that it quotes, if any."""

    sentence: str
    rule: RuleLink | None = None


def problem_of(refusal: Refusal, visit: Visit) -> Problem:
    """A refusal in the visitor's language; for a forbidden action the sentence of the rule."""
    link = rule_link(refusal.game, refusal.rule) if refusal.rule else None
    if refusal.rule is None or refusal.gaps:
        return Problem(visit.speech.say(f"errors.{refusal.key}", **refusal.gaps), link)
    return Problem(game_of(refusal.game).rule(refusal.rule, visit.language), link)
