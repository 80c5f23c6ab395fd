"""What reviews and reasons for advice say, in the three languages: `words/<language>.toml`."""

from __future__ import annotations

import functools
from pathlib import Path

from ludotheque.core.words import Speech


@functools.cache
def speech(language: str) -> Speech:
    """The words of reviews in a language; raises UnknownName for one that we do not speak."""
    return Speech(Path(__file__).parent, language)
