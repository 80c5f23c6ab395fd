"""Every numbered rule and every worked example of the specification has a test of its name."""

from __future__ import annotations

import re
from pathlib import Path

from .build import GAME

NUMBERS = {
    *range(1, 8), *range(10, 15), *range(20, 47), *range(50, 53), *range(60, 64), *range(70, 79),
    *range(80, 86), 90, *range(100, 110), *range(115, 118),
}  # fmt: skip


def named(letter: str) -> set[int]:
    """The numbers that follow the letter in the names of tests."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    return {int(number) for number in re.findall(rf"^def test_{letter}(\d+)_", tests, re.MULTILINE)}


def test_every_rule_has_a_test() -> None:
    assert named("f") == NUMBERS
    assert set(GAME.rules()) == {f"F{number}" for number in NUMBERS}


def test_every_worked_example_has_a_test() -> None:
    assert named("e") == {1, 2, 3}
    assert named("x") == set(range(1, 29))


def test_every_acrobat_has_a_test() -> None:
    """A3, A4 and A7 under their rules F27 and F28 and their example X25."""
    assert named("a") == {1, 2, 5, 6, 8, 9, 10, 11}
