"""Networks of games: finding the file, and evaluating a position with one."""

from __future__ import annotations

import functools
import importlib
import logging
import os
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.game import Game
from ludotheque.core.network import Network, load_network
from ludotheque.errors import Error
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.rule import INTERPRETED
from ludotheque.kernel.state import StateBase

__all__ = ["Network", "network_of"]

log = logging.getLogger("ludotheque.bots")

ELSEWHERE = "LUDOTHEQUE_NETWORKS"  # environment: a folder of networks, GAME.npz, that replace ours


@functools.lru_cache(16)
def network_of(game: Game) -> Network | None:
    """The network of a game, or None if there is none that fits its rules and its box."""
    path = game.edition.place.folder / "network.npz"
    if folder := os.environ.get(ELSEWHERE):
        path = Path(folder) / f"{game.name}.npz"
    elif not path.exists():
        return None
    try:
        return load_network(path, game)
    except Error as problem:
        log.warning("%s The bots play without a network.", problem)
        return None


@functools.cache
def look_of(edition: Edition) -> Any:
    """The evaluation made for an edition's rules."""
    made = importlib.import_module(f"{edition.root}.bots.search.network").make_evaluation
    return made(edition.module("sight"), edition.module("observe"))


def layers_of(edition: Edition, network: Network) -> Any:
    """A network as an edition's search reads it."""
    module = importlib.import_module(f"{edition.root}.bots.search.network")
    return module.layers_of(network, edition.module("observe").OBSERVATION)


class Evaluator:
    """Evaluates positions of an edition with a network, always in the same memory."""

    def __init__(self, edition: Edition, network: Network) -> None:
        self._look = look_of(edition)
        self._compiled = edition.mode != INTERPRETED
        self._states: Any = np.zeros(2, edition.state.dtype()) if self._compiled else [None, None]
        self.layers = layers_of(edition, network)
        self._sums = self.layers.sums[: self.layers.sizes[-1]]

    def evaluate(self, state: StateBase, seat: int) -> Any:
        """What the last layer of the network says to a seat: the preferences for all actions come first."""
        self._states[0] = state.pack()[0] if self._compiled else state
        self._look(self._states, seat, self.layers)
        return self._sums
