"""The documentation site: every page of its menu exists, and all that is public is listed. `make docs` builds it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NEEDED = {"ludotheque.env.sb3": "stable_baselines3"}


def hooks() -> Any:
    spec = spec_from_file_location("site_hooks", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


SITE = hooks()


def test_every_page_of_the_menu_exists() -> None:
    menu = re.findall(r"([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(menu) > 25
    made = {"index.md", "observations/index.md", "reference/index.md", *(f"rules/{game}.md" for game in SITE.games())}
    outside = {"CHANGELOG.md", "CONTRIBUTING.md"}
    assert [page for page in menu if page not in made | outside and not (ROOT / "docs" / page).exists()] == []
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages - set(menu) == set()


@pytest.mark.parametrize("module", SITE.PUBLIC)
def test_all_that_is_public_is_listed_and_explained(module: str) -> None:
    names = SITE.names_of(module)
    assert names
    if find_spec(NEEDED.get(module, "ludotheque")) is None:
        pytest.skip(f"needs {NEEDED[module]}")
    found = import_module(module)
    assert getattr(found, "__all__", SITE.KERNEL.get(module)) == names
    for name in names:
        explained = getattr(found, name)
        place, _, last = SITE.definition(module, name).rpartition(".")
        assert getattr(import_module(place), last) is explained  # not a module of the same name
        assert not isinstance(explained, type | FunctionType) or explained.__doc__, f"{module}.{name}"


def taught() -> Iterator[tuple[str, ast.AST]]:
    """All statements of the programs in the documents, the examples and the package that `ludotheque new` writes."""
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        blocks = re.findall(
            r"^```(?:python|pycon)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        for block in blocks:
            yield from (
                (path.name, node) for node in ast.walk(ast.parse(re.sub(r"^(>>>|\.\.\.) ?", "", block, flags=re.M)))
            )
    template = ROOT / "src" / "ludotheque" / "cli" / "template"
    for path in (
        *sorted((ROOT / "examples").glob("*.py")),
        *sorted(template.rglob("*.py")),
        template / "test_game.py.txt",
    ):
        yield from ((path.name, node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_the_reference_has_everything_that_documents_and_examples_import() -> None:
    missing = []
    for where, node in taught():
        if isinstance(node, ast.ImportFrom) and node.level == 0 and str(node.module).startswith("ludotheque"):
            for alias in node.names:
                listed = node.module in SITE.PUBLIC and alias.name in SITE.names_of(node.module)
                if not listed and f"{node.module}.{alias.name}" not in SITE.PUBLIC:
                    missing.append(f"{where}: {node.module}.{alias.name}")
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("ludotheque")]
            missing += [f"{where}: {name}" for name in names if not any(m.startswith(name) for m in SITE.PUBLIC)]
    assert missing == []


def test_every_list_of_public_names_is_in_the_reference() -> None:
    internal = {"ludotheque.cli.app", "ludotheque.bots.advice"}  # the latter's names are those of `ludotheque.bots`
    for path in (ROOT / "src" / "ludotheque").rglob("*.py"):
        if "games" not in path.parts and re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.MULTILINE):
            module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
            assert module in SITE.PUBLIC.keys() | internal


def test_rule_books_have_all_rules_and_a_picture() -> None:
    book = SITE.rule_book("sintra")
    assert book.count("\n- **S") == len(SITE.ludotheque.load("sintra").rules())
    assert SITE.picture("sintra").startswith("<svg")


def test_no_page_loads_a_script_from_the_network() -> None:
    theirs = '<script src="https://example.org/iframe-worker/shim"></script>'
    page = SimpleNamespace(file=SimpleNamespace(dest_uri="reference/index.html"))
    assert SITE.on_post_page(theirs, page, None) == '<script src="../assets/iframe-worker.js"></script>'
    assert SITE.on_post_template(theirs, "404.html", None) == '<script src="/assets/iframe-worker.js"></script>'
    assert (ROOT / "docs" / "assets" / "iframe-worker.js").exists()
