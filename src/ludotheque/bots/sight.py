"""`Sight`: what a bot gets for a decision, and `Player`: the protocol of a bot."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludotheque.bots.limits import LONGEST_DECISION
from ludotheque.contract.reading import shown
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.batch import Results, random_games
from ludotheque.kernel.chance import WORD


class Clock:
    """The time of one decision."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, negative after the end."""
        return self._end - time.monotonic()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops the clock in a `with` block, as compiling does."""
        begun = time.monotonic()
        self._end += LONGEST_DECISION
        try:
            yield
        finally:  # a bot that catches an error gets no day for it
            self._end += time.monotonic() - begun - LONGEST_DECISION


@dataclass(frozen=True)
class Sight:
    """A decision as its seat sees it."""

    game: Game
    seat: int
    view: dict[str, Any]  # as Position.view
    legal: tuple[int, ...]  # ascending, never empty
    _redeal: Callable[[int], Position] = field(repr=False, compare=False)
    clock: Clock = field(default_factory=Clock, repr=False, compare=False)  # without an end if nobody waits
    guarded: bool = field(default=False, compare=False)  # somebody could measure the time, which must tell nothing

    @classmethod
    def of(cls, position: Position, clock: Clock | None = None, *, guarded: bool = False) -> Sight:
        """The decision of the seat to act; raises if there is none."""
        if not isinstance(position, Position):
            raise Error(f"A sight is made of a position, not of {shown(position)}.")
        seat = position.to_act
        if seat is None:
            raise Error("No seat is to act: the game is over.")
        if seat < 0:
            raise Error("No seat is to act: chance decides now.")
        view, legal = position.view(seat), tuple(position.legal())
        return cls(
            position.game, seat, view, legal, lambda seed: position.redeal(seat, seed), clock or Clock(), guarded
        )

    @property
    def forced(self) -> bool:
        """Whether a bot need not think. A guarded bot thinks about a single action, too, as about several."""
        return len(self.legal) == 1 and not self.guarded

    def imagine(self, seed: int) -> Position:
        """A position that the seat cannot tell from the real one; its chance comes from the seed."""
        return self._redeal(seed)

    def rollouts(
        self, seed: int, games: int = 16, actions: Iterable[int] | None = None, world: Position | None = None
    ) -> dict[int, Results]:
        """By action (None: every legal one): how random games end after it, in one imagined world, on compiled rules.

        Every action meets the same random streams. The world is that of the seed, or one that you have imagined.
        """
        first = self.imagine(seed) if world is None else world
        fits = isinstance(first, Position) and first.game == self.game and first.to_act == self.seat
        if not fits or (first is world and tuple(first.legal()) != self.legal):
            raise Error("The world must be a position as `imagine` gives it, before anything is played there.")
        found = {}
        chosen = self.legal if actions is None else actions
        if not isinstance(chosen, Iterable):
            raise Error(f"The actions must be a list such as [{self.legal[0]}], not {shown(chosen)}.")
        for action in chosen:
            if action not in self.legal:
                raise Error(f"The action {shown(action)} is not legal now.")
            state = first.state()
            self.game.edition.loops.play(state, action)
            if self.game not in _compiled:
                with self.clock.stopped():
                    random_games(self.game.compiled, state, 1, threads=1)
                _compiled.add(self.game)
            found[action] = random_games(self.game.compiled, state, games, seed=seed & WORD, threads=1)
        return found


_compiled: set[Game] = set()  # games whose random games this process has compiled, or loaded from the cache


class Player(Protocol):
    """Decides for a seat, and knows only what that seat may know."""

    def choose(self, sight: Sight) -> int:
        """Returns one of `sight.legal`. The same seed and the same sights give the same choices."""
        ...
