"""The ids of all games in Gymnasium: `ludotheque/Sintra-v2`, and `sintra-v2` as before."""

from __future__ import annotations

import contextlib
import re

import gymnasium

import ludotheque
from ludotheque.env.observing import observation_table

NAMESPACE = "ludotheque"


def env_id(game: str) -> str:
    """The id of a game with the version of its observations, such as "ludotheque/Sintra-v2"."""
    return f"{NAMESPACE}/{camel_case(game)}-v{observation_table(ludotheque.load(game)).HISTORY[-1].version}"


def camel_case(game: str) -> str:
    """The name of a game with capitals; "_" stays beside a digit, so that no two names become one."""
    return re.sub("(?<=[a-z])_(?=[A-Z])", "", game.title())


def register() -> None:
    """Registers all games, each once."""
    for name in ludotheque.games():
        with contextlib.suppress(Exception):  # a game of another package can raise anything, and harms no other
            version = env_id(name).rpartition("-")[2]
            for known in (env_id(name), f"{name}-{version}"):
                if known not in gymnasium.registry:
                    gymnasium.register(
                        known,
                        "ludotheque.env.solo:SoloEnv",
                        vector_entry_point="ludotheque.env.vector:VectorSolo",
                        kwargs={"game": name},
                    )
