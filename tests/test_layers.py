"""The layers: imports go one way only, games never import each other, and nothing outside a game names it."""

from __future__ import annotations

import ast
import re
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
    "analysis",
    "review",
    "arena",
    "puzzles",
    "study",
    "env",
    "learn",
    "web",
    "cli",
]
"""A part may import itself and the parts before it."""

WEB_ORDER = [
    {"static", "templates", "words", "settings"},
    {"tables", "storage"},  # an edit of a table writes a change of the store, which holds the state of the table
    {"work"},
    {"views"},
    {"middleware"},
    {"memory"},
    {"services"},
    {"pages"},
    {"app"},
    {"__init__"},
    {"server"},
    {"supervisor"},
]
"""The same inside `web`; those of one line may import each other."""

ALLOWED = {
    ("kernel", "games"),  # an edition loads the game that it is named,
    ("kernel", "defaults"),  # and what the game does not define
    ("core", "bots"),  # `Position.advice` loads the players when it is called
}

UNREADABLE = {
    "kernel/cache uses package",  # asks which room a function lies in, and reads nothing
    "kernel/edition uses str(FOLDER)",  # the root of an edition has all rooms
    "kernel/edition uses importlib.import_module(package)",  # a module of the game that the edition is named
    "kernel/rule uses Path(str(sys.modules[module].__file__)).with_name('box.toml')",  # the game's box
    "bots/plugged uses importlib.import_module(module)",  # a bot of somebody else, by its name
}
"""Paths and names that only a running program knows, each with the reason why it may stand there."""

Module = tuple[str, ...]
"""A module or file as its path below the package; the name "?" stands for what cannot be read."""

IMPORTERS = ("import_module", "__import__")


class Uses(ast.NodeVisitor):
    """Everything of the package that a source uses: imported, imported by name, or read by path."""

    def __init__(self, source: str, inside: Module) -> None:
        self.inside = inside
        self.found: list[tuple[Module, str]] = []  # with the text that names it
        self.paths: dict[str, Module] = {"FOLDER": ()}  # names of paths
        self.roots = {"ludotheque"}  # names of the package
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                path = self.path(node.value)
                name = name_of(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                if path is not None and name:
                    self.paths[name] = path
                    node.value = ast.Constant(None)  # what the name is used for counts
        self.visit(tree)

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            if name.name == "ludotheque":
                self.roots.add(name.asname or name.name)
            elif name.name.startswith("ludotheque."):
                self.found.append((below(name.name), name.name))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        path = self.inside[: len(self.inside) - node.level] if node.level else ()
        path += tuple(node.module.split(".")) if node.module else ()
        for name in node.names:
            if node.level or path[0] == "ludotheque":
                self.found.append((meant((*(path if node.level else path[1:]), name.name)), name.name))
            if name.name == "FOLDER" and path[-1] == "places":
                self.paths[name.asname or name.name] = ()
            elif name.name in (*IMPORTERS, "files") and name.asname:
                self.found.append((("?",), name.asname))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr):
            path = self.path(node)
            if path is None and isinstance(node, ast.Call):
                path = self.imported(node)
                if path is None and name_of(node.func) in IMPORTERS:
                    node.func = ast.Constant(None)  # another package is imported
            if path is None and isinstance(node, ast.Attribute) and self.is_root(node.value):
                path = meant((node.attr,))
            if path is None and (self.is_root(node) or name_of(node) in IMPORTERS):
                path = ("?",)  # under another name, it could import anything
            if path is not None:
                self.found.append((path, ast.unparse(node)))
                return
        super().visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring imports nothing
            super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Whatever the text is given to, a loader or a process, it may import the module that it names."""
        for name in re.findall(r"\bludotheque\.[\w.]+", str(node.value)):
            if below(name)[0] in ORDER:
                self.found.append((below(name), name))
        if node.value in IMPORTERS:
            self.found.append((("?",), str(node.value)))

    def is_root(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.roots

    def imported(self, node: ast.Call) -> Module | None:
        """The module that a call imports; None if the call imports nothing of the package."""
        if name_of(node.func) not in IMPORTERS:
            return None
        given = dict(zip(("name", "package"), node.args, strict=False))
        given |= {each.arg: each.value for each in node.keywords if each.arg}
        text = text_of(given["name"]) if "name" in given else "?"
        if text.startswith("."):
            package = given.get("package")
            own = name_of(package) == "__package__"
            inside = (
                self.inside if own else (*below(text_of(package)), "") if isinstance(package, ast.Constant) else ("?",)
            )
            name = text.lstrip(".")
            return (*inside[: len(inside) - (len(text) - len(name))], *name.split("."))
        root = text.partition(".")[0]
        return None if "?" not in root and root != "ludotheque" else below(text) or ("?",)

    def path(self, node: ast.expr) -> Module | None:
        """The path below the package that an expression stands for; None if it stands for none."""
        match node:
            case ast.Call(func=ast.Name(id="Path"), args=[ast.Name(id="__file__")]):
                return self.inside
            case ast.Name(id="__file__"):
                return ("?",)
            case ast.Attribute(value=value, attr="__file__"):
                return ("__init__",) if self.is_root(value) else ("?",)
            case ast.Name(id=name) if isinstance(node.ctx, ast.Load):
                return self.paths.get(name)
            case ast.Attribute(attr="FOLDER"):
                return ()
            case (
                ast.Call(func=func, args=[name], keywords=[])
                | ast.Call(func=func, args=[], keywords=[ast.keyword(value=name)])
            ) if name_of(func) == "files":
                return below(text_of(name))
            case (
                ast.Call(func=ast.Name(id="Path" | "str"), args=[value])
                | ast.Call(func=ast.Attribute(value=value, attr="resolve" | "absolute"))
            ):
                return self.path(value)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if isinstance(node.ctx, ast.Load):
                return self.paths.get(name)
            case ast.Attribute(value=value, attr="parent"):
                return self.joined(value, "..")
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                return self.joined(left, text_of(right))
            case ast.Call(func=ast.Attribute(value=value, attr="joinpath" | "glob" | "rglob"), args=args):
                return self.joined(value, *map(text_of, args))
            case ast.Call(func=ast.Attribute(value=value, attr="with_name"), args=[name]):
                return self.joined(value, "..", text_of(name))
            case ast.Attribute(value=value, attr="parents") if self.path(value) is not None:
                return ("?",)
        return None

    def joined(self, start: ast.expr, *texts: str) -> Module | None:
        path = self.path(start)
        if path is None or path == ("?",):
            return path
        for part in "/".join(texts).split("/"):
            path = path[:-1] if part == ".." else (*path, part)
        return path


def name_of(node: ast.expr | None) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def below(dotted: str) -> Module:
    """A dotted name without the package; an edition's root stands for the package too."""
    return tuple(dotted.split(".")[1:])


def text_of(node: ast.expr) -> str:
    """A string as far as it is written down; a gap of an f-string, or another expression, is "?"."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "?"


def meant(module: Module) -> Module:
    """Where a name of the package is defined: `ludotheque.load` is a function of `core/game.py`."""
    return EXPORTED.get(module[0], module) if len(module) == 1 else module


def exported() -> dict[str, Module]:
    """The modules that define the names of the package itself."""
    init = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    nodes = [node for node in init.body if isinstance(node, ast.ImportFrom)]
    return {name.name: below(str(node.module)) for node in nodes for name in node.names} | {"__version__": ("errors",)}


EXPORTED = exported()


def violations(source: str, path: Module) -> list[str]:
    """The uses of a source at this path that go the wrong way, or that cannot be read."""
    part, wrong = path[0], []
    for module, text in Uses(source, path).found:
        if not module or module[0] not in ORDER:
            wrong.append(f"{'/'.join(path)} uses {text}")
            continue
        upwards = ORDER.index(module[0]) > ORDER.index(part) and (part, module[0]) not in ALLOWED
        foreign = part == module[0] == "games" and len(module) > 1 and module[1] != path[1]
        if part == module[0] == "web" and len(module) > 1:
            upwards = web_rank(module[1]) > web_rank(path[1])
        if upwards or foreign:
            wrong.append(f"{'/'.join(path)} uses {'/'.join(module)}")
    return wrong


def web_rank(name: str) -> int:
    """The place of a part of `web` in its order; one that cannot be read comes last."""
    return next((rank for rank, names in enumerate(WEB_ORDER) if name in names), len(WEB_ORDER))


def sources() -> Iterator[tuple[Module, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).with_suffix("").parts, path.read_text(encoding="utf-8")


def test_imports_go_one_way() -> None:
    rooms = [(path, text) for path, text in sources() if path[0] not in ("__init__", "__main__")]
    assert {path[0] for path, _ in rooms} == set(ORDER)
    assert {path.stem for path in (PACKAGE / "web").glob("[!_]*")} | {"__init__"} == set().union(*WEB_ORDER)
    assert {wrong for path, text in rooms for wrong in violations(text, path)} == UNREADABLE


@pytest.mark.parametrize(
    "line",
    [
        "import ludotheque.web.app",
        "from ludotheque import web",
        "from ludotheque.web import app",
        "from ludotheque import load",
        "from ludotheque import *",
        "from ..web import app",
        "import ludotheque; ludotheque.load('sintra')",
        "import ludotheque as library; library.load('sintra')",
        "from importlib import import_module as fetch",
        "import_module('ludotheque.web.app')",
        "import_module(name='ludotheque.web.app')",
        "import_module('..web', __package__)",
        "importlib.import_module(f'{root}.web.app')",
        "importlib.import_module(name)",
        "__import__('ludotheque.web')",
        "import_module('.web.app', 'ludotheque')",
        "import_module('..web.app', package='ludotheque.core')",
        "import_module('..web', package)",
        "fetch = importlib.import_module; fetch(f'ludo{gap}')",
        "modules = map(import_module, names)",
        "getattr(importlib, 'import_module')(name)",
        "library = ludotheque; library.load('sintra')",
        "getattr(ludotheque, 'load')",
        "sys.modules['ludotheque.web.app']",
        "importlib.resources.read_text('ludotheque.web', 'app.py')",
        "pkgutil.get_data('ludotheque.web', 'app.py')",
        "runpy.run_module('ludotheque.web.app')",
        "PackageLoader('ludotheque.web')",
        "exec('import ludotheque.web.app')",
        "read = importlib.resources.files; read(f'ludotheque.web.{name}')",
        "importlib.resources.files('ludotheque.web')",
        "files(anchor='ludotheque.web')",
        "(FOLDER / 'web' / 'static').read_text()",
        "FOLDER / f'web/{name}.css'",
        "FOLDER / f'{room}/static'",
        "FOLDER / sheet",
        "FOLDER.joinpath('web', 'static')",
        "FOLDER.rglob('*.css')",
        "places.FOLDER / 'web'",
        "from .places import FOLDER as HOME; HOME / 'web'",
        "Path(__file__).parent.parent / 'web' / 'static'",
        "Path(__file__).resolve().parent.parent / 'web'",
        "Path(__file__).absolute().parent.parent / 'web'",
        "class A:\n    here: Path = Path(__file__).parent.parent\n    def read(self): return self.here / 'web'",
        "self.here = Path(__file__).parent; self.here / '../web'",
        "Path(__file__).parents[1] / 'web'",
        "Path(__file__).with_name('../web')",
        "HERE = Path(__file__).parent; HERE / '..' / 'web'",
        "Path(ludotheque.__file__).parent / 'web'",
        "os.listdir(os.path.dirname(os.path.dirname(web.__file__)))",
        "os.path.join(os.path.dirname(__file__), '..', 'web')",
        "os.path.join(FOLDER, 'web')",
    ],
)
def test_every_way_to_import_is_seen(line: str) -> None:
    assert violations(line, ("kernel", "rule"))


@pytest.mark.parametrize("line", ["from ludotheque.web.pages import live", "from ..middleware.limits import Limits"])
def test_the_rooms_of_the_web_have_an_order(line: str) -> None:
    assert violations(line, ("web", "views", "table"))


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
