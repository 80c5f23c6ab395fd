"""`evaluate`: evaluations of a position that improve round by round, from what one seat knows or with all cards open.

Every round is a search of its own with its own seed, in a world that the seat cannot tell from the real one. A look is
the average of all rounds so far, by tries. So rounds may run anywhere and in any order, and a look can be continued.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.analysis.tree import Node, rolled
from ludotheque.bots.advice import advice
from ludotheque.bots.limits import check_lines
from ludotheque.contract.reading import shown
from ludotheque.core.advice import Advice
from ludotheque.core.history import asked
from ludotheque.core.position import Position
from ludotheque.errors import Error, UnknownName
from ludotheque.kernel.state import CHANCE

FIRST_ROUND = 500  # tries of the first round; each further one has as many as all before it
LONGEST_ROUND = 64_000  # tries: a few seconds, and about what the memory of a search holds
LONGEST_WORLD = 1000  # tries of a round in one world of many: after chance, or for a seat that is not to act
MOST_TRIES = 10**7
OTHERS = 8  # a search of what another seat will choose has one of so many tries


@dataclass(frozen=True)
class Evaluation:
    """What is known about a position so far."""

    shares: tuple[float, ...] = ()  # by seat: its share of the victory
    lines: tuple[Advice, ...] = ()  # every action that was tried, the best lines first; none at chance and at the end
    tries: int = 0
    rounds: int = 0
    seconds: float = 0.0  # time spent searching
    seat: int | None = None  # the lines judge this seat's actions
    others: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    """At a simultaneous decision, by seat: the choices that the others probably make, the likeliest first."""

    def __bool__(self) -> bool:
        return bool(self.shares)

    def joined(self, other: Evaluation, lines: int) -> Evaluation:
        """Both looks together, each with the weight of its tries."""
        if not self:
            return other
        return Evaluation(
            _mean(self.shares, self.tries, other.shares, other.tries),
            _ranked([*self.lines, *other.lines], lines),
            self.tries + other.tries,
            self.rounds + other.rounds,
            self.seconds + other.seconds,
            other.seat,
            _mixed(self.others, self.tries, other.others, other.tries),
        )


def evaluate(
    place: Node | Position,
    lines: int = 3,
    *,
    seat: int | None = None,
    all_open: bool = False,
    seconds: float | None = 10.0,
    tries: int | None = None,
    seed: int = 0,
    threads: int = 1,
    interpreted: bool = False,
) -> Iterator[Evaluation]:
    """Looks at a position, each better than the last, until the time is up or so many tries are made.

    The search knows what `seat` may know (by default the seat to act), or with `all_open` everything. At a chance event
    the shares are those over all draws. Leaving the loop ends the search. Tries without a time always give the same
    looks. An interpreted search is slow, but need not be compiled first.
    """
    position = place.position if isinstance(place, Node) else place
    check_question(position, lines, seat, all_open)
    if seconds is None and tries is None:
        raise Error("An evaluation needs a number of seconds or of tries.")
    most, end = MOST_TRIES if tries is None else tries, math.inf if seconds is None else time.monotonic() + seconds
    found = Evaluation()
    while found.tries < most and (left := end - time.monotonic()) > 0:
        planned = min(tries_of_round(position, seat, found.tries), most - found.tries)
        limit = None if seconds is None else left
        wishes: dict[str, Any] = {"seat": seat, "all_open": all_open, "threads": threads, "interpreted": interpreted}
        more = evaluate_round(position, planned, lines, seconds=limit, seed=seed + found.rounds, **wishes)
        found = found.joined(more, lines)
        yield found
        if position.to_act is None:
            return


def check_question(position: Position, lines: int, seat: int | None, all_open: bool) -> None:
    """Raises for a number of lines, or eyes, that there are not."""
    check_lines(lines)
    if seat is not None and not (type(seat) is int and 0 <= seat < position.players):
        raise UnknownName(f"There is no seat {shown(seat)}: the seats are 0 to {position.players - 1}.")
    if all_open and seat is not None:
        raise Error("With all cards open no seat is named.")


def tries_of_round(position: Position, seat: int | None, before: int) -> int:
    """The tries of the next round: as many as before, within limits. Where worlds differ, rounds stay short."""
    one_world = position.game.about.PUBLIC or seat is None or seat in asked(position)
    longest = LONGEST_ROUND if one_world and position.to_act != CHANCE else LONGEST_WORLD
    return min(max(FIRST_ROUND, before), longest)


def evaluate_round(
    position: Position,
    tries: int,
    lines: int,
    *,
    seconds: float | None = None,
    seat: int | None = None,
    all_open: bool = False,
    seed: int = 0,
    threads: int = 1,
    interpreted: bool = False,
) -> Evaluation:
    """One round: a search from one world that the seat cannot tell from the position."""
    begun = time.perf_counter()
    world = world_of(position, seat, all_open, seed)
    if world.to_act is None:
        winners = world.winners()
        return Evaluation(tuple((each in winners) / len(winners) for each in range(world.players)), (), tries, 1)
    wishes: dict[str, Any] = {"seed": seed, "threads": threads, "interpreted": interpreted}
    found = advice(world, seconds, iterations=tries, lines=max(1, lines), all_open=all_open, **wishes)
    tried = tuple(each for each in found if each.share is not None)
    shares = next((each.shares for each in tried if each.shares), found.shares)
    done = sum(each.visits for each in tried)
    if position.to_act == CHANCE:
        return Evaluation(shares, (), done, 1, time.perf_counter() - begun)
    others = {
        other: _policy(there, max(1, done // OTHERS), seed, interpreted)
        for other, there in asked_others(position, world.to_act, all_open, seed).items()
    }
    return Evaluation(shares, tried, done, 1, time.perf_counter() - begun, world.to_act, others)


def world_of(position: Position, seat: int | None, all_open: bool, seed: int) -> Position:
    """A position in which a seat is to act, as far as the eyes can tell the real one or one after chance."""
    if not (all_open or position.game.about.PUBLIC):
        at_once = asked(position)
        if seat in at_once:
            position = at_once[seat]
        elif seat is not None or position.to_act == CHANCE:  # at chance without a seat: as a spectator sees it
            position = position.redeal(seat, seed, deals=False)
    for outcome in rolled(position, seed):
        position = position.play(outcome)
    return position


def asked_others(position: Position, seat: int, all_open: bool, seed: int) -> dict[int, Position]:
    """The other seats of a simultaneous decision, each to act in a world that the seat holds possible."""
    if not position.secret:
        return {}
    world = position if all_open else position.redeal(seat, seed, deals=False)
    return {other: there for other, there in asked(world).items() if other != seat}


def _policy(position: Position, tries: int, seed: int, interpreted: bool) -> dict[int, float]:
    """How often a search from the eyes of the seat to act chooses each action."""
    found = advice(position, None, iterations=tries, seed=seed, interpreted=interpreted)
    total = sum(each.visits for each in found)
    return {each.action: each.visits / total for each in found if each.visits}


def _mixed(
    one: Mapping[int, Mapping[int, float]], weight: int, other: Mapping[int, Mapping[int, float]], other_weight: int
) -> dict[int, dict[int, float]]:
    mixed: dict[int, dict[int, float]] = {}
    for seat in other:
        first, second = one.get(seat, {}), other[seat]
        actions = list(dict.fromkeys((*first, *second)))
        shares = _mean(
            [first.get(each, 0.0) for each in actions],
            weight,
            [second.get(each, 0.0) for each in actions],
            other_weight,
        )
        mixed[seat] = dict(sorted(zip(actions, shares, strict=True), key=lambda each: -each[1]))
    return mixed


def _mean(one: Sequence[float], weight: int, other: Sequence[float], other_weight: int) -> tuple[float, ...]:
    total = max(weight + other_weight, 1)
    return tuple((a * weight + b * other_weight) / total for a, b in zip(one, other, strict=True))


def _ranked(found: Sequence[Advice], lines: int) -> tuple[Advice, ...]:
    """Advice about the same action joined; the one that was tried most first, then the other lines by their share."""
    joined: dict[int, Advice] = {}
    for each in found:
        joined[each.action] = _joined(joined[each.action], each) if each.action in joined else each
    ranked = sorted(joined.values(), key=lambda each: -each.visits)
    ranked[1:lines] = sorted(ranked[1:lines], key=lambda each: -(each.share or 0.0))
    return tuple(ranked)


def _joined(one: Advice, other: Advice) -> Advice:
    visits = one.visits + other.visits
    (share,) = _mean((one.share or 0.0,), one.visits, (other.share or 0.0,), other.visits)
    lead = None
    if one.lead is not None and other.lead is not None:
        (lead,) = _mean((one.lead,), one.visits, (other.lead,), other.visits)
    shares = _mean(one.shares, one.visits, other.shares, other.visits) if one.shares and other.shares else ()
    line = max(one, other, key=lambda each: each.visits).line
    return Advice(one.action, share, visits, shares, line, 100 * math.sqrt(share * (1 - share) / visits), lead)
