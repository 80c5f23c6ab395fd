"""Every rule of a game is cited, by its own number, where the program implements it; no range of rules is."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from tests.samples import OURS

GAMES = Path(ludotheque.__file__).parent / "games"
TESTS = Path(__file__).parent

RULES = "rules/*.py"
ELSEWHERE = {
    "F115": "position*.py",  # a position that loses a card is refused
    "F116": "actions.py",  # the table of phases says which decision is asked even without a choice
    "S5": "state.py",  # the state has no secret, so there is no `sight.py`
    "S56": "board/*.py",  # this layout changes the picture only
}
"""Rules that other files than those of the rules implement."""

MOST_ON_A_LINE = 2  # with more, a reader cannot tell which number the line implements


def remarks(path: Path) -> Iterator[str]:
    """The comments of a file, and in Python the lines of the docstrings of its functions and classes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from re.findall(r"#.*", text)
        return
    with tokenize.open(path) as file:
        yield from (token.string for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.COMMENT)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from (ast.get_docstring(node) or "").splitlines()


def cited(game: str, pattern: str) -> dict[str, int]:
    """The game's rules that some of its files cite, each with the fewest numbers of rules on such a line."""
    number = re.compile(rf"\b{ludotheque.load(game).about.PREFIX}\d+\b")
    fewest: defaultdict[str, int] = defaultdict(lambda: 99)
    for path in (GAMES / game).glob(pattern):
        for remark in remarks(path):
            rules = set(number.findall(remark))
            for rule in rules:
                fewest[rule] = min(fewest[rule], len(rules))
    return fewest


@pytest.mark.parametrize("game", OURS)
def test_every_rule_is_cited_where_it_is_implemented(game: str) -> None:
    rules = ludotheque.load(game).rules()
    found = cited(game, RULES)
    found |= {rule: cited(game, ELSEWHERE[rule])[rule] for rule in ELSEWHERE.keys() & rules}
    assert [rule for rule in rules if found[rule] > MOST_ON_A_LINE] == []


@pytest.mark.parametrize("game", OURS)
def test_only_rules_that_exist_are_cited(game: str) -> None:
    assert cited(game, "**/*.py").keys() | cited(game, "box.toml").keys() <= set(ludotheque.load(game).rules())


@pytest.mark.parametrize("game", OURS)
def test_no_range_of_rules_is_cited(game: str) -> None:
    """A reader who searches for a number would not find it between two others."""
    letter = ludotheque.load(game).about.PREFIX
    spans = re.compile(rf"\b{letter}\d+\s*(?:-|–|to|\.\.)\s*{letter}?\d+")
    folder = GAMES / game
    found = [
        f"{path}: {span}"
        for path in (*folder.rglob("*.py"), folder / "box.toml", folder / "RULES.md", *(TESTS / game).rglob("*.py"))
        for span in spans.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []
