"""Editions: a game's rules in one mode with one box.

An edition is the package imported once more under another name. Its modules are new copies. Rules import each other
relatively, so they find only modules of their own edition. The default edition (interpreted, our box) is the package
itself.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import json
import os
import sys
import threading
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from . import rule
from .cache import sources_digest, user_cache_folder
from .flow import Flow
from .loops import Loops
from .state import StateBase

PACKAGE = __name__.partition(".")[0]
FOLDER = Path(__file__).parent.parent

# The kernel's modules that compiled rules contain.
COMPILED_IN = ("rule", "state", "chance", "loops", "flow", "stepping", "observation")

_editions: dict[tuple[str, str, str], Edition] = {}
_lock = threading.RLock()


def box_hash(box: dict[str, Any]) -> str:
    """A short hash of a box's data, without the sources that the box cites."""
    data = {name: {key: entry for key, entry in table.items() if key != "source"} for name, table in box.items()}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def default_box(game: str) -> dict[str, Any]:
    """The box data that come with a game."""
    return rule.read_box(FOLDER / "games" / game / "box.toml")


def edition(game: str, mode: str = rule.INTERPRETED, box: dict[str, Any] | None = None) -> Edition:
    """The edition of a game in this mode, with this box (None: ours). Each edition is made once."""
    ours = default_box(game)
    chosen = ours if box is None else box
    key = (game, mode, box_hash(chosen))
    with _lock:
        if key not in _editions:
            plain = mode == rule.INTERPRETED and key[2] == box_hash(ours)
            _editions[key] = Edition(game, mode, chosen, PACKAGE if plain else None)
        return _editions[key]


class Edition:
    """One game in one mode with one box: its modules, and the shared loops around its rules."""

    def __init__(self, game: str, mode: str, box: dict[str, Any], root: str | None) -> None:
        self.game: str = game
        self.mode: str = mode
        self.box: dict[str, Any] = box
        self.root = root or f"_{PACKAGE}_{game}_{mode}_{box_hash(box)}"
        if root is None:
            package = ModuleType(self.root)
            package.__path__ = [str(FOLDER)]
            package.EDITION = self  # type: ignore[attr-defined]
            sys.modules[self.root] = package

    @functools.cache  # noqa: B019 (editions are never dropped)
    def module(self, name: str) -> ModuleType:
        """This edition's copy of a module of the game, such as "rules"."""
        return importlib.import_module(f"{self.root}.games.{self.game}.{name}")

    @cached_property
    def state(self) -> type[StateBase]:
        state: type[StateBase] = self.module("state").State
        return state

    @cached_property
    def rules(self) -> ModuleType:
        """The game's rules: the functions that CONTRIBUTING.md lists."""
        return self.module("rules")

    @cached_property
    def loops(self) -> Loops:
        """The shared loops for these rules."""
        module = importlib.import_module(f"{self.root}.kernel.loops")
        made: Loops = module.make_loops(self.rules)
        return made

    @cached_property
    def flow(self) -> Flow:
        """The steps of batches for these rules."""
        steps = importlib.import_module(f"{self.root}.kernel.flow")
        made: Flow = steps.make_flow(self.rules, self.loops)
        return made

    @cached_property
    def cache_folder(self) -> Path:
        """The cache folder for exactly these sources and this box."""
        import numba

        sources = [FOLDER / "kernel" / f"{module}.py" for module in COMPILED_IN]
        sources += [FOLDER / "contract" / "observation.py", FOLDER / "games" / self.game]
        version = f"{numba.__version__} {sys.version_info[:2]}"
        digest = sources_digest(sources, self.mode, box_hash(self.box), version)
        folder = user_cache_folder() / "rules" / f"{self.game}-{self.mode}-{digest}"
        with contextlib.suppress(OSError):
            os.utime(folder)  # marks it as used for forget_unused
        return folder
