"""Advice: what each legal action is likely to bring, for the seat that is to act."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """What a search thinks of one legal action."""

    action: int
    share: float | None  # of the victory, 0..1: estimated, for the seat that is to act; None: it was not tried
    visits: int  # how often it was tried: the more, the surer
    shares: tuple[float, ...]  # the same of every seat; none if it was not tried
    line: tuple[int, ...]  # the actions that are expected to follow, whoever's
