"""A match in the terminal: the history of a game, and the chance that a seed deals."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import Self

from ludotheque.contract.options import Value
from ludotheque.core.game import Game
from ludotheque.core.history import Barrier, History, Ply
from ludotheque.core.plies import ply_of
from ludotheque.core.position import Position
from ludotheque.core.record import GameRecord
from ludotheque.kernel.chance import WORD, Random, random_word, stream
from ludotheque.kernel.state import CHANCE


class Match:
    """A game in play. Chance is dealt here, one event at a time, so that each can be told."""

    def __init__(self, history: History, seed: int) -> None:
        self.history = history
        self.begun = len(history.choices)  # plies before this match was started or resumed
        self._random = stream(seed)
        # One word a chance event: a match that is resumed with its seed goes on as it would have.
        self._random[2] = sum(ply < 0 for ply in history.choices)
        self._deal()

    @classmethod
    def start(cls, game: Game, players: int, seed: int, options: dict[str, Value]) -> Self:
        """A new match; it is dealt as `game.start` would deal it from the same seed."""
        return cls(History.begun(game, players, options, None), seed)

    @classmethod
    def resume(cls, record: GameRecord, game: Game, seed: int) -> Self:
        """The match of a record, where the record ends; raises BadRecord for an unsound one."""
        record.verify(game)
        return cls(History.of(record, game), seed)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.history.position

    def play(self, action: int) -> None:
        """Plays an action of the seat to act, and deals the chance that follows."""
        self.history = self.history.followed([action])
        self._deal()

    def _deal(self) -> None:
        while self.position.to_act == CHANCE:
            self.history = self.history.followed([ply_of(draw(self.position, self._random), by_chance=True)])

    def undo(self, seat: int, people: Container[int]) -> Ply | Barrier:
        """Goes back to the seat's last decision, past those of bots; or says what forbids it."""
        ply = self.history.last_decision(seat)
        if ply is None:
            return Barrier("nothing")
        bots = [each for each in range(self.position.players) if each not in people]
        if barrier := self.history.barrier(ply, seat, bots):
            return barrier
        undone = next(self.history.plies(ply))
        self.history = self.history.back(ply)
        return undone


def draw(position: Position, random: Random) -> int:
    """An outcome of the chance event, the same that the kernel draws from this generator."""
    point = Fraction(random_word(random), WORD + 1)
    for outcome, probability in position.outcomes().items():
        point -= probability
        if point < 0:
            return outcome
    raise AssertionError("the probabilities of all outcomes sum to one")
