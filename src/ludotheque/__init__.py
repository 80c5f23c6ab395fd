"""Ludothèque: modern board games with exact rules.

>>> import ludotheque
>>> position = ludotheque.load("sintra").start(players=2, seed=7)
>>> position.to_act, position.phase
(1, 'TURN')
"""

from ludotheque.core.game import Game, games, load
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord
from ludotheque.errors import (
    BadBox,
    BadPosition,
    BadRecord,
    BadText,
    Error,
    IllegalAction,
    NotOver,
    PositionProblem,
    UnknownName,
)

__version__ = "0.2.0"

__all__ = [
    "BadBox",
    "BadPosition",
    "BadRecord",
    "BadText",
    "Error",
    "Game",
    "GameRecord",
    "IllegalAction",
    "NotOver",
    "Position",
    "PositionProblem",
    "UnknownName",
    "games",
    "load",
]
