"""What the pages say themselves, in the three languages: `words/<language>.toml`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.core.words import LANGUAGES, Words

FOLDER = Path(__file__).parent.parent / "words"


class Speech:
    """The words of the pages in one language, and those of a game beside them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = Words(FOLDER / f"{language}.toml", language)
        self._said = functools.cache(self._filled)  # what has no gaps is always the same

    def say(self, key: str, **gaps: int | str) -> str:
        """A sentence of the pages with its gaps filled."""
        return self._filled(key, **gaps) if gaps else self._said(key)

    def _filled(self, key: str, **gaps: int | str) -> str:
        filled = {name: Code(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return self._words.say(Phrase(key, filled))

    def list(self, names: Sequence[str]) -> str:
        """Several names in one sentence: Ann, Bea and Cy."""
        if len(names) < 2:
            return "".join(names)
        return self.say("names.and", names=", ".join(names[:-1]), last=names[-1])


@functools.cache
def speech(language: str) -> Speech:
    """The speech of a language."""
    return Speech(language)


def preferred(accepted: str) -> str:
    """The language of ours that a browser likes best, from its Accept-Language."""
    wishes = []
    for part in accepted.split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.lower()[:2]))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(wishes, key=lambda wish: wish[0]) if tag in LANGUAGES), LANGUAGES[0])
