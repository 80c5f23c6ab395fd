"""Bots by their names: the levels are people of the game's world, the simple players are ours."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ludotheque.bots import levels, players
from ludotheque.core.words import words
from ludotheque.web.views.speech import PageSpeech


def level_name(game: str, level: str, speech: PageSpeech) -> str:
    """What a bot is called."""
    return _said(game, level, speech)[0]


@functools.lru_cache(256)
def level_values(game: str, speech: PageSpeech, chosen: str | None, prefix: str = "") -> tuple[FormValue, ...]:
    """The bots that can be chosen, from the weakest level to the strongest, then the simple ones."""
    simple = tuple(name for name in players() if name not in levels())
    return _values((*levels(), *simple), game, speech, chosen, prefix)


@functools.lru_cache(256)
def _values(
    names: tuple[str, ...], game: str, speech: PageSpeech, chosen: str | None, prefix: str
) -> tuple[FormValue, ...]:
    said = {name: _said(game, name, speech) for name in names}
    return tuple(
        FormValue(f"{prefix}{name}", label, name == chosen, sentence) for name, (label, sentence) in said.items()
    )


def _said(game: str, level: str, speech: PageSpeech) -> tuple[str, str]:
    """The name of a bot, and how it plays."""
    if level in levels():
        found = words(game, speech.language).find("levels")[level]
        return found["name"], found["sentence"]
    return speech.say(f"levels.{level}"), speech.say(f"skills.{level}")


@dataclass(frozen=True)
class FormValue:
    """A value of an option, or of any choice of few."""

    value: str  # as it is posted
    label: str
    chosen: bool
    sentence: str = ""
