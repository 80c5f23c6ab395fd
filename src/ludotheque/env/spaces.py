"""Gymnasium's spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ludotheque.core.game import Game
from ludotheque.env.observing import DTYPE, bounds


def observation_space(game: Game) -> Box:
    """The space of observations, as listed in docs/observations/."""
    low, high = bounds(game)
    return Box(low, high, dtype=DTYPE)


def action_space(game: Game) -> Discrete:
    """The space of all action ids, legal or not."""
    return Discrete(game.action_count)


def masked_space(game: Game) -> Dict:
    """The space of an observation with its mask of legal actions."""
    spaces: dict[str, Any] = {
        "observation": observation_space(game),
        "action_mask": Box(0, 1, (game.action_count,), np.int8),
    }
    return Dict(spaces)
