"""Every rule of a game is cited, by its own number, where the program implements it; no range of rules is."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from tests.samples import OURS

GAMES = Path(ludotheque.__file__).parent / "games"
TESTS = Path(__file__).parent

# The files of a game that implement its rules.
SOURCES = ("rules/*.py", "about.py", "actions.py", "box.py", "box.toml", "sight.py", "state.py")

# Rules that other files implement.
ELSEWHERE = {
    "F115": "position*.py",  # a position that loses a card is refused
    "S56": "board/*.py",  # this layout changes the picture only
}


def remarks(path: Path) -> Iterator[str]:
    """The comments and texts of a Python file, the comments of a TOML file, or a whole Markdown file."""
    if path.suffix == ".md":
        yield path.read_text(encoding="utf-8")
        return
    if path.suffix == ".toml":
        yield from re.findall(r"#.*", path.read_text(encoding="utf-8"))
        return
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.string


def cited(game: str, pattern: str) -> set[str]:
    """The numbers of the game's rules in the comments and docstrings of some of its files."""
    number = re.compile(rf"\b{ludotheque.load(game).about.PREFIX}\d+\b")
    paths = (GAMES / game).glob(pattern)
    return {found for path in paths for remark in remarks(path) for found in number.findall(remark)}


@pytest.mark.parametrize("game", OURS)
def test_every_rule_is_cited_where_it_is_implemented(game: str) -> None:
    found = set[str]().union(*(cited(game, pattern) for pattern in SOURCES))
    rules = ludotheque.load(game).rules()
    missing = [rule for rule in rules if rule not in (cited(game, ELSEWHERE[rule]) if rule in ELSEWHERE else found)]
    assert missing == []


@pytest.mark.parametrize("game", OURS)
def test_only_rules_that_exist_are_cited(game: str) -> None:
    assert cited(game, "**/*.py") | cited(game, "box.toml") <= set(ludotheque.load(game).rules())


@pytest.mark.parametrize("game", OURS)
def test_no_range_of_rules_is_cited(game: str) -> None:
    """A reader who searches for a number would not find it between two others."""
    letter = ludotheque.load(game).about.PREFIX
    spans = re.compile(rf"\b{letter}\d+\s*(?:-|–|to|\.\.)\s*{letter}?\d+")
    folder = GAMES / game
    found = [
        f"{path}: {span}"
        for path in (*folder.rglob("*.py"), folder / "box.toml", folder / "RULES.md", *(TESTS / game).rglob("*.py"))
        for remark in remarks(path)
        for span in spans.findall(remark)
    ]
    assert found == []
