"""The story of a game: who was winning when, and what of it was luck, mistakes, gifts and surprises.

Every change of somebody's share of the victory has one cause. A draw changes it by its luck: what
it brought against what it brings on average. A decision changes it by what it gave away, judged
with what its seat could know: the seat loses that, the others receive it. What is left after a
decision nobody could foresee: secrets that came out, choices made at the same time, and what even
the search had not seen coming. So for every seat, exactly:

    start + drawn + given + received + unforeseen = result
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludotheque.kernel.state import CHANCE
from ludotheque.review.judging import Judged, Shares

SLIP, MISTAKE, BLUNDER = 0.01, 0.05, 0.15  # of the victory given away, at least
TURNING_POINTS = 3


@dataclass(frozen=True)
class Decision:
    """A decision, and what it gave away."""

    ply: int
    seat: int
    best: int | None  # None: there was no choice
    line: tuple[int, ...]  # what was expected to follow the best action
    before: Shares
    after: Shares
    promised: Shares | None  # by the best action, from the eyes of the seat
    gave: Shares  # to everybody, together 0; the seat's own part is never positive

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
    """A run of chance events, and what it brought everybody."""

    ply: int
    last: int  # the ply after it
    before: Shares
    after: Shares

    @property
    def luck(self) -> Shares:
        """Together 0."""
        return _minus(self.after, self.before)


@dataclass(frozen=True)
class Balance:
    """Where a seat's result comes from."""

    start: float
    lucky: float  # sum of the draws that brought something
    unlucky: float  # sum of those that took something, negative
    slips: float  # sums of what its own decisions gave away, negative
    mistakes: float
    blunders: float
    others: float  # ... what was less than a slip each
    received: float  # from the decisions of others
    unforeseen: float
    result: float

    @property
    def drawn(self) -> float:
        return self.lucky + self.unlucky

    @property
    def given(self) -> float:
        return self.slips + self.mistakes + self.blunders + self.others


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
        """Who was winning: (ply, shares) before every event, and at the end."""
        return [*((event.ply, event.before) for event in self.events), (self.last, self.events[-1].after)]

    def turning_points(self) -> list[Decision]:
        """The biggest mistakes, the biggest first; of one turn only the worst decision."""
        worst: dict[int, Decision] = {}
        turn, mover = 0, CHANCE
        for event in self.events:
            seat = event.seat if isinstance(event, Decision) else CHANCE
            turn += seat != mover
            mover = seat
            if isinstance(event, Decision) and event.lost >= SLIP:
                worst[turn] = max(event, worst.get(turn, event), key=lambda decision: decision.lost)
        return sorted(worst.values(), key=lambda decision: -decision.lost)[:TURNING_POINTS]


def story(judgements: Iterable[Judged], result: Shares) -> Story:
    """The story of a game whose moments are all judged."""
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
    promised = judged.best_shares
    if promised is not None and judged.played_shares is not None:
        found = _minus(judged.played_shares, promised)
        lost, had = -found[judged.seat], max(0.0, before[judged.seat])
        if lost > had:  # nobody gives away more than he had, whatever he could hope for
            gave, promised = tuple(part * had / lost for part in found), before
        elif lost > 0:
            gave = found
    return Decision(judged.first, judged.seat, judged.best, judged.line, before, after, promised, gave)


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
        slips=given(SLIP, MISTAKE),
        mistakes=given(MISTAKE, BLUNDER),
        blunders=given(BLUNDER, 2),
        others=given(0, SLIP),
        received=sum(event.gave[seat] for event in decisions if event.seat != seat),
        unforeseen=sum(event.unforeseen[seat] for event in decisions),
        result=events[-1].after[seat],
    )


def _minus(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))
