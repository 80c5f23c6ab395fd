"""What a move brings: the points of its turn, the best reply, and how the game usually ends then."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.bots.greedy import best_ends
from ludotheque.bots.network import Evaluator, network_of
from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.kernel.chance import stream
from ludotheque.kernel.state import OVER, StateBase
from ludotheque.puzzles.limits import GREEDY_LOOK, LEAST_POINTS, TURN_POSITIONS, WORLDS
from ludotheque.puzzles.puzzle import DEFEND, PLAN, POINTS, Move
from ludotheque.review.reasons import ends_of_turn, reason_of, turn_with

Choose = Callable[[StateBase], int]
"""Decides for the seat to act."""


def chooser(game: Game) -> Choose:
    """How a forecast plays games to their end: by the network, or greedily in a game without one."""
    network = network_of(game)
    actions, loops = [0] * game.action_count, game.edition.loops
    if network is None:

        def greedy(state: StateBase) -> int:
            ends = best_ends(game, state, state.to_act, GREEDY_LOOK)
            return max(ends, key=lambda action: ends[action])

        return greedy
    evaluator = Evaluator(game.compiled, network)

    def choose(state: StateBase) -> int:
        legal = actions[: loops.legal(state, actions)]
        if len(legal) == 1:
            return legal[0]
        return legal[int(evaluator.evaluate(state, state.to_act)[legal].argmax())]

    return choose


def move(position: Position, actions: Sequence[int], share: float, choose: Choose) -> Move:
    """A move with its facts; the actions are those of its turn."""
    seat = Sight.of(position).seat
    turn = turn_with(position, seat, actions, imagined=True)
    points, reply = reason_of(turn, seat)
    mine, theirs = _forecast(turn[-1], seat, choose)
    most = None if reply is None else reply.points
    return Move(actions[0], tuple(actions), round(share, 3), points, most, round(mine, 1), round(theirs, 1))


def _forecast(after: Position, seat: int, choose: Choose) -> tuple[float, float]:
    """What the seat makes up to the end of the game, and the best of the others, on average."""
    loops, score, before = after.game.edition.loops, after.game.edition.rules.score, after.scores()
    mine = theirs = 0.0
    for world in range(WORLDS):
        state, random = after.redeal(seat, world).state(), stream(world)
        loops.deal(state, random)
        while state.to_act != OVER:
            loops.play(state, choose(state))
            loops.deal(state, random)
        gains = [score(state, each) - before[each] for each in range(after.players)]
        mine += gains.pop(seat)
        theirs += max(gains, default=0)
    return mine / WORLDS, theirs / WORLDS


def brings_most(position: Position, answers: Sequence[int], points: int) -> bool:
    """Whether a turn with these points brings something, and only turns that begin with the answers bring as many."""
    if points < 1:
        return False
    ends = ends_of_turn(position, TURN_POSITIONS)
    others = [made for turn, made in ends if turn[0] not in answers]
    return bool(others) and max(others) < points == max(made for _, made in ends)


def kind_of(position: Position, answers: Sequence[int], best: Move, other: Move) -> str | None:
    """What tells the best move from another one; None if the game does not clearly end better."""
    now, mine, theirs = best.points - other.points, best.mine - other.mine, other.theirs - best.theirs
    total = now + mine + theirs
    if total < LEAST_POINTS:
        return None
    if now >= 1 and brings_most(position, answers, best.points):
        return POINTS
    return DEFEND if max(theirs, denied(best, other)) > now + mine else PLAN


def denied(best: Move, other: Move) -> int:
    """How many points fewer the next seat can make after the best move than after another one."""
    return 0 if best.reply is None or other.reply is None else other.reply - best.reply
