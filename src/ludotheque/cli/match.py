"""A match: a game in play, with its past, the chance that a seed deals, and taking back."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Self

from ludotheque.contract.options import Value
from ludotheque.core.game import Game
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.core.record import GameRecord
from ludotheque.kernel.chance import WORD, Random, random_word, stream
from ludotheque.kernel.state import CHANCE


class Moment(NamedTuple):
    """A choice that was made: the position before it, and the action or outcome."""

    position: Position
    choice: int


class Refusal(NamedTuple):
    """Why a decision cannot be taken back: a key of our words, and the seat it speaks of."""

    key: str
    seat: int | None = None


class Match:
    """A game in play. Chance is dealt here, one event at a time, so that each can be told."""

    def __init__(self, position: Position, seed: int, past: list[Moment] | None = None) -> None:
        self.position = position
        self.past = past or []
        self.begun = len(self.past)  # what happened before this match was set up or taken up again
        self._random = stream(seed)
        # One word a chance event: a match taken up again with its seed goes on as it would have.
        self._random[2] = sum(moment.position.to_act == CHANCE for moment in self.past)
        self._deal()

    @classmethod
    def start(cls, game: Game, players: int, seed: int, options: dict[str, Value]) -> Self:
        """A new match; it is dealt as `game.start` would deal it from the same seed."""
        return cls(game.start(players, None, **options), seed)

    @classmethod
    def resume(cls, record: GameRecord, game: Game, seed: int) -> Self:
        """The match of a record, where the record ends; raises BadRecord for an unsound one."""
        last = record.verify(game)
        return cls(last, seed, list(moments(record, game)))

    def play(self, choice: int) -> None:
        """Plays an action of the seat to act, and deals the chance that follows."""
        self._advance(choice)
        self._deal()

    def _advance(self, choice: int) -> None:
        after = self.position.play(choice)
        self.past.append(Moment(self.position, choice))
        self.position = after

    def _deal(self) -> None:
        while self.position.to_act == CHANCE:
            self._advance(draw(self.position, self._random))

    def undo(self, seat: int, people: Container[int]) -> Moment | Refusal:
        """Goes back to the seat's last decision, unless something happened that cannot be undone.

        That is chance, a decision of another person and, in a game with hidden things, anything
        that may have shown one of them.
        """
        since = []
        for moment in reversed(self.past):
            if moment.position.to_act == seat:
                break
            since.append(moment)
        else:
            return Refusal("undo_nothing")
        for later in since:
            if later.position.to_act == CHANCE:
                return Refusal("undo_chance")
            if later.position.to_act in people:
                return Refusal("undo_person", later.position.to_act)
        before = moment.position
        if before.view(seat) != before.to_dict() and (since or not before.sees_choice(SPECTATOR)):
            return Refusal("undo_hidden")
        del self.past[len(self.past) - len(since) - 1 :]
        self.position = before
        return moment


def moments(record: GameRecord, game: Game | None = None) -> Iterator[Moment]:
    """Every choice of a record with the position before it."""
    for (before, _), ply in zip(pairwise(record.replay(game)), record.plies, strict=True):
        yield Moment(before, -1 - ply if ply < 0 else ply)


def draw(position: Position, random: Random) -> int:
    """An outcome of the chance event, the same that the kernel draws from this generator."""
    point = Fraction(random_word(random), WORD + 1)
    for outcome, probability in position.outcomes().items():
        point -= probability
        if point < 0:
            return outcome
    raise AssertionError("the probabilities of all outcomes sum to one")
