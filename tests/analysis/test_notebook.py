"""The notebook `examples/analysis.ipynb` runs, and shows what it says it shows."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.analysis.notebook import NOTEBOOK, executed


def test_the_notebook_shows_what_it_holds() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell, again in zip(notebook["cells"], executed(notebook)["cells"], strict=True):
        if "found" in "".join(cell["source"]):  # numbers of a search may differ from machine to machine
            assert len(again["outputs"][0]["text"]) == len(cell["outputs"][0]["text"])
        else:
            assert again == cell


def test_the_examples_of_the_page_run() -> None:
    page = (NOTEBOOK.parent.parent / "docs" / "analysis.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(code, names)
    assert names["found"].tries == 60
