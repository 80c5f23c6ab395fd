"""`advise`: a table with bars for a saved game or position, and a sentence for every bad file."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots.advice import Advice, advice
from ludotheque.cli import advising
from ludotheque.cli.advising import FEW_TRIES, comparison_of
from ludotheque.cli.speech import speech as cli_speech
from ludotheque.core.lessons import lesson_of
from ludotheque.core.words import LANGUAGES
from ludotheque.review.advising import MOVE_PLAYED, NEXT_BEST, AdvisedTurn, called
from ludotheque.review.reasons import whole_turn
from ludotheque.review.speech import speech as review_speech
from ludotheque.web.views.hint import hint_of
from ludotheque.web.views.speech import speech
from ludotheque.web.work.think_pool import Advised
from tests.bots.games_of_bots import decisions, random_positions
from tests.cli.running import run

GAMES = ludotheque.games()
NAMES = ("Ann", "Bea", "Cy")
TURN = (14, 55, 62)  # the best turn at step 6 of Sintra's lesson


def saved(position: Position, folder: Path) -> Path:
    file = folder / "game.json"
    position.record(tuple(f"Player {n}" for n in range(position.players))).save(file)
    return file


def reasons_of(
    position: Position, advised: Sequence[Advice], names: Sequence[str], language: str, played: Sequence[int] = ()
) -> tuple[str, ...]:
    compared = comparison_of(position, advised, names, language, played)
    return compared.reasons if compared else ()


def of_turns(*turns: tuple[int, ...]) -> list[Advice]:
    """Advice as if a search had expected these turns, the best one first."""
    return [Advice(turn[0], 0.5, FEW_TRIES, (), turn[1:]) for turn in turns]


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
    best, other = (Advice(turn[0], 0.5, 9, (), turn[1:]) for turn in (TURN, (10,)))
    whole = (whole_turn(position, 0, (each.action, *each.line)) for each in (best, other))
    turns = tuple(AdvisedTurn.of(position, 0, turn) for turn in whole)
    hint = hint_of(position, Advised(14, 0.5, turns=turns), names, speech(language))
    assert reasons_of(position, (best, other), names, language) == hint.reasons
    assert len(hint.reasons) == 3
    assert reasons_of(position, (best,), names, language) == ()
    untried = Advice(16, None, 0, (), ())
    assert reasons_of(position, (best, untried), names, language) == ()
    assert reasons_of(position, (best, untried, other), names, language) == hint.reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_and_programs_get_the_same_reasons(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, advised = lesson_of("sintra").steps[5].start, of_turns(TURN, (10,))
    monkeypatch.setattr(advising, "advice", lambda *_, **__: advised)
    command = functools.partial(run, "advise", saved(position, tmp_path), "--language", language)
    why = command("--json").json()["reasons"]
    assert why == list(reasons_of(position, advised, ("Player 0", "Player 1"), language))
    told = command()
    other = called(position, 10, NEXT_BEST, ("Player 0", "Player 1"), language)
    assert told.says(cli_speech(language).say("advise.reasons", other=other))
    assert all(told.says(reason) for reason in why)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_action_is_compared_with_the_one_that_was_played(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, advised = lesson_of("sintra").steps[5].start, of_turns(TURN, (16,), (10,))
    monkeypatch.setattr(advising, "advice", lambda *_, **__: advised)
    file = saved(position.play(10), tmp_path)
    command = functools.partial(run, "advise", file, "--ply", len(position.record().plies), "--language", language)
    given, told, names = command("--json").json(), command(), ("Player 0", "Player 1")
    assert given["compared_with"] == {"action": 10, "was_played": True}
    other = called(position, 10, MOVE_PLAYED, names, language)
    assert {"en": "move played", "fr": "coup joué", "nl": "gespeelde zet"}[language] in other
    assert told.says(cli_speech(language).say("advise.reasons", other=other))
    assert given["reasons"]
    assert all(other in reason and told.says(reason) for reason in given["reasons"])


def test_the_best_action_is_compared_with_the_next_best_one_where_nothing_worse_was_played() -> None:
    position, advised = lesson_of("sintra").steps[5].start, of_turns(TURN, (16,), (10,))
    next_best = comparison_of(position, advised, NAMES, "en")
    assert next_best is not None
    assert (next_best.other.action, next_best.kind) == (16, NEXT_BEST)
    assert comparison_of(position, advised, NAMES, "en", TURN) == next_best
    told = [reasons_of(position, advised, NAMES, "en", played) for played in ((), (10,), (16,))]
    assert [reason.replace("next best choice", "move played") for reason in told[0]] == list(told[2])
    assert told[1] != told[2]


def test_the_whole_turn_that_was_played_is_compared() -> None:
    position = lesson_of("sintra").steps[5].start
    advised = of_turns((10,), TURN)  # after the first choice of TURN, the search expected strip 55
    as_expected, otherwise = (reasons_of(position, advised, NAMES, "en", turn) for turn in (TURN, (14, 57)))
    assert as_expected != otherwise
    cut = reasons_of(position, advised, NAMES, "en", (14,))  # the record ends there: the network ends the turn
    assert cut == reasons_of(position, advised, NAMES, "en", whole_turn(position, 0, (14,)))


def test_of_a_move_that_was_played_but_not_tried_only_facts_are_told() -> None:
    position = lesson_of("sintra").steps[5].start
    advised = [*of_turns(TURN), Advice(10, None, 0, (), ())]
    told = reasons_of(position, advised, NAMES, "en", (10,))
    assert len(told) == 3
    assert all("the move played" in reason for reason in told)
    worse = [*of_turns((10,)), Advice(14, None, 0, (), ())]
    told = reasons_of(position, worse, NAMES, "en", TURN)
    assert told
    assert all("the move played" in reason for reason in told)  # nothing on chances, though no fact speaks for the move
    worse[-1] = Advice(14, 0.9, FEW_TRIES - 1, (), ())
    assert reasons_of(position, worse, NAMES, "en", TURN) == told  # a share of few tries is a guess


def test_the_reasons_are_the_same_in_worlds_that_the_seat_cannot_tell_apart() -> None:
    facts = 0
    for position in random_positions("fourberies", 3, 5)[::2]:
        other = position.redeal(position.to_act, seed=99)
        advised = of_turns(*((action,) for action in (*position.legal()[-2:], *position.legal()[:-2])))
        for played in ((), position.legal()[:1], position.legal()[-1:]):
            found, same = (reasons_of(world, advised, NAMES, "en", played) for world in (position, other))
            assert found == same
            facts += other != position and len(found) > 1
    assert facts > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_that_do_not_differ_are_only_called_close(language: str) -> None:
    position = lesson_of("sintra").steps[5].start
    close = review_speech(language).say("advice.close")
    assert reasons_of(position, of_turns(TURN, TURN), NAMES, language) == (close,)


def test_a_single_legal_action_needs_no_reasons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(each for each in random_positions("sintra", 2, 5) if len(each.legal()) == 1)
    short = functools.partial(advice, iterations=24, interpreted=True)
    monkeypatch.setattr(advising, "advice", lambda asked, *_, **__: short(asked, None))
    file = saved(position, tmp_path)
    given = run("advise", file, "--json").json()
    assert [each["action"] for each in given["actions"]] == position.legal()
    assert given["reasons"] == []
    assert given["compared_with"] is None
    told = run("advise", file)
    assert told.code == 0
    assert not told.says("Why the first choice")


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
