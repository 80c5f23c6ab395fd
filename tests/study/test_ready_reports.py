"""The reports in docs/study follow from their numbers."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque.study import report
from tests.samples import OURS

DOCS = Path(__file__).parent.parent.parent / "docs" / "study"


@pytest.mark.parametrize("name", OURS)
def test_a_ready_report_is_made_from_its_numbers(name: str) -> None:
    """The command in the report writes both again."""
    page = (DOCS / f"{name}.html").read_text(encoding="utf-8")
    found = json.loads((DOCS / f"{name}.json").read_text(encoding="utf-8"))
    command = html.unescape(re.findall(r"<code>(.*?)</code>", page)[0])
    assert command.startswith(f"ludotheque study {name} ")
    assert found["version"] == ludotheque.load(name).version
    assert report(found, command) == page
