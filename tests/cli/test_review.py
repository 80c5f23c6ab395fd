"""`review`: text, JSON and a page, and a sentence where nothing can be reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.words import LANGUAGES
from tests.bots.test_review import finished
from tests.cli.running import run


def saved(folder: Path, game: str = "sintra") -> Path:
    file = folder / "game.json"
    finished(game).record(("Ann", "Bea")).save(file)
    return file


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_as_text(tmp_path: Path, language: str) -> None:
    told = run("review", saved(tmp_path), "--iterations", 8, "--language", language)
    assert told.code == 0
    assert {"en": "Turning points", "fr": "Tournants", "nl": "Keerpunten"}[language] in told.out
    assert told.out.count("Ann") > 1
    assert "100%" in told.out


@pytest.mark.compiled
def test_a_review_as_json_and_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    given = run("review", saved(tmp_path), "--iterations", 8, "--json", "--html", page).json()
    again = run("review", saved(tmp_path), "--iterations", 8, "--json").json()
    assert given == again
    for balance in given["balances"]:
        parts = sum(balance[key] for key in ("start", "drawn", "given", "received", "unforeseen"))
        assert parts == pytest.approx(balance["result"])
    assert len(given["turning_points"]) == 3
    text = page.read_text(encoding="utf-8")
    assert text.count('class="win-graph"') == text.count('class="luck-chart"') == 1
    assert all(point["why"].split(":")[0] in text for point in given["turning_points"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seconds", 0], "more than 0 seconds"),
        (["--seconds", -1], "more than 0 seconds"),
        (["--iterations", 0], "at least one iteration"),
        (["--html", "/nowhere/at/all.html"], "cannot be saved"),
        (["--language", "de"], "There is no language 'de'"),
    ],
)
def test_bad_wishes_get_a_sentence(options: list[object], said: str, tmp_path: Path) -> None:
    told = run("review", saved(tmp_path), *options)
    assert told.code == 2
    assert said in told.err


def test_a_game_that_is_not_over_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "running.json"
    ludotheque.load("sintra").start(2, seed=1).record().save(file)
    told = run("review", file)
    assert told.code == 2
    assert "Only a game that is over can be reviewed." in told.err
