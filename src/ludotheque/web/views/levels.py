"""Bots by their names: levels are characters of the game's world, the simple bots have names of ours."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ludotheque.bots import levels, players
from ludotheque.bots.names import POLICY
from ludotheque.bots.network import network_of
from ludotheque.core.game import game_of
from ludotheque.core.words import words
from ludotheque.web.views.speech import PageSpeech

BY_STRENGTH = ("random", "child", "beginner", "greedy", "casual", "skilled", "policy", "expert", "master")


@dataclass(frozen=True)
class FormValue:
    """A value that can be chosen in a form."""

    value: str  # as the form posts it
    label: str
    chosen: bool
    sentence: str = ""


def level_name(game: str, level: str, speech: PageSpeech) -> str:
    """The name of a bot."""
    return _described(game, level, speech)[0]


@functools.lru_cache(256)
def level_values(game: str, speech: PageSpeech, chosen: str | None, prefix: str = "") -> tuple[FormValue, ...]:
    """All bots, from the weakest to the strongest (`docs/players.md`); the bare network where there is one."""
    names = sorted(players(), key=lambda name: BY_STRENGTH.index(name) if name in BY_STRENGTH else len(BY_STRENGTH))
    bare = () if chosen == POLICY or network_of(game_of(game)) else (POLICY,)
    described = {name: _described(game, name, speech) for name in names if name not in bare}
    return tuple(
        FormValue(f"{prefix}{name}", label, name == chosen, sentence) for name, (label, sentence) in described.items()
    )


def _described(game: str, level: str, speech: PageSpeech) -> tuple[str, str]:
    """The name of a bot, and a sentence on how it plays."""
    if level in levels():
        found = words(game, speech.language).find("levels")[level]
        return found["name"], found["sentence"]
    return speech.say(f"levels.{level}"), speech.say(f"skills.{level}")
