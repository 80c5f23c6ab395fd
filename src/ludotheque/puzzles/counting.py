"""Counts the end of a game out: the exact result of every move where neither chance nor a secret is left."""

from __future__ import annotations

from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.kernel.state import OVER, StateBase
from ludotheque.puzzles.limits import COUNTED, ENDING


class Uncountable(Exception):
    """Chance comes, or there are too many positions."""


def counted(position: Position) -> dict[int, float] | None:
    """By action the exact share of the victory, if two players see everything and few positions are left."""
    if position.players != 2 or not position.game.about.PUBLIC or not is_ending(position):
        return None
    seat, counting = position.to_act, Counting(position.game)
    assert seat is not None
    try:
        return {action: counting.share(position.play(action).state(), seat) for action in position.legal()}
    except Uncountable:
        return None


def is_ending(position: Position) -> bool:
    """Whether the first actions lead to the end within a few decisions, and without chance."""
    for _ in range(ENDING):
        if position.to_act is None:
            return True
        if position.to_act < 0 or position.secret:
            return False
        position = position.play(position.legal()[0])
    return position.to_act is None


class Counting:
    """Plays all lines to the end of one game."""

    def __init__(self, game: Game) -> None:
        self._loops, self._ahead, self._left = game.edition.loops, game.edition.rules.ahead, COUNTED
        self._actions = [0] * game.action_count

    def share(self, state: StateBase, seat: int) -> float:
        """The share of the seat if both play their best."""
        if state.to_act == OVER:
            return 0.5 + 0.5 * (bool(self._ahead(state, seat, 1 - seat)) - bool(self._ahead(state, 1 - seat, seat)))
        self._left -= 1
        if state.to_act < 0 or self._left < 0:
            raise Uncountable
        mine, best = state.to_act == seat, -1.0
        for action in self._actions[: self._loops.legal(state, self._actions)]:
            after = state.copy()
            self._loops.play(after, action)
            found = self.share(after, seat)
            best = max(best, found if mine else 1 - found)
            if best == 1:
                break
        return best if mine else 1 - best
