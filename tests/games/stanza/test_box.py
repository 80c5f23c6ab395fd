"""Corrected boxes that the rules cannot be played with: each is refused, and the error names the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque import BadBox


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[characters]\nper_discipline = 7\n", "characters.per_discipline"),
        ("[worker_track]\ncosts = [6, 5, 4, 3, 2, 101]\n", "worker_track.costs"),
        ("[worker_track]\ncosts = [6, 5, 4, 3, 2]\n", "worker_track.costs"),
        ("[recruitment_track]\nlength = 7\n", "recruitment_track.length"),
        ("[money_track]\ntop_up = [7]\npoints = [0]\n", "money_track.top_up"),
        ("[money_track]\npoints = [0, 1]\n", "money_track.points"),
        ("[money_track]\nwhite_helpers = [17]\n", "money_track.white_helpers"),
        ('[bookshelf]\nD = ["nothing", "ship", "gold", "nothing"]\n', "bookshelf.D"),
        ("[book_points]\nA = [0, 2, 5]\n", "book_points.A"),
        ("[discs]\nper_player = 3\nin_religion_slot = 4\n", "discs.in_religion_slot"),
        ("[cover_tiles]\nof_each = [1, 1, 1]\n", "cover_tiles.of_each"),
        ("[museum_majority]\nprizes = [17, 12, 8]\n", "museum_majority.prizes"),
        ("[patron]\nsource = 1\n", "patron.source"),
        ('[rounds]\nsource = ["book"]\n', "rounds.source"),
    ],
)
def test_a_box_that_does_not_fit_is_refused(tmp_path: Path, text: str, field: str) -> None:
    box = tmp_path / "my-box.toml"
    box.write_text(text, encoding="utf-8")
    with pytest.raises(BadBox) as refusal:
        ludotheque.load("stanza", box=box)
    assert refusal.value.field == field
    assert str(refusal.value).endswith(".")
