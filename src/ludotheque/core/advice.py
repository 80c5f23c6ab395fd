"""Advice: the estimated value of each legal action for the seat to act."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """A search's estimate of one legal action."""

    action: int
    share: float | None  # estimated share of the victory, 0..1, of the seat to act; None: not tried
    visits: int  # how often the search tried it
    shares: tuple[float, ...]  # the share of every seat; empty if not tried
    line: tuple[int, ...]  # the expected continuation
    spread: float | None = None  # the standard error of the share in percent points; None: no lines were asked for
    lead: float | None = None  # the expected lead over the best other seat in points; None: as above, or unknown
