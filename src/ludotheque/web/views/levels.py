"""Bots by their names: levels are characters of the game's world, the simple bots have names of ours."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from ludotheque.bots import levels
from ludotheque.bots.levels import bot_names, by_strength, rating_of
from ludotheque.core.words import words
from ludotheque.kernel.places import file_of
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class FormValue:
    """A value that can be chosen in a form."""

    value: str  # as the form posts it
    label: str
    chosen: bool
    sentence: str = ""
    picture: str = ""  # the portrait of a bot
    rating: str = ""  # a bot's rating, with its interval


def level_name(game: str, level: str, speech: PageSpeech) -> str:
    """The name of a bot."""
    return _described(game, level, speech)[0]


def bot_name(game: str, level: str, twins: int, speech: PageSpeech) -> str:
    """The name of a bot that has so many twins at the table: its own name, then those of its cousins."""
    names = bot_names(game, level)
    return names[twins % len(names)] if names else level_name(game, level, speech)


def bot_picture(game: str, level: str) -> str:
    """The address of a bot's portrait; "" if the game has none."""
    return f"/games/{game}/bots/{level}.svg" if level in levels() and portrait_file(game, level).exists() else ""


@functools.lru_cache(256)
def portrait_file(game: str, level: str) -> Path:
    """The drawing of a bot."""
    return file_of(game, f"portraits/{level}.svg")


@functools.lru_cache(256)
def level_values(game: str, speech: PageSpeech, chosen: str | None, prefix: str = "") -> tuple[FormValue, ...]:
    """The bots to choose from, the weakest first (`docs/players.md`). The simple ones are for experiments."""
    offered = [name for name in by_strength(game) if name in (*levels(), chosen)]
    return tuple(
        FormValue(f"{prefix}{name}", label, name == chosen, sentence, bot_picture(game, name), rating_words(game, name))
        for name, (label, sentence) in ((name, _introduced(game, name, speech)) for name in offered)
    )


def rating_words(game: str, level: str) -> str:
    """The rating of a bot with its interval, or ""."""
    known = rating_of(game, level)
    return f"{known.points:g} ({known.low:g}–{known.high:g})" if known else ""


def _introduced(game: str, level: str, speech: PageSpeech) -> tuple[str, str]:
    """A bot's own name with what it is in its world, and a sentence on how it plays."""
    role, sentence = _described(game, level, speech)
    names = bot_names(game, level)
    return (speech.say("levels.introduced", name=names[0], role=role) if names else role), sentence


def _described(game: str, level: str, speech: PageSpeech) -> tuple[str, str]:
    """The name of a bot, and a sentence on how it plays."""
    if level in levels():
        found = words(game, speech.language).find("levels")[level]
        return found["name"], found["sentence"]
    return speech.say(f"levels.{level}"), speech.say(f"skills.{level}")
