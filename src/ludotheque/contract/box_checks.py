"""What a game's `check_box` needs: everything that is wrong with a corrected box is told at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ludotheque.errors import BadBox

_collected: ContextVar[list[BadBox] | None] = ContextVar("box problems", default=None)


@contextmanager
def collecting_box_problems() -> Iterator[list[BadBox]]:
    """Collects all problems of the box that is checked inside, instead of raising the first one."""
    found: list[BadBox] = []
    token = _collected.set(found)
    try:
        yield found
    except BadBox as problem:
        found.append(problem)
    finally:
        _collected.reset(token)


def refuse_box_unless(holds: bool, field: str, sentence: str) -> bool:
    """Raises BadBox for an entry unless something holds, or goes on if problems are collected; whether it holds."""
    if not holds:
        found, problem = _collected.get(), BadBox(field, sentence)
        if found is None:
            raise problem
        found.append(problem)
    return holds
