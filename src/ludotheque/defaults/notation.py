"""Texts and sentences for choices, by the phase and the number of the choice in it.

The words say them: `actions.PHASE` and `chance.PHASE` are a list with a sentence for each choice, or one sentence with
the gap {number}, counted from 1, or {piece} if the phase names its pieces.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract.phases import PhaseTable
from ..contract.phrases import Phrase
from ..contract.position_fields import AnyState
from ..kernel.edition import Edition
from ..kernel.state import CHANCE


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """A text is the phase and the number: turn3."""
    actions, rules = edition.module("actions"), edition.rules
    names = actions.PHASES
    phases: PhaseTable = getattr(actions, "PHASE_TABLE", ())
    texts = {
        action: f"{phase.name.lower()}{action - phase.first + 1}"
        for phase in reversed(phases)  # ids that several phases ask for are called by the first of them
        for action in range(phase.first, phase.last + 1)
    }

    def outcome_texts(s: AnyState) -> list[str]:
        """The texts of the outcomes of a chance event."""
        return [f"{names[s.phase].lower()}{outcome + 1}" for outcome in range(rules.outcome_count(s))]

    def describe(s: AnyState, choice: int) -> Phrase:
        """The sentence of an action, or of an outcome at a chance event."""
        section, first = ("chance", 0) if s.to_act == CHANCE else ("actions", int(rules.first_action(s)))
        number = choice - first
        gaps: dict[str, Any] = {"number": number + 1}
        if phases and phases[s.phase].pieces:
            gaps["piece"] = f"pieces.{phases[s.phase].pieces}.{number}"
        return Phrase(f"{section}.{names[s.phase]}.{number}", gaps)

    def describe_secret(s: AnyState) -> Phrase:
        """What others are told of a choice that they may not see."""
        return Phrase(f"secrets.{names[s.phase]}")

    def refuse(s: AnyState, action: int, rule: int) -> Phrase | None:
        """Why an action is forbidden: the sentence of the rule says it."""
        return None

    return {
        "ACTION_TEXTS": [texts.get(action, str(action)) for action in range(actions.ACTIONS)],
        "outcome_texts": outcome_texts,
        "describe": describe,
        "describe_secret": describe_secret,
        "refuse": refuse,
    }
