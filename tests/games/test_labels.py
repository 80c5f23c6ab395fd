"""What is printed on boards fits its room in every language: it is hardly squeezed, and never cut."""

from __future__ import annotations

import re

import pytest

from ludotheque.contract.drawing import NARROWEST, text, text_width
from ludotheque.core.svg import scene
from ludotheque.core.words import LANGUAGES
from tests.samples import OURS, of_every_phase

CUT = re.compile(r"textLength=[^>]*>([^<]*…)<")


@pytest.mark.parametrize("game", OURS)
def test_no_label_is_cut_in_any_language(game: str) -> None:
    cut = set()
    for position in of_every_phase(game, 4):
        board = position.game.edition.module("board")
        for language in LANGUAGES:
            shown = scene(
                position, position.to_act, language, ("Ann", "Bob", "Cleo", "Dora", "Eve")[: position.players]
            )
            panels = [*board.panels(shown), *(board.summary(shown, seat) for seat in range(position.players))]
            drawn = "".join([panel.body for panel in panels]) + board.defs(shown)
            cut |= {(language, words) for words in CUT.findall(drawn)}
    assert cut == set()


@pytest.mark.parametrize("css", ["", "serif"])
def test_a_text_is_squeezed_a_little_then_cut(css: str) -> None:
    name = "Scaramelle de Mascarille"
    wide = text_width(name, 16, css == "serif")
    assert "textLength" not in text(0, 0, name, css, 16, room=wide)
    assert f">{name}<" in text(0, 0, name, css, 16, room=wide * NARROWEST + 0.01)
    cut = re.search(r'textLength="(.*?)".*>(.*…)<', text(0, 0, name, css, 16, room=wide / 2))
    assert cut is not None
    assert float(cut[1]) / text_width(cut[2], 16, css == "serif") >= NARROWEST
