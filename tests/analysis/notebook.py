"""Runs the cells of a notebook as Jupyter would, and writes it with its outputs: python -m tests.analysis.notebook"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import warnings
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "analysis.ipynb"
SHOWN = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}

CellOutputs = list[dict[str, Any]]


def outputs_of(source: str, names: dict[str, Any], number: int) -> CellOutputs:
    """Runs a cell among these names: what it prints, and what its last expression shows."""
    tree, printed = ast.parse(source), io.StringIO()
    shown = tree.body[-1]
    last = ast.Expression(shown.value) if isinstance(shown, ast.Expr) else None
    if last is not None:
        tree.body.pop()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(action="error"):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = None if last is None else eval(compile(last, f"cell {number}", "eval"), names)
    found: CellOutputs = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines_of(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines_of(repr(value))}
        data |= {kind: lines_of(getattr(value, way)()) for kind, way in SHOWN.items() if hasattr(value, way)}
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells, run in their order."""
    names: dict[str, Any] = {}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = outputs_of("".join(cell["source"]), names, number)
            cell = cell | {"outputs": outputs, "execution_count": number}
        cells.append(cell)
    return notebook | {"cells": cells}


if __name__ == "__main__":
    notebook = executed(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    NOTEBOOK.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
