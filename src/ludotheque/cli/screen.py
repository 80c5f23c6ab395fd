"""Where things are printed: answers on standard output, progress on standard error."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import Any, NoReturn, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ludotheque.cli.streams import gone, speaks_unicode

T = TypeVar("T")

HEARING = 0.2  # seconds between two moments in which Ctrl+C is heard


class Screen(Console):
    """A console for answers; one that is no longer read ends the program as a full one does."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def answers() -> Console:
    """The console for answers."""
    return Screen(highlight=False)


def errors() -> Console:
    """The console for everything but answers."""
    return Console(stderr=True, highlight=False)


def refuse(sentence: str) -> None:
    """Prints why something cannot be done, if standard error is open."""
    try:
        errors().print(sentence, style="red", markup=False, soft_wrap=True)
    except OSError:
        gone(sys.stderr)


def print_json(value: Any) -> None:
    """Prints JSON and nothing else, as any terminal can show it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=not speaks_unicode(sys.stdout), indent=1) + "\n")


def bar(share: float, width: int) -> str:
    """A bar of this many letters for the whole, as any terminal can show it."""
    return ("█" if speaks_unicode(sys.stdout) else "#") * round(share * width)


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


def interruptible(work: Callable[[], T]) -> T:
    """Does compiled work beside the main thread, which alone hears Ctrl+C and then leaves it behind."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as problem:
            done.set_exception(problem)

    worker = Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(HEARING)
    return done.result()


@contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Lets Ctrl+C end the program at once: a foreign bot that holds the interpreter would delay it."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
