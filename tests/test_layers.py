"""The layers: imports go one way only, games never import each other, and nothing outside a game names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent

ORDER = [
    "errors",
    "contract",
    "kernel",
    "defaults",
    "games",
    "core",
    "bots",
    "review",
    "arena",
    "study",
    "env",
    "learn",
    "web",
    "cli",
]
"""A part may import itself and the parts before it."""

ALLOWED = {
    ("kernel", "games"),  # an edition loads the game that it is named,
    ("kernel", "defaults"),  # and what the game does not define
    ("core", "bots"),  # `Position.advice` loads the players when it is called
}

Module = tuple[str, ...]
"""A module or file as its path below the package."""


def imports(tree: ast.Module, inside: Module) -> Iterator[Module]:
    """Everything of the package that a source uses: imported, imported by name, or read by path."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (below(name.name) for name in names if name.name.startswith("ludotheque."))
            case ast.ImportFrom(module=module, names=names, level=level):
                start = inside[: len(inside) - level] if level else ()
                path = start + (tuple(module.split(".")) if module else ())
                if level or path[0] == "ludotheque":
                    path = path if level else path[1:]
                    yield from ((*path, name.name) for name in names)
            case ast.Call(func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"), args=[name, *_]):
                yield below(text_of(name))
            case ast.BinOp(op=ast.Div(), left=left, right=ast.Constant(value=str(name))) if reads_package(left):
                yield tuple(name.split("/"))


def below(dotted: str) -> Module:
    """A dotted name without the package; an edition's root stands for the package too."""
    return tuple(dotted.split(".")[1:])


def text_of(node: ast.expr) -> str:
    """A string as far as it is written down: each gap of an f-string counts as one name."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def reads_package(node: ast.expr) -> bool:
    """Whether an expression is the folder of the package, by which other parts' files could be read."""
    return isinstance(node, ast.Name) and node.id in ("FOLDER", "PACKAGE")


def violations(source: str, path: Module) -> list[str]:
    """The imports of a source at this path that go the wrong way."""
    part, wrong = path[0], []
    for module in imports(ast.parse(source), path):
        if not module or module[0] not in ORDER:
            continue
        upwards = ORDER.index(module[0]) > ORDER.index(part) and (part, module[0]) not in ALLOWED
        foreign = part == module[0] == "games" and len(module) > 1 and module[1] != path[1]
        if upwards or foreign:
            wrong.append(f"{'/'.join(path)} uses {'/'.join(module)}")
    return wrong


def sources() -> Iterator[tuple[Module, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).with_suffix("").parts, path.read_text(encoding="utf-8")


def test_imports_go_one_way() -> None:
    rooms = [(path, text) for path, text in sources() if path[0] not in ("__init__", "__main__")]
    assert {path[0] for path, _ in rooms} == set(ORDER)
    assert [wrong for path, text in rooms for wrong in violations(text, path)] == []


@pytest.mark.parametrize(
    "line",
    [
        "import ludotheque.web.app",
        "from ludotheque import web",
        "from ludotheque.web import app",
        "from ..web import app",
        "import_module('ludotheque.web.app')",
        "importlib.import_module(f'{root}.web.app')",
        "(FOLDER / 'web' / 'static').read_text()",
    ],
)
def test_every_way_to_import_is_seen(line: str) -> None:
    assert violations(line, ("kernel", "rule"))


def test_nothing_outside_a_game_names_it() -> None:
    """A new game is one new folder: no other source file mentions one."""
    named = [
        f"{'/'.join(path)}: {node.value}"
        for path, text in sources()
        if path[0] != "games"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value in ludotheque.games()
    ]
    assert named == []


def test_what_is_exported_is_what_is_said() -> None:
    assert sorted(ludotheque.__all__) == ludotheque.__all__
    assert all(hasattr(ludotheque, name) for name in ludotheque.__all__)
