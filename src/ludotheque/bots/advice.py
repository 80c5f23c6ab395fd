"""Advice: what each legal action is likely to bring, for the seat that is to act."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.bots.engine import borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position


class Advice(NamedTuple):
    """What the search thinks of one legal action."""

    action: int
    share: float  # of the victory, 0..1: estimated, for the seat that is to act
    visits: int  # how often it was tried: the more, the surer


def advice(position: Position, seconds: float = 1.0, *, seed: int = 0, threads: int = 1) -> list[Advice]:
    """For each legal action its estimated share of the victory, the best one first.

    It knows what the seat may know, no more. Raises if no seat is to act, or without time.
    """
    sight = Sight.of(position)
    root = sight.imagine(seed).state()
    with borrowed(position.game.compiled, position.players, threads) as engine:
        tuning = level_of(position.game.name, STRONGEST).tuning
        findings = engine.search(root, sight.seat, tuning, seed=seed, seconds=seconds)
    ranked = sorted(findings.actions, key=lambda found: (-found.visits, -found.value))
    return [Advice(found.action, found.share, found.visits) for found in ranked]
