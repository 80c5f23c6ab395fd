"""Every sentence about a wrong position or box has a translation, with the names of the pieces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.words import words
from tests.games.sintra.example import example
from tests.samples import OURS

PACKAGE = Path(ludotheque.__file__).parent
SHARED = ("contract/reading.py", "contract/position_fields.py", "core/boxes.py", "defaults/position.py")
SAID = re.compile(r"[a-z{].* .*\.$")  # a sentence that follows the name of a field


def sentences(path: Path) -> Iterator[str]:
    """The sentences in a file, with 7 in each gap."""
    tree = ast.parse(path.read_text("utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            text = node.value
        else:
            continue
        if SAID.fullmatch(text) and "\n" not in text and "`" not in text:
            yield text


@pytest.mark.parametrize("game", OURS)
def test_every_sentence_is_translated(game: str) -> None:
    files = [PACKAGE / name for name in SHARED]
    files += [path for name in ("position", "position_checks", "box") if (path := folder(game) / f"{name}.py").exists()]
    untold = [
        text
        for path in files
        for text in sentences(path)
        if any(words(game, language).translated(text) == text for language in ("fr", "nl"))
    ]
    assert untold == []


def folder(game: str) -> Path:
    return PACKAGE / "games" / game


def test_a_problem_names_its_pieces_in_every_language() -> None:
    game, d = ludotheque.load("sintra"), example()
    d["bag"]["B"] += 1
    told = {language: game.problems(d, language)[0].sentence for language in ("en", "fr", "nl")}
    assert told["en"].startswith("there are ")
    assert "en verre bleu" in told["fr"]
    assert "blauw glas" in told["nl"]


def test_a_problem_inside_another_is_translated_too() -> None:
    said = words("sintra", "fr").told("The record cannot begin: bag: it is missing.")
    assert said == "L’enregistrement ne peut pas commencer\u00a0: bag: il manque."
