"""What `make release` does before it builds, and the file of exact versions."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from deploy import release

ROOT = Path(__file__).parent.parent


def test_every_python_that_is_here_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PYTHONS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    mine = f"{sys.version_info[0]}.{sys.version_info[1]}"
    others = [version for version in release.VERSIONS if version != mine]
    for version, told in ((others[0], f"echo {others[0]}"), (others[1], "exit 127")):  # the second one is an empty shim
        (tmp_path / f"python{version}").write_text(f"#!/bin/sh\n{told}\n")
        (tmp_path / f"python{version}").chmod(0o755)
    assert release.pythons() == [sys.executable, str(tmp_path / f"python{others[0]}")]
    assert f"not here: Python {', '.join(others[1:])}." in capsys.readouterr().out
    monkeypatch.setenv("PYTHONS", "one two")
    assert release.pythons() == ["one", "two"]


def test_a_release_needs_an_entry_in_the_changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release.check_changelog()
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n")
    with pytest.raises(SystemExit, match=r"section Unreleased of CHANGELOG\.md is empty"):
        release.check_changelog()


def test_constraints_are_versions_without_addresses() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert len(lines) > 50
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9.-]+==[0-9][\w.+!]*", line)] == []


def test_dependencies_have_no_upper_bounds() -> None:
    """docs/releasing.md: an upper bound comes with a test that shows the break."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = project[project.index("dependencies = [") : project.index("[project.scripts]")]
    assert re.findall(r'"[\w.\[\],-]+[^"]*(?:<|==|~=)[^"]*"', re.sub(r";[^\"]*", "", listed)) == []
