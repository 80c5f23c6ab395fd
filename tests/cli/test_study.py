"""`ludotheque study`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES
from tests.cli.running import run


@pytest.mark.compiled
def test_a_study_writes_a_report_and_its_numbers(tmp_path: Path) -> None:
    file = tmp_path / "sintra.html"
    told = run(
        "study",
        "sintra",
        "random=300",
        "--players",
        "2",
        "--players",
        "2",
        "--seed",
        "5",
        "--report",
        str(file),
        "--json",
    )
    found = json.loads(told.out)
    assert json.loads(file.with_suffix(".json").read_text()) == found
    assert [one["options"] for one in found["settings"]] == [
        {}, {"side": "B"}, {"first_seat": 0}, {"first_seat": 1}, {"score_floor_zero": True},
    ]  # fmt: skip
    assert "ludotheque study sintra random=300 --players 2 --players 2 --seed 5" in file.read_text(encoding="utf-8")


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_study_is_told_in_every_language(language: str) -> None:
    told = run("study", "sintra", "random=200", "--players", "3", "--usual", "--language", language)
    assert told.says("200")
    assert told.code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no game 'chess'"),
        (("sintra", "random"), "typed as NAME=GAMES"),
        (("sintra", "random=0"), "typed as NAME=GAMES"),
        (("sintra", "random=" + 5000 * "9"), "such as random=1000000, not 'random=9999"),
        (("sintra", "random=5", "greedy=5", "random=6"), "The players 'random' are given twice"),
        (("sintra", "--option", "side=A", "--option", "side=B"), "The option side is given twice"),
        (("sintra", "nobody=5"), "There is no bot 'nobody'"),
        (("sintra", "--players", "7"), "is for 2 to 4 players, not 7"),
        (("sintra", "--option", "side=C"), "The option side cannot be 'C'"),
        (("sintra", "--seed", "-1"), "must be 0 to 4294967295"),
        (("sintra", "random=1", "--report", "a.json"), "Name the report like report.html"),
        pytest.param(("sintra", "--cores", "0"), "needs at least one core", marks=pytest.mark.compiled),
        (("sintra", "--ray", "127.0.0.1:1"), "No Ray cluster answers at 127.0.0.1:1: "),
        (("sintra", "--report", "/nowhere/x.html"), "cannot be saved"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    told = run("study", *words)
    assert told.code == 2
    assert sentence in told.err
