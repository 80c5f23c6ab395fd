"""The spaces of Gymnasium that observations and actions lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ludotheque.core.game import Game
from ludotheque.env.observing import DTYPE, bounds


def observation_space(game: Game) -> Box:
    """Rows as docs/observations/ lists them."""
    low, high = bounds(game)
    return Box(low, high, dtype=DTYPE)


def action_space(game: Game) -> Discrete:
    """One of all action ids; only some are legal at a time."""
    return Discrete(game.action_count)


def masked_space(game: Game) -> Dict:
    """A row and the mask of legal actions."""
    spaces: dict[str, Any] = {
        "observation": observation_space(game),
        "action_mask": Box(0, 1, (game.action_count,), np.int8),
    }
    return Dict(spaces)
