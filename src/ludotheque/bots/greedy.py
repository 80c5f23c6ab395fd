"""The greedy bot: the best end of its own turn, by the `evaluate` of the game's `evaluation.py`.

It plays its turn in imagined worlds, up to the next decision of another seat or of chance. A turn can have a dozen
decisions, so the bot does not try all of them: after each decision it continues only the most promising partial
turns, but at least one for every first action.

A secret choice changes nothing that could be evaluated at once. So the bot plays each secret choice several times in
worlds where all seats then play at random, until its next secret choice.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, zip_longest
from typing import NamedTuple

from ludotheque.bots.sight import Sight
from ludotheque.core.game import Game
from ludotheque.core.position import SPECTATOR
from ludotheque.kernel.chance import Random, random_below, random_word, stream
from ludotheque.kernel.state import OVER, StateBase

WORLDS = 4  # imagined worlds for an open choice; equal ones count once
POSITIONS = 600  # positions to evaluate for one decision, in all worlds: well below a second
BEAM = 16  # partial turns to continue


class PartialTurn(NamedTuple):
    """The beginning of a turn: its first action, and the state after it with its value."""

    first: int
    value: int
    state: StateBase


class GreedyPlayer:
    """Looks no further than its own turn."""

    def __init__(self, seed: int) -> None:
        self._random = stream(seed)

    def choose(self, sight: Sight) -> int:
        """The first action of the turn with the highest value."""
        if sight.forced:
            return sight.legal[0]
        values = self.values(sight)
        best = [action for action in sight.legal if values[action] == max(values.values())]
        return best[random_below(self._random, len(best))]

    def values(self, sight: Sight) -> dict[int, float]:
        """By legal action: the value of the best turn that begins with it, the mean over the worlds."""
        if not sight.imagine(0).sees_choice(SPECTATOR):
            return self._values_of_secrets(sight)
        worlds = dict.fromkeys(sight.imagine(random_word(self._random)) for _ in range(WORLDS))
        total = dict.fromkeys(sight.legal, 0)
        for world in worlds:
            for action, end in best_ends(sight.game, world.state(), sight.seat, POSITIONS // len(worlds)).items():
                total[action] += end
        return {action: value / len(worlds) for action, value in total.items()}

    def _values_of_secrets(self, sight: Sight) -> dict[int, float]:
        """Plays every action equally often, each time in the same worlds with the same chance."""
        total = dict.fromkeys(sight.legal, 0)
        budget, worlds = POSITIONS, 0
        while budget > 0:
            worlds += 1
            luck = random_word(self._random)
            world = sight.imagine(luck)
            for action in total:
                value, decisions = value_of_secret(sight.game, world.state(), sight.seat, action, stream(luck))
                total[action] += value
                budget -= decisions
        return {action: value / worlds for action, value in total.items()}


def best_ends(game: Game, state: StateBase, seat: int, budget: int) -> dict[int, int]:
    """By legal action: the value for the seat of the best turn that begins with it.

    A turn that the budget of positions cuts short counts with its value at that point.
    """
    loops, evaluate = game.edition.loops, game.edition.module("evaluation").evaluate
    actions = [0] * game.action_count
    ends: dict[int, int] = {}
    turns = [PartialTurn(-1, 0, state)]
    while turns:
        longer = []
        for turn in turns:
            for action in actions[: loops.legal(turn.state, actions)]:
                after = turn.state.copy()
                loops.play(after, action)
                budget -= 1
                first = action if turn.state is state else turn.first
                longer.append(PartialTurn(first, evaluate(after, seat), after))
        cut = budget <= 0
        for turn in longer:
            if cut or turn.state.to_act != seat:
                ends[turn.first] = max(turn.value, ends.get(turn.first, turn.value))
        turns = [] if cut else most_promising([turn for turn in longer if turn.state.to_act == seat])
    return ends


def most_promising(turns: list[PartialTurn]) -> list[PartialTurn]:
    """The best partial turn of every first action, then the second best ones, and so on."""
    ranked: defaultdict[int, list[PartialTurn]] = defaultdict(list)
    for turn in sorted(turns, key=lambda turn: -turn.value):
        ranked[turn.first].append(turn)
    alternating = [turn for turn in chain.from_iterable(zip_longest(*ranked.values())) if turn is not None]
    return alternating[: max(BEAM, len(ranked))]


def value_of_secret(game: Game, state: StateBase, seat: int, action: int, random: Random) -> tuple[int, int]:
    """Plays a secret choice, then random actions until the seat's next one or the end; the value and the decisions."""
    loops, sees_choice = game.edition.loops, game.edition.module("sight").sees_choice
    actions, decisions = [0] * game.action_count, 1
    loops.play(state, action)
    loops.deal(state, random)
    while state.to_act != OVER and (state.to_act != seat or sees_choice(state, SPECTATOR)):
        loops.play(state, actions[random_below(random, loops.legal(state, actions))])
        loops.deal(state, random)
        decisions += 1
    return game.edition.module("evaluation").evaluate(state, seat), decisions
