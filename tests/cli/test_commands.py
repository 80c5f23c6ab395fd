"""The commands that answer at once: games, rules, replay, verify, count, bench."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.cli.counting import Counter
from ludotheque.cli.speech import HERE
from ludotheque.core.words import LANGUAGES
from tests.cli.running import plain, run
from tests.core.test_fair import LUCK, SEED, fair_game

GAMES = ludotheque.games()


def finished(game: str, seed: int = 6) -> Position:
    position, bot = ludotheque.load(game).start(2, seed=seed), player("random", seed)
    while position.to_act is not None:
        position = position.play(bot.choose(Sight.of(position)))
    return position


# --- games and rules --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_are_listed_with_titles_and_options(language: str) -> None:
    told = run("games", "--language", language)
    assert told.code == 0
    for name in GAMES:
        game = ludotheque.load(name)
        assert told.says(f"{name} {game.title(language)}")
        assert all(told.says(f"--option {option}=") for option in game.options)


def test_the_games_as_json() -> None:
    listed = run("games", "--json").json()["games"]
    assert [game["name"] for game in listed] == list(GAMES)
    for facts in listed:
        game = ludotheque.load(facts["name"])
        assert facts["seats"] == list(game.seats)
        assert [(o["name"], tuple(o["values"]), o["default"]) for o in facts["options"]] == [
            (o.name, o.values, o.default) for o in game.options.values()
        ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_all_rules_are_told_in_order(name: str, language: str) -> None:
    game = ludotheque.load(name)
    told = run("rules", name, "--language", language)
    assert told.out == plain(" ".join(f"{number} {game.rule(number, language)}" for number in game.rules()))
    assert run("rules", name, "--language", language, "--json").json() == {
        "game": name,
        "language": language,
        "rules": {number: game.rule(number, language) for number in game.rules()},
    }


def test_one_rule_is_told_alone() -> None:
    assert run("rules", "sintra", "s23").out == f"S23 {ludotheque.load('sintra').rule('S23')}"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "chess"], "There is no game 'chess'"),
        (["rules", "sintra", "S99"], "has no rule 'S99'"),
        (["games", "--language", "de"], "There is no language 'de'"),
        (["count", "chess", "--depth", "1"], "There is no game 'chess'"),
        (["count", "sintra", "--depth", "1", "--players", "7"], "is for 2 to 4 players, not 7."),
        (["count", "sintra", "--depth", "1", "--players", "0"], "is for 2 to 4 players, not 0."),
        (["count", "sintra", "--depth", "1", "--position", "nowhere.json"], "nowhere.json: the file cannot be read"),
        (["bench", "chess"], "There is no game 'chess'"),
        (["replay", "nowhere.json"], "The record nowhere.json cannot be read"),
    ],
)
def test_bad_requests_are_answered_with_one_sentence(arguments: list[str], sentence: str) -> None:
    for more in ([], ["--json"]):
        told = run(*arguments, *more)
        assert (told.code, told.out) == (2, "")
        assert sentence in told.err


@pytest.mark.parametrize("arguments", [["dance"], ["play"], ["count", "sintra"], ["count", "sintra", "--depth", "x"]])
def test_what_cannot_be_understood_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).code == 2


# --- records ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_told_line_by_line(game: str, language: str, tmp_path: Path) -> None:
    file, end = tmp_path / "game.json", finished(game)
    record = end.record(("Ann", "Bob"))
    record.save(file)
    told = run("replay", file, "--language", language)
    assert told.code == 0
    position, last_said = ludotheque.load(game).start(2), 0
    for number, ply in enumerate(record.plies, start=1):
        choice = -1 - ply if ply < 0 else ply
        sentence = position.say(choice, language, names=("Ann", "Bob"))
        found = told.out.find(plain(sentence), last_said)
        assert found >= 0, f"ply {number} is missing"
        last_said = found
        position = position.play(choice)
    for line in end.ending(language, ["Ann", "Bob"]).lines:
        assert told.out.find(plain(line.note), last_said) >= 0
    assert told.out.find(plain(end.ending(language, ["Ann", "Bob"]).verdict.headline), last_said) >= 0


@pytest.mark.parametrize("game", GAMES)
def test_a_record_as_json_stops_where_it_is_told_to(game: str, tmp_path: Path) -> None:
    file, end = tmp_path / "game.json", finished(game)
    record = end.record(("Ann", "Bob"))
    record.save(file)
    whole = run("replay", file, "--json").json()
    assert [ply["choice"] for ply in whole["plies"]] == [-1 - ply if ply < 0 else ply for ply in record.plies]
    assert (whole["names"], whole["scores"], whole["winners"]) == (["Ann", "Bob"], end.scores(), end.winners())
    assert whole["position"] == end.to_dict()
    half = len(record.plies) // 2
    part = run("replay", file, "--ply", half, "--json").json()
    assert part["plies"] == whole["plies"][:half]
    assert part["winners"] is None
    assert part["position"] == list(record.replay())[half].to_dict()
    assert run("replay", file, "--ply", half).out.count(f"Ply {half} of") == 1
    beyond = run("replay", file, "--ply", 10_000)
    assert (beyond.code, beyond.err) == (2, f"The record has {len(record.plies)} plies, not 10000.")


def test_a_sound_record_is_verified(tmp_path: Path) -> None:
    file, end = tmp_path / "game.json", finished("sintra")
    end.record().save(file)
    plies = len(end.record().plies)
    assert run("verify", file).out == f"{plies} plies replayed; the record is valid."
    assert run("verify", file, "--json").json() == {"game": "sintra", "plies": plies, "over": True, "sound": True}


def test_fair_draws_are_verified(tmp_path: Path) -> None:
    file, record = tmp_path / "game.json", fair_game("sintra").record().opened(SEED, LUCK)
    record.save(file)
    assert record.draws is not None
    draws, digest = len(record.draws.weights), record.draws.commitment
    told = run("verify", file, "--fingerprint", f"{digest[:4]} {digest[4:32].upper()}", "--luck", "clover 7")
    assert told.code == 0
    assert told.says(f"{draws} draws follow from the seed.")
    assert told.says(digest)
    assert run("verify", file, "--json").json()["draws"] == draws
    for wrong, text, sentence in (
        ("--fingerprint", "abcd" * 8, "is not that of this record"),
        ("--fingerprint", digest[:31], "at least 32 digits"),
        ("--luck", "abc", "No player of this game"),
    ):
        refused = run("verify", file, wrong, text)
        assert (refused.code, sentence in refused.err) == (2, True)
    fair_game("sintra").record().save(file)
    assert "nothing to check" in run("verify", file, "--luck", "clover7").err


def test_cut_changed_and_foreign_files_are_refused(tmp_path: Path) -> None:
    text = finished("sintra").record().to_json()
    bad = {
        "cut short": text[: len(text) // 2],
        "its checksum does not match": text.replace('"plies": "', '"plies": "*0 '),
        "not a record of a game": "[1, 2]",
    }
    file = tmp_path / "game.json"
    for sentence, content in bad.items():
        file.write_text(content, encoding="utf-8")
        for command in (["verify"], ["replay"], ["replay", "--json"]):
            told = run(command[0], file, *command[1:])
            assert (told.code, told.out) == (2, "")
            assert sentence in told.err


# --- counting and measuring -------------------------------------------------------------------


def brute_force(position: Position, depth: int) -> int:
    if depth == 0 or position.to_act is None:
        return 1
    return sum(brute_force(position.play(action), depth - 1) for action in position.legal())


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_count_is_what_trying_everything_gives(game: str, tmp_path: Path) -> None:
    depth, start = 3, ludotheque.load(game).start(2, seed=4)
    counted = run("count", game, "--depth", depth, "--seed", 4, "--json").json()
    tried = {action: brute_force(start.play(action), depth - 1) for action in start.legal()}
    assert {entry["action"]: entry["count"] for entry in counted["divide"]} == tried
    assert counted["count"] == sum(tried.values())
    first = counted["divide"][0]
    assert (first["notation"], first["sentence"]) == (start.notation(start.legal()[0]), start.say(start.legal()[0]))
    told = run("count", game, "--depth", depth, "--seed", 4)
    assert told.out.endswith(f"Total {counted['count']:,}")

    file, later = tmp_path / "position.json", start.play(start.legal()[0])
    file.write_text(json.dumps(later.to_dict()), encoding="utf-8")
    from_there = run("count", game, "--depth", 2, "--seed", 9, "--position", file, "--json").json()
    assert from_there["count"] == brute_force(ludotheque.load(game).position(later.to_dict(), seed=9), 2)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_count_follows_the_seed_through_chance(name: str) -> None:
    game = ludotheque.load(name)
    counter, bot, position = Counter(game, seed=4, depth=2), player("random", 4), game.start(2, seed=4)
    crossed = 0
    while position.to_act is not None and crossed < 5:
        after = position.play(bot.choose(Sight.of(position)))
        if after.record().plies[-1] < 0:
            crossed += 1
            assert counter.sequences(position, 2) == brute_force(position, 2)
        position = after
    assert crossed


@pytest.mark.compiled
def test_a_finished_game_is_one_sequence(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(finished("sintra").to_dict()), encoding="utf-8")
    counted = run("count", "sintra", "--depth", 2, "--position", file, "--json").json()
    assert (counted["count"], counted["divide"]) == (1, [])


@pytest.mark.compiled
def test_every_way_to_run_the_rules_is_measured() -> None:
    measured = run("bench", "sintra", "--seconds", "0.02", "--json").json()
    (game,) = measured["games"]
    assert (game["game"], game["players"]) == ("sintra", 2)
    speed = {entry["way"]: entry["decisions"] for entry in game["speeds"]}
    assert list(speed) == ["one_core", "all_cores", "interpreted", "position_play"]
    assert all(decisions > 0 for decisions in speed.values())
    told = run("bench", "sintra", "--seconds", "0.02")
    assert re.search(r"compiled, one core [\d,]+ [\d,.]+", told.out)


# --- the program itself -----------------------------------------------------------------------


def test_listing_the_games_needs_neither_numba_nor_numpy() -> None:
    program = (
        "import sys; sys.argv = ['ludotheque', 'games', '--json']\n"
        "from ludotheque.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(json.loads(done.stdout)["games"]) == len(GAMES)


def test_without_typer_and_rich_one_sentence_says_how_to_install_them() -> None:
    program = "import sys; sys.modules['rich'] = None\nfrom ludotheque.cli import main\nmain()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'The command line needs Typer and Rich: pip install "ludotheque[cli]"\n'


def test_the_program_plays_in_a_shell() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque.cli", "play", "sintra", "--seed", "3"],
        input="1\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "The game stops here. Goodbye." in done.stdout
    assert done.stderr == ""


def test_the_three_languages_say_the_same_things() -> None:
    def gaps(language: str) -> dict[str, set[str]]:
        content = tomllib.loads((HERE / "words" / f"{language}.toml").read_text(encoding="utf-8"))
        return {
            f"{section}.{key}": set(re.findall(r"{(\w+)}", value if isinstance(value, str) else value["other"]))
            for section, entries in content.items()
            for key, value in entries.items()
        }

    assert gaps("en") == gaps("fr") == gaps("nl")


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_is_made_from_the_words(game: str) -> None:
    told = run("rules", game, "--markdown", "--language", "nl")
    loaded = ludotheque.load(game)
    assert told.raw.startswith(f"# {loaded.title('nl')}\n")
    assert all(f"- **{number}** {loaded.rule(number, 'nl')}\n" in told.raw for number in loaded.rules())
