"""Players: programs that play any of the games, each from its own seat's eyes.

>>> import ludotheque
>>> from ludotheque.bots import Sight, player
>>> position = ludotheque.load("sintra").start(players=2, seed=7)
>>> careful = player("greedy", seed=1)
>>> position.why_not(careful.choose(Sight.of(position))) is None
True

`levels()` are six searching players, from a child's level to the strongest, which thinks two seconds
a move. docs/players.md says how they play and how well.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludotheque.bots.advice import Advice, advice
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.player import Player
from ludotheque.bots.random_player import RandomPlayer
from ludotheque.bots.searcher import SearchPlayer
from ludotheque.bots.sight import Sight
from ludotheque.errors import UnknownName
from ludotheque.reading import shown

__all__ = ["Advice", "Player", "Sight", "advice", "levels", "player", "players"]

_PLAYERS: dict[str, Callable[[int], Player]] = {
    "greedy": GreedyPlayer,
    "random": RandomPlayer,
    **{name: functools.partial(SearchPlayer, level=name) for name in LEVELS},
}


def players() -> tuple[str, ...]:
    """The names of all players: two simple ones, and the levels of the searching one."""
    return tuple(_PLAYERS)


def levels() -> tuple[str, ...]:
    """The names of the levels of the searching player, from the weakest to the strongest."""
    return LEVELS


def player(name: str, seed: int = 0) -> Player:
    """A new player or level of this name; with the same seed it makes the same choices, unless time limits it."""
    if name not in _PLAYERS:
        raise UnknownName(f"There is no player {shown(name)}: choose {', '.join(_PLAYERS)}.")
    return _PLAYERS[name](seed)
