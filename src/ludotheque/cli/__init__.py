"""The command line: play, replay, count and measure the games in a terminal."""

from __future__ import annotations

import sys
from importlib.util import find_spec

NEEDED = ("typer", "rich")


def main() -> None:
    """Runs the command line, or says how to install what it needs."""
    if any(find_spec(name) is None for name in NEEDED):
        print('The command line needs Typer and Rich: pip install "ludotheque[cli]"', file=sys.stderr)
        sys.exit(2)
    from ludotheque.cli.app import app

    app()
