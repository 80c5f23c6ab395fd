"""Players: programs that play any of the games, each from its own seat's eyes.

>>> import ludotheque
>>> from ludotheque.bots import Sight, player
>>> position = ludotheque.load("sintra").start(players=2, seed=7)
>>> careful = player("greedy", seed=1)
>>> position.why_not(careful.choose(Sight.of(position))) is None
True
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.player import Player
from ludotheque.bots.random_player import RandomPlayer
from ludotheque.bots.sight import Sight
from ludotheque.errors import UnknownName

__all__ = ["Player", "Sight", "player", "players"]

_PLAYERS: dict[str, Callable[[int], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def players() -> tuple[str, ...]:
    """The names of all players."""
    return tuple(_PLAYERS)


def player(name: str, seed: int = 0) -> Player:
    """A new player of this name; with the same seed it makes the same choices."""
    if name not in _PLAYERS:
        raise UnknownName(f"There is no player {name!r}: choose {', '.join(players())}.")
    return _PLAYERS[name](seed)
