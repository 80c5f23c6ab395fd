"""What the command line itself says, in the three languages: `words/<language>.toml`."""

from __future__ import annotations

import functools
from pathlib import Path

from ludotheque.core.game import Game
from ludotheque.core.words import Speech, words

HERE = Path(__file__).parent


class CliSpeech(Speech):
    """The words of the command line in one language, and those of a game beside them."""

    def label(self, game: Game, key: str) -> str:
        """The heading of a part of a position: the game's, our word for it, the game's word, or the key itself.

        A game without a position format of its own names its fields, so its word comes first.
        """
        own = words(game.name, self.language)
        sources = [(own, "labels"), (self.words, "labels"), (own, "terms")]
        for source, section in sources if game.edition.has("position") else reversed(sources):
            found = source.get(f"{section}.{key}", None)
            if isinstance(found, dict):
                found = found.get("other")
            if isinstance(found, str) and "{" not in found:
                return found
        return key.replace("_", " ")


@functools.cache
def speech(language: str) -> CliSpeech:
    """The words of the command line in a language; raises UnknownName for one that we do not speak."""
    return CliSpeech(HERE, language)
