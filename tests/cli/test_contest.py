"""`ludotheque arena`: contests between bots, told as a table, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ludotheque.arena import Result, standings
from ludotheque.cli.contest import show
from ludotheque.cli.speech import speech
from ludotheque.core.words import LANGUAGES
from tests.cli.running import run

CONTEST = ["arena", "sintra", "greedy", "random", "--games", "2", "--cores", "1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standings_are_told(language: str) -> None:
    told = run(*CONTEST, "--language", language)
    assert told.code == 0
    rows = [line.split()[0] for line in told.raw.splitlines() if line.startswith(("greedy", "random"))]
    assert rows == ["greedy", "random"] * 2
    assert told.out.count("100.0%") == 2


def test_a_contest_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    results, picture = tmp_path / "results.jsonl", tmp_path / "ratings.svg"
    first = run(*CONTEST, "--results", results, "--json").json()
    assert [row["name"] for row in first["table"]] == ["greedy", "random"]
    whole = results.read_text()
    results.write_text("".join(whole.splitlines(keepends=True)[:2]))
    again = run(*CONTEST, "--results", results, "--resume", "--json", "--picture", picture)
    assert [row["score"] for row in again.json()["table"]] == [row["score"] for row in first["table"]]
    assert len(results.read_text().splitlines()) == len(whole.splitlines()) == 3
    assert "greedy" in picture.read_text()


def test_a_table_of_its_own_and_a_bot_of_ones_own() -> None:
    told = run("arena", "stanza", "--table", "examples.first_bot:FirstBot,random,random", "--games", "3", "--json",
               "--cores", "1")  # fmt: skip
    found = told.json()
    assert (found["players"], found["games"]) == (3, 3)
    assert {row["name"]: row["games"] for row in found["table"]} == {"examples.first_bot:FirstBot": 3, "random": 6}


@pytest.mark.parametrize("names", ["abcde", ("examples.watchful_bot:WatchfulBot", *"bcdefgh")])
def test_no_terminal_is_too_narrow_for_the_intervals(
    names: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    many = len(names)
    numbers = tuple(range(1, many + 1))
    results = [Result(n, n, tuple(names), numbers, numbers, numbers, (1.0,) * many) for n in range(200)]
    found = standings(results)
    show(found, "A contest", speech("en"))
    told = capsys.readouterr().out
    assert "…" not in told
    for row in found.table:
        assert row.rating_interval is not None
        assert "[{:.0f}-{:.0f}]".format(*row.rating_interval) in told
    assert told.count("[98.1-100.0]") == 1 + many * (many - 1) / 2
    assert (max(map(len, told.splitlines())) <= 80) == (many == 5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["greedy"], "A table of 2 needs at least 2 different players"),
        (["greedy", "wizard"], "There is no bot 'wizard'"),
        (["greedy", "random", "--games", "0"], "at least one game, not 0"),
        (["greedy", "random", "--seconds", "0"], "A player needs more than 0 seconds"),
        (["greedy", "random", "--cores", "0"], "at least one core, not 0"),
        (["greedy", "random", "--resume"], "Resuming a contest needs the file with its results"),
        (["--table", "greedy,random", "--table", "random,random,random"], "Every table must have 2 players"),
        (["--table", ",".join(["greedy", *"abcdefghijklmnop"])], "Sintra is for 2 to 4 players"),
        (["greedy", "random", "--option", "side=C"], "The option side cannot be 'C'"),
        (["greedy", "random", "--picture", "nowhere/x.svg"], "The picture cannot be saved in nowhere/x.svg"),
        (
            ["greedy", "random", "--picture", "x.word"],
            "The picture x.word cannot be written: its name must end in .svg",
        ),
        (["greedy", "random", "--resume", "--results", __file__], "holds no results of a contest"),
    ],
)
def test_bad_contests_are_answered_with_one_sentence(arguments: list[str], sentence: str) -> None:
    told = run("arena", "sintra", *arguments)
    assert (told.code, told.out) == (2, "")
    assert sentence in told.err
    assert "Traceback" not in told.err
