"""The README is true: its examples run, its commands exist, its pictures are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^\.venv/bin/ludotheque (.*)$", README, re.MULTILINE)


def compiling(text: str, *signs: str) -> Any:
    """A parameter of a test, marked if one of these signs tells that its rules are compiled."""
    return pytest.param(text, marks=[pytest.mark.compiled] if any(sign in text for sign in signs) else [])


@pytest.mark.parametrize("code", [compiling(code, "random_games") for code in EXAMPLES], ids=EXAMPLES.index)
def test_an_example_runs(code: str, tmp_path: Path) -> None:
    (tmp_path / "my-box.toml").write_text("[broken_track]\npoints = [0, 2, 5, 9]\n")
    code = code.replace("100_000", "1_000")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [compiling(command, "count ", "advise ", "review ") for command in COMMANDS])
def test_a_command_exists_with_its_options(command: str) -> None:
    """Commands that answer at once are run; of the others the help must know every option."""
    name, *words = command.split()
    lasting = name in ("play", "serve", "bench", "study")
    told = run(name, "--help") if lasting else run(name, *words)
    assert told.code == 0, told.err
    if lasting:
        assert [word for word in words if word.startswith("--") and word not in told.out] == []


def test_links_and_pictures_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_the_front_door_names_the_two_commands() -> None:
    first_screen = README.split("\n## ")[0]
    assert "make play" in first_screen
    assert "make test" in first_screen
    assert first_screen.index("![") < first_screen.index("make play")
