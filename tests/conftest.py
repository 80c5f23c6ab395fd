"""Marks tests by what they need, and leaves the slow ones out of `make check`."""

from __future__ import annotations

import gc
import os
import re
import sys
from pathlib import Path

import pytest

from tests import needs

NO_COMPILER = Path(__file__).parent / "no_compiler"
SMALL_GAMES = Path(__file__).parent / "small_games"
SMALL = re.compile(r"(?<![a-z])(bids|harvest)(?![a-z])")  # the name of a test with a small game
COMPILED_SMALL = ("test_compiled_rules_play_the_same_game[bids-3", "test_kernels_play_the_same_games")
"""Tests that compile small games all the same: these are enough."""
FIXTURES = {"browser": "browser", "postgres": "database"}  # fixtures that start what a test needs
VALUES = {"postgresql": "database", "compiled": "compiled", "checked": "compiled"}  # parameters that say it


def put_on_path(folder: Path) -> None:
    """Lets this Python, and every Python that a test starts, import what is in a folder."""
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


put_on_path(SMALL_GAMES)  # they are found as games of other packages are


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"leave out tests marked {', '.join(needs.NEEDS)}")


def pytest_configure(config: pytest.Config) -> None:
    for name, what in needs.NEEDS.items():
        config.addinivalue_line("markers", f"{name}: {what}")
    if config.getoption("quick"):
        hide_the_compiler()


def hide_the_compiler() -> None:
    """Makes `import numba` fail here and in every Python that a test starts."""
    assert "numba" not in sys.modules
    put_on_path(NO_COMPILER)


def pytest_report_header() -> str:
    """Says what no run has: pytest-xdist does not count what its workers leave out."""
    return "left out: tests that would compile a small game, or play it on a server, a database or in a browser"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        mark(item)
    quick = config.getoption("quick")
    left_out = {item for item in items if is_too_slow(item) or (quick and marks(item) & needs.NEEDS.keys())}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    if hasattr(config, "workerinput"):
        arrange(items)


def arrange(items: list[pytest.Item]) -> None:
    """Gives each of two workers of pytest-xdist half of the files, slow tests first.

    An idle worker takes over tests from the end of another's line, so that both are busy until the short tests run out.
    """
    half = {path: number % 2 for number, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (half[item.path], not marks(item) & needs.NEEDS.keys()))


def is_too_slow(item: pytest.Item) -> bool:
    """Whether a test of a small game needs more than Python: to test that with our games is slow enough."""
    needed = marks(item) & needs.NEEDS.keys()
    return bool(SMALL.search(item.name) and needed and not item.name.startswith(COMPILED_SMALL))


def mark(item: pytest.Item) -> None:
    """Marks a test by its fixtures and parameters."""
    for fixture in getattr(item, "fixturenames", ()):
        if fixture in FIXTURES:
            item.add_marker(FIXTURES[fixture])
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        if isinstance(value, str) and value in VALUES:
            item.add_marker(VALUES[value])
    if "browser" in marks(item):  # Chromium can be late on a busy machine
        item.add_marker(pytest.mark.flaky(reruns=1))


def marks(item: pytest.Item) -> set[str]:
    return {marker.name for marker in item.iter_markers()}


def pytest_collection_finish() -> None:
    """Freezes long-lived objects and collects less often; collecting took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.remember(marks(item))
