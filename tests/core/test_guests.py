"""Games of other packages: the good ones are found, each broken one is told in a sentence and harms no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.contract.drawing import text_width
from ludotheque.core.guests import OPTIONAL, broken_games
from ludotheque.defaults.board import box_picture
from ludotheque.kernel.places import NAME
from tests.cli.running import run
from tests.shelf import Shelf, on_the_path


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with on_the_path(tmp_path) as made:
        yield made


def test_a_game_of_another_package_is_a_game(shelf: Shelf) -> None:
    name = shelf.copy().name
    assert name in ludotheque.games()
    assert ludotheque.load(name).start(2, seed=1).phase == "TURN"
    assert [game["name"] for game in run("games", "--json").json()["games"]] == list(ludotheque.games())


WRONG = [
    ("about.py", "SEATS", "CHAIRS", "lacks SEATS in about.py|cannot be loaded: ImportError"),
    (
        "about.py",
        "SEATS",
        "INTERFACE = 0\nSEATS",
        "is made for version 0 of the interface of games; version 1 is installed.",
    ),
    ("about.py", "SEATS", "raise RuntimeError('no licence')\nSEATS", "cannot be loaded: RuntimeError, no licence."),
    ("about.py", "SEATS", "raise SystemExit(3)\nSEATS", "cannot be loaded: SystemExit, 3."),
    ("rules.py", "def act(", "def play(", "lacks act in rules.py."),
    ("rules.py", "def happen(", "def roll(", "lacks happen in rules.py, though its phases have outcomes."),
    ("rules.py", "import rule\n", "import rool\n", "cannot be loaded: ImportError"),
    ("rules.py", "s.phase, s.to_act = ROLL, CHANCE", "s.phase, s.to_act = ROLL, OVER", "is over before it begins."),
    ("state.py", "class State(", "class Table(", "lacks State in state.py."),
    ("words/en.toml", "title = ", "title ", "cannot use its file words/en.toml: TOMLDecodeError"),
    (
        "words/en.toml",
        "[phases]",
        "[phases",
        r"cannot use .*: TOMLDecodeError, Expected .* \(at line \d+, column \d+\)\.",
    ),
    (
        "rules.py",
        "def act(",
        "rows = [1 2]\n\n\ndef act(",
        r"cannot be loaded: SyntaxError, .* \(rules.py, line \d+\)\.",
    ),
    ("words/en.toml", "title = ", "name = ", "has no title in words/en.toml."),
    ("about.py", "(2, 3)", "3", "needs a tuple of numbers of players in SEATS in about.py, not 3."),
    ("about.py", "(2, 3)", "()", r"needs a tuple of numbers of players in SEATS in about.py, not \(\)."),
    ("about.py", "(5, 10)", "5", "needs two numbers in MINUTES in about.py, not 5."),
    ("about.py", "(5, 10)", '("a", "b")', r"needs two numbers in MINUTES in about.py, not \('a', 'b'\)."),
    ("about.py", "DESIGNERS = ", "DESIGNERS = 7 or ", "needs a tuple of names in DESIGNERS in about.py, not 7."),
    (
        "about.py",
        "DESIGNERS = ",
        "DESIGNERS = (1, 2) or ",
        r"needs a tuple of names in DESIGNERS in about.py, not \(1, 2\).",
    ),
    (
        "about.py",
        'LEDGER = ("H5", "H7")',
        "LEDGER = (6,)",
        r'needs a tuple of rules such as \("P5",\) in LEDGER in about.py, not \(6,\).',
    ),
    ("about.py", "SEATS", "VERSION = 'one'\nSEATS", "needs a whole number as VERSION in about.py, not 'one'."),
    (
        "about.py",
        "SEATS",
        "INTERFACE = '1'\nSEATS",
        "needs the number 1 as INTERFACE in about.py, not '1'.",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG, ids=[each[3] for each in WRONG])
def test_a_broken_game_is_told_and_harms_no_other(shelf: Shelf, file: str, old: str, new: str, sentence: str) -> None:
    known = ludotheque.games()
    name = shelf.copy(file, old, new).name
    assert ludotheque.games() == known
    with pytest.raises(ludotheque.Error, match=f"The game {name} ({sentence})"):
        ludotheque.load(name)
    told = run("games")
    assert (told.code, told.err) == (0, broken_games()[name])


def test_a_game_whose_box_cannot_be_drawn_is_told(shelf: Shelf) -> None:
    folder = shelf.copy()
    (folder / "board.py").write_text("def card():\n    return 1 / 0\n")
    assert folder.name not in ludotheque.games()
    assert broken_games()[folder.name].endswith("cannot be loaded: ZeroDivisionError, division by zero.")


def test_a_game_whose_box_is_no_picture_is_told(shelf: Shelf) -> None:
    folder = shelf.copy()
    (folder / "board.py").write_text("def card():\n    return 5\n")
    assert folder.name not in ludotheque.games()
    assert broken_games()[folder.name] == f"The game {folder.name} needs a picture as text from card in board.py."


@pytest.mark.parametrize("module", OPTIONAL)
def test_a_further_file_that_raises_is_named(shelf: Shelf, module: str) -> None:
    folder = shelf.copy()
    (folder / f"{module}.py").write_text("raise ValueError('no licence')\n")
    assert folder.name not in ludotheque.games()
    told = f"The game {folder.name} cannot use its file {module}.py: ValueError, no licence."
    assert broken_games()[folder.name] == told


def test_broken_words_of_another_language_are_named(shelf: Shelf) -> None:
    folder = shelf.copy()
    (folder / "words" / "fr.toml").write_text("title = \n")
    assert folder.name not in ludotheque.games()
    assert "cannot use its file words/fr.toml: TOMLDecodeError" in broken_games()[folder.name]
    assert run("games", "--language", "fr").code == 0


@pytest.mark.parametrize("file", ["about.py", "actions.py", "rules.py", "state.py", "words/en.toml"])
def test_a_missing_file_is_named(shelf: Shelf, file: str) -> None:
    folder = shelf.copy()
    (folder / file).unlink()
    assert ludotheque.games() == ("bids", "fourberies", "harvest", "sintra", "stanza")
    assert Path(file).name in broken_games()[folder.name]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sintra", "The game sintra of copied has the name of another game."),
        ("harvest", "The game harvest is announced twice, by copied and harvest."),
        ("Chess-960", f"The game 'Chess-960' needs another name: {NAME}."),
        ("class", f"The game 'class' needs another name: {NAME}."),
        ("_x", f"The game '_x' needs another name: {NAME}."),
        ("x" * 41, f"The game {'x' * 40!r} needs another name: {NAME}."),
    ],
)
def test_an_impossible_name_is_told(shelf: Shelf, name: str, sentence: str) -> None:
    shelf.announce(name, "copied")
    assert broken_games()[name] == sentence
    assert "sintra" in ludotheque.games()
    assert ludotheque.load("sintra").title() == "Azul: Stained Glass of Sintra"


def test_a_package_that_is_not_there_is_told(shelf: Shelf) -> None:
    shelf.announce("broken", "no.such.package")
    assert broken_games()["broken"] == "The game broken has no package no.such.package."


def test_a_game_without_designers_has_no_empty_line(shelf: Shelf) -> None:
    known = run("games").out.count("Designers")
    shelf.copy("about.py", 'DESIGNERS = ("Nobody",)', "")
    assert run("games").out.count("Designers") == known


@pytest.mark.parametrize("title", ["Pig", "The long and winding game of many words and few dice", "Donau" * 12])
def test_the_title_fits_the_default_box(title: str) -> None:
    drawn = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)<', box_picture(title, "pig"))
    assert " ".join(line for _, line in drawn) == title
    assert all(text_width(line, float(size), serif=True) <= 701 for size, line in drawn)


def test_a_seat_without_fields_has_no_panel(shelf: Shelf) -> None:
    name = shelf.copy("words/en.toml", 'barn = "Barns"', 'barn = ""').name
    drawn = ludotheque.load(name).start(2, seed=1).svg(0)
    assert 'class="panel-table"' in drawn
    assert 'class="panel-seat"' not in drawn
