"""The allowed ranges of a search's limits and numbers, with a sentence for every other value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error, UnknownName

LONGEST_DECISION = 86_400.0  # seconds
MANY = 10**9  # the highest count
MOST_LINES = 5  # a tenth of the tries each: half of a search
MOST_THREADS = 64  # each thread has a tree: 2 GB in all


class Range(NamedTuple):
    """The allowed values of a number."""

    least: float
    most: float
    whole: bool = True
    beyond: bool = False  # whether `least` itself is excluded

    def holds(self, value: Any) -> bool:
        """Whether a value is allowed."""
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            return False
        if self.whole and value % 1:
            return False
        return self.least <= float(value) <= self.most and not (self.beyond and value == self.least)

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        span = f"above {self.least:g} up to" if self.beyond else f"from {self.least:g} to"
        return f"{kind} {span} {self.most:g}"


COUNT, SWITCH = Range(0, MANY), Range(0, 1)
AMOUNT = Range(0, MANY, whole=False)
SHARE = Range(0, 1, whole=False)

RANGES = {
    "exploration": AMOUNT,
    "temperature": AMOUNT,
    "even": SHARE,
    "margin": SHARE,
    "secret": SWITCH,
    "cutoff": COUNT,
    "iterations": COUNT,
    "seconds": Range(0, LONGEST_DECISION, whole=False, beyond=True),
    "noise": AMOUNT,
    "threads": Range(1, MOST_THREADS),
}
"""The allowed values of a level's numbers."""


def check_changes(changes: Mapping[str, Any]) -> None:
    """Raises for a number that a level does not have, or a value out of range."""
    for name, value in changes.items():
        if name not in RANGES:
            raise UnknownName(f"A level has no {shown(name)}: it has {', '.join(RANGES)}.")
        if not RANGES[name].holds(value):
            raise Error(f"The {name} of a level must be {RANGES[name]}, not {shown(value)}.")


def check_seconds(who: str, seconds: Any) -> None:
    """Raises for an invalid time a decision."""
    if not RANGES["seconds"].holds(seconds):
        raise Error(f"{who} needs more than 0 seconds and no more than a day, not {shown(seconds)}.")


def check_effort(who: str, iterations: Any, seconds: Any) -> None:
    """Raises for a search without a limit, or with an invalid one."""
    if iterations is None and seconds is None:
        raise Error(f"{who} needs a number of iterations or a time.")
    if iterations is not None and (whole(iterations) is None or not Range(1, MANY).holds(iterations)):
        raise Error(f"{who} needs at least one iteration, a whole number, not {shown(iterations)}.")
    if seconds is not None:
        check_seconds(who, seconds)


def check_threads(who: str, threads: Any) -> None:
    """Raises for an invalid number of threads."""
    if whole(threads) is None or not RANGES["threads"].holds(threads):
        raise Error(f"{who} needs at least one thread and no more than {MOST_THREADS}, not {shown(threads)}.")


def check_lines(lines: Any) -> None:
    """Raises for an invalid number of lines."""
    if whole(lines) is None or not 0 <= lines <= MOST_LINES:
        raise Error(f"Advice has up to {MOST_LINES} lines, not {shown(lines)}.")


def check_seed(who: str, seed: Any) -> None:
    """Raises for an invalid seed."""
    if whole(seed) is None:
        raise Error(f"The seed of {who} must be a whole number, not {shown(seed)}.")
