"""The examples in the documents for research, bots, advice and play run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.games_of_bots import random_positions

pytestmark = pytest.mark.compiled

DOCS = Path(__file__).parent.parent.parent / "docs"
EXAMPLES = [
    pytest.param(program, id=f"{name}-{number}")
    for name in ("research", "bots", "advice", "play")
    for number, program in enumerate(
        re.findall(r"```python\n(.*?)```", (DOCS / f"{name}.md").read_text(encoding="utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize("program", EXAMPLES)
def test_an_example_runs(program: str, tmp_path: Path) -> None:
    last = random_positions("sintra", 2, seed=3)[-1]
    last.play(last.legal()[0]).record().save(tmp_path / "game.json")  # a finished game, as one page expects it
    told = [sys.executable, "-c", program.replace("iterations=600", "iterations=5")]
    done = subprocess.run(told, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
