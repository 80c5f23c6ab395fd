"""Everything that is raised for bad input: a small tree, each with a sentence for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Error(Exception):
    """The base of all errors of Ludothèque; its text is one sentence a person understands."""


class UnknownName(Error):
    """There is no game, option, language, player, seat or rule of this name."""


class BadText(Error):
    """A text cannot be read as an action."""


class IllegalAction(Error):
    """The rules forbid this action now; `rule` is the number of the rule that does."""

    def __init__(self, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.rule = rule


class NotOver(Error):
    """This can be said of a finished game only."""


class PositionProblem(NamedTuple):
    """One thing that is wrong with a position: where, what, and the number of the rule that it offends, if one does."""

    field: str
    sentence: str
    rule: str | None = None

    def __str__(self) -> str:
        return f"{self.field}: {self.sentence}"


class BadPosition(Error):
    """A position cannot be: `field` names what is wrong with it, or the first of its `problems`."""

    def __init__(
        self, field: str, sentence: str, rule: str | None = None, others: Sequence[PositionProblem] = ()
    ) -> None:
        self.problems = (PositionProblem(field, sentence, rule), *others)
        super().__init__("\n".join(map(str, self.problems)))
        self.field = field


class BadRecord(Error):
    """A record of a game cannot be read or replayed."""


class BadBox(Error):
    """A file of box data cannot be used: `field` names what is wrong with it, or the first of its `problems`."""

    def __init__(self, field: str, sentence: str, others: Sequence[BadBox] = ()) -> None:
        self.problems = (f"{field}: {sentence}", *map(str, others))
        super().__init__("\n".join(self.problems))
        self.field, self.sentence = field, sentence


@contextmanager
def writing(what: str, path: str | Path) -> Iterator[None]:
    """Says in a sentence why a file cannot be written, such as "table" and its path."""
    try:
        yield
    except OSError as problem:
        raise Error(f"The {what} {path} cannot be written ({problem.strerror or problem}).") from None
