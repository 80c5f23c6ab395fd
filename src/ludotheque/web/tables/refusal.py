"""Why something is not done: a status, and a sentence in the visitor's language."""

from __future__ import annotations


class Refusal(Exception):
    """Something was asked that cannot be done; nothing has changed."""

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
        self.key = key  # in the section [errors] of our words
        self.rule = rule  # the number of the rule that forbids it
        self.game = game
        self.headers = headers or {}
        self.gaps = gaps


def stale() -> Refusal:
    """The decision was made on an old state."""
    return Refusal(409, "stale")
