"""The inputs of a network: which numbers of an observation it reads, and how each is scaled.

A network reads every place of every field that varies. Random games show which fields vary, but not which places of
them matter in good play. Small counts of the table and of the observing seat are read twice: once over their whole
range, and once so finely that 0, 1 and 2 are far apart; large ones also in between. Numbers that follow from other
fields, and those that stand for kinds, are read once.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ludotheque.core.game import Game
from ludotheque.env.observing import bounds, fields, observation_table
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.batch import Batch
from ludotheque.kernel.device import arrays
from ludotheque.kernel.rows import LIMIT, Inputs, rows_of
from ludotheque.kernel.state import StateBase

ONE = 64  # the input that stands for 1
ALIGNED = 16  # GPUs prefer a number of inputs that is a multiple of this
LOOKED_AT, STEPS, SEED = 1024, 256, 20  # random games for each number of players, and decisions in each


def starts(game: Game, players: int) -> list[StateBase]:
    """The first states of all combinations of options; every other one is that of the usual options."""
    usual = game.start(players).state()
    values = [option.allowed(players) for option in game.options.values()]
    found = []
    for chosen in itertools.product(*values):
        found += [usual, game.start(players, None, **dict(zip(game.options, chosen, strict=True))).state()]
    return found


def seen(game: Game, players: int, everything: Inputs, device: str) -> tuple[Array, Array]:
    """The lowest and the highest value at every place in random games, cut to 8 bits."""
    batch = Batch(game.compiled, starts(game, players), LOOKED_AT, seed=SEED, device=device, again=True)
    xp = arrays() if device == "cuda" else np
    rows = xp.zeros((LOOKED_AT, len(everything.columns)), np.int8)
    points = xp.zeros((LOOKED_AT, len(everything.points)), np.int16)
    reader = rows_of(batch, everything)
    low, high = xp.full(rows.shape[1], LIMIT), xp.full(rows.shape[1], -LIMIT)
    for _ in range(STEPS):
        reader.write(rows, points)
        low, high = xp.minimum(low, rows.min(axis=0)), xp.maximum(high, rows.max(axis=0))
        batch.step(batch.random_actions())
    return tuple(extreme.get() if hasattr(extreme, "get") else extreme for extreme in (low, high))


def choose_inputs(game: Game, players: Sequence[int], device: str) -> Inputs:
    """The places of all fields that vary, and their factors."""
    least, most = bounds(game)
    length, name = len(least), observation_table(game).SCORE
    points = [span.offset for span in fields(game) if span.field.name == name]
    everything = padded(np.arange(length), np.ones(length), points)
    extremes = [seen(game, number, everything, device) for number in players]
    low, high = (np.array(part)[:, :length] for part in zip(*extremes, strict=True))
    low, high = low.min(axis=0), high.max(axis=0)
    size = np.where(low < high, np.maximum(np.abs(low), np.abs(high)), 0)
    wide = np.maximum(np.abs(least), np.abs(most)) > LIMIT
    columns, factors = read_fields(game, size, wide)
    return padded(columns, factors, points)


def read_fields(game: Game, size: Array, wide: Array) -> tuple[Array, Array]:
    """Columns and factors, from the size of every place in random games (0: constant) and the places of wide bounds."""
    largest: dict[str, int] = {}
    for field, offset, _ in fields(game):
        largest[field.name] = max(largest.get(field.name, 0), int(size[offset : offset + field.length].max()))
    once: list[tuple[int, int]] = []
    again: list[tuple[int, int]] = []
    for field, offset, seat in fields(game):
        for place in range(offset, offset + field.length) if largest[field.name] else ():
            found = int(size[place]) or largest[field.name]
            once.append((place, 1 if wide[place] else max(1, 1 << (ONE // found).bit_length() - 1)))
            if seat <= 0 and field.finely and not wide[place]:
                again += [(place, factor) for factor in finer(found)]
    columns, factors = np.array(once + again).T
    return columns, factors


def finer(most: int) -> tuple[int, ...]:
    """The factors of further readings of a count: such an input stays at LIMIT from some count on."""
    if most < 2:
        return ()
    if most < 4:
        return (LIMIT,)
    return (ONE,) if most < 8 else (ONE, ONE // 4)


def padded(columns: Array, factors: Array, points: Sequence[int]) -> Inputs:
    """Inputs, with enough unused ones to have a multiple of ALIGNED."""
    spare = (0, -len(columns) % ALIGNED)
    return Inputs(*(np.array(table, np.int32) for table in (np.pad(columns, spare), np.pad(factors, spare), points)))
