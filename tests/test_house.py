"""The house rules that a program can check: one name for one thing, short files, short functions."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
KINDS = {".py", ".js", ".ts", ".css", ".jinja", ".sh", ".conf", ".c", ".toml"}
FOLDERS = [ROOT / folder for folder in ("src", "tests", "bench", "deploy", "examples", "docs")]
FILES = [path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in KINDS]
FILES += [ROOT / name for name in ("Dockerfile", "Makefile", "pyproject.toml")]
ALL_SOURCES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in FILES}
SOURCES = {path: source for path, source in ALL_SOURCES.items() if path.endswith(".py")}

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
HEADLESS = re.compile(r"\S  # *(?:that|which|of|who|whose)\b.*", re.IGNORECASE)
CAMEL_CASE = re.compile(r"_?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")

ALLOWED = {
    "State",  # every game has a class of this name, by contract
}  # fmt: skip

FACTORIES = {
    ("src/ludotheque/bots/search/loops.py", "make_search"),
    ("src/ludotheque/kernel/cuda.py", "make_kernel"),
    ("src/ludotheque/kernel/flow.py", "make_flow"),
    ("src/ludotheque/kernel/loops.py", "make_loops"),
}
"""These functions only define closures, which Numba compiles for the rules of one edition. Each closure is short."""


class Definitions(NamedTuple):
    """What a module defines."""

    names: list[str]  # its classes, and its module-level aliases in CamelCase
    long_functions: list[str]


@functools.cache
def defined(source: str) -> Definitions:
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    classes = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    return Definitions(classes + list(aliases(tree)), list(long_functions(nodes)))


def aliases(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and CAMEL_CASE.fullmatch(target.id):
                yield target.id


def long_functions(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            if node.end_lineno - node.lineno >= MOST_LINES_OF_A_FUNCTION:
                yield node.name


def test_a_name_stands_for_one_thing() -> None:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, source in SOURCES.items():
        for name in defined(source).names:
            found[name].add(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in ALLOWED} == {}


def test_no_file_is_long() -> None:
    """Prose may be long: documents, the changelog, and the files of words."""
    long = [path for path, source in ALL_SOURCES.items() if len(source.splitlines()) > MOST_LINES]
    assert [path for path in long if "/words/" not in path] == []


def test_no_function_is_long() -> None:
    long = {(path, name) for path, source in SOURCES.items() for name in defined(source).long_functions}
    assert long == FACTORIES


def test_a_comment_after_code_is_a_complete_phrase() -> None:
    """It does not go on with the name before it, as "that statistics count" would behind MOST_GAMES."""
    found = {path: HEADLESS.findall(source) for path, source in SOURCES.items()}
    assert {path: comments for path, comments in found.items() if comments} == {}


def test_migrations_follow_one_another() -> None:
    """Two that were made at the same time would both follow the same one; the second must be renumbered."""
    migrations = [source for path, source in sorted(SOURCES.items()) if "/migrations/versions/v" in path]
    found = [re.findall(r'^(?:down_)?revision[^=]*= (?:"(\d+)"|None)', source, re.MULTILINE) for source in migrations]
    assert found == [[f"{n:04}", f"{n - 1:04}" if n > 1 else ""] for n in range(1, len(migrations) + 1)]
