"""CONTRIBUTING lists every name that the framework looks up in a game, and no other."""

from __future__ import annotations

import functools
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import ludotheque
from tests.lookups import Lookups

PACKAGE = Path(ludotheque.__file__).parent
CONTRIBUTING = PACKAGE.parent.parent / "CONTRIBUTING.md"


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


PLANTED = {
    "rules.in_a_function": "def choose(game): rules = game.edition.rules; rules.HOOK(1)",
    "rules.in_a_closure": "def make(rules: ModuleType):\n def f(s): return rules.HOOK(s)\n\nmake(edition.rules)",
    "notation.by_getattr": 'getattr(game.edition.module("notation"), "HOOK", None)',
    "notation.by_name": 'async def log(game): loaded = game.edition.module("notation"); loaded.HOOK(1)',
    "sight.by_attribute": 'class A:\n def __init__(self): self.mine = e.module("sight")\n def f(self): self.mine.HOOK',
    "board.by_helper": "board_of(game).HOOK",
    "about.by_property": "position.game.about.HOOK",
}
"""Sources that look a hook up, each in its own way."""


@functools.cache
def looked_up() -> dict[str, set[str]]:
    """The names that the framework looks up, by the module of a game, and those of the planted sources."""
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    sources = {path: source for path, source in sources.items() if not path.startswith("games/")}
    planted = {name: source.replace("HOOK", name.partition(".")[2]) for name, source in PLANTED.items()}
    found = Lookups(sources | planted).found
    return {module: names - set(dir(str)) for module, names in found.items()}  # the `about` of an answer is a text


def test_every_way_to_look_up_is_seen() -> None:
    assert [name for name in PLANTED if name.partition(".")[2] not in looked_up()[name.partition(".")[0]]] == []


def test_contributing_lists_every_hook() -> None:
    listed, used = documented(), looked_up()
    missing = {f"{module}.{name}" for module in used for name in used[module] - listed.get(module, set())}
    assert missing == set(PLANTED)


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
