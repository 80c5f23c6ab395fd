"""Editions: a game's rules in one mode with one box.

An edition is the package imported once more under another name. Its modules are new copies. Rules import each other
relatively, so they find only modules of their own edition. The default edition (interpreted, our box) is the package
itself. What a game does not define comes from `defaults/`, whose modules have the names of a game's modules.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.contract.lazy import WorkedOut, lazy
from ludotheque.contract.reading import respelt

from . import rule
from .cache import sources_digest, user_cache_folder
from .copies import copy_package
from .flow import Flow
from .loops import Loops, Steps
from .places import PACKAGE, PACKAGE_FOLDER, Place, folder_of, places
from .state import StateBase

# The modules of the kernel and of the defaults that compiled rules contain.
COMPILED_IN = ("rule", "state", "chance", "loops", "flow", "stepping", "observation")
DEFAULTS_IN = ("evaluation", "observe", "rules", "sight")

MOST_OWN = 32  # interpreted editions with other boxes than ours that are kept

_editions: dict[tuple[str, str, str], Edition] = {}
_lock = threading.RLock()


def box_hash(box: dict[str, Any]) -> str:
    """A short hash of a box's data: without its sources and empty entries, and with the letters of older records."""
    data = {name: _hashed(table) for name, table in box.items()}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _hashed(table: dict[str, Any]) -> dict[str, Any]:
    data = {key: entry for key, entry in table.items() if key not in ("source", "renamed") and entry != []}
    old, new = table.get("renamed", ("", ""))
    return {key: respelt(entry, new, old) for key, entry in data.items()} if old else data


def raw_box(game: str) -> dict[str, Any]:
    """The box data that come with a game, as its file says them; none if it has no box."""
    path = folder_of(game) / "box.toml"
    return rule.read_box(path) if path.exists() else {}


def default_box(game: str) -> dict[str, Any]:
    """The box data that come with a game."""
    return rule.settled(raw_box(game))


def edition(game: str, mode: str = rule.INTERPRETED, box: dict[str, Any] | None = None) -> Edition:
    """The edition of a game in this mode, with this box (None: ours). Each edition is made once."""
    ours = default_box(game)
    chosen = ours if box is None else box
    key = (game, mode, box_hash(chosen))
    with _lock:
        if key not in _editions:
            plain = mode == rule.INTERPRETED and key[2] == box_hash(ours)
            made = _editions[key] = Edition(game, mode, chosen, PACKAGE if plain else None)
            if mode == rule.INTERPRETED and not plain:
                made.load_all()
                _forget_oldest()
        return _editions[key]


def _forget_oldest() -> None:
    """Drops the oldest interpreted edition with another box than ours, if there are too many.

    All its modules are loaded, so games that still use it need not look for one.
    """
    own = [key for key, made in _editions.items() if key[1] == rule.INTERPRETED and made.root != PACKAGE]
    for key in own[:-MOST_OWN]:
        root = _editions.pop(key).root
        for name in [name for name in sys.modules if name == root or name.startswith(f"{root}.")]:
            del sys.modules[name]


class made_once(lazy[WorkedOut]):  # noqa: N801 (it is used as a decorator)
    """A property of an edition that is made once, under the lock of its modules.

    A lock of its own, as `functools.cached_property` has before Python 3.12, would be taken before that of the modules
    by one thread and after it by another, and both would wait for ever.
    """

    def __get__(self, thing: Any, kind: type) -> WorkedOut:
        with _lock:
            return thing.__dict__[self._name] if self._name in thing.__dict__ else super().__get__(thing, kind)


class Edition:
    """One game in one mode with one box: its modules, and the shared loops around its rules."""

    def __init__(self, game: str, mode: str, box: dict[str, Any], root: str | None) -> None:
        self.game: str = game
        self.mode: str = mode
        self.box: dict[str, Any] = box
        self.place: Place = places()[game]
        self.package = self.place.package
        self.root = root or f"_{PACKAGE}_{game}_{mode}_{box_hash(box)}"
        self._modules: dict[str, ModuleType] = {}
        self._own: dict[str, bool] = {}  # whether the game has a module, by its name
        if root is None:
            package = ModuleType(self.root)
            package.__path__ = [str(PACKAGE_FOLDER)]
            package.EDITION = self  # type: ignore[attr-defined]
            sys.modules[self.root] = package
            self.package = f"{self.root}.games.{game}"
            if not self.place.own:
                copy_package(self.place, self.package)

    def load_all(self) -> None:
        """Loads all modules of the game, and the loops around its rules."""
        names = {path.stem for path in (PACKAGE_FOLDER / "defaults").glob("*.py")} | {
            path.stem for path in self.place.folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
        }
        for name in sorted(names - {"__init__"}):
            self.module(name)
        _ = self.loops, self.steps

    def has(self, name: str) -> bool:
        """Whether the game has a module of its own of this name."""
        if name not in self._own:
            path = self.place.folder.joinpath(*name.split("."))
            self._own[name] = path.with_suffix(".py").exists() or (path / "__init__.py").exists()
        return self._own[name]

    def module(self, name: str) -> ModuleType:
        """This edition's copy of a module of the game, such as "rules", filled up with the defaults."""
        if name not in self._modules:
            with _lock:
                if name not in self._modules:
                    self._modules[name] = self._filled(name)
        return self._modules[name]

    def _filled(self, name: str) -> ModuleType:
        package = f"{self.package}.{name}"
        module = importlib.import_module(package) if self.has(name) else ModuleType(package)
        if (PACKAGE_FOLDER / "defaults" / f"{name}.py").exists():
            hooks = importlib.import_module(f"{self.root}.defaults.{name}").hooks(self, module)
            vars(module).update({hook: value for hook, value in hooks.items() if not hasattr(module, hook)})
        return module

    @made_once
    def state(self) -> type[StateBase]:
        state: type[StateBase] = self.module("state").State
        return state

    @made_once
    def rules(self) -> ModuleType:
        """The game's rules: the functions that CONTRIBUTING.md lists."""
        return self.module("rules")

    @made_once
    def loops(self) -> Loops:
        """The shared loops for these rules."""
        module = importlib.import_module(f"{self.root}.kernel.loops")
        made: Loops = module.make_loops(self.rules)
        return made

    @made_once
    def steps(self) -> Steps:
        """The loops that a search of these rules calls."""
        module = importlib.import_module(f"{self.root}.kernel.loops")
        made: Steps = module.make_steps(self.loops)
        return made

    @made_once
    def flow(self) -> Flow:
        """The steps of batches for these rules."""
        steps = importlib.import_module(f"{self.root}.kernel.flow")
        made: Flow = steps.make_flow(self.rules, self.loops)
        return made

    @made_once
    def cache_folder(self) -> Path:
        """The cache folder for exactly these sources and this box."""
        import numba

        sources = [PACKAGE_FOLDER / "kernel" / f"{module}.py" for module in COMPILED_IN]
        sources += [PACKAGE_FOLDER / "defaults" / f"{module}.py" for module in DEFAULTS_IN]
        sources += [PACKAGE_FOLDER / "contract" / "observation.py", self.place.folder]
        version = f"{numba.__version__} {sys.version_info[:2]}"
        digest = sources_digest(sources, self.mode, box_hash(self.box), version)
        folder = user_cache_folder() / "rules" / f"{self.game}-{self.mode}-{digest}"
        with contextlib.suppress(OSError):
            os.utime(folder)  # marks it as used for forget_unused
        return folder
