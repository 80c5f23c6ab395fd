"""What measurements of many games share: the file that they continue, and the clock of their searches.

An earlier version of the package runs `against_old.py` too, so nothing here imports ours.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of JSON objects; none if there is no file yet."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def choose_clock(by_processor: bool) -> None:
    """Sets the clock of all searches of this process: with CPU time, other work takes nothing from a bot's time.

    A process searches on one thread.
    """
    if by_processor:
        time.perf_counter = time.process_time
