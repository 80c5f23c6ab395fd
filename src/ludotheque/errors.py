"""Everything that is raised for bad input: a small tree, each with a sentence for a person."""

from __future__ import annotations


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


class BadPosition(Error):
    """A position cannot be: `field` names what is wrong with it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field


class BadRecord(Error):
    """A record of a game cannot be read or replayed."""


class BadBox(Error):
    """A file of box data cannot be used: `field` names what is wrong with it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field
