"""Judging the moments of a finished game, one by one: decisions by a search, draws by what else could have come.

Each moment is judged for itself, so a review can be made in parts, in any order and on several
machines. `story.py` puts the judgements together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ludotheque.bots.engine import Engine, Findings, Found, borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.search.tree import OPEN, Tuning
from ludotheque.bots.sight import Sight
from ludotheque.core.position import Position
from ludotheque.errors import Error
from ludotheque.kernel.chance import random_word, stream
from ludotheque.kernel.state import CHANCE, OVER, StateBase

DRAWS = 24  # that could have come instead are looked at, or all of them if there are no more
DRAW_EFFORT = 6  # each of them gets this part of a decision's effort
EVEN = 1.0  # where actions are compared that are tried more or less often
CALM = 0.25  # of the exploration, in the half of a search that is believed
DOUBT = 30  # tries of an action that are taken to have told nothing
SECONDS = 0.25  # for one decision

Shares = tuple[float, ...]
"""Of the victory, by seat; together 1."""


class Effort(NamedTuple):
    """How thoroughly a decision is judged: so many iterations, always with the same result, or so long."""

    iterations: int | None = None
    seconds: float | None = SECONDS

    def part(self, parts: int) -> Effort:
        """A part of it."""
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
class Judged:
    """What was found out about a moment."""

    first: int
    last: int
    seat: int
    shares: Shares | None = None  # before a decision, as it stands with all cards open; None: as after it
    best: int | None = None  # the best action that was found, of equals the one that was chosen; None: no choice
    line: tuple[int, ...] = ()  # what was expected to follow it
    best_shares: Shares | None = None  # what it promised, from the eyes of the seat
    played_shares: Shares | None = None  # what the action promised that was chosen, from the same eyes
    luck: Shares | None = None  # of a draw: what it brought every seat, together 0

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> Judged:
        """From what `to_dict` gave, also after JSON has made lists of its tuples."""
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
    positions: Sequence[Position], choices: Sequence[int], which: Sequence[Moment], effort: Effort, seed: int = 0
) -> Iterator[Judged]:
    """Judges some moments of a game, given all its positions and the choices between them."""
    game = positions[0].game
    with borrowed(game.compiled, positions[0].players) as engine:
        judging = Judging(engine, level_of(game.name, STRONGEST).judging)
        for moment in which:
            if moment.seat == CHANCE:
                luck = judging.luck(positions[moment.first], positions[moment.last], effort, seed + moment.first)
                yield Judged(moment.first, moment.last, CHANCE, luck=luck)
            else:
                yield judging.decision(moment, positions[moment.first], choices[moment.first], effort, seed)


class Judging:
    """A search that looks at the moments of one game."""

    def __init__(self, engine: Engine, tuning: Tuning) -> None:
        self._engine, self._tuning = engine, tuning

    def decision(self, moment: Moment, position: Position, action: int, effort: Effort, seed: int) -> Judged:
        """A decision, from the eyes of the seat that made it."""
        sight = Sight.of(position)
        if len(sight.legal) == 1:
            return Judged(moment.first, moment.last, moment.seat)
        seed += moment.first
        alone = not _is_simultaneous(position)
        found = self._search(sight.imagine(seed).state(), sight.seat, effort, seed, CALM if alone else EVEN)
        by_action = {each.action: each for each in found.actions}
        best, promised = by_action[found.best], by_action[found.best].shares
        played = _doubted(by_action[action], promised)
        if action != best.action and alone:
            after = [self._after(position, each, effort, seed) for each in (best.action, action)]
            if after[0] is not None and after[1] is not None:
                promised, played = after[0], after[1]
        if played[sight.seat] >= promised[sight.seat]:
            best, promised = by_action[action], played
        shares = self._open(position, effort, seed) if self._tuning.secret else promised
        return Judged(moment.first, moment.last, moment.seat, shares, best.action, best.line, promised, played)

    def _after(self, position: Position, action: int, effort: Effort, seed: int) -> Shares | None:
        """What an action promises from the eyes of its seat, judged when it is played; None if that cannot be told.

        So what was chosen and what was better are judged alike, however seldom a search would try them.
        """
        if not self._tuning.secret:
            return self.shares(position.play(action), effort, seed)
        sight = Sight.of(position)
        state = sight.imagine(seed).state()
        sight.game.edition.loops.play(state, action)
        if state.to_act == OVER:
            return None  # what this world brings says nothing of the others that the seat thinks possible
        found = self._search(state, sight.seat, effort, seed)
        return found.shares if found.decided else None

    def luck(self, before: Position, after: Position, effort: Effort, seed: int) -> Shares:
        """What a draw brought every seat, against what it brings on average."""
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

    def _search(self, root: StateBase, seat: int, effort: Effort, seed: int, calm: float = CALM) -> Findings:
        return self._engine.search(root, seat, self._tuning, seed=seed, calm=calm, **effort._asdict())


def _doubted(found: Found, promised: Shares) -> Shares:
    """What an action promises; one that was hardly tried is taken to be nearly as good as the best."""
    trust = found.visits / (found.visits + DOUBT)
    return tuple(trust * share + (1 - trust) * best for share, best in zip(found.shares, promised, strict=True))


def _is_simultaneous(position: Position) -> bool:
    """Whether others decide in secret at the same time."""
    return position.view(None)["to_act"] is None


def result(position: Position) -> Shares:
    """How a finished game's victory is shared."""
    winners = position.winners()
    return tuple((seat in winners) / len(winners) for seat in range(position.players))


def other_draws(before: Position, seed: int) -> list[tuple[float, Position]]:
    """What a draw can lead to, each with its weight: everything if that is little, else what comes up by chance."""
    outcomes = before.outcomes()
    after = {outcome: before.play(outcome) for outcome in outcomes} if len(outcomes) <= DRAWS else {}
    if after and all(position.to_act != CHANCE for position in after.values()):
        return [(float(outcomes[outcome]), position) for outcome, position in after.items()]
    random = stream(seed)
    return [(1 / DRAWS, _dealt(before, random)) for _ in range(DRAWS)]


def _dealt(position: Position, random: Any) -> Position:
    """The position after a run of chance events."""
    while position.to_act == CHANCE:
        position = position.play(_drawn(position, random_word(random)))
    return position


def _drawn(position: Position, word: int) -> int:
    """An outcome by its probability."""
    outcomes = position.outcomes()
    left = word / 2**32
    for outcome, probability in outcomes.items():
        left -= float(probability)
        if left < 0:
            return outcome
    return max(outcomes)
