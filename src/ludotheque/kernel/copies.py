"""Copies of a game's package for an edition, if the game is not below `ludotheque/games`.

Its modules import the kernel as anybody would: `from ludotheque.kernel.rule import rule`. In a copy these imports, and
those of the package itself, mean the modules of the edition.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from .places import PACKAGE, Place

_copied: dict[str, Place] = {}  # by the name of the copy


def copy_package(place: Place, name: str) -> None:
    """Makes the package importable under another name, `ROOT.games.GAME`."""
    _copied[name] = place
    if not any(isinstance(finder, CopyFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, CopyFinder())


class CopyFinder(MetaPathFinder):
    """Finds the modules of copies."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of this name, if it belongs to a copy."""
        package = ".".join(fullname.split(".")[:3])
        if package not in _copied:
            return None
        place = _copied[package]
        if fullname == package:
            init = place.folder / "__init__.py"
            spec = spec_from_file_location(fullname, init, submodule_search_locations=[str(place.folder)])
        else:
            spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = CopyLoader(
                fullname, spec.origin, {PACKAGE: package.partition(".")[0], place.package: package}
            )
        return spec


class CopyLoader(SourceFileLoader):
    """Loads a module from its source, with some packages renamed where it imports them."""

    def __init__(self, fullname: str, path: str, names: dict[str, str]) -> None:
        super().__init__(fullname, path)
        self._names = names

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module; never from or to a cache, which holds that of the original."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                node.module = self._renamed(node.module)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:  # without one, the statement binds the first part of the name
                        alias.name = self._renamed(alias.name)
        code: Any = compile(tree, path, "exec", dont_inherit=True)
        return code  # type: ignore[no-any-return]

    def _renamed(self, module: str) -> str:
        for name, copy in self._names.items():
            kernel = name != PACKAGE or module.startswith(f"{PACKAGE}.kernel")
            if kernel and (module == name or module.startswith(f"{name}.")):
                return copy + module[len(name) :]
        return module
