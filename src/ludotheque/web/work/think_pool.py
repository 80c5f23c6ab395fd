"""ThinkPool: the processes in which bots decide, hints are searched and games are reviewed."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from math import exp, isnan, nan
from typing import Any, NamedTuple

from ludotheque.bots import Sight, advice, player
from ludotheque.bots.engine import is_compiled
from ludotheque.bots.levels import LEVELS, has_secrets, level_of
from ludotheque.core.game import game_in
from ludotheque.core.position import Position
from ludotheque.core.svg import emblems
from ludotheque.errors import Error
from ludotheque.kernel.state import CHANCE
from ludotheque.review.advising import AdvisedTurn
from ludotheque.review.reasons import TurnReason, reason_of, turn_with, whole_turn
from ludotheque.web.work.job_queue import JobQueue, give_up_if_unwanted, is_hurried

log = logging.getLogger("ludotheque.think_pool")

SUBSTITUTE = "greedy"  # decides for a bot that fails or overruns its time: it is quick and needs no compiled rules
HINT_ITERATIONS = 5000  # about a tenth of a second; a time limit would let a hint depend on hidden things
MOVE_ITERATIONS = 1000  # for each of the three compared moves, so that the whole hint takes less than 0.3 s
LOOK_LONGER = 4  # times as many iterations when a hint is asked for again
FIRST_ITERATIONS = 24  # iterations of an interpreted search while the compiler still works
OWN_BOX_ITERATIONS = {"expert": 12}  # interpreted, with a corrected box; FIRST_ITERATIONS for `master`
CASUAL = 0.05  # difference in share that a casual player notices
COSTLY = 0.12  # share of the victory that a coach warns of
MOST_WAITING = 4  # times the limit of a thought that a bot waits for other bots, or for its search to be loaded
LEAST_THOUGHT = 0.1  # seconds that a bot searches, however many others wait
OWN_ITERATIONS = 800  # iterations that judge a single action

_compiling: ThreadPoolExecutor  # one thread for this process


def _start_compiler() -> None:
    """Starts the thread before it is needed: it would take over the low priority of an analysis."""
    global _compiling
    _compiling = ThreadPoolExecutor(1, thread_name_prefix="compiler")
    _compiling.submit(int)


_start_compiler()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_compiler)  # a forked process has no threads


class BotDecision(NamedTuple):
    """What is decided for a bot."""

    action: int
    own: bool  # False: the greedy bot decides, because the bot failed or overran its time
    seconds: float = 0.0  # the bot's thinking, without the time for which it waited


class AdvisedMove(NamedTuple):
    """One of the best actions that a search found, with the expected continuation."""

    actions: tuple[int, ...]
    share: float


class Advised(NamedTuple):
    """An action that a search advises."""

    action: int
    share: float | None  # estimated share of the victory; None if the greedy bot advises it
    first_look: bool = False  # a short search found it, while a better one is being compiled
    turns: tuple[AdvisedTurn, ...] = ()  # the turns with this action and with the next best one, if there is one
    moves: tuple[AdvisedMove, ...] = ()  # the best ones
    before: float = nan  # the share of a casual player


def think(game: str, position: dict[str, Any], level: str, seed: int, seconds: float | None = None) -> int:
    """A bot's decision for the seat to act; the bot sees only what that seat may know."""
    asked = game_in(position).position(position)
    sight = Sight.of(asked, guarded=has_secrets(game))
    searches = level in LEVELS and level_of(game, level).iterations != 0
    if asked.game.own_box is None or not searches:
        action = player(level, seed, seconds).choose(sight)
    else:  # to compile its rules would take minutes
        iterations = OWN_BOX_ITERATIONS.get(level, FIRST_ITERATIONS)
        action = advice(asked, None, iterations=iterations, seed=seed, interpreted=True)[0].action
    if action not in sight.legal:
        raise Error(f"The bot {level} chose {action}, which is not legal.")
    return action


def decision(
    game: str, position: dict[str, Any], level: str, seed: int, seconds: float | None = None, own: bool = True
) -> BotDecision:
    """As `think`, with the time that it took."""
    begun = time.monotonic()
    action = think(game, position, level, seed, seconds)
    return BotDecision(action, own, time.monotonic() - begun)


def advise(game: str, position: dict[str, Any], seed: int, look: int = 0) -> Advised:
    """The best action that a search finds for the seat to act, from what that seat may know."""
    asked = game_in(position).position(position)
    ours = asked.game.own_box is None
    first_look = not (ours and is_compiled(asked.game))
    if first_look:
        found = advice(asked, None, iterations=FIRST_ITERATIONS, seed=seed, interpreted=True)
        if ours:
            compile_soon(asked)
    else:
        found = advice(asked, None, iterations=HINT_ITERATIONS * LOOK_LONGER**look, seed=seed)
    give_up_if_unwanted()
    first_look = first_look or is_hurried()
    seat = Sight.of(asked).seat
    tried = [
        AdvisedMove((each.action, *(() if first_look else each.line)), each.share)
        for each in found
        if each.share is not None
    ]
    if not tried:  # the search was ended before its first try
        return quick_advice(game, position, seed)
    # A short search compares badly.
    compared = tried[:1] if first_look else judged(asked, seat, compared_moves(asked, tried), seed)
    best, own = compared[0], {move.actions: move for move in compared}
    before = casual_share([own.get(move.actions, move) for move in tried])
    first_look = first_look or is_hurried()
    lines = {each.action: (each.action, *each.line) for each in found}
    ranked = list(dict.fromkeys([*(move.actions[0] for move in compared), *lines]))
    turns = tuple(whole_turn(asked, seat, lines[action]) for action in ranked[: max(2, len(compared))])
    moves = tuple(move._replace(actions=turn) for move, turn in zip(compared, turns, strict=False))
    advised = Advised(best.actions[0], best.share, first_look, moves=moves, before=before)
    if len(turns) < 2:
        return advised
    return advised._replace(turns=tuple(AdvisedTurn.of(asked, seat, turn) for turn in turns[:2]))


def judged(asked: Position, seat: int, moves: Sequence[AdvisedMove], seed: int) -> list[AdvisedMove]:
    """The moves, the best first, each with the share that a search of its own finds.

    Where chance or a secret comes next there is none: a move that seems better than the first was seldom tried.
    """
    shares = [own_share(asked, seat, move.actions[0], seed, MOVE_ITERATIONS) for move in moves] if moves[1:] else [nan]
    if any(map(isnan, shares)):
        return [move for move in moves if move.share <= moves[0].share]
    own = [move._replace(share=share) for move, share in zip(moves, shares, strict=True)]
    return sorted(own, key=lambda move: -move.share)


def compile_soon(position: Position) -> None:
    """Compiles the search of a position's game in the background."""
    _compiling.submit(advice, position, None, iterations=1)


def compared_moves(position: Position, moves: Sequence[AdvisedMove]) -> list[AdvisedMove]:
    """The best two moves, and the best one of another kind, so that they teach an alternative."""

    def kind(move: AdvisedMove) -> tuple[str, ...]:
        phrase = position.phrase(move.actions[0])
        return emblems(position.game, phrase, position.to_act) or (phrase.key,)

    known = {kind(move) for move in moves[:2]}
    other = next((move for move in moves[2:] if kind(move) not in known), None)
    return [*moves[:2], *([other] if other else moves[2:3])]


def casual_share(moves: Sequence[AdvisedMove]) -> float:
    """The share of a player who chooses an action e times as often as one that is CASUAL worse."""
    most = max(move.share for move in moves)
    weights = [exp((move.share - most) / CASUAL) for move in moves]
    return sum(weight * move.share for weight, move in zip(weights, moves, strict=True)) / sum(weights)


class Costly(NamedTuple):
    """An action that costs its seat much, and by the rules why: what its turn brings, and what the best one does."""

    action: int
    reason: TurnReason
    better: TurnReason


def costly_actions(game: str, position: dict[str, Any], seed: int) -> tuple[Costly, ...]:
    """The actions that cost the seat to act much against the best one, and whose reason the rules can tell."""
    asked = game_in(position).position(position)
    if asked.game.own_box is not None:
        return ()
    if not is_compiled(asked.game):
        compile_soon(asked)
        return ()
    found = [each for each in advice(asked, None, iterations=HINT_ITERATIONS, seed=seed) if each.share is not None]
    give_up_if_unwanted()
    if is_hurried():  # a short search compares badly
        return ()
    seat = Sight.of(asked).seat
    best = own_share(asked, seat, found[0].action, seed)
    bad = [each for each in found[1:] if (found[0].share or 0.0) - (each.share or 0.0) > COSTLY]
    bad = [each for each in bad if best - own_share(asked, seat, each.action, seed) > COSTLY]
    turns = [whole_turn(asked, seat, (each.action, *each.line)) for each in (*found[:1], *bad)]
    reasons = [reason_of(turn_with(asked, seat, turn), seat) for turn in turns]
    if is_hurried():
        return ()
    return tuple(
        Costly(each.action, reason, reasons[0])
        for each, reason in zip(bad, reasons[1:], strict=True)
        if reason.points < reasons[0].points or costs_by_reply(reason, reasons[0])
    )


def own_share(asked: Position, seat: int, action: int, seed: int, iterations: int = OWN_ITERATIONS) -> float:
    """The seat's share of the victory after an action, by a search of its own: a bad action is seldom tried in another.

    It is not a number if chance or a secret comes next.
    """
    give_up_if_unwanted()
    after = asked.redeal(seat, seed, deals=False).play(action)
    if asked.secret or after.to_act is None or after.to_act == CHANCE:
        return nan
    return advice(after, None, iterations=iterations, seed=seed)[0].shares[seat]


def costs_by_reply(reason: TurnReason, better: TurnReason) -> bool:
    """Whether the next seat can make more points after the one turn than after the other."""
    one, other = reason.reply, better.reply
    return one is not None and other is not None and one.seat == other.seat and one.points > other.points


class ThinkPool(JobQueue):
    """Processes that think, so that no request waits for a bot; with a count of 0 a thread."""

    def __init__(self, count: int, limit: float) -> None:
        super().__init__(count)
        self._limit = limit  # seconds per decision
        self._decided: set[str] = set()  # games in which a bot has decided, so their search is loaded and compiled

    def _fair_time(self, game: str, level: str) -> float | None:
        """Seconds for a search while other bots wait, so that all slow down alike; None: no limit but the level's."""
        crowd = self.waiting["decisions"] / max(1, self._count)
        most = level_of(game, level).seconds if level in LEVELS else None
        return None if most is None or not crowd else max(LEAST_THOUGHT, most / (1 + crowd))

    def decide(self, game: str, position: dict[str, Any], level: str, seed: int) -> BotDecision:
        """A bot's decision, or the greedy bot's if it fails or overruns its time."""
        what, future = f"the bot {level} of {game}", None
        asked = decision, game, position, level, seed, self._fair_time(game, level)
        try:
            future = self.submit(*asked)
            try:
                return self._wait_for(future, game)
            except BrokenExecutor:  # a process has died, perhaps another one: that ends the jobs of all
                future = self.submit(*asked)
                return self._wait_for(future, game)
        except CancelledError:
            raise
        except TimeoutError:
            log.warning("%s took more than %g seconds; the greedy bot decides instead", what, self._limit)
        except Exception:
            if self.closed:
                raise
            log.exception("%s failed; the greedy bot decides instead", what)
        finally:
            if future is not None and not future.done():
                self.drop(future)
        return decision(game, position, SUBSTITUTE, seed, own=False)

    def _wait_for(self, future: Future[BotDecision], game: str) -> BotDecision:
        """A bot's decision. That others think first or a search is loaded is no fault of the bot, for some time."""
        end = time.monotonic() + MOST_WAITING * self._limit
        while True:
            limit = self._limit * (1 if game in self._decided else MOST_WAITING)
            try:
                decided = future.result(max(0.0, min(self.time_left(future, limit), end - time.monotonic())))
            except TimeoutError:
                if future.done() or self.time_left(future, limit) <= 0 or time.monotonic() >= end:
                    raise
            else:
                self._decided.add(game)
                return decided


def quick_advice(game: str, position: dict[str, Any], seed: int) -> Advised:
    """What the greedy bot advises, where a search fails."""
    return Advised(think(game, position, SUBSTITUTE, seed), None)
