"""`new` and `check`: a package that passes its tests as it is, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ludotheque.kernel.places import NAME
from tests.cli.running import run
from tests.shelf import on_the_path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "lucky_cards"
    told = run("new", "lucky_cards", "--folder", folder)
    assert told.code == 0
    assert told.says("ludotheque check lucky_cards")
    return folder


def test_a_new_game_passes_its_tests_as_it_is(written: Path) -> None:
    facts = tomllib.loads((written / "pyproject.toml").read_text())
    announced = facts["project"]["entry-points"]["ludotheque.games"]
    assert announced == {"lucky_cards": "lucky_cards"}
    installed(written, announced)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written)], check=False,
        capture_output=True, text=True, cwd=written, env=os.environ | {"PYTHONPATH": on_path(written)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def installed(folder: Path, announced: dict[str, str]) -> None:
    """Writes what an installer would write about the package."""
    info = folder / "src" / "lucky_cards-0.1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-cards\nVersion: 0.1.0\n")
    lines = [f"{name} = {package}\n" for name, package in announced.items()]
    (info / "entry_points.txt").write_text("[ludotheque.games]\n" + "".join(lines))


def on_path(folder: Path) -> str:
    return os.pathsep.join([str(folder / "src"), *(path for path in sys.path if path)])


def test_a_new_game_is_small(written: Path) -> None:
    lines = [line for path in (written / "src").rglob("*.py") for line in path.read_text().splitlines()]
    assert len(lines) <= 200


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sintra", "There is a game sintra already."),
        ("class", "A game cannot be called class, a word of Python itself: choose another name."),
        ("Lucky", f"A game needs a name of {NAME}, not 'Lucky'."),
        ("lucky-cards", f"A game needs a name of {NAME}, not 'lucky-cards'."),
        ("_x", f"A game needs a name of {NAME}, not '_x'."),
        ("json", "There is a Python package json already: choose another name."),
    ],
)
def test_an_impossible_name_is_refused(name: str, sentence: str, tmp_path: Path) -> None:
    told = run("new", name, "--folder", tmp_path / "game")
    assert (told.code, told.err) == (2, sentence)
    assert not (tmp_path / "game").exists()


def test_nothing_is_overwritten(written: Path) -> None:
    told = run("new", "lucky_dice", "--folder", written)
    assert (told.code, told.err) == (2, f"There is something in {written} already.")


def test_check_says_that_nothing_is_wrong() -> None:
    told = run("check", "harvest", "--games", 3, "--no-compiled")
    assert told.code == 0
    assert told.says("Nothing is wrong with harvest: 3 games in")
    assert run("check", "harvest", "--games", 2, "--no-compiled", "--json").json() == {
        "game": "harvest",
        "problems": [],
    }
    assert run("check", "harvest", "--games", 0).code == 2
    assert run("check", "chess").code == 2


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("players.toml", "[search]\nexploration = 1.0\n", "players.toml lacks levels."),
        ("players.toml", "[search\n", "players.toml cannot be used: TOMLDecodeError"),
        ("study.toml", "[[groups]]\ntitle = 3\n", "study.toml lacks phases."),
    ],
)
def test_check_reads_what_bots_and_studies_read(tmp_path: Path, file: str, text: str, sentence: str) -> None:
    with on_the_path(tmp_path) as shelf:
        folder = shelf.copy()
        (folder / file).write_text(text)
        told = run("check", folder.name, "--games", 2, "--no-compiled")
    assert told.code == 1
    assert told.says(sentence)
