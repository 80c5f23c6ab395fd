"""Advice: the estimated share of the victory of each legal action, and the expected answers in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludotheque.bots.engine import ActionResult, borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.limits import check_effort, check_lines, check_seed, check_threads
from ludotheque.bots.search.tree import OPEN
from ludotheque.bots.sight import Sight
from ludotheque.core.advice import Advice
from ludotheque.core.notebook import Analysis
from ludotheque.core.position import Position
from ludotheque.errors import Error

__all__ = ["Advice", "advice", "expected"]


def advice(
    position: Position,
    seconds: float | None = 1.0,
    *,
    iterations: int | None = None,
    seed: int = 0,
    threads: int = 1,
    interpreted: bool = False,
    lines: int = 0,
    all_open: bool = False,
) -> Analysis:
    """The estimated share of the victory of each legal action, the best action first.

    Advice uses only what the seat may know, unless all cards are open. A number of iterations without a time always
    gives the same advice. An action that the search did not try has no share. An interpreted search is slow, but need
    not be compiled first. Raises if no seat is to act, and without a limit.

    With `lines` each of so many best actions gets a tenth of the iterations at least; of a time, about a tenth. All
    actions tell their spread and the expected lead. The one that was tried most comes first, then the other lines by
    their value.
    """
    sight = Sight.of(position)
    tuning = level_of(position.game.name, STRONGEST).tuning
    if seconds is None and iterations is None:
        raise Error("Advice needs a number of seconds or of iterations.")
    check_effort("Advice", iterations, seconds)
    check_seed("advice", seed)
    check_threads("Advice", threads)
    check_lines(lines)
    lines = max(lines, int(all_open))
    root, seat = (position.state(), OPEN) if all_open else (sight.imagine(seed).state(), sight.seat)
    with borrowed(position.game, position.players, threads, interpreted=interpreted) as engine:
        result = engine.search(
            root, seat, tuning, seed=seed, iterations=iterations, seconds=seconds, calm=1.0, lines=lines
        )
    ranked = sorted(result.actions, key=lambda each: (-each.visits, -each.value))
    ranked[1:lines] = sorted(ranked[1:lines], key=lambda each: -each.value)
    found = Analysis(_advice(each, sight.seat, lines > 0) for each in ranked)
    found.position, found.shares = position, result.shares
    return found


def _advice(found: ActionResult, seat: int, is_line: bool) -> Advice:
    if not found.visits:
        return Advice(found.action, None, 0, (), ())
    share = found.shares[seat] if found.shares else found.share
    told = Advice(found.action, share, found.visits, found.shares, found.line)
    spread = 100 * math.sqrt(share * (1 - share) / found.visits)
    return told._replace(spread=spread, lead=found.lead) if is_line else told


def expected(
    position: Position, advised: Advice, language: str = "en", names: Sequence[str] = ()
) -> list[tuple[int, str]]:
    """The action and the expected answers, each as a seat and a sentence.

    The list ends at the next chance event or secret choice. It is played in an imagined world, so that it reveals
    nothing that the seat may not know.
    """
    seat = Sight.of(position).seat
    told: list[tuple[int, str]] = []
    after = position.game.position(position.redeal(seat, 0).to_dict())
    for action in (advised.action, *advised.line):
        if after.to_act is None or after.to_act < 0 or not (after.sees_choice(seat) or not told):
            break
        if after.why_not(action) is not None:
            break
        told.append((after.to_act, after.say(action, language, names=names)))
        after = after.play(action)
    return told
