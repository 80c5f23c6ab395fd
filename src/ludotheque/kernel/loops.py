"""The loops that all games share, made once for each edition's rules.

A game's rules say which actions a phase asks for, which are forbidden and what one choice does. The loops add what
is the same in all games: the legal actions, forced decisions, drawing an outcome, whole games, and counting sequences.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.contract.position_fields import AnyState

from .chance import Random, random_below
from .rule import called, pasted, rule
from .state import CHANCE, OVER

ASK = -2  # no forced action: a seat or chance must choose
NOTHING = -1  # played if a decision has no legal action; the game then continues without it


class Loops(NamedTuple):
    """The shared loops of one edition."""

    why_not: Any
    legal: Any
    forced: Any
    play: Any
    draw: Any
    deal: Any
    playout: Any
    result: Any
    run: Any
    count: Any


class Steps(NamedTuple):
    """The loops of one edition that a search calls. They are large, so each is compiled once and never inlined."""

    legal: Any
    play: Any
    deal: Any


def make_steps(loops: Loops) -> Steps:
    """Makes the steps of a search."""
    loops_legal, loops_play, draw = loops.legal, loops.play, loops.draw

    @called
    def legal(s: AnyState, actions: Any) -> int:
        return loops_legal(s, actions)  # type: ignore[no-any-return]

    @called
    def play(s: AnyState, action: int) -> None:
        loops_play(s, action)

    @called
    def deal(s: AnyState, random: Random) -> None:
        while s.to_act == CHANCE:
            play(s, draw(s, random))

    return Steps(legal, play, deal)


def make_loops(rules: ModuleType) -> Loops:
    """Makes the shared loops for these rules."""
    first_action, last_action, asked_by = rules.first_action, rules.last_action, rules.asked_by
    forbids, act, always_asked = rules.forbids, rules.act, rules.always_asked
    outcome_count, weight, happen = rules.outcome_count, rules.weight, rules.happen
    score, ahead = rules.score, rules.ahead

    @rule
    def add_weights(s: AnyState) -> int:
        """The total weight of all outcomes."""
        total = 0
        for outcome in range(outcome_count(s)):
            total += weight(s, outcome)
        return total

    whole_weight = getattr(rules, "whole_weight", add_weights)  # some rules tell it without a loop

    @rule
    def why_not(s: AnyState, action: int) -> int:
        """0 if the action is legal, else the number of the rule that forbids it."""
        if s.to_act < 0 or action < first_action(s) or action > last_action(s):
            return asked_by(s)  # type: ignore[no-any-return]
        return forbids(s, s.phase, action)  # type: ignore[no-any-return]

    @rule
    def legal(s: AnyState, actions: Any) -> int:
        """Writes the legal actions in ascending order; returns their number."""
        n = 0
        if s.to_act < 0:
            return n
        phase = s.phase
        for action in range(first_action(s), last_action(s) + 1):
            actions[n] = action  # overwritten if it is illegal: a branch would be mispredicted
            n += forbids(s, phase, action) == 0
        return n

    @rule
    def forced(s: AnyState) -> int:
        """The only legal action of a decision, NOTHING if none is legal, else ASK."""
        if s.to_act < 0 or always_asked(s):
            return ASK
        only = NOTHING
        phase = s.phase
        for action in range(first_action(s), last_action(s) + 1):
            if forbids(s, phase, action) == 0:
                if only != NOTHING:
                    return ASK
                only = action
        return only

    @rule
    def play(s: AnyState, choice: int) -> None:
        """Plays a legal action, or an outcome at a chance event, and the forced actions that follow."""
        while choice != ASK:
            if s.to_act == CHANCE:
                happen(s, choice)
            else:
                act(s, choice)
            choice = forced(s)

    @rule
    def draw(s: AnyState, random: Random) -> int:
        """A random outcome of the chance event, by its weight."""
        outcomes: int = outcome_count(s)
        left = random_below(random, whole_weight(s))
        for outcome in range(outcomes):
            left -= weight(s, outcome)
            if left < 0:
                return outcome
        return outcomes

    @rule
    def deal(s: AnyState, random: Random) -> int:
        """Draws chance events until a seat is to act or the game is over; returns their number."""
        n = 0
        while s.to_act == CHANCE:
            play(s, draw(s, random))
            n += 1
        return n

    @pasted
    def playout(s: AnyState, random: Random, actions: Any) -> int:
        """Plays the game to its end with random legal actions; returns the number of decisions."""
        n = 0
        while s.to_act != OVER:  # one call of `play` in the code, since it is large and inlined
            if s.to_act == CHANCE:
                choice = draw(s, random)
            else:
                choice = actions[random_below(random, legal(s, actions))]
                n += 1
            play(s, choice)
        return n

    @rule
    def result(s: AnyState, decisions: int, row: Any) -> None:
        """Writes the decisions, then for each seat its score and whether it wins."""
        row[0] = decisions
        for seat in range(s.players):
            row[1 + 2 * seat] = score(s, seat)
            row[2 + 2 * seat] = 1
            for other in range(s.players):
                if ahead(s, other, seat):
                    row[2 + 2 * seat] = 0

    @rule
    def run(start: Any, states: Any, first: int, last: int, random: Random, actions: Any, rows: Any) -> None:
        """Plays the games first..last-1 of a batch from one start (compiled modes only)."""
        for game in range(first, last):
            states[0] = start[0]
            random[1] = game
            random[2] = 0
            result(states[0], playout(states[0], random, actions), rows[game])

    @rule
    def count(states: Any, randoms: Any, actions: Any, sizes: Any, depth: int) -> int:
        """The number of sequences of `depth` decisions from states[0], with chance drawn at random.

        A game that ends earlier counts as one sequence. Needs depth + 1 states, generators and rows of actions
        (compiled modes only: records are copied by assignment).
        """
        total = 0
        level = 0
        sizes[0] = legal(states[0], actions[0])
        if depth == 0 or sizes[0] == 0:
            return 1
        while level >= 0:
            if sizes[level] == 0:
                level -= 1
                continue
            sizes[level] -= 1
            if level + 1 == depth:
                total += 1 + sizes[level]
                sizes[level] = 0
                continue
            states[level + 1] = states[level]
            for i in range(3):
                randoms[level + 1][i] = randoms[level][i]
            play(states[level + 1], actions[level][sizes[level]])
            deal(states[level + 1], randoms[level + 1])
            level += 1
            sizes[level] = legal(states[level], actions[level])
            if sizes[level] == 0:
                total += 1
        return total

    return Loops(why_not, legal, forced, play, draw, deal, playout, result, run, count)
