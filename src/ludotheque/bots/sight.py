"""`Sight`: what a bot gets for a decision, and `Player`: the protocol of a bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.errors import Error


@dataclass(frozen=True)
class Sight:
    """A decision as its seat sees it."""

    game: Game
    seat: int
    view: dict[str, Any]  # as Position.view
    legal: tuple[int, ...]  # ascending, never empty
    _redeal: Callable[[int], Position] = field(repr=False, compare=False)

    @classmethod
    def of(cls, position: Position) -> Sight:
        """The decision of the seat to act; raises if there is none."""
        seat = position.to_act
        if seat is None:
            raise Error("No seat is to act: the game is over.")
        if seat < 0:
            raise Error("No seat is to act: chance decides now.")
        return cls(
            position.game, seat, position.view(seat), tuple(position.legal()), lambda seed: position.redeal(seat, seed)
        )

    def imagine(self, seed: int) -> Position:
        """A position that the seat cannot tell from the real one; its chance comes from the seed."""
        return self._redeal(seed)


class Player(Protocol):
    """Decides for a seat, and knows only what that seat may know."""

    def choose(self, sight: Sight) -> int:
        """Returns one of `sight.legal`. The same seed and the same sights give the same choices."""
        ...
