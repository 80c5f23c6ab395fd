"""Marks tests by what they need, and leaves the slow ones out of `make check`."""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tests import needs

TESTS = Path(__file__).parent
NO_COMPILER = TESTS / "no_compiler"
SMALL_GAMES = TESTS / "small_games"
MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # where Linux keeps files in memory, and how much of it must be free
FIXTURES = {"browser": "browser", "postgres": "database"}  # fixtures that start what a test needs
SLOW = ({"browser"}, {"database", "server"}, {"compiled"})  # each worker of pytest-xdist begins with one of these
VALUES = {"postgresql": "database", "compiled": "compiled", "checked": "compiled"}  # parameters that say it


def put_on_path(folder: Path) -> None:
    """Lets this Python, and every Python that a test starts, import what is in a folder."""
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def write_to_memory() -> None:
    """Lets temporary files be in memory: on a disk, SQLite waits for every commit of the servers."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


put_on_path(SMALL_GAMES)  # they are found as games of other packages are
write_to_memory()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"leave out tests marked {', '.join(needs.NEEDS)}")


def pytest_configure(config: pytest.Config) -> None:
    for name, what in needs.NEEDS.items():
        config.addinivalue_line("markers", f"{name}: {what}")
    if config.getoption("quick"):
        hide_the_compiler()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Does not even read browser tests that are left out: Playwright takes half a second to load."""
    return True if config.getoption("quick") and collection_path.name == "browser" else None


def hide_the_compiler() -> None:
    """Makes `import numba` fail here and in every Python that a test starts."""
    assert "numba" not in sys.modules
    put_on_path(NO_COMPILER)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Lets each worker import another part of the test files first.

    pytest rewrites the assertions of a file and keeps the result. When all workers read all files in the same order,
    each of them rewrites every file of a new checkout: three quarters of the time until the first test.
    """
    config = session.config
    if not hasattr(config, "workerinput") or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    number, count = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
    files = [file for file in sorted(TESTS.rglob("test_*.py")) if not pytest_ignore_collect(file.parent, config)]
    first = number * len(files) // count
    for file in files[first:] + files[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # pytest tells what is wrong with a file
            importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        mark(item)
    if config.getoption("quick"):
        slow = [item for item in items if marks(item) & needs.NEEDS.keys()]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not marks(item) & needs.NEEDS.keys()]
    if hasattr(config, "workerinput"):
        arrange(items, config.workerinput["workercount"])


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores; twice as many for slow tests, which wait for a server, a browser or a compiler."""
    return (1 if config.getoption("quick") else 2) * (os.cpu_count() or 1) + 1


def arrange(items: list[pytest.Item], workers: int) -> None:
    """Gives the workers of pytest-xdist equal numbers of tests: one kind of slow tests to each, then quick ones.

    So few workers start a browser or a database. Browser tests take the longest, so two workers have half of their
    files each. An idle worker takes over tests from the end of another's line.
    """
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    browsing = list(dict.fromkeys(item.path for item in items if "browser" in marks(item)))
    quick: list[pytest.Item] = []
    for item in items:
        kinds = [number for number, kind in enumerate(SLOW) if marks(item) & kind]
        if kinds == [0] and browsing.index(item.path) % 2:
            kinds = [len(SLOW)]
        (shares[kinds[0] % workers] if kinds else quick).append(item)
    for left, share in zip(range(workers, 0, -1), shares, strict=True):
        filled = max(0, (len(quick) + sum(map(len, shares[-left:]))) // left - len(share))
        share += quick[:filled]
        del quick[:filled]
    items[:] = itertools.chain(*shares)


def mark(item: pytest.Item) -> None:
    """Marks a test by its fixtures and parameters."""
    for fixture in getattr(item, "fixturenames", ()):
        if fixture in FIXTURES:
            item.add_marker(FIXTURES[fixture])
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        if isinstance(value, str) and value in VALUES:
            item.add_marker(VALUES[value])
    if "browser" in marks(item):  # Chromium can be late on a busy machine
        item.add_marker(pytest.mark.flaky(reruns=2))


def marks(item: pytest.Item) -> set[str]:
    return {marker.name for marker in item.iter_markers()}


def pytest_collection_finish() -> None:
    """Freezes long-lived objects, and collects less often and old objects hardly ever: it took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1000)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Prints a failure at once: a run that is stopped early still says what it found."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\n{report.outcome.upper()} {report.nodeid}\n{report.longreprtext}", file=sys.__stderr__, flush=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.remember(marks(item))
