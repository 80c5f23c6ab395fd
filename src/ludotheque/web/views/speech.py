"""The words of the pages in three languages: `words/<language>.toml`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from ludotheque.core.words import LANGUAGES, Speech

WEB = Path(__file__).parent.parent


class PageSpeech(Speech):
    """The words of the pages in one language."""

    def list(self, names: Sequence[str]) -> str:
        """Several names in one sentence: Ann, Bea and Cy."""
        if len(names) < 2:
            return "".join(names)
        return self.say("names.and", names=", ".join(names[:-1]), last=names[-1])


@functools.cache
def speech(language: str) -> PageSpeech:
    """The words of the pages in a language."""
    return PageSpeech(WEB, language)


def preferred(accepted: str) -> str:
    """Our language that a browser prefers by its Accept-Language."""
    wishes = []
    for part in accepted.split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.lower()[:2]))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(wishes, key=lambda wish: wish[0]) if tag in LANGUAGES), LANGUAGES[0])
