"""`advise`: a table with bars for a saved game or position, and a sentence for every bad file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots.advice import Advice
from ludotheque.cli.advising import reasons_of
from ludotheque.core.lessons import lesson_of
from ludotheque.core.words import LANGUAGES
from ludotheque.review.advising import AdvisedTurn
from ludotheque.review.reasons import whole_turn
from ludotheque.web.views.hint import hint_of
from ludotheque.web.views.speech import speech
from ludotheque.web.work.think_pool import Advised
from tests.bots.games_of_bots import decisions, random_positions
from tests.cli.running import run

GAMES = ludotheque.games()


def saved(position: Position, folder: Path) -> Path:
    file = folder / "game.json"
    position.record(tuple(f"Player {n}" for n in range(position.players))).save(file)
    return file


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_told_with_its_share(game: str, language: str, tmp_path: Path) -> None:
    position = decisions(game, 3)[1]
    told = run("advise", saved(position, tmp_path), "--seconds", 0.05, "--language", language)
    assert told.code == 0
    assert all(told.says(position.notation(action)) for action in position.legal())
    assert "%" in told.out


@pytest.mark.compiled
def test_a_program_gets_json_of_a_position(tmp_path: Path) -> None:
    position = decisions("sintra", 3)[1]
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position.to_dict()), encoding="utf-8")
    given = run("advise", file, "--seconds", 0.05, "--json").json()
    assert given["to_act"] == position.to_act
    assert sorted(each["action"] for each in given["actions"]) == position.legal()
    assert given["expected"][0] == {"seat": position.to_act, "sentence": given["actions"][0]["sentence"]}
    few = run("advise", file, "--seconds", 0.05, "--most", 1, "--json").json()
    assert len(few["actions"]) == 1
    assert few["reasons"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_has_the_reasons_of_a_hint(language: str) -> None:
    position, names = lesson_of("sintra").steps[5].start, ("Ann", "Bea")
    best, other = (Advice(turn[0], 0.5, 9, (), turn[1:]) for turn in ((14, 55, 62), (10,)))
    whole = (whole_turn(position, 0, (each.action, *each.line)) for each in (best, other))
    turns = tuple(AdvisedTurn.of(position, 0, turn) for turn in whole)
    hint = hint_of(position, Advised(14, 0.5, turns=turns), names, speech(language))
    assert reasons_of(position, (best, other), names, language) == hint.reasons
    assert len(hint.reasons) == 3
    assert reasons_of(position, (best,), names, language) == ()
    untried = Advice(16, None, 0, (), ())
    assert reasons_of(position, (best, untried), names, language) == ()
    assert reasons_of(position, (best, untried, other), names, language) == hint.reasons


@pytest.mark.compiled
def test_an_earlier_moment_of_a_record(tmp_path: Path) -> None:
    position = decisions("sintra", 3)[1]
    ply = next(n for n, choice in enumerate(position.record().plies) if choice >= 0)
    given = run("advise", saved(position, tmp_path), "--ply", ply, "--seconds", 0.05, "--json").json()
    assert position.record().plies[ply] in {each["action"] for each in given["actions"]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seconds", 0], "more than 0"),
        (["--seconds", -3], "more than 0"),
        (["--language", "de"], "There is no language 'de'"),
        (["--ply", 9999], "plies, not 9999"),
        (["--ply", 0], "No seat is to act"),
    ],
)
def test_bad_wishes_get_a_sentence(options: list[object], said: str, tmp_path: Path) -> None:
    told = run("advise", saved(decisions("sintra", 3)[1], tmp_path), *options)
    assert told.code == 2
    assert said in told.err


@pytest.mark.parametrize("content", ["", "[]", "{}", "nonsense", '{"game": 3}', '{"game": "chess"}', '{"plies": ""}'])
def test_bad_files_get_a_sentence(content: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(content, encoding="utf-8")
    told = run("advise", file)
    assert told.code == 2
    assert told.err.endswith(".")
    assert run("advise", tmp_path / "nowhere.json").code == 2


@pytest.mark.compiled
def test_a_finished_game_needs_no_advice(tmp_path: Path) -> None:
    position = decisions("sintra", 1)[-1]
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    told = run("advise", saved(position, tmp_path))
    assert told.code == 2
    assert "the game is over" in told.err
    ply = told.err.rsplit("--ply ", 1)[1].strip(". \n")
    assert run("advise", saved(position, tmp_path), "--ply", ply, "--seconds", 0.05).code == 0


def test_an_ending_is_solved_exactly(tmp_path: Path) -> None:
    position = random_positions("sintra", 2, 4)[-1]
    given = run("solve", saved(position, tmp_path), "--json").json()
    assert {each["action"] for each in given["actions"]} == set(position.legal())
    assert given["shares"] == given["actions"][0]["shares"]
    for language in LANGUAGES:
        told = run("solve", saved(position, tmp_path), "--language", language)
        assert told.code == 0
        assert "%" in told.out
    told = run("solve", saved(random_positions("sintra", 2, 4)[0], tmp_path), "--positions", 50)
    assert (told.code, "too big" in told.err) == (2, True)
