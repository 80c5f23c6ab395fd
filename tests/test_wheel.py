"""The wheel is complete: a clean environment lists, plays, serves and type-checks with nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from urllib.request import urlopen
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.web.serving import Serving

pytestmark = pytest.mark.server  # one of the tests serves from the environment that all share

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "ludotheque"
FOR_DEVELOPERS = {"htmx.d.ts", "site.d.ts", "tsconfig.json"}  # types of the browser script, which `make test` checks

PROGRAM = '''
import ludotheque


def play(name: str, seed: int) -> list[int]:
    """Plays a game with the first legal action every time."""
    position = ludotheque.load(name).start(players=2, seed=seed)
    while position.to_act is not None:
        position = position.play(position.legal()[0])
    return position.scores()


if __name__ == "__main__":
    print(ludotheque.__file__)
    for name in ludotheque.games():
        print(name, *play(name, seed=7))
'''

WRONG_PROGRAM = """
import ludotheque

points: str = ludotheque.load("sintra").start(players=2, seed=7).scores()
"""


class Installed:
    """A clean environment with the wheel, the extra `web` and mypy."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.bin = folder / "bin"
        venv.create(folder, symlinks=True)
        (self.packages,) = folder.glob("lib/python*/site-packages")
        for package in needed(wheel, "ludotheque[web]", "mypy"):
            borrow(package, self.packages)
        pip = (sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "--disable-pip-version-check")
        run((*pip, "install", "--quiet", "--no-index", f"{wheel}[web]"))

    def run(self, folder: Path, program: str, *words: str, expected: int = 0) -> str:
        """Runs a program of the environment in a folder, and returns what it prints."""
        return run((str(self.bin / program), *words), folder, expected)


def run(command: tuple[str, ...], folder: Path = ROOT, expected: int = 0) -> str:
    """Runs a command that must end with this exit status and not see the sources; returns what it prints."""
    clean = os.environ | {"PYTHONPATH": ""}
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


def needed(wheel: Path, *requirements: str) -> list[Distribution]:
    """Finds the installed distributions that the requirements ask for, directly or not; the wheel is one of them."""
    name, version, *_ = wheel.name.split("-")
    ours: Distribution = PathDistribution(ZipPath(wheel) / f"{name}-{version}.dist-info")
    found: dict[str, Distribution] = {}
    pending = [Requirement(requirement) for requirement in requirements]
    while pending:
        wanted = pending.pop()
        if str(wanted) not in found:
            found[str(wanted)] = ours if wanted.name == name else distribution(wanted.name)
            asked = map(Requirement, found[str(wanted)].requires or ())
            pending += [part for part in asked if applies(part, wanted.extras)]
    return [package for package in found.values() if package is not ours]


def applies(part: Requirement, extras: set[str]) -> bool:
    """Tells whether a distribution with these extras asks for a part on this machine."""
    return part.marker is None or any(part.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def borrow(package: Distribution, packages: Path) -> None:
    """Links an installed distribution into another environment: copies would take long."""
    for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        if not (packages / name).exists():
            (packages / name).symlink_to(str(package.locate_file(name)))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run((*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)))
    (built,) = folder.glob("ludotheque-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("clean"), wheel)


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = [path for path in SOURCES.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    files = [path for path in files if path.name not in FOR_DEVELOPERS]
    assert [str(path) for path in files if path.relative_to(SOURCES.parent).as_posix() not in packed] == []
    assert "ludotheque/py.typed" in packed
    assert {Path(name).suffix for name in packed} >= {".toml", ".css", ".js", ".svg", ".jinja", ".woff2", ".md"}


def test_games_are_listed_and_played(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    where, *played = installed.run(tmp_path, "python", "program.py").splitlines()
    assert Path(where) == installed.packages / "ludotheque" / "__init__.py"
    listed = installed.run(tmp_path, "ludotheque", "games")
    assert [line.split()[0] for line in played] == ["fourberies", "sintra", "stanza"]
    assert [line for line in played if line.split()[0] not in listed] == []


def test_tables_are_served(installed: Installed, tmp_path: Path) -> None:
    command = (str(installed.bin / "ludotheque"), "serve", "--port", "0")
    server = Serving(tmp_path, command, {"PYTHONPATH": "", "LUDOTHEQUE_THINK_PROCESSES": "0"})
    try:
        with urlopen(server.address) as home:
            assert b"La Stanza" in home.read()
        with urlopen(f"{server.address}/new/sintra", data=b"seats=2&seat-0=me&seat-1=me") as table:
            assert "/t/" in table.url
            assert b"<svg" in table.read()
        assert server.stop() == 0
        assert server.complaints == ""
    finally:
        server.kill()


def test_programs_are_checked_against_its_types(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG_PROGRAM)
    mypy = ("-m", "mypy", "--strict", "--config-file=", "program.py", "wrong.py")
    said = installed.run(tmp_path, "python", *mypy, expected=1)
    errors = [line for line in said.splitlines() if "error:" in line]
    assert [line.partition(":")[0] for line in errors] == ["wrong.py"], said
    assert 'expression has type "list[int]", variable has type "str"' in errors[0]
