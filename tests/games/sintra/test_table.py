"""The table as text, for the terminal."""

from __future__ import annotations

from rich.text import Text

from ludotheque import Position
from ludotheque.core.words import words
from ludotheque.games.sintra.table import lines

from .build import GAME, at, seat


def shown(p: Position, language: str = "en") -> list[str]:
    """The lines without their colours."""
    drawn = lines(p.view(), words("sintra", language).say)
    return [Text.from_markup(line).plain.rstrip() for line in drawn]


def test_s5_the_hidden_side_of_every_strip_is_shown_beside_it() -> None:
    palace = seat("K3.b=P.Y.. K1.f - K5.f K8.b K2.b K4.b K6.f", "- - BW - B - - -", glazier=2)
    table = shown(at(palace, seat("K1.b K2.f K3.f K4.f K5.f K6.f K7.f K8.f"), factories=["B"]))
    first = next(i for i, line in enumerate(table) if "K3b" in line)
    assert [line[:34].rstrip() for line in table[first : first + 6]] == [
        "  K3b K1f  ·  K5f K8b K2b K4b K6f",
        "   P ʸ b ʸ ·   p ʷ j ᵖ o ʷ b ᵒ b ʷ",
        "   p ᵒ w ʸ ·   b ʷ b ʷ o ʸ b ᵖ y ᵒ",
        "   Y ʸ b ᵇ ·   p ᵖ y ᵒ w ʷ o ᵒ p ᵇ",
        "   p ᵒ w ʸ ·   b ʷ o ʷ o ʸ b ᵖ y ᵒ",
        "   p ʸ b ʸ ·   p ʷ j ᵖ o ʷ b ᵒ b ʷ",
    ]


def test_a_table_is_at_most_80_columns_wide() -> None:
    for players in GAME.seats:
        for language in ("en", "fr", "nl"):
            assert max(map(len, shown(GAME.start(players, seed=7), language))) <= 80
