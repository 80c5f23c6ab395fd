"""A folder on the path, in which tests announce games of other packages."""

from __future__ import annotations

import importlib
import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque.core import guests
from ludotheque.kernel import places

SMALL_GAMES = Path(__file__).parent / "small_games"

NUMBERS = itertools.count()
CACHED = (places.announced, places.found_places, places.places, guests.playable, guests.broken_games)


class Shelf:
    """A folder on the path, in which tests announce games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def announce(self, name: str, package: str) -> None:
        number = len(list(self.folder.glob("*.dist-info")))
        info = self.folder / f"guest{number}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: guest{number}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ludotheque.games]\n{name} = {package}\n")
        importlib.invalidate_caches()
        forget()

    def copy(self, file: str = "", old: str = "", new: str = "", game: str | Path = "harvest") -> Path:
        """A copy of a small game under a name that was never used, with a text of a file replaced."""
        folder = self.folder / f"copy_{next(NUMBERS)}"
        shutil.copytree(SMALL_GAMES / game, folder, ignore=shutil.ignore_patterns("__pycache__"))
        if file:
            text = (folder / file).read_text()
            assert old in text
            (folder / file).write_text(text.replace(old, new))
        self.announce(folder.name, folder.name)
        return folder


def forget() -> None:
    for cached in CACHED:
        cached.cache_clear()


@contextmanager
def on_the_path(folder: Path) -> Iterator[Shelf]:
    """A shelf in a folder; afterwards its games are forgotten."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield Shelf(folder)
    importlib.invalidate_caches()
    forget()
