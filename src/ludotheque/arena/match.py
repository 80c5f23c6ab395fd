"""One game of a contest. Chance is keyed by the event, so that games of the same deal share it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import ludotheque
from ludotheque.arena.plan import Fixture
from ludotheque.bots import Player, Sight, player
from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.contract.options import Value
from ludotheque.core.position import Position
from ludotheque.kernel.chance import stream

Asked = Callable[[int], None]
"""Called with the seat that is thinking, or -1 for none."""


@dataclass(frozen=True)
class Contest:
    """The settings of all games of a contest."""

    game: str
    players: int
    seed: int = 0
    seconds: float | None = None  # the longest time for a decision; None: each bot's own limit
    options: dict[str, Value] = field(default_factory=dict)

    def start(self) -> Position:
        """The first position; it stops at every chance event."""
        return ludotheque.load(self.game).start(self.players, None, **self.options)


class Result(NamedTuple):
    """The result of a game."""

    number: int
    deal: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is the best; equal seats share a rank
    decisions: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat: the thinking time of the whole game
    failures: dict[int, str] = {}  # by seat: why the greedy bot took over


class Luck:
    """The chance of a deal: event number n of a kind has a random word of its own, whatever the bots do."""

    def __init__(self, seed: int, deal: int) -> None:
        self._key, self._stream, _ = stream(seed << 32 | deal)
        self._happened: Counter[int] = Counter()

    def draw(self, position: Position) -> int:
        """The outcome of the chance event."""
        state = position.state()
        random = [self._key, self._stream ^ state.phase, self._happened[state.phase]]
        self._happened[state.phase] += 1
        outcome: int = position.game.edition.loops.draw(state, random)
        return outcome


def play(contest: Contest, fixture: Fixture, asked: Asked = lambda seat: None, dead: Mapping[int, str] = {}) -> Result:
    """Plays a game. The greedy bot replaces the bots in `dead`, which would end the process."""
    position, luck = contest.start(), Luck(contest.seed, fixture.deal)
    bots: list[Player] = [
        GreedyPlayer(seed) if seat in dead else player(name, seed, contest.seconds)
        for seat, name in enumerate(fixture.seats)
        for seed in (bot_seed(contest, fixture, seat),)
    ]
    decisions, seconds = [0] * len(bots), [0.0] * len(bots)
    while (seat := position.to_act) is not None:
        if seat < 0:
            position = position.play(luck.draw(position))
            continue
        asked(seat)
        begun = time.perf_counter()
        choice = bots[seat].choose(Sight.of(position))
        seconds[seat] += time.perf_counter() - begun
        decisions[seat] += 1
        asked(-1)
        position = position.play(choice)
    failures = {seat: failed[0] for seat, bot in enumerate(bots) if (failed := getattr(bot, "failures", []))}
    return Result(
        *fixture,
        tuple(position.scores()),
        tuple(map(position.place, range(position.players))),
        tuple(decisions),
        tuple(round(spent, 3) for spent in seconds),
        failures | dict(dead),
    )


def bot_seed(contest: Contest, fixture: Fixture, seat: int) -> int:
    """The seed of a bot, different in every game and seat."""
    return (contest.seed << 32 | fixture.number) * contest.players + seat
