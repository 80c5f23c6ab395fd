"""What the command line itself says, in the three languages: `words/<language>.toml`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.core.game import Game
from ludotheque.core.words import LANGUAGES, Words, words
from ludotheque.errors import UnknownName

FOLDER = Path(__file__).parent / "words"


class CliSpeech:
    """The words of the command line in one language, and those of a game beside them."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise UnknownName(f"There is no language {language!r}: choose {', '.join(LANGUAGES)}.")
        self.language = language
        self._words = Words(FOLDER / f"{language}.toml", language)

    def say(self, key: str, **gaps: int | str) -> str:
        """A sentence of the command line with its gaps filled."""
        filled = {name: Code(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return self._words.say(Phrase(key, filled))

    def named(self, game: Game, sentence: str, names: Sequence[str]) -> str:
        """A sentence of a game with the names of the players in place of "Seat 1", "Seat 2", ..."""
        spoken = words(game.name, self.language)
        for number, name in enumerate(names, start=1):
            sentence = sentence.replace(spoken.say(Phrase("terms.seat", {"number": number})), name)
        return sentence

    def label(self, game: Game, key: str) -> str:
        """The heading of a part of a position: the game's word for it, ours, or the key itself."""
        for source, section in ((self._words, "labels"), (words(game.name, self.language), "terms")):
            found = _found(source, f"{section}.{key}")
            if isinstance(found, dict):
                found = found.get("other")
            if isinstance(found, str) and "{" not in found:
                return found
        return key.replace("_", " ")


def _found(source: Words, key: str) -> Any:
    try:
        return source.find(key)
    except KeyError:
        return None


@functools.cache
def speech(language: str) -> CliSpeech:
    """The speech of a language; raises for one we do not speak."""
    return CliSpeech(language)
