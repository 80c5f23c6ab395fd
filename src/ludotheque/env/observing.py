"""Observations of positions: what a seat may know, as an int16 array."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import numpy as np

from ludotheque.contract.observation import Span, spans
from ludotheque.core.game import Game
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.kernel.arrays import Array

__all__ = ["bounds", "fields", "mask", "observation", "score_place"]

DTYPE = np.int16


def observation_table(game: Game) -> ModuleType:
    """The game's `observe.py`: its fields, the meaning of its actions, its versions."""
    return game.edition.module("observe")


def fields(game: Game) -> Iterator[Span]:
    """The place of every field in an observation."""
    table = observation_table(game)
    return spans(table.COMMON, table.EACH_SEAT, max(game.seats))


def score_place(game: Game) -> int:
    """The index of the observing seat's points in an observation."""
    name = observation_table(game).SCORE
    return next(span.offset for span in fields(game) if (span.field.name, span.seat) == (name, 0))


def observation(position: Position, seat: int | None) -> Array:
    """What a seat may know (None: a spectator), as docs/observations/ lists it."""
    viewer = SPECTATOR if seat is None else seat
    state = position.hidden(seat)
    table = observation_table(position.game)
    row = [0] * table.OBSERVATION
    table.observe(state, viewer, row)
    return np.array(row, DTYPE)


def bounds(game: Game) -> tuple[Array, Array]:
    """The lowest and the highest value of every number in an observation."""
    low, high = (np.zeros(observation_table(game).OBSERVATION, DTYPE) for _ in range(2))
    for field, offset, _ in fields(game):
        low[offset : offset + field.length] = field.low
        high[offset : offset + field.length] = field.high
    return low, high


def mask(position: Position) -> Array:
    """Which actions are legal now: 1 or 0 for each id."""
    allowed = np.zeros(position.game.action_count, np.int8)
    allowed[position.legal()] = 1
    return allowed
