"""Advice: what each legal action is likely to bring, and what is expected to follow it, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.engine import Found, borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.limits import check_effort, check_seed, check_threads
from ludotheque.bots.sight import Sight
from ludotheque.core.advice import Advice
from ludotheque.core.position import Position
from ludotheque.errors import Error

__all__ = ["Advice", "advice", "expected"]


def advice(
    position: Position,
    seconds: float | None = 1.0,
    *,
    iterations: int | None = None,
    level: str = STRONGEST,
    seed: int = 0,
    threads: int = 1,
) -> list[Advice]:
    """For each legal action its estimated share of the victory, the best one first.

    It knows what the seat may know, no more. A number of iterations without a time always gives
    the same advice. An action that was not tried has no share. Raises if no seat is to act, for an
    unknown level, and without time.
    """
    sight = Sight.of(position)
    tuning = level_of(position.game.name, level).judging
    if seconds is None and iterations is None:
        raise Error("Advice needs a number of seconds or of iterations.")
    check_effort("Advice", iterations, seconds)
    check_seed("advice", seed)
    check_threads("Advice", threads)
    root = sight.imagine(seed).state()
    with borrowed(position.game.compiled, position.players, threads) as engine:
        findings = engine.search(root, sight.seat, tuning, seed=seed, iterations=iterations, seconds=seconds, calm=1.0)
    ranked = sorted(findings.actions, key=lambda found: (-found.visits, -found.value))
    return [_advice(found, sight.seat) for found in ranked]


def _advice(found: Found, seat: int) -> Advice:
    if not found.visits:
        return Advice(found.action, None, 0, (), ())
    return Advice(found.action, found.shares[seat], found.visits, found.shares, found.line)


def expected(
    position: Position, advised: Advice, language: str = "en", names: Sequence[str] = ()
) -> list[tuple[int, str]]:
    """The action and what is expected to follow it, each as the seat that does it and a sentence.

    It ends where chance has the word or somebody chooses in secret: what follows depends on it. It
    is played in an imagined world, so that it tells nothing that the seat may not know.
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
