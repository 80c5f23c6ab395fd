"""The layers: imports go downwards only, and games never import each other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent

# From the bottom to the top; a part may import its own level and those below.
BOTTOM = {"cluster", "ending", "errors", "phrases", "reading", "scene"}
LEVELS = [BOTTOM, {"kernel"}, {"games"}, {"core"}, {"bots"}, {"arena"}, {"env"}, {"study"}, {"web"}, {"cli"}]
FILES = sorted(PACKAGE.rglob("*.py"))


def level(part: str) -> int:
    return next(height for height, parts in enumerate(LEVELS) if part in parts)


def imported(path: Path) -> set[tuple[str, ...]]:
    """The modules of the package that a file imports, as paths below it."""
    inside = path.relative_to(PACKAGE).with_suffix("").parts
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            found.add(inside[: len(inside) - node.level] + tuple((node.module or "").split(".")))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "ludotheque":
            found.add(tuple((node.module or "").split(".")[1:]))
        elif isinstance(node, ast.Import):
            found |= {tuple(n.name.split(".")[1:]) for n in node.names if n.name.split(".")[0] == "ludotheque"}
    return {module for module in found if module and module[0]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path: Path) -> None:
    part = path.relative_to(PACKAGE).with_suffix("").parts
    if part[0] in ("__init__", "__main__"):
        return
    for module in imported(path):
        assert level(module[0]) <= level(part[0]), f"{part} imports {module}"
        if part[0] == module[0] == "games":
            assert len(module) < 2 or module[1] == part[1], f"{part} imports another game: {module}"


def test_nothing_outside_a_game_names_it() -> None:
    """A new game is one new folder: no other source file mentions one."""
    named = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in FILES
        for name in ludotheque.games()
        if "games" not in path.relative_to(PACKAGE).parts
        and any(
            isinstance(node, ast.Constant) and node.value == name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
    ]
    assert named == []


def test_what_is_exported_is_what_is_said() -> None:
    assert sorted(ludotheque.__all__) == ludotheque.__all__
    assert all(hasattr(ludotheque, name) for name in ludotheque.__all__)
