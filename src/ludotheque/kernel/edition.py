"""Editions: a game's rules in one mode with one box.

An edition is the package imported once more under a name of its own. Its modules are new
copies, and since rules import each other relatively, they find only each other. The default
edition (interpreted, our box) is the package itself.
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
from collections.abc import Callable
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

# What compiled rules are made of in the kernel.
COMPILED_IN = ("rule", "state", "chance", "loops", "flow", "stepping", "observation")

Rule = Callable[..., Any]

_editions: dict[tuple[str, str, str], Edition] = {}
_lock = threading.RLock()


def box_hash(box: dict[str, Any]) -> str:
    """A short name for the data of a box: equal exactly if the data are, whatever their sources."""
    data = {name: {key: entry for key, entry in table.items() if key != "source"} for name, table in box.items()}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def default_box(game: str) -> dict[str, Any]:
    """The data of the box that comes with a game."""
    return rule.read_box(FOLDER / "games" / game / "box.toml")


def edition(game: str, mode: str = rule.INTERPRETED, box: dict[str, Any] | None = None) -> Edition:
    """The edition of a game in this mode, with this box (None: ours); made once."""
    ours = default_box(game)
    chosen = ours if box is None else box
    key = (game, mode, box_hash(chosen))
    with _lock:
        if key not in _editions:
            plain = mode == rule.INTERPRETED and key[2] == box_hash(ours)
            _editions[key] = Edition(game, mode, chosen, PACKAGE if plain else None)
        return _editions[key]


class Edition:
    """One mode, one box: the modules of the game and the loops of `loops.py` around its rules."""

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

    @functools.cache  # noqa: B019 (editions are kept for ever)
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
        """The loops that all games share, made for these rules."""
        module = importlib.import_module(f"{self.root}.kernel.loops")
        made: Loops = module.make_loops(self.rules)
        return made

    @cached_property
    def flow(self) -> Flow:
        """The steps of batches, made for these rules."""
        steps = importlib.import_module(f"{self.root}.kernel.flow")
        made: Flow = steps.make_flow(self.rules, self.loops)
        return made

    @cached_property
    def cache_folder(self) -> Path:
        """Where compiled rules of exactly these sources and this box are kept."""
        import numba

        sources = [FOLDER / "kernel" / f"{module}.py" for module in COMPILED_IN] + [FOLDER / "games" / self.game]
        version = f"{numba.__version__} {sys.version_info[:2]}"
        digest = sources_digest(sources, self.mode, box_hash(self.box), version)
        folder = user_cache_folder() / "rules" / f"{self.game}-{self.mode}-{digest}"
        with contextlib.suppress(OSError):
            os.utime(folder)  # it is in use: see forget_unused
        return folder
