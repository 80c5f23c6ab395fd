"""`new` and `check`: a game of your own, and what is wrong with it."""

from __future__ import annotations

import keyword
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rich.text import Text

from ludotheque.bots.levels import LEVELS, level_of
from ludotheque.cli.screen import answers, print_json, waiting
from ludotheque.contract.reading import shown
from ludotheque.core.checking import problems
from ludotheque.errors import Error
from ludotheque.kernel.places import NAME, is_possible, places
from ludotheque.study.subject import columns

TEMPLATE = Path(__file__).parent / "template"
FILLED = {"pyproject.toml": "pyproject.toml", "README.md": "README.md", "test_game.py": "tests/test_{name}.py"}


def new(name: str, folder: Path | None) -> None:
    """Writes the package of a new game."""
    check_name(name)
    root = folder or Path(name)
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise Error(f"There is something in {root} already.")
    title = name.replace("_", " ").capitalize()
    try:
        for source in sorted((TEMPLATE / "game").rglob("*")):
            if source.suffix in (".py", ".toml"):
                text = source.read_text(encoding="utf-8").replace("TITLE", title)
                write(root / "src" / name / source.relative_to(TEMPLATE / "game"), text)
        for source_name, target in FILLED.items():
            text = (TEMPLATE / f"{source_name}.txt").read_text(encoding="utf-8").format(name=name, title=title)
            write(root / target.format(name=name), text)
    except OSError as problem:
        raise Error(f"The game cannot be written to {root}: {problem.strerror}.") from None
    console = answers()
    console.print(Text(f"{root} holds the game {name}. Install it, and play it:"))
    for command in (f"pip install -e {root}", f"ludotheque check {name}", f"ludotheque play {name}"):
        console.print(Text(f"  {command}", "cyan"), soft_wrap=True)


def check_name(name: str) -> None:
    """Refuses a name that no game can have."""
    if keyword.iskeyword(name):
        raise Error(f"A game cannot be called {name}, a word of Python itself: choose another name.")
    if not is_possible(name):
        raise Error(f"A game needs a name of {NAME}, not {shown(name)}.")
    if name in places():
        raise Error(f"There is a game {name} already.")
    if find_spec(name) is not None:
        raise Error(f"There is a Python package {name} already: choose another name.")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def file_problems(name: str) -> Iterator[str]:
    """What is wrong with the files that bots and studies read."""
    for file, read in (
        ("players.toml", lambda name: [level_of(name, level) for level in LEVELS]),
        ("study.toml", columns),
    ):
        try:
            read(name)
        except KeyError as problem:
            yield f"{file} lacks {problem.args[0]}."
        except Exception as problem:  # a file can hold anything
            yield f"{file} cannot be used: {type(problem).__name__}, {' '.join(str(problem).split())[:120]}."


def check(name: str, games: int, compiled: bool, json: bool) -> bool:
    """Tells what is wrong with a game; returns whether nothing is."""
    if games < 1:
        raise Error(f"A check plays at least one game, not {games}.")
    begun = time.monotonic()
    with waiting(f"Playing {games} random games of {name} ..."):
        found = list(problems(name, games, compiled)) or list(file_problems(name))
    if json:
        print_json({"game": name, "problems": found})
        return not found
    console = answers()
    for sentence in found:
        console.print(Text(sentence), soft_wrap=True)
    if not found:
        console.print(Text(f"Nothing is wrong with {name}: {games} games in {time.monotonic() - begun:.1f} s."))
    return not found
