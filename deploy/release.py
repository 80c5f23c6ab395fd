"""Builds the wheel and the source archive, and checks them: `make release`, explained in docs/releasing.md."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
TOOLS = {"pip", "setuptools", "wheel"}  # every environment has its own
GPU_ONLY = {"gpu"}  # extras that cannot be used on a machine without a GPU
VERSIONS = ("3.11", "3.12", "3.13", "3.14")  # the versions of Python on which the wheel must install
TRY = "import ludotheque; p = ludotheque.load('sintra').start(2, seed=1); p.play(p.legal()[0]).svg()"


def run(*command: str | Path, **environment: str) -> None:
    """Runs a command; raises if it fails."""
    print("$", *command, flush=True)
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True, env=os.environ | environment)


def build(folder: Path) -> dict[str, str]:
    """Builds both archives; returns their hashes."""
    shutil.rmtree(folder, ignore_errors=True)
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True)
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, SOURCE_DATE_EPOCH=told.stdout.strip())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def check_changelog() -> None:
    """The first section must tell something."""
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    if "\n- " not in sections[1]:
        raise SystemExit(f"The section {sections[1].splitlines()[0]} of CHANGELOG.md is empty.")


def pythons() -> list[str]:
    """The interpreters to install with: those that PYTHONS names, or one of each version that runs here."""
    if named := os.environ.get("PYTHONS", "").split():
        return named
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for version in VERSIONS:
        program = shutil.which(f"python{version}")
        told = program and subprocess.run([program, "-c", asked], capture_output=True, text=True, check=False)
        if program and told and told.stdout.strip() == version:  # some launchers are there without their Python
            found.setdefault(version, program)
    missing = [version for version in VERSIONS if version not in found]
    if missing:
        print(f"Not tried, since it is not here: Python {', '.join(missing)}. PYTHONS names interpreters elsewhere.")
    return list(found.values())


def install(wheel: Path, extra: str, python: str) -> None:
    """Installs the wheel with an extra into a new environment, and plays there."""
    with tempfile.TemporaryDirectory() as folder:
        if python == sys.executable:
            venv.create(folder, with_pip=True)
        else:
            run(python, "-m", "venv", folder)
        inside = Path(folder) / "bin" / "python"
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted)
        run(inside, "-m", "pip", "check", "--disable-pip-version-check")
        run(inside, "-c", TRY)


def write_constraints() -> None:
    """Writes the versions of all packages of this environment, without addresses."""
    found = {dist.name.lower().replace("_", "-"): dist.version for dist in distributions()}
    lines = [f"{name}=={version}" for name, version in sorted(found.items()) if name not in {*TOOLS, "ludotheque"}]
    head = "# The versions with which the tests passed, for exact repeats (docs/releasing.md).\n"
    (ROOT / "constraints.txt").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Builds twice, compares, checks, installs."""
    if "--constraints" in sys.argv:
        write_constraints()
        return
    check_changelog()
    with tempfile.TemporaryDirectory() as again:
        first, second = build(DIST), build(Path(again) / "dist")
    if first != second:
        raise SystemExit(f"Two builds differ: {first} and {second}.")
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.iterdir())
    (wheel,) = DIST.glob("*.whl")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    extras = os.environ["EXTRAS"].split() if "EXTRAS" in os.environ else ["", *sorted(known.keys() - GPU_ONLY)]
    for python in pythons():
        for extra in extras:
            install(wheel, extra, python)
    print(*(f"{digest}  {name}" for name, digest in first.items()), sep="\n")


if __name__ == "__main__":
    main()
