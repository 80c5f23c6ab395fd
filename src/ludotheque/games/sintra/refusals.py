"""Refusals: what is wrong with the very piece that somebody has chosen, and what to do instead."""

from __future__ import annotations

from ludotheque.contract.phrases import Code, Phrase

from .actions import JOKERS, PANE, STRIP, TAKE
from .box import CENTRE, COLOURS, JOKER, NAMES
from .rules.asking import matching
from .state import GONE, State


def refuse(s: State, action: int, rule: int) -> Phrase | None:
    """Why this action is forbidden by this rule; None: the sentence of the rule says it."""
    p = s.to_act
    if rule == 19:
        source, colour = divmod(action - TAKE, COLOURS)
        return _say("centre" if source == CENTRE else "factory", source + 1, NAMES[colour], 2)
    if rule == 23:
        return _say("gone" if s.face[p][action - STRIP] == GONE else "left_of_glazier", action - STRIP + 1)
    if rule == 26:
        return _say("no_space", action - STRIP + 1, NAMES[s.hand_colour])
    if rule == 31:
        slot = s.glazier[p]
        placed, own = min(s.hand, matching(s, p, slot)), s.empty[p][slot][s.hand_colour]
        fewest, most = max(placed - own, 0), min(s.empty[p][slot][JOKER], placed)
        span = str(fewest) if fewest == most else f"{fewest}–{most}"
        return Phrase("refusals.jokers", {"number": action - JOKERS, "span": Code(span)})
    if rule == 36:
        return _say("no_pane", s.glazier[p] + 1, NAMES[action - PANE])
    return Phrase("refusals.leftmost") if rule == 40 else None


def _say(key: str, number: int, colour: str = "blue", count: int = 1) -> Phrase:
    """A refusal about a place and a colour; its sentence may need one of them only."""
    return Phrase(f"refusals.{key}", {"number": number, "colour": Phrase(f"terms.{colour}", {"count": count})})
