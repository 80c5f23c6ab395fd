"""Refusals: an HTTP status and the key of a sentence in the visitor's language."""

from __future__ import annotations


class Refusal(Exception):
    """A request that cannot be granted; nothing has changed."""

    def __init__(
        self,
        status: int,
        key: str,
        rule: str | None = None,
        game: str = "",
        headers: dict[str, str] | None = None,
        **gaps: str | int,
    ) -> None:
        super().__init__(key)
        self.status = status
        self.key = key  # in the section [errors] of words/*.toml
        self.rule = rule  # the number of the rule that forbids the action
        self.game = game
        self.headers = headers or {}
        self.gaps = gaps


def stale() -> Refusal:
    """The refusal of a decision that was made on an old version of the table."""
    return Refusal(409, "stale")
