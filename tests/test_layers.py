"""The layers: imports go one way only, games never import each other, and nothing outside a game names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

import ludotheque
from tests.uses import PACKAGE, Module, Uses

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
    "kernel/edition uses package.__path__",  # the root of an edition has all rooms
    "kernel/edition uses str(PACKAGE_FOLDER)",
    "kernel/edition uses sys.modules",  # the modules of its own editions
    "kernel/places uses entry_points",  # games of other packages
    "kernel/rule uses sys.modules",  # the root of the edition that the rule belongs to
    "web/memory uses sys.modules",  # counts the caches of all modules that are loaded
    "kernel/edition uses importlib.import_module(package)",  # a module of the game that the edition is named
    "kernel/rule uses Path(str(sys.modules[module].__file__)).with_name('box.toml')",  # the game's box
    "bots/plugged uses importlib.import_module(module)",  # a bot of somebody else, by its name
}
"""Paths and names that only a running program knows, each with the reason why it may stand there."""


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
        "(PACKAGE_FOLDER / 'web' / 'static').read_text()",
        "PACKAGE_FOLDER / f'web/{name}.css'",
        "PACKAGE_FOLDER / f'{room}/static'",
        "PACKAGE_FOLDER / sheet",
        "PACKAGE_FOLDER.joinpath('web', 'static')",
        "PACKAGE_FOLDER.rglob('*.css')",
        "sys.modules['ludotheque'].web",
        "from sys import modules",
        "sys.modules[f'{root}.web.app']",
        "Path(__path__[0], 'web')",
        "Path(__spec__.origin).parent.parent / 'web'",
        "Path(inspect.getfile(rule)).parent.parent / 'web'",
        "pkgutil.resolve_name('ludotheque:web')",
        "from . import places; places.PACKAGE_FOLDER / 'web'",
        "from .places import PACKAGE_FOLDER as HOME; HOME / 'web'",
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
        "os.path.join(PACKAGE_FOLDER, 'web')",
        "HERE = Path(__file__).parent; os.path.join(HERE, '..', 'web')",
        "HERE = Path(__file__).parent; os.path.join(HERE, os.pardir, 'web')",
        "HERE = Path(__file__).parent; open(f'{HERE}/../web/app.py')",
        "HERE = Path(__file__).parent; str(HERE) + '/../web/app.py'",
    ],
)
def test_every_way_to_import_is_seen(line: str) -> None:
    assert violations(line, ("kernel", "rule"))


@pytest.mark.parametrize(
    "line",
    [
        "from ludotheque.core.words import DEFAULTS as HOME; HOME / '../web'",
        "from .words import DEFAULTS; DEFAULTS / '../web'",
        "from . import words; words.DEFAULTS / '../web'",
    ],
)
def test_paths_of_other_modules_are_followed(line: str) -> None:
    assert violations(line, ("core", "game")) == ["core/game uses web"]


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


def test_contributing_lists_the_rooms_in_their_order() -> None:
    text = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^(\w+)/  ", text.partition("## Rooms")[2].partition("\n## ")[0], re.MULTILINE)
    assert ["errors", *rooms] == ORDER
