"""Phrases: what to say, apart from the language it is said in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Code(str):
    """A text that is the same in every language, such as the name of a strip."""


class Phrase(NamedTuple):
    """A sentence of the words, by its key, and what to put in its gaps.

    A number or a Code is put in as it is, a phrase is said first, and any other text is itself
    a key of the words, such as "terms.blue". The gap `count` chooses between the forms `one`
    and `other` of the sentence and of the terms in it.
    """

    key: str
    gaps: dict[str, Any] = {}

    def mentions(self) -> Iterator[str]:
        """The key of the phrase, then those in its gaps."""
        yield self.key
        for value in self.gaps.values():
            if isinstance(value, Phrase):
                yield from value.mentions()
            elif isinstance(value, str) and not isinstance(value, Code):
                yield value


Say = Callable[[Phrase], str]
"""Says a phrase in the viewer's language; players are called by their names."""


def minus(points: int) -> str:
    """A number with a minus sign that is as wide as a plus."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points gained or lost: +2, 0, −4."""
    return f"+{points}" if points > 0 else minus(points)
