"""Glass, strips and windows in words, for labels."""

from __future__ import annotations

import functools

from ludotheque.contract.drawing import say, tag
from ludotheque.contract.phrases import Phrase, Say
from ludotheque.contract.scene import Voice

from ..box import LETTERS, NAMES, SPACES
from .forecasts import EMPTY, JOKER, Strip

COLOUR_NAMES = dict(zip(LETTERS, NAMES, strict=True))


def agreeing(letter: str, count: int = 1) -> Phrase:
    """A colour, in the form for this number of panes."""
    return Phrase(f"terms.{COLOUR_NAMES[letter]}", {"count": count})


def amount(voice: Voice, letter: str, count: int) -> str:
    """Such as "3 orange"."""
    return _amount(voice.say, letter, count)


@functools.lru_cache(1024)  # few words are said again and again
def _amount(speaking: Say, letter: str, count: int) -> str:
    return speaking(Phrase("board.amount", {"count": count, "colour": agreeing(letter, count)}))


def amounts(voice: Voice, panes: str) -> str:
    """Such as "2 blue, 1 white"; "nothing" for no panes."""
    found = [amount(voice, letter, panes.count(letter)) for letter in LETTERS if letter in panes]
    return ", ".join(found) or say(voice, "nothing")


@functools.lru_cache(256)  # few words are said again and again
def _of_glass(speaking: Say, key: str, letter: str) -> str:
    return speaking(Phrase(key, {"colour": agreeing(letter)}))


def space_name(voice: Voice, kind: str) -> str:
    return voice.term("terms.joker") if kind == JOKER else _of_glass(voice.say, "board.space_here", kind)


def pane_name(voice: Voice, letter: str) -> str:
    return _of_glass(voice.say, "board.pane_here", letter)


def strip_name(voice: Voice, slot: int, strip: Strip | None) -> str:
    """A strip with everything on it, and its hidden side."""
    if strip is None:
        return say(voice, "no_strip", slot=slot + 1)
    spaces = [
        space_name(voice, strip.spaces[i]) if strip.panes[i] == EMPTY
        else pane_name(voice, strip.panes[i])
        for i in range(SPACES)
    ]  # fmt: skip
    hidden = ", ".join(space_name(voice, kind) for kind in strip.hidden)
    return say(voice, "strip", slot=slot + 1, spaces=", ".join(spaces), hidden=hidden)


def rule_link(rule: str, gap: float = 0) -> str:
    """The number of a rule at the end of a line, so far behind it."""
    behind = {"dx": gap} if gap else {}
    return tag("tspan", rule, css="rule", data_rule=rule, **behind) if rule else ""


def window_name(voice: Voice, slot: int, value: int, cells: str) -> str:
    panes = [pane_name(voice, letter) for letter in cells]
    return say(voice, "window", slot=slot + 1, points=value, panes=", ".join(panes) or say(voice, "nothing"))
