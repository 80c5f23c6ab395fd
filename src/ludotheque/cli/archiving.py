"""`export`, `import` and `check-database`: a server's games written to one file, read back from it, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from ludotheque.cli.screen import answers, print_json, progress, refuse
from ludotheque.cli.speech import CliSpeech, speech
from ludotheque.errors import Error

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ludotheque.web.storage.archive import OnProgress


def export(file: Path, database: str | None, language: str, json: bool) -> None:
    """Writes all games of a database to a file; the server may go on meanwhile."""
    spoken = speech(language)
    with opened(database) as engine, shown(spoken.say("archive.exporting")) as tell:
        from ludotheque.web.storage import archive

        count = archive.export(engine, file, tell)
    if json:
        print_json({"file": str(file), "tables": count})
    else:
        answers().print(Text(spoken.say("archive.exported", count=count, file=str(file))), soft_wrap=True)


def import_(file: Path, database: str | None, language: str, json: bool) -> None:
    """Adds the games of a file to a database; raises if any was refused."""
    spoken = speech(language)
    with opened(database) as engine, shown(spoken.say("archive.importing")) as tell:
        from ludotheque.web.storage import archive

        done = archive.import_(engine, file, tell)
    if json:
        print_json({"new": done.new, "known": done.known, "refused": done.refused})
    else:
        answers().print(Text(spoken.say("archive.imported", count=done.new)))
        answers().print(Text(spoken.say("archive.known", count=done.known)))
    fail(done.refused, spoken)


def verify(file: Path, spoken: CliSpeech, json: bool) -> None:
    """Replays every game of a file; raises if any does not replay."""
    from ludotheque.web.storage import archive

    with shown(spoken.say("archive.verifying")) as tell:
        problems = archive.verify(file, tell)
    count = archive.count(file)
    if json:
        print_json({"tables": count, "sound": not problems, "problems": problems})
    else:
        answers().print(Text(spoken.say("archive.verified", count=count - len(problems))))
    fail(problems, spoken)


def check_database(database: str | None, language: str, json: bool) -> None:
    """Looks for damage in a database and replays its games; raises if anything is wrong."""
    spoken = speech(language)
    with opened(database) as engine, shown(spoken.say("archive.checking")) as tell:
        from ludotheque.web.storage import archive

        count, problems = archive.check_database(engine, tell)
    if json:
        print_json({"tables": count, "sound": not problems, "problems": problems})
    elif not problems:
        answers().print(Text(spoken.say("archive.sound", count=count)))
    fail(problems, spoken, "archive.damaged")


def is_export(file: Path) -> bool:
    """Whether a file holds the games of a server; without the server's parts it cannot be one."""
    try:
        from ludotheque.web.storage import archive
    except ImportError:
        return False
    return archive.is_export(file)


def fail(problems: list[str], spoken: CliSpeech, sentence: str = "archive.refused") -> None:
    """Says each thing that is wrong, and then how many there are."""
    for problem in problems:
        refuse(problem)
    if problems:
        raise Error(spoken.say(sentence, count=len(problems)))


@contextmanager
def opened(database: str | None) -> Iterator[Engine]:
    """The database of a server."""
    try:
        from ludotheque.web.settings import database_of
        from ludotheque.web.storage.schema import open_store
    except ImportError as problem:
        raise Error(f'The database needs {problem.name}: install "ludotheque[web]".') from None
    engine = open_store(database_of(database))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def shown(what: str) -> Iterator[OnProgress]:
    """A progress bar with a function that sets its progress."""
    with progress() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
