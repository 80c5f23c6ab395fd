"""What a network reads of an observation: found by looking at random games.

A place that never changes, with no number of players and no options, says nothing. The others are
brought to a similar size by factors that are powers of two, so that a network of whole numbers reads them as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ludotheque.core.game import Game
from ludotheque.env.observing import bounds, fields, table_of
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.batch import Batch
from ludotheque.kernel.device import arrays
from ludotheque.kernel.rows import LIMIT, Inputs, rows_of
from ludotheque.kernel.state import StateBase

ONE = 64  # what the network reads for 1
ALIGNED = 16  # inputs come in multiples of this, as a GPU likes them
LOOKED_AT, STEPS, SEED = 1024, 256, 20  # games a number of players, and how far they are played


def starts(game: Game, players: int) -> list[StateBase]:
    """The first states of all combinations of options; every other one is that of the usual options."""
    usual = game.start(players).state()
    values = [option.allowed(players) for option in game.options.values()]
    found = []
    for chosen in itertools.product(*values):
        found += [usual, game.start(players, None, **dict(zip(game.options, chosen, strict=True))).state()]
    return found


def seen(game: Game, players: int, everything: Inputs, device: str) -> tuple[Array, Array]:
    """The lowest and the highest number at every place, in random games; those of more than 8 bits are cut."""
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
    """The places that change, and their factors."""
    least, most = bounds(game)
    length, name = len(least), table_of(game).SCORE
    points = [span.offset for span in fields(game) if span.field.name == name]
    everything = chosen(np.arange(length), np.ones(length), points)
    extremes = [seen(game, number, everything, device) for number in players]
    low, high = (np.array(part)[:, :length] for part in zip(*extremes, strict=True))
    low, high = low.min(axis=0), high.max(axis=0)
    columns = np.flatnonzero(low < high)
    size = np.maximum(np.abs(low), np.abs(high))[columns]
    factors = 2 ** np.floor(np.log2(ONE / np.maximum(size, 1))).clip(min=0).astype(np.int32)
    factors[np.maximum(np.abs(least), np.abs(most))[columns] > LIMIT] = 1
    return chosen(columns, factors, points)


def chosen(columns: Array, factors: Array, points: Sequence[int]) -> Inputs:
    """Inputs, and so many that read nothing that there is a multiple of ALIGNED."""
    spare = (0, -len(columns) % ALIGNED)
    return Inputs(*(np.array(table, np.int32) for table in (np.pad(columns, spare), np.pad(factors, spare), points)))
