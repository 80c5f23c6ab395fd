"""CONTRIBUTING lists every name that the framework looks up in a game, and no other."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import ludotheque
from ludotheque.kernel.edition import Edition

PACKAGE = Path(ludotheque.__file__).parent
CONTRIBUTING = PACKAGE.parent.parent / "CONTRIBUTING.md"

CALLED = {
    "about": r"\b_?about\.([A-Z_]+)",
    "actions": r"\bactions\.([A-Z_]+)",
    "position": r"getattr\(own, \"(\w+)\"",
    "box": r"\.box\"\)\.([a-z_]+)",
    "rules": r"(?<!\.)\brules\.([a-z_]+)\b(?!\.jinja)|\.rules\.([a-z_]+)",
    "sight": r"(?<!\.)\bsight\.([a-z_]+)",
    "evaluation": r"(?<!\.)\bevaluation\.([A-Za-z_]+)",
    "notation": r"\bnotes\.([A-Za-z_]+)",
    "board": r"\bboard(?:_of\([\w.]+\))?\.([A-Za-z_]+)\b(?<!css)",
    "editor": r"\beditor\.([A-Za-z_]+)",
    "observe": r"\btable(?:_of\([\w.]+\))?\.([A-Z_]+)",
    "table": r"\bown\.([a-z_]+)",
}
"""How the framework calls what it has looked up, by the modules of a game."""

LOOKED_UP = {
    "about": ("core", "web", "cli", "env", "review", "bots"),
    "actions": ("defaults/observe.py", "defaults/position.py"),
    "position": ("defaults/position.py",),
    "box": ("core/game.py",),
    "rules": (
        "core/position.py",
        "core/game.py",
        "kernel/loops.py",
        "kernel/flow.py",
        "bots/search/",
        "study/watching",
    ),
    "sight": ("bots/search/",),
    "evaluation": ("bots/search/leaves.py",),
    "notation": ("core/position.py",),
    "board": ("web/views", "core/svg.py", "web/pages/home.py"),
    "editor": ("core/editing.py", "web/views/setup.py"),
    "observe": ("env/observing.py", "env/page.py"),
    "table": ("cli/table.py",),
}
"""Where it does so: elsewhere these words may mean other things."""


def documented() -> dict[str, set[str]]:
    """The names that CONTRIBUTING lists, by the module of a game."""
    found: dict[str, set[str]] = {}
    module = ""
    for file, names in re.findall(r"^\|(.*?)\|(.*?)\|.*\|$", CONTRIBUTING.read_text(encoding="utf-8"), re.MULTILINE):
        if named := re.search(r"`(\w+)\.py`", file):
            module = named[1]
        elif file.strip():
            module = ""
        if module:
            found.setdefault(module, set()).update(re.findall(r"`(\w+)`", names))
    return found


def looked_up() -> dict[str, set[str]]:
    """The names that the framework looks up, by the module of a game."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith("games/"):
            continue
        text = path.read_text(encoding="utf-8")
        for module, name in re.findall(r"module\(\"(\w+)\"\)\.(\w+)", text):
            found.setdefault(module, set()).add(name)
        for module, places in LOOKED_UP.items():
            if inside.startswith(places):
                calls = [name for groups in re.finditer(CALLED[module], text) for name in groups.groups() if name]
                optional = re.findall(rf"getattr\([\w.]*{module}\w*(?:\([^)]*\))?, \"(\w+)\"", text)
                optional += re.findall(rf"getattr\([\w.]*module\(\"{module}\"\), \"(\w+)\"", text)
                found.setdefault(module, set()).update(calls, optional)
    for module in found:
        found[module] -= set(dir(Edition))
    return found


def test_contributing_lists_every_hook() -> None:
    listed, used = documented(), looked_up()
    missing = {f"{module}.{name}" for module in used for name in used[module] - listed.get(module, set())}
    assert missing == set()


def test_contributing_lists_nothing_else() -> None:
    listed, used = documented(), looked_up()
    idle = {f"{module}.{name}" for module in listed for name in listed[module] - used.get(module, set())}
    assert idle == set()


def test_every_game_has_what_it_must_have() -> None:
    optional = set(re.findall(r"`(\w+)`\*", CONTRIBUTING.read_text(encoding="utf-8")))
    for name in ludotheque.games():
        game = ludotheque.load(name)
        for module, names in documented().items():
            for hook in names - optional:
                assert hasattr(game.edition.module(module), hook), f"{name} lacks {module}.{hook}"


def test_every_default_is_documented_as_one() -> None:
    optional = set(re.findall(r"`(\w+)`\*", CONTRIBUTING.read_text(encoding="utf-8")))
    edition = ludotheque.load(ludotheque.games()[0]).edition
    for path in (PACKAGE / "defaults").glob("[a-z]*.py"):
        made = import_module(f"ludotheque.defaults.{path.stem}").hooks(edition, ModuleType(path.stem))
        assert made.keys() <= optional, path.stem
