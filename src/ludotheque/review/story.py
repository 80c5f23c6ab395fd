"""The story of a game: everybody's share of the victory over time, and the causes of every change.

A draw changes the shares by its luck, compared with the average draw. A decision changes them by what it gave away,
judged with what its seat could know: the seat loses that, the others receive it. The rest of the change by a decision
is unforeseen: revealed secrets, simultaneous choices, and what the search itself did not foresee. So for every seat,
exactly:

    start + drawn + given + received + unforeseen = result
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from ludotheque.kernel.data_table import DataTable
from ludotheque.kernel.state import CHANCE
from ludotheque.review.judging import Judged, Shares

INACCURACY, MISTAKE, BLUNDER = 0.01, 0.05, 0.15  # the least share of the victory that each gives away
TURNING_POINTS = 3
ROUNDING = 1e-12  # two sums of the same shares can differ by this much


@dataclass(frozen=True)
class Decision:
    """A decision, and what it gave away."""

    ply: int
    seat: int
    best: int | None  # None: there was no choice
    line: tuple[int, ...]  # the expected answers to the best action
    before: Shares
    after: Shares
    expected: Shares | None  # after the best action, as the seat sees it
    gave: Shares  # what every seat gained, 0 in all; the deciding seat's part is never positive

    @property
    def lost(self) -> float:
        """The share of the victory that it gave away."""
        return -self.gave[self.seat]

    @property
    def unforeseen(self) -> Shares:
        """What it changed beyond what it gave away."""
        return _minus(_minus(self.after, self.before), self.gave)


@dataclass(frozen=True)
class Draw:
    """A run of chance events, and what it brought every seat."""

    ply: int
    last: int  # the ply after it
    before: Shares
    after: Shares

    @property
    def luck(self) -> Shares:
        """What the draw brought every seat; sums to 0."""
        return _minus(self.after, self.before)


@dataclass(frozen=True)
class Balance:
    """The parts of a seat's result."""

    start: float
    lucky: float  # sum of the draws that brought something
    unlucky: float  # sum of the draws that took something, negative
    inaccuracies: float  # what the seat's own inaccuracies gave away, negative
    mistakes: float
    blunders: float
    others: float  # decisions that gave away less than an inaccuracy each
    received: float  # what the decisions of others gave the seat
    unforeseen: float
    result: float

    @property
    def drawn(self) -> float:
        return self.lucky + self.unlucky

    @property
    def given(self) -> float:
        return self.inaccuracies + self.mistakes + self.blunders + self.others


@dataclass(frozen=True)
class Story:
    """A reviewed game."""

    events: tuple[Decision | Draw, ...]
    balances: tuple[Balance, ...]  # by seat

    @property
    def players(self) -> int:
        return len(self.balances)

    @property
    def last(self) -> int:
        """The ply at which the game is over."""
        end = self.events[-1]
        return end.last if isinstance(end, Draw) else end.ply + 1

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(event for event in self.events if isinstance(event, Decision))

    @property
    def draws(self) -> tuple[Draw, ...]:
        return tuple(event for event in self.events if isinstance(event, Draw))

    def shares(self) -> list[tuple[int, Shares]]:
        """(ply, shares) before every event and at the end."""
        return [*((event.ply, event.before) for event in self.events), (self.last, self.events[-1].after)]

    def table(self) -> DataTable:
        """A row for every seat: how its result came about."""
        return DataTable.of({"seat": seat} | asdict(balance) for seat, balance in enumerate(self.balances))

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def turning_points(self) -> list[Decision]:
        """The worst mistakes, the worst first; only the worst decision of a turn counts."""
        worst: dict[int, Decision] = {}
        turn, mover = 0, CHANCE
        for event in self.events:
            seat = event.seat if isinstance(event, Decision) else CHANCE
            turn += seat != mover
            mover = seat
            if isinstance(event, Decision) and event.lost >= INACCURACY:
                worst[turn] = max(event, worst.get(turn, event), key=lambda decision: decision.lost)
        return sorted(worst.values(), key=lambda decision: -decision.lost)[:TURNING_POINTS]


def tell_story(judgements: Iterable[Judged], result: Shares) -> Story:
    """The story of a game, from the judgements of all its moments."""
    events: list[Decision | Draw] = []
    after = result
    for judged in sorted(judgements, key=lambda each: -each.first):
        if judged.seat == CHANCE:
            assert judged.luck is not None
            event: Decision | Draw = Draw(judged.first, judged.last, _minus(after, judged.luck), after)
        else:
            event = _decision(judged, after)
        events.append(event)
        after = event.before
    events.reverse()
    return Story(tuple(events), tuple(_balance(events, seat) for seat in range(len(result))))


def _decision(judged: Judged, after: Shares) -> Decision:
    before = after if judged.shares is None else judged.shares
    gave: Shares = (0.0,) * len(after)
    expected = judged.best_shares
    if expected is not None and judged.played_shares is not None:
        found = _minus(judged.played_shares, expected)
        lost, had = -found[judged.seat], max(0.0, before[judged.seat])
        if lost > had:  # a seat cannot give away more than it had, whatever it expected
            gave, expected = tuple(part * had / lost for part in found), before
        elif lost > ROUNDING:
            gave = found
    return Decision(judged.first, judged.seat, judged.best, judged.line, before, after, expected, gave)


def _balance(events: Sequence[Decision | Draw], seat: int) -> Balance:
    decisions = [event for event in events if isinstance(event, Decision)]
    lucks = [event.luck[seat] for event in events if isinstance(event, Draw)]
    own = [event.lost for event in decisions if event.seat == seat]

    def given(least: float, most: float) -> float:
        return -sum(lost for lost in own if least <= lost < most)

    return Balance(
        start=events[0].before[seat],
        lucky=sum(luck for luck in lucks if luck > 0),
        unlucky=sum(luck for luck in lucks if luck < 0),
        inaccuracies=given(INACCURACY, MISTAKE),
        mistakes=given(MISTAKE, BLUNDER),
        blunders=given(BLUNDER, 2),
        others=given(0, INACCURACY),
        received=sum(event.gave[seat] for event in decisions if event.seat != seat),
        unforeseen=sum(event.unforeseen[seat] for event in decisions),
        result=events[-1].after[seat],
    )


def _minus(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))
