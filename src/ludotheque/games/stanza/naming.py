"""What pieces and players are called in sentences."""

from __future__ import annotations

from ludotheque.contract.phrases import Phrase

from . import box
from .characters import face


def discipline(d: int) -> str:
    return f"disciplines.{box.LETTERS[d]}"


def colour(c: int) -> str:
    return f"terms.{box.COLOURS[c]}"


def character(tile: int) -> Phrase:
    """A tile by the name of its person: "John Calvin", "Novice of Religion"."""
    return Phrase(f"characters.{face(tile)}")


def seat(p: int) -> Phrase:
    return Phrase("terms.seat", {"number": p + 1})


def florins(n: int) -> Phrase:
    return Phrase("terms.florin", {"count": n})
