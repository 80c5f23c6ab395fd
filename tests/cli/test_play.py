"""`ludotheque play`, typed by a script as a person would type."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque import GameRecord, Position
from ludotheque.bots import Sight, player
from ludotheque.cli.choices import numbered
from ludotheque.cli.seats import seat_bots, seat_names
from ludotheque.cli.speech import speech
from ludotheque.contract.phrases import minus
from ludotheque.core.words import LANGUAGES
from ludotheque.web.views.levels import bot_name
from ludotheque.web.views.speech import speech as page_speech
from tests.cli.running import run
from tests.samples import OURS

GAMES = ludotheque.games()
PEOPLE = ("human", "human")


@functools.cache
def scripted(game: str, kinds: tuple[str, ...], seed: int) -> tuple[list[str], Position]:
    """What people type in a whole game, by random decisions in notation, and the position in which it ends."""
    position, bots, person = (
        ludotheque.load(game).start(len(kinds), seed=seed),
        seat_bots(list(kinds), seed),
        player("random"),
    )
    typed = []
    while (seat := position.to_act) is not None:
        action = bots.get(seat, person).choose(Sight.of(position))
        if seat not in bots:
            typed.append(position.notation(action))
        position = position.play(action)
    return typed, position


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_a_bot(game: str, language: str, tmp_path: Path) -> None:
    saved, spoken = tmp_path / "game.json", speech(language)
    typed, end = scripted(game, ("human", "random"), seed=5)
    told = run("play", game, "--seat", "human", "--seat", "random", "--seed", 5, "--language", language,
               "--save", saved, lines=typed)  # fmt: skip
    assert told.code == 0
    assert GameRecord.load(saved).verify() == end
    assert told.says(spoken.say("end.heading"))
    ending = end.ending(
        language, [spoken.say("names.human", number=1), bot_name(game, "random", 0, page_speech(language))]
    )
    for line in ending.lines:
        assert told.says(line.name)
        assert told.says(line.note)
        assert all(told.says(minus(cell.points or 0)) and told.says(cell.note) for cell in line.cells)
    assert told.says(ending.verdict.headline)
    assert all(told.says(reason.text) and told.says(reason.rule) for reason in ending.verdict.reasons)


@pytest.mark.parametrize("game", GAMES)
def test_people_type_notation_and_the_seed_deals_as_the_library_does(game: str, tmp_path: Path) -> None:
    typed, end = scripted(game, PEOPLE, seed=11)
    saved = tmp_path / "game.json"
    told = run("play", game, "--seat", "human", "--seat", "human", "--names", "Ann, Bob", "--seed", 11, "--save", saved,
               lines=typed)  # fmt: skip
    assert told.code == 0
    assert GameRecord.load(saved) == end.record(("Ann", "Bob"))
    after_the_last_decision = told.raw.rpartition(f"> {typed[-1]}")[2]
    assert len(re.findall(r"^(Ann|Bob): ", after_the_last_decision, re.MULTILINE)) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_among_themselves(game: str) -> None:
    told = run("play", game, "--seat", "random", "--seat", "random", "--seat", "random", "--seed", 2)
    assert told.code == 0
    assert told.says("Weathercock 3: ")
    assert told.says("draws were made." if game in OURS else "Chance:")
    assert told.says("Score sheet")


@pytest.mark.parametrize("game", GAMES)
def test_the_choices_are_listed_with_number_notation_and_sentence(game: str) -> None:
    position = ludotheque.load(game).start(2, seed=3)
    told = run("play", game, "--seat", "human", "--seat", "human", "--seed", 3)
    assert sorted(numbered(position).values()) == position.legal()
    for number, action in numbered(position).items():
        sentence = position.say(action, names=("Player 1", "Player 2"))
        assert told.says(f"{number} {position.notation(action)} {sentence}")


@pytest.mark.parametrize("game", GAMES)
def test_a_number_never_means_two_things(game: str) -> None:
    position, bot = ludotheque.load(game).start(2, seed=3), player("random")
    while position.to_act is not None:
        for number, action in numbered(position).items():
            own = position.notation(action)
            assert own == str(number) or not own.isdecimal()
        position = position.play(bot.choose(Sight.of(position)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_illegal_names_the_rule_that_forbids_it(game: str, language: str) -> None:
    loaded = ludotheque.load(game)
    position = loaded.start(2, seed=3)
    illegal = next(a for a in range(loaded.action_count) if position.why_not(a) and _can_be_typed(position, a))
    rule = position.why_not(illegal)
    assert rule is not None
    told = run("play", game, "--seat", "human", "--seat", "human", "--seed", 3, "--language", language,
               lines=[position.notation(illegal)])  # fmt: skip
    sentence = loaded.rule(rule, language)
    assert told.says(speech(language).say("refused.illegal", rule=rule, sentence=sentence))
    assert told.code == 0


def _can_be_typed(position: Position, action: int) -> bool:
    text = position.notation(action)
    return position.parse(text) == action


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_unknown_says_what_is_asked_instead(language: str) -> None:
    spoken = speech(language)
    sentence = ludotheque.load("sintra").rule("S15", language)
    told = run("play", "sintra", "--seed", 3, "--seat", "human", "--seat", "human", "--language", language,
               lines=["xyzzy", "999"])  # fmt: skip
    assert told.says(spoken.say("refused.unknown", text="xyzzy", rule="S15", sentence=sentence))
    assert told.says(spoken.say("refused.number", text="999", rule="S15", sentence=sentence))


def test_a_question_mark_explains_the_commands_and_the_rules() -> None:
    told = run("play", "sintra", "--seed", 3, lines=["?", "? s23", "?S99"])
    assert told.says("undo undoes your last decision")
    assert told.says(f"s23: {ludotheque.load('sintra').rule('S23')}")
    assert told.says("Nothing is called S99 here.")


@pytest.mark.parametrize("ending", [["quit"], ["q"], []])
def test_quitting_and_the_end_of_the_script_are_polite(ending: list[str], tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    told = run("play", "sintra", "--seed", 3, "--save", saved, lines=["1", *ending])
    assert told.code == 0
    assert told.says("The game stops here. Goodbye.")
    assert GameRecord.load(saved).verify().to_act is not None


def test_a_game_goes_on_from_its_record_with_the_same_chance(tmp_path: Path) -> None:
    typed, end = scripted("sintra", PEOPLE, seed=11)
    half, whole = tmp_path / "half.json", tmp_path / "whole.json"
    people = ("--seat", "human", "--seat", "human", "--seed", 11)
    stopped = run("play", "sintra", *people, "--names", "Ann,Bob", lines=[*typed[:40], f"save {half}", "quit"])
    assert stopped.says(f"Saved in {half}.")
    going_on = run("play", "sintra", *people, "--load", half, "--save", whole, lines=typed[40:])
    assert going_on.code == 0
    assert GameRecord.load(whole) == end.record(("Ann", "Bob"))


def test_a_saved_game_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ludotheque.load("sintra").start(2, seed=1).record().save(file)
    other = next(game for game in GAMES if game != "sintra")
    told = run("play", other, "--load", file)
    assert (told.code, told.err) == (2, f"This is a record of sintra, not of {other}.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], f"There is no game 'chess': choose {', '.join(GAMES)}."),
        (
            ["play", "sintra", "--seat", "clever"],
            "A seat cannot be 'clever': choose human, greedy, random, policy, child,",
        ),
        (["play", "sintra", "--language", "de"], "There is no language 'de': choose en, fr, nl."),
        (["play", "sintra", "--players", "9"], "is for 2 to 4 players, not 9."),
        (
            ["play", "sintra", "--players", "2", *["--seat", "random"] * 3],
            "There are 2 players, but 3 seats were named.",
        ),
        (["play", "sintra", "--names", "A,B,C"], "There are 2 seats, but 3 names."),
        (["play", "sintra", "--option", "side=C"], "The option side cannot be 'C': choose A, B."),
        (
            ["play", "sintra", "--option", "sides=A"],
            "has no option 'sides': choose side, first_seat, score_floor_zero.",
        ),
        (["play", "sintra", "--option", "side"], "An option is typed as NAME=VALUE, not 'side'."),
        (["play", "sintra", "--load", "nowhere.json"], "The record nowhere.json cannot be read"),
        (["play", "sintra", "--save", "nowhere/game.json"], "there is no folder nowhere."),
        (["play", "sintra", "--load", "x.json", "--players", "2"], "A saved game brings its own number of players"),
    ],
)
def test_bad_requests_are_answered_with_one_sentence(arguments: list[str], sentence: str) -> None:
    told = run(*arguments)
    assert told.code == 2
    assert sentence in told.err
    assert told.err.count(". ") == 0
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.compiled
def test_a_level_plays_under_its_own_name() -> None:
    told = run("play", "sintra", "--seat", "child", "--seat", "random", "--seed", "1", "--language", "fr")
    assert told.code == 0
    assert told.says("Nina: ")


def test_bots_have_the_names_of_the_pages() -> None:
    game, french = ludotheque.load("sintra"), speech("fr")
    assert seat_names(game, ["human", "child", "child", "greedy"], [], french) == (
        "Joueur 1",
        "Nina",
        "Rita",
        "Automate",
    )
    twins = seat_names(game, ["human", "greedy", "greedy"], ["Automate"], french)
    assert twins == ("Automate", "Automate 2", "Automate 3")


def test_a_plugged_in_bot_plays_under_the_name_of_its_class() -> None:
    told = run("play", "sintra", "--seat", "examples.first_bot:FirstBot", "--seat", "random", "--seed", "1")
    assert told.code == 0
    assert told.says("FirstBot: ")
    assert "irst_bot" not in told.out


def test_options_reach_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    run("play", "sintra", "--option", "side=b", "--option", "first_seat=1", "--option", "score_floor_zero=true",
        "--save", saved)  # fmt: skip
    assert GameRecord.load(saved).options == {"side": "B", "first_seat": 1, "score_floor_zero": True}
