"""Bad input, strange terminals and Ctrl+C: one sentence and an exit code, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludotheque
from ludotheque import GameRecord
from ludotheque.cli import DEBUG
from ludotheque.cli.seats import printable
from ludotheque.cli.speech import speech
from ludotheque.core.words import LANGUAGES
from tests.cli.running import plain, run

DIGITS = "9" * 5000
posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell and its signals")


def shell(line: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs `ludotheque` as a shell does, with its redirections."""
    command = f'exec "{sys.executable}" -m ludotheque.cli {line}'
    environ = {**os.environ, **environment}
    return subprocess.run(["sh", "-c", command], input=typed, capture_output=True, env=environ, check=False, timeout=60)


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff\x00", DIGITS.encode(), b""])
@pytest.mark.parametrize(
    "command", [("play", "sintra", "--load"), ("replay",), ("verify",), ("count", "sintra", "--depth", 1, "--position")]
)
def test_a_file_of_rubbish_is_refused(command: tuple[object, ...], content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rubbish.json"
    file.write_bytes(content)
    told = run(*command, file)
    assert (told.code, told.out) == (2, "")
    assert "record" in told.err or "cannot be read" in told.err


@pytest.mark.parametrize("depth", [-1, 61, 10**12])
def test_a_count_has_a_sensible_depth(depth: int) -> None:
    told = run("count", "sintra", "--depth", depth)
    assert (told.code, told.err) == (2, f"A sequence has 0 to 60 decisions, not {depth}.")


@pytest.mark.compiled
def test_no_decision_is_one_sequence() -> None:
    assert run("count", "sintra", "--depth", 0, "--json").json()["count"] == 1


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
def test_a_measurement_takes_a_sensible_time(seconds: str) -> None:
    told = run("bench", "sintra", "--seconds", seconds)
    assert (told.code, told.err) == (2, f"A measurement takes 0.01 to 600 seconds, not {float(seconds)}.")


def test_a_very_long_number_is_no_choice() -> None:
    told = run("play", "sintra", "--seed", 3, lines=[DIGITS, "?" + DIGITS, "00000000001"])
    assert told.code == 0
    assert told.says(f"There is no choice {DIGITS[:40]}… here")
    assert told.says(f"Nothing is called {DIGITS[:40]}… here.")
    assert not told.says("There is no choice 0")


@pytest.mark.parametrize("number", [-3, 0, 1, 9])
@pytest.mark.parametrize("language", LANGUAGES)
def test_too_few_and_too_many_players_are_refused_by_their_number(number: int, language: str) -> None:
    told = run("play", "sintra", "--players", number, "--language", language)
    title = ludotheque.load("sintra").title(language)
    assert told.err == plain(speech(language).say("refused.players", title=title, low=2, high=4, number=number))


def test_values_of_options_are_named_as_they_are_typed() -> None:
    told = run("play", "sintra", "--players", 2, "--option", "first_seat=3")
    assert (told.code, told.err) == (2, "The option first_seat cannot be '3': choose none, 0, 1.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_not_spoken_of_as_many(language: str) -> None:
    spoken = speech(language)
    for key in ("play.resumed", "replay.verified", "replay.beyond", "count.heading", "bench.all_cores"):
        one, two = (spoken.say(key, count=count, ply=9, title="Sintra") for count in (1, 2))
        assert one != two.replace("2", "1", 1)


# --- saving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["", "nowhere/game.json", "x" * 300, f"{os.devnull}"])
def test_a_game_is_not_played_if_it_cannot_be_saved(where: str, tmp_path: Path) -> None:
    target = tmp_path / where
    told = run("play", "sintra", "--seat", "random", "--seat", "random", "--save", target)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"The game cannot be saved in {target}: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_game_is_not_played_if_its_folder_is_locked(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    told = run("play", "sintra", "--seat", "random", "--seat", "random", "--save", tmp_path / "game.json")
    assert (told.code, told.out) == (2, "")


def test_a_typed_save_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    told = run("play", "sintra", "--seed", 3, lines=[f"save {tmp_path}", f"save {tmp_path}/a\0b", "quit"])
    assert told.code == 0
    assert told.says("it is a folder.")
    assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.parent.glob(f"{tmp_path.name}?*")) == []


@pytest.mark.parametrize(("name", "shown"), [("Zoë", "Zoë"), ("\x1b[31mred", "?[31mred"), ("a\udcffb\n", "a?b ")])
def test_names_disturb_no_terminal(name: str, shown: str) -> None:
    assert printable(name) == shown


# --- the streams ------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("line", ["games", "games --json", "play sintra --seat random --seat random", "--help"])
@pytest.mark.parametrize("nowhere", [">&-", ">/dev/full"])
def test_output_that_goes_nowhere_ends_quietly(line: str, nowhere: str) -> None:
    done = shell(f"{line} {nowhere}")
    assert (done.returncode, done.stderr) == (2, b"")


@posix
def test_errors_that_go_nowhere_keep_their_code() -> None:
    for nowhere in ("2>&-", "2>/dev/full"):
        assert shell(f"rules chess {nowhere}").returncode == 2


@posix
@pytest.mark.parametrize(
    ("closed", "sentence"), [("<&-", "standard input is closed"), ("0>/dev/null", "Standard input cannot be read")]
)
def test_without_a_keyboard_nobody_plays(closed: str, sentence: str) -> None:
    done = shell(f"play sintra {closed}")
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


@posix
def test_bytes_that_are_no_text_are_no_choice() -> None:
    done = shell("play sintra --seed 3 --seat human --seat human", b"\xff\xfe\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?? is neither a choice nor a command" in done.stdout


ONE_AFTER_THE_OTHER = (
    "import sys\nfrom ludotheque.cli import main\n"
    "for line in sys.argv[1:]:\n"
    "    sys.argv = ['ludotheque', *line.split()]\n"
    "    try: main()\n"
    "    except SystemExit as end: assert not end.code\n"
    "    print(end='\\0')"
)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_terminal_is_answered_in_its_own_letters(encoding: str) -> None:
    """All lines are typed in one process: to start one takes longer than most commands."""
    lines = ("games --json --language fr", "rules stanza --language fr", "play sintra --language fr --seed 3")
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-c", ONE_AFTER_THE_OTHER, *lines, "play --help"]
    done = subprocess.run(command, input=b"", capture_output=True, env=environ, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    listed, *others = done.stdout.decode(encoding).split("\0")
    assert json.loads(listed) == run("games", "--json", "--language", "fr").json()
    assert len(others) == len(lines) + 1
    assert all(others[:-1])


# --- Ctrl+C and what nobody expected ----------------------------------------------------------

INTERRUPTIBLE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from ludotheque.cli import main\nmain()"
)


def interrupted(*arguments: str, after: float | bytes) -> tuple[subprocess.Popen[bytes], bytes, float]:
    """A command that was stopped with Ctrl+C after some seconds, or after it said something.

    Gives the process, what it said after that, and how long it still took.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        if isinstance(after, bytes):
            while after not in process.stdout.readline():
                assert process.poll() is None
        else:
            time.sleep(after)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        process.wait(timeout=20)
        took = time.monotonic() - begun
        return process, process.stdout.read(), took
    finally:
        process.kill()
        process.communicate()


@posix
@pytest.mark.compiled
@pytest.mark.parametrize("command", [("count", "sintra", "--depth", "40"), ("bench", "sintra", "--seconds", "300")])
def test_ctrl_c_ends_long_work_at_once(command: tuple[str, ...]) -> None:
    process, said, took = interrupted(*command, after=5)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert took < 20


@posix
def test_ctrl_c_saves_the_game_and_says_so(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    process, said, _ = interrupted("play", "sintra", "--seed", "3", "--save", str(saved), after=b"Glass tower")
    assert process.returncode == 0
    assert f"Saved in {saved}." in said.decode()
    assert GameRecord.load(saved).verify().to_act is not None


@posix
def test_ctrl_c_ends_a_game_whose_bot_keeps_the_interpreter(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    seats = ("--seat", "tests.arena.guests:Absorbed", "--seat", "random")
    command = [sys.executable, "-c", INTERRUPTIBLE, "play", "sintra", *seats, "--save", str(saved)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == b"I am absorbed.\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT
        assert GameRecord.load(saved).verify().to_act is not None
    finally:
        process.kill()
        process.communicate()


BROKEN = (
    "import sys; sys.argv = ['ludotheque', 'games']\n"
    "import ludotheque.cli, ludotheque.cli.listing as listing\n"
    "def broken(*given): raise RuntimeError('the shelf\\nfell down')\n"
    "listing.games = broken\n"
    "ludotheque.cli.main()"
)


def test_what_nobody_expected_is_one_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", BROKEN], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "This should not have happened: RuntimeError: the shelf fell down; please report it"
        " (LUDOTHEQUE_DEBUG=1 shows where).\n"
    )
    environ = {**os.environ, DEBUG: "1"}
    traced = subprocess.run([sys.executable, "-c", BROKEN], capture_output=True, text=True, check=False, env=environ)
    assert traced.returncode == 1
    assert "Traceback" in traced.stderr


def test_the_package_is_the_command_line() -> None:
    command = [sys.executable, "-m", "ludotheque", "games", "--json"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert [game["name"] for game in json.loads(done.stdout)["games"]] == list(ludotheque.games())


def test_the_help_lists_every_command() -> None:
    told = run("--help")
    for command in ("games", "rules", "play", "replay", "verify", "count", "bench", "export", "import", "serve"):
        assert told.says(f"│ {command} ")
        assert run(command, "--help").code == 0
