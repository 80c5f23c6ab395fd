"""How much memory is free here, so that a batch that does not fit is refused before the machine runs out of it."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from ludotheque.errors import Error

MEMINFO = Path("/proc/meminfo")
SPARE = 0.9  # of the free memory a batch may use


def free_memory() -> int:
    """Bytes that a program can still have; where the system does not tell, as many as it wants."""
    with contextlib.suppress(OSError):
        for line in MEMINFO.read_text(encoding="ascii").splitlines():
            name, _, kibibytes = line.partition(":")
            if name == "MemAvailable":
                return int(kibibytes.split()[0]) * 1024
    return sys.maxsize


def check_memory(games: int, size: int) -> None:
    """Raises an Error if there is no room for so many games of this many bytes."""
    free = free_memory() * SPARE
    if games * size > free:
        fit = int(free // size)
        raise Error(f"This machine has no memory for a batch of {games} games: at most {fit} would fit now.")
