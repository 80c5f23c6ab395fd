"""Networks of random weights, for tests of what does not depend on strength."""

from __future__ import annotations

import numpy as np

import ludotheque
from ludotheque.core.network import Network, facts_of
from ludotheque.env.observing import bounds, fields, observation_table
from ludotheque.kernel.rows import Inputs


def random_network(game: ludotheque.Game, widths: tuple[int, ...] = (64, 32), seed: int = 1) -> Network:
    """A network that reads the whole observation; it plays at random, but always alike."""
    low, high = bounds(game)
    points = [span.offset for span in fields(game) if span.field.name == observation_table(game).SCORE]
    factors = np.where(np.maximum(np.abs(low), np.abs(high)) > 1, 4, 64).astype(np.int32)
    inputs = Inputs(np.arange(len(low), dtype=np.int32), factors, np.array(points, np.int32))
    random = np.random.default_rng(seed)
    sizes = [len(low), *widths, game.action_count + 2 * max(game.seats)]
    return Network(
        facts_of(game) | {"sizes": sizes},
        inputs,
        tuple(random.integers(-127, 128, size).astype(np.int8) for size in zip(sizes[1:], sizes, strict=False)),
        tuple(random.integers(-9000, 9000, size).astype(np.int32) for size in sizes[1:]),
        (12, *(10 for _ in widths[1:]), 12),
    )
