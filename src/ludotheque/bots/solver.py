"""Exact values of small endings: all decisions and all chance (expectimax), each position worked out once.

Every seat plays for its own share of the victory. With two players the values are those of best play. With more, a
seat to which several actions are equal takes the one with the lowest id; another choice could change what the others
get.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ludotheque.contract.reading import shown, whole
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.state import CHANCE, OVER, StateBase

POSITIONS = 200_000
MOST_PLIES = 250  # a longer ending is never small, and Python's stack is limited

ExactShares = tuple[Fraction, ...]
"""By seat: the expected share of the victory."""


class Solution(NamedTuple):
    """The exact values of a position."""

    shares: ExactShares  # if all play their best
    actions: dict[int, ExactShares]  # by legal action: the values after it; empty if no seat is to act
    positions: int  # different positions that were worked out

    def best(self, seat: int) -> list[int]:
        """The best actions of the seat to act."""
        most = max((shares[seat] for shares in self.actions.values()), default=None)
        return [action for action, shares in self.actions.items() if shares[seat] == most]


def solve(position: Position, positions: int = POSITIONS) -> Solution:
    """The exact share of the victory of every seat, after every legal action and of the position itself.

    Raises if more than `positions` positions can follow, if the ending is longer than 250 choices and draws, or if the
    game hides something from its seats.
    """
    if not isinstance(position, Position):
        raise Error(f"A position is solved, not {shown(position)}.")
    if not position.game.about.PUBLIC:
        raise Error(f"{position.game.title()} has secrets: only games in which every seat sees everything are solved.")
    if (whole(positions) or 0) < 1:
        raise Error(f"The number of positions must be a whole number from 1 on, not {shown(positions)}.")
    solver, state = _Solver(position.game, positions), position.state()
    if state.to_act < 0:
        return Solution(solver.value(state), {}, len(solver.known))
    actions = {action: solver.value(solver.after(state, action)) for action in position.legal()}
    best = max(actions.values(), key=lambda shares: shares[state.to_act])
    return Solution(best, actions, len(solver.known))


class _Solver:
    """The table of positions that are worked out."""

    def __init__(self, game: Game, most: int) -> None:
        self._rules, self._loops, self._most = game.edition.rules, game.edition.loops, most
        self._actions, self._depth = game.action_count, 0
        self.known: dict[tuple[Any, ...], ExactShares] = {}

    def after(self, state: StateBase, choice: int) -> StateBase:
        following = state.copy()
        self._loops.play(following, choice)
        return following

    def value(self, state: StateBase) -> ExactShares:
        """The shares of the victory in a position."""
        key = state.content()
        if key not in self.known:
            if len(self.known) + self._depth >= self._most:
                raise Error(f"This ending is too big to be solved: more than {self._most} positions can follow.")
            if self._depth >= MOST_PLIES:
                raise Error(
                    f"This ending is too long to be solved: more than {MOST_PLIES} choices and draws can follow."
                )
            self._depth += 1
            self.known[key] = self._worked_out(state)
            self._depth -= 1
        return self.known[key]

    def _worked_out(self, state: StateBase) -> ExactShares:
        if state.to_act == OVER:
            return self._result(state)
        if state.to_act == CHANCE:
            return self._expected(state)
        actions = [0] * self._actions
        best: ExactShares = ()
        for action in actions[: self._loops.legal(state, actions)]:
            shares = self.value(self.after(state, action))
            if not best or shares[state.to_act] > best[state.to_act]:
                best = shares
            if best[state.to_act] == 1:
                break
        return best

    def _expected(self, state: StateBase) -> ExactShares:
        weights = [self._rules.weight(state, outcome) for outcome in range(self._rules.outcome_count(state))]
        sums = [Fraction(0)] * state.players
        for outcome, weight in enumerate(weights):
            if weight > 0:
                shares = self.value(self.after(state, outcome))
                sums = [each + weight * share for each, share in zip(sums, shares, strict=True)]
        return tuple(each / sum(weights) for each in sums)

    def _result(self, state: StateBase) -> ExactShares:
        seats = range(state.players)
        wins = [not any(self._rules.ahead(state, other, seat) for other in seats) for seat in seats]
        return tuple(Fraction(won, sum(wins)) for won in wins)
