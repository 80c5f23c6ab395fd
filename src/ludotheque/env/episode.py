"""`Episode`: one game in play on compiled rules, for the environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.contract.reading import shown, whole
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.env.observing import DTYPE
from ludotheque.errors import Error, IllegalAction
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.chance import stream
from ludotheque.kernel.state import OVER

REWARDS = ("win", "score")


class Episode:
    """A game with these players and options; `begin` deals a new one from a seed."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Any]) -> None:
        self.game, self.players = game, players
        self._edition = game.compiled
        self._loops, self._rules = self._edition.loops, self._edition.rules
        self._hide, self._observe = self._edition.module("sight").hide, self._edition.module("observe").observe
        game.option_codes(players, options)  # raises for unknown options, also for `players` and `seed`
        self._start = game.start(players, **options).state().pack()
        self._length: int = self._edition.module("observe").OBSERVATION
        self._actions = np.zeros(game.action_count, np.int64)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Starts a new game, up to the first decision; all chance follows from the seed."""
        self._random = np.array(stream(seed), np.int64)
        self._states = self._start.copy()
        self._loops.deal(self._states[0], self._random)

    @property
    def to_act(self) -> int | None:
        """The seat to act; None when the game is over."""
        seat = int(self._states["to_act"][0])
        return None if seat == OVER else seat

    def legal(self) -> Array:
        """The legal action ids, ascending."""
        return self._actions[: self._loops.legal(self._states[0], self._actions)].copy()

    def mask(self) -> Array:
        """1 for every legal action id, 0 for the others."""
        allowed = np.zeros(self.game.action_count, np.int8)
        allowed[self.legal()] = 1
        return allowed

    def why_not(self, action: int) -> str | None:
        """None for a legal action, else the number of the rule that forbids it."""
        known = whole(action)
        if known is None or not 0 <= known < self.game.action_count:
            raise Error(f"There is no action {shown(action)}: they are 0 to {self.game.action_count - 1}.")
        number = self._loops.why_not(self._states[0], known)
        return f"{self.game.about.PREFIX}{number}" if number else None

    def play(self, action: int) -> None:
        """Plays a legal action and the chance events that follow."""
        if rule := self.why_not(action):
            raise IllegalAction(f"{rule}: {self.game.rule(rule)}", rule)
        self._loops.play(self._states[0], int(action))
        self._loops.deal(self._states[0], self._random)

    def observe(self, seat: int) -> Array:
        """What a seat may know, as docs/observations/ lists it."""
        hidden, row = self._states.copy(), np.zeros(self._length, DTYPE)
        self._hide(hidden[0], seat)
        self._observe(hidden[0], seat, row)
        return row

    def scores(self) -> list[int]:
        """The points of every seat so far."""
        return [int(self._rules.score(self._states[0], seat)) for seat in range(self.players)]

    def rewards(self) -> list[float]:
        """The rewards of the seats; they sum to 0."""
        return rewards(self.position())

    def position(self) -> Position:
        """The current position, for bots and pictures; it deals no chance by itself."""
        state = self.game.edition.state.unpack(self._states[0])
        return Position(self.game, state, None, origin=state)


def rewards(position: Position) -> list[float]:
    """The rewards of a position: 0 before the end; then a lone winner gets 1, and all sum to 0."""
    if position.to_act is not None:
        return [0.0] * position.players
    winners = position.winners()
    rewarded: list[float] = rewards_of(np.array([seat in winners for seat in range(position.players)])).tolist()
    return rewarded


def rewards_of(wins: Array) -> Array:
    """The rewards of finished games, given the winners; the last axis is the seats."""
    seats = wins.shape[-1]
    rewards: Array = (seats * wins / wins.sum(axis=-1, keepdims=True) - 1) / (seats - 1)
    return rewards


def check_reward(reward: str) -> None:
    """Raises unless it is a kind of reward."""
    if reward not in REWARDS:
        raise Error(f"There is no reward {shown(reward)}: choose {' or '.join(REWARDS)}.")


def check_opponents(opponents: Sequence[str]) -> None:
    """Raises unless it is a list; the names themselves are checked later."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise Error(f'The opponents must be a list of names such as ["random"], not {shown(opponents)}.')
