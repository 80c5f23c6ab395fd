"""The command line: play, replay, count and measure the games in a terminal."""

from __future__ import annotations

import os
import sys
import threading
from importlib.util import find_spec

from ludotheque.cli.streams import gone, lost, prepare, tell

NEEDED = ("typer", "rich")
DEBUG = "LUDOTHEQUE_DEBUG"  # a variable of the environment: unexpected errors show their traceback
UNEXPECTED, REFUSED, INTERRUPTED = 1, 2, 130


def main() -> None:
    """Runs the command line, or says how to install what it needs."""
    prepare()
    if any(find_spec(name) is None for name in NEEDED):
        tell('The command line needs Typer and Rich: pip install "ludotheque[cli]"')
        sys.exit(REFUSED)
    code = REFUSED if sys.stdout is None else run()
    if gone(sys.stdout):
        code = REFUSED
    gone(sys.stderr)
    if code == INTERRUPTED and threading.active_count() > 1:
        # Compiled work hears no Ctrl+C, and the interpreter must not be taken apart under it.
        os._exit(code)
    sys.exit(code)


def run() -> int:
    """Runs the typed command and returns its exit code. An unexpected error becomes one sentence."""
    try:
        from ludotheque.cli.app import app

        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as problem:
        if isinstance(problem, OSError) and lost(problem):
            return REFUSED
        if os.environ.get(DEBUG):
            raise
        what = " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
        tell(f"This should not have happened: {what}; please report it ({DEBUG}=1 shows where).")
        return UNEXPECTED
    return 0
