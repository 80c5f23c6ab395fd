"""Every numbered rule and every worked example has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

from .build import GAME


def test_no_rule_or_example_is_left_out() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = {number.upper() for number in re.findall(r"^def test_([sxy]\d+)_", source, re.MULTILINE)}
    examples = [f"X{n}" for n in range(1, 10)] + [f"Y{n}" for n in range(1, 23)]
    assert named == {*GAME.rules(), *examples}
