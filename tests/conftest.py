"""Marks tests by what they need. `make check` (`--quick`) leaves those out that need more than Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

NEEDS = {
    "browser": "opens Chromium",
    "compiled": "compiles rules with Numba",
    "server": "starts a server, or processes that talk to each other",
}

PLACES = {
    "web/browser": "browser", "web": "server", "arena": "server", "cluster": "server", "test_wheel.py": "server",
    "bots": "compiled", "env": "compiled", "kernel": "compiled", "learn": "compiled", "study": "compiled",
    "test_readme.py": "compiled", "cli/test_advise.py": "compiled", "cli/test_review.py": "compiled",
    "cli/test_study.py": "compiled",
}  # fmt: skip
"""What all tests of a folder or file need. Single tests elsewhere carry a mark."""

FOLDER = Path(__file__).parent
NO_COMPILER = FOLDER / "no_compiler"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"leave out tests that are marked {', '.join(NEEDS)}")


def pytest_configure(config: pytest.Config) -> None:
    for name, what in NEEDS.items():
        config.addinivalue_line("markers", f"{name}: {what}")
    if config.getoption("quick"):
        hide_the_compiler()


def hide_the_compiler() -> None:
    """Makes `import numba` fail here and in every process that a test starts, so that no test compiles unnoticed."""
    sys.path.insert(0, str(NO_COMPILER))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(NO_COMPILER), os.environ.get("PYTHONPATH"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        inside = item.path.relative_to(FOLDER).as_posix()
        for place, need in PLACES.items():
            if inside.startswith(place):
                item.add_marker(need)
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))  # a busy machine can delay Chromium
    if config.getoption("quick"):
        slow = [item for item in items if any(item.get_closest_marker(need) for need in NEEDS)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
