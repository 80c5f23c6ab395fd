"""Bots: programs that play any of the games. Each knows only what its seat may know.

>>> import ludotheque
>>> from ludotheque.bots import Sight, player
>>> position = ludotheque.load("sintra").start(players=2, seed=7)
>>> careful = player("greedy", seed=1)
>>> position.why_not(careful.choose(Sight.of(position))) is None
True

`levels()` are six; the two strongest search, and `master` thinks for two seconds a decision. docs/players.md tells how
the bots play and how strong they are, docs/bots.md how to add a bot.
"""

from __future__ import annotations

from ludotheque.bots.advice import Advice, advice, expected
from ludotheque.bots.names import levels, player, players
from ludotheque.bots.plugged import Bot
from ludotheque.bots.sight import Clock, Player, Sight
from ludotheque.bots.solver import Solution, solve

__all__ = [
    "Advice",
    "Bot",
    "Clock",
    "Player",
    "Sight",
    "Solution",
    "advice",
    "expected",
    "levels",
    "player",
    "players",
    "solve",
]
