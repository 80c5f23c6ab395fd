"""Judges the moments of a finished game: decisions by a search, draws by comparing them with other draws.

Every moment is judged on its own, so a review can be made in parts, in any order and on several machines. `story.py`
combines the judgements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ludotheque.bots.engine import ActionResult, Engine, SearchResult, borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.search.tree import OPEN, Tuning
from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.chance import random_word, stream
from ludotheque.kernel.state import CHANCE, OVER, StateBase

DRAWS = 24  # other draws to compare with, unless there are fewer
DRAW_EFFORT = 6  # each draw gets this fraction of a decision's effort
EVEN = 1.0  # full exploration, where the shares of rarely and often tried actions are compared
CALM = 0.25  # the part of the exploration in the second half of a search, which gives the shares
DOUBT = 30  # visits with the best action's shares that every action is given, so that rare actions look good
ITERATIONS = 600  # the default for each search: a game takes less than ten seconds

Shares = tuple[float, ...]
"""Shares of the victory by seat; they sum to 1."""


class Effort(NamedTuple):
    """How long each search takes, of two to four for a decision: iterations, which are repeatable, or seconds."""

    iterations: int | None = ITERATIONS
    seconds: float | None = None

    def part(self, parts: int) -> Effort:
        """One of several equal parts of it."""
        iterations = None if self.iterations is None else max(1, self.iterations // parts)
        return Effort(iterations, None if self.seconds is None else self.seconds / parts)


DEFAULT = Effort()


@dataclass(frozen=True)
class Moment:
    """A decision, or a run of chance events: the plies first..last-1 of a game."""

    first: int
    last: int
    seat: int  # CHANCE for a draw


@dataclass(frozen=True)
class Judged(Moment):
    """A moment with its judgement."""

    shares: Shares | None = None  # before a decision, with all cards open; None: the same as after it
    best: int | None = None  # the best action found, of equals the played one; None: there was no choice
    line: tuple[int, ...] = ()  # the expected answers to the best action
    best_shares: Shares | None = None  # the expected shares after the best action, as the seat sees it
    played_shares: Shares | None = None  # the expected shares after the played action, as the seat sees it
    luck: Shares | None = None  # what a draw brought every seat; sums to 0

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> Judged:
        """The inverse of `to_dict`, also after a trip through JSON."""
        read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in d.items()}
        return cls(**read)


def moments(positions: Sequence[Position]) -> list[Moment]:
    """The moments of a game, given all its positions; the last of them is the end."""
    if positions[-1].to_act is not None:
        raise Error("Only a game that is over can be reviewed.")
    found: list[Moment] = []
    for ply, position in enumerate(positions[:-1]):
        seat = CHANCE if position.to_act is None else position.to_act
        if seat == CHANCE and found and found[-1].seat == CHANCE:
            found[-1] = Moment(found[-1].first, ply + 1, CHANCE)
        else:
            found.append(Moment(ply, ply + 1, seat))
    return found


def judge(
    positions: Sequence[Position],
    choices: Sequence[int],
    which: Sequence[Moment],
    effort: Effort,
    seed: int = 0,
    interpreted: bool = False,
) -> Iterator[Judged]:
    """Judges some moments of a game, given all its positions and the choices between them."""
    game = positions[0].game
    with borrowed(game, positions[0].players, interpreted=interpreted) as engine:
        judging = Judging(engine, level_of(game.name, STRONGEST).tuning)
        for moment in which:
            if moment.seat == CHANCE:
                luck = judging.luck(positions[moment.first], positions[moment.last], effort, seed + moment.first)
                yield Judged(moment.first, moment.last, CHANCE, luck=luck)
            else:
                yield judging.decision(moment, positions[moment.first], choices[moment.first], effort, seed)


class Judging:
    """A search that judges the moments of one game."""

    def __init__(self, engine: Engine, tuning: Tuning) -> None:
        self._engine, self._tuning = engine, tuning

    def decision(self, moment: Moment, position: Position, action: int, effort: Effort, seed: int) -> Judged:
        """Judges a decision as its seat saw it."""
        sight = Sight.of(position)
        if len(sight.legal) == 1:
            return Judged(moment.first, moment.last, moment.seat)
        seed += moment.first
        alone = position.view(None)["to_act"] is not None  # else other seats decide in secret at the same time
        found = self._search(sight.imagine(seed).state(), sight.seat, effort, seed, CALM if alone else EVEN)
        by_action = {each.action: each for each in found.actions}
        best, expected = by_action[found.best], by_action[found.best].shares
        played = _doubted(by_action[action], expected)
        if action != best.action and alone:
            after = [self.after(position, each, effort, seed) for each in (best.action, action)]
            if after[0] is not None and after[1] is not None:
                expected, played = after[0], after[1]
        if played[sight.seat] >= expected[sight.seat]:
            best, expected = by_action[action], played
        shares = self._open(position, effort, seed) if self._tuning.secret else expected
        return Judged(moment.first, moment.last, moment.seat, shares, best.action, best.line, expected, played)

    def after(self, position: Position, action: int, effort: Effort, seed: int) -> Shares | None:
        """The expected shares after an action as its seat sees it, by a search of their own; None if unknown.

        So the played and the better action get the same effort, even if a search of the decision rarely tries one.
        """
        if not self._tuning.secret:
            return self.shares(position.play(action), effort, seed)
        sight = Sight.of(position)
        state = sight.imagine(seed).state()
        sight.game.edition.loops.play(state, action)
        if state.to_act == OVER:
            return None  # the end in this imagined world says nothing about the other possible worlds
        found = self._search(state, sight.seat, effort, seed)
        return found.shares if found.decided else None

    def luck(self, before: Position, after: Position, effort: Effort, seed: int) -> Shares:
        """What a draw brought every seat, compared with the average draw."""
        effort = effort.part(DRAW_EFFORT)
        came = self.shares(after, effort, seed)
        average = [0.0] * before.players
        for weight, other in other_draws(before, seed):
            for seat, share in enumerate(self.shares(other, effort, seed)):
                average[seat] += weight * share
        return tuple(share - mean for share, mean in zip(came, average, strict=True))

    def shares(self, position: Position, effort: Effort, seed: int) -> Shares:
        """Everybody's share of the victory, with all cards open."""
        if position.to_act is None:
            return result(position)
        return self._open(position, effort, seed)

    def _open(self, position: Position, effort: Effort, seed: int) -> Shares:
        return self._search(position.state(), OPEN, effort, seed).shares

    def _search(self, root: StateBase, seat: int, effort: Effort, seed: int, calm: float = CALM) -> SearchResult:
        return self._engine.search(root, seat, self._tuning, seed=seed, calm=calm, **effort._asdict())


def _doubted(found: ActionResult, best_shares: Shares) -> Shares:
    """The shares of an action, drawn towards the best action's shares if it has few visits."""
    trust = found.visits / (found.visits + DOUBT)
    return tuple(trust * share + (1 - trust) * best for share, best in zip(found.shares, best_shares, strict=True))


def result(position: Position) -> Shares:
    """The shares of the victory in a finished game."""
    winners = position.winners()
    return tuple((seat in winners) / len(winners) for seat in range(position.players))


def other_draws(before: Position, seed: int) -> list[tuple[float, Position]]:
    """Positions after a draw with their weights: all of them if they are few, else random ones."""
    outcomes = before.outcomes()
    after = {outcome: before.play(outcome) for outcome in outcomes} if len(outcomes) <= DRAWS else {}
    if after and all(position.to_act != CHANCE for position in after.values()):
        return [(float(outcomes[outcome]), position) for outcome, position in after.items()]
    random = stream(seed)
    return [(1 / DRAWS, _dealt(before, random)) for _ in range(DRAWS)]


def _dealt(position: Position, random: Any) -> Position:
    """A random position after a run of chance events."""
    while position.to_act == CHANCE:
        position = position.play(_drawn(position, random_word(random)))
    return position


def _drawn(position: Position, word: int) -> int:
    """A random outcome by its probability."""
    outcomes = position.outcomes()
    left = word / 2**32
    for outcome, probability in outcomes.items():
        left -= float(probability)
        if left < 0:
            return outcome
    return max(outcomes)
