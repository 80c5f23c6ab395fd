"""Where things are printed: answers on standard output, progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


def print_json(value: Any) -> None:
    """Prints JSON and nothing else."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def errors() -> Console:
    """The console for what is no answer."""
    return Console(stderr=True, highlight=False)


@contextmanager
def waiting(sentence: str) -> Iterator[None]:
    """Shows that something is going on for which there is no measure."""
    with errors().status(sentence):
        yield


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar that leaves nothing behind."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors(), transient=True) as bar:
        yield bar
