"""Players: programs that play any of the games, each from its own seat's eyes.

>>> import ludotheque
>>> from ludotheque.bots import Sight, player
>>> position = ludotheque.load("sintra").start(players=2, seed=7)
>>> careful = player("greedy", seed=1)
>>> position.why_not(careful.choose(Sight.of(position))) is None
True

`levels()` are six searching players, from a child's level to the strongest, which thinks two seconds
a move. docs/players.md says how they play and how well, docs/bots.md how to bring a bot of your own.
"""

from __future__ import annotations

from ludotheque.bots.advice import Advice, advice
from ludotheque.bots.names import levels, player, players
from ludotheque.bots.player import Player
from ludotheque.bots.plugged import Bot, Clock
from ludotheque.bots.sight import Sight

__all__ = ["Advice", "Bot", "Clock", "Player", "Sight", "advice", "levels", "player", "players"]
