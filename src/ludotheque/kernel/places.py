"""Where games live: folders of `games/`, and packages that other distributions announce.

A distribution announces a game as an entry point of the group `ludotheque.games`: the game's name, and the package
that holds it. Nothing is imported to find a game.
"""

from __future__ import annotations

import functools
import importlib.util
import keyword
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

PACKAGE_FOLDER = Path(__file__).parent.parent
PACKAGE = __name__.partition(".")[0]
GROUP = f"{PACKAGE}.games"
FACTS = "about.py"  # a folder with this file is a game
MOST_LETTERS = 40  # letters of a game's name that the database has room for
NAME = f"small letters, digits and underscores, a letter first, at most {MOST_LETTERS}"


class Place(NamedTuple):
    """The folder of a game, and the package by which its modules are imported."""

    folder: Path
    package: str

    @property
    def own(self) -> bool:
        """Whether the game is one of ours."""
        return self.package.startswith(f"{PACKAGE}.")


def is_possible(name: str) -> bool:
    """Whether a game can have this name: it is a Python module, a part of addresses and a key of the database."""
    plain = name.isidentifier() and name.isascii() and name.islower() and not name.startswith("_")
    return plain and len(name) <= MOST_LETTERS and not keyword.iskeyword(name)


@functools.cache
def own_places() -> dict[str, Place]:
    """Our own games by name."""
    folders = sorted(path.parent for path in (PACKAGE_FOLDER / "games").glob(f"*/{FACTS}"))
    return {folder.name: Place(folder, f"{PACKAGE}.games.{folder.name}") for folder in folders}


@functools.cache
def announced() -> tuple[EntryPoint, ...]:
    """What installed distributions announce, each once: a path can be listed twice."""
    found = {(entry.name, entry.value): entry for entry in entry_points(group=GROUP)}
    return tuple(found[key] for key in sorted(found))


@functools.cache
def places() -> dict[str, Place]:
    """All games by name: ours, and the announced ones that could be found."""
    return own_places() | found_places()[0]


@functools.cache
def found_places() -> tuple[dict[str, Place], dict[str, str]]:
    """The announced games by name; and for those that cannot be found, a sentence that says why."""
    found: dict[str, Place] = {}
    wrong: dict[str, str] = {}
    for entry in announced():
        names = [each.name for each in announced()]
        if entry.name in own_places():
            wrong[entry.name] = f"The game {entry.name} of {entry.value} has the name of another game."
        elif names.count(entry.name) > 1:
            others = " and ".join(each.value for each in announced() if each.name == entry.name)
            wrong[entry.name] = f"The game {entry.name} is announced twice, by {others}."
        elif not is_possible(entry.name):
            wrong[entry.name] = f"The game {entry.name[:MOST_LETTERS]!r} needs another name: {NAME}."
        else:
            folder = _folder(entry.value)
            if folder is None:
                wrong[entry.name] = f"The game {entry.name} has no package {entry.value}."
            elif not (folder / FACTS).exists():
                wrong[entry.name] = f"The game {entry.name} has no file {FACTS} in {folder}."
            else:
                found[entry.name] = Place(folder, entry.value)
    return found, wrong


def _folder(package: str) -> Path | None:
    """The folder of a package; None if there is none."""
    try:
        spec = importlib.util.find_spec(package)
    except Exception:  # a package around it can raise anything
        return None
    if spec is None or spec.origin is None or not spec.submodule_search_locations:
        return None
    return Path(spec.origin).parent


def folder_of(game: str) -> Path:
    """The folder of a game."""
    return places()[game].folder


def file_of(game: str, name: str) -> Path:
    """A file of a game, or the default for games that have none."""
    own = folder_of(game) / name
    return own if own.exists() else PACKAGE_FOLDER / "defaults" / name
