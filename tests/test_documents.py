"""The documents are true: settings, threats and the tests that prove them, links, the systemd unit."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from ludotheque.web.settings import Settings

ROOT = Path(__file__).parent.parent
SERVER = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
THREATS = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LONGEST_LINE = 130  # characters; a table and a program may have longer ones


def test_every_setting_is_listed_with_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    usual = Settings.for_people()
    listed = dict(re.findall(r"^\| `LUDOTHEQUE_(\w+)` \| ([^|]+) \|", SERVER, re.MULTILINE))
    outside = {"DATA", "CACHE", "SECRET_FILE"}  # not of `Settings`
    assert listed.keys() - outside == {field.name.upper() for field in fields(Settings)}
    for field in fields(Settings):
        value = getattr(usual, field.name)
        if isinstance(value, bool):
            assert listed[field.name.upper()] == ("yes" if value else "no")
        elif isinstance(value, int | float) and field.name != "think_processes":
            assert float(listed[field.name.upper()]) == value, field.name


def test_every_command_exists_with_its_options() -> None:
    from tests.cli.running import run

    pages = [re.sub(r"\\\n *", "", page.read_text(encoding="utf-8")) for page in PAGES]
    programs = [
        program
        for page in pages
        for program in re.findall(r"^```(?:sh|console)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    ]
    commands = {command for text in programs for command in re.findall(r"\bludotheque ([a-z-]+)\b([^#\n]*)", text)}
    told = {name: run(name, "--help") for name, _ in commands}
    assert [name for name, help_text in told.items() if help_text.code] == []
    unknown = {
        (name, flag) for name, rest in commands for flag in re.findall(r"--[\w-]+", rest) if flag not in told[name].out
    }
    assert unknown == set()
    assert len(commands) > 30


def test_every_threat_names_tests_that_exist() -> None:
    existing = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    rows = [line for line in THREATS.splitlines() if line.startswith("| ") and not line.startswith("| Somebody")]
    assert len(rows) > 25
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        assert set(named) <= existing, row


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        if "://" in name:
            continue
        target = page.parent / name if name else page
        assert target.is_file(), link  # the documentation site has no folders
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_of_prose_are_short(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.splitlines() if not line.lstrip().startswith("|")]
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_the_unit_starts_the_server_with_flags_that_exist() -> None:
    from tests.cli.running import run

    unit = (ROOT / "deploy" / "ludotheque.service").read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=\S+ (\w+) (.*)$", unit, re.MULTILINE)
    assert command is not None
    known = run(command[1], "--help").out
    assert [flag for flag in re.findall(r"--[\w-]+", command[2]) if flag not in known] == []
    variables = re.findall(r"(LUDOTHEQUE_\w+)=", unit)
    assert [variable for variable in variables if f"`{variable}`" not in SERVER] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "ludotheque.service").read_text(encoding="utf-8")
    file = tmp_path / "ludotheque.service"
    file.write_text(unit.replace("/opt/ludotheque/bin/ludotheque", shutil.which("true") or ""), encoding="utf-8")
    told = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
