"""The comparison with other libraries measures steps with observations where there are any, as the document tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.compare import PLAYERS, contestants, open_spiel, open_spiel_observed

PAGE = (Path(__file__).parent.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_the_document_has_a_row_for_every_way() -> None:
    ways = list(contestants(tuple(PLAYERS)))
    assert [f"{c.library}, {c.game}" for c in ways if f"| {c.library} | {c.game} | {c.way} |" not in PAGE] == []
    assert {c.library for c in ways if c.way.startswith("steps with observations")} == {
        "Ludothèque",
        "OpenSpiel",
        "Pgx",
    }


@pytest.mark.parametrize("game", ["backgammon", "chess", "hanabi"])
def test_observations_change_no_game_of_open_spiel(game: str) -> None:
    assert open_spiel_observed(game)() == open_spiel(game)() > 0
