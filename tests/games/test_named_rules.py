"""Every numbered rule and every worked example of a game has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludotheque
from tests.samples import OURS

HERE = Path(__file__).parent


def named_tests(game: str) -> set[str]:
    """The rules and examples that tests of the game are named after: test_s23_... gives S23."""
    names: set[str] = set()
    for path in (HERE / game).glob("test_*.py"):
        for found in re.findall(r"^def test_([a-z]\d+)(?=[_(])", path.read_text(encoding="utf-8"), re.MULTILINE):
            names.add(found.upper())
    return names


@pytest.mark.parametrize("game", OURS)
def test_every_rule_and_example_is_tested_by_name(game: str) -> None:
    """`specified.txt` lists the numbers of the specification, examples included."""
    specified = (HERE / game / "specified.txt").read_text(encoding="utf-8").split()
    missing = [number for number in specified if number not in named_tests(game)]
    assert missing == []


@pytest.mark.parametrize("game", OURS)
def test_the_game_knows_exactly_the_specified_rules(game: str) -> None:
    loaded = ludotheque.load(game)
    specified = (HERE / game / "specified.txt").read_text(encoding="utf-8").split()
    assert list(loaded.rules()) == [number for number in specified if number[0] == loaded.about.PREFIX]


@pytest.mark.parametrize("game", OURS)
def test_the_rulebook_names_every_rule(game: str) -> None:
    folder = Path(ludotheque.__file__).parent / "games" / game
    written = re.findall(r"\*\*([A-Z]\d+)\*\*", (folder / "RULES.md").read_text(encoding="utf-8"))
    assert [number for number in ludotheque.load(game).rules() if number not in written] == []
