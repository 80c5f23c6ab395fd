"""The examples in docs/research.md run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

PAGE = (Path(__file__).parent.parent.parent / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int) -> None:
    done = subprocess.run([sys.executable, "-c", EXAMPLES[number]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
