"""Corrected boxes that the rules cannot be played with: each is refused, and the error names the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque import BadBox


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[players]\necus = 101\n", "players.ecus"),
        ("[players]\nmanagers = 21\n", "players.managers"),
        ("[dial]\nside = 0\n", "dial.side"),
        ("[actors]\ntragedians = [3, 3, 3, 3]\n", "actors.tragedians"),
        ("[actors]\ncomedians = [3, 3, 3, 3, 10]\n", "actors.comedians"),
        ("[acrobats]\ncopies = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]\n", "acrobats.copies"),
        ("[acrobats]\ncutpurse = 101\n", "acrobats.cutpurse"),
        (
            "[actors]\ntragedians = [0, 0, 0, 0, 0]\ncomedians = [0, 0, 0, 0, 0]\n[bonuses]\ncopies = [2, 2, 2]\n",
            "actors.tragedians",
        ),
        ("[shows]\necus = [6]\n", "shows.ecus"),
        ("[objectives]\ncaptain_actors = 101\n", "objectives.captain_actors"),
        ("[objectives]\nsource = 1\n", "objectives.source"),
        ('[dial]\nsource = ["book"]\n', "dial.source"),
    ],
)
def test_a_box_that_does_not_fit_is_refused(tmp_path: Path, text: str, field: str) -> None:
    box = tmp_path / "my-box.toml"
    box.write_text(text, encoding="utf-8")
    with pytest.raises(BadBox) as refusal:
        ludotheque.load("fourberies", box=box)
    assert refusal.value.field == field
    assert str(refusal.value).endswith(".")
