"""The greedy player: the best end of its own turn, by the yardstick of the game's `judgement.py`.

It tries its turn out in imagined worlds, up to where another seat or chance has the word. A
turn can be a dozen decisions long, so it does not try them all: from decision to decision it
goes on with the most promising lines only, but always with at least one for every first action.

A secret choice, which is laid face down until all have made theirs, changes nothing that could
be judged at once. So the player tries each of them out a few times in a world where everybody
goes on at random, until it has the next secret choice.
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

WORLDS = 4  # imagined for an open choice; fewer where they are all the same because nothing is hidden
POSITIONS = 600  # looked at for one decision, in all worlds together: well below a second
LINES = 16  # followed at a time


class Line(NamedTuple):
    """A turn tried out so far: its first action, and what the state it led to is worth."""

    first: int
    worth: int
    state: StateBase


class GreedyPlayer:
    """Looks no further than its own turn."""

    def __init__(self, seed: int) -> None:
        self._random = stream(seed)

    def choose(self, sight: Sight) -> int:
        """The action with which the most valuable turn begins, on average over the worlds."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        open_choice = sight.imagine(0).sees_choice(SPECTATOR)
        worth = self._worth_of_turns(sight) if open_choice else self._worth_of_tries(sight)
        best = [action for action in sight.legal if worth[action] == max(worth.values())]
        return best[random_below(self._random, len(best))]

    def _worth_of_turns(self, sight: Sight) -> dict[int, int]:
        worlds = dict.fromkeys(sight.imagine(random_word(self._random)) for _ in range(WORLDS))
        total = dict.fromkeys(sight.legal, 0)
        for world in worlds:
            for action, end in best_ends(sight.game, world.state(), sight.seat, POSITIONS // len(worlds)).items():
                total[action] += end
        return total

    def _worth_of_tries(self, sight: Sight) -> dict[int, int]:
        """Every action is tried equally often, and each time in the same worlds with the same luck."""
        total = dict.fromkeys(sight.legal, 0)
        budget = POSITIONS
        while budget > 0:
            luck = random_word(self._random)
            world = sight.imagine(luck)
            for action in total:
                worth, decisions = tried_out(sight.game, world.state(), sight.seat, action, stream(luck))
                total[action] += worth
                budget -= decisions
        return total


def best_ends(game: Game, state: StateBase, seat: int, budget: int) -> dict[int, int]:
    """For every legal action what the best turn that begins with it is worth to the seat.

    A turn that the budget of positions cuts short counts as what it is worth where it was cut.
    """
    loops, worth = game.edition.loops, game.edition.module("judgement").worth
    actions = [0] * game.action_count
    ends: dict[int, int] = {}
    lines = [Line(-1, 0, state)]
    while lines:
        longer = []
        for line in lines:
            for action in actions[: loops.legal(line.state, actions)]:
                after = line.state.copy()
                loops.play(after, action)
                budget -= 1
                first = action if line.state is state else line.first
                longer.append(Line(first, worth(after, seat), after))
        cut = budget <= 0
        for line in longer:
            if cut or line.state.to_act != seat:
                ends[line.first] = max(line.worth, ends.get(line.first, line.worth))
        lines = [] if cut else most_promising([line for line in longer if line.state.to_act == seat])
    return ends


def most_promising(lines: list[Line]) -> list[Line]:
    """The best line of every first action, then the second best, and so on."""
    ranked: defaultdict[int, list[Line]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: -line.worth):
        ranked[line.first].append(line)
    in_turn = [line for line in chain.from_iterable(zip_longest(*ranked.values())) if line is not None]
    return in_turn[: max(LINES, len(ranked))]


def tried_out(game: Game, state: StateBase, seat: int, action: int, random: Random) -> tuple[int, int]:
    """What a secret choice is worth when the seat has the next one or the game ends; after how many decisions."""
    loops, sees_choice = game.edition.loops, game.edition.module("sight").sees_choice
    actions, decisions = [0] * game.action_count, 1
    loops.play(state, action)
    loops.deal(state, random)
    while state.to_act != OVER and (state.to_act != seat or sees_choice(state, SPECTATOR)):
        loops.play(state, actions[random_below(random, loops.legal(state, actions))])
        loops.deal(state, random)
        decisions += 1
    return game.edition.module("judgement").worth(state, seat), decisions
