"""One step of a batch: what `Batch.step` does with each game.

Both devices use this source: the CPU as a rule, the GPU inside a kernel, where `memory` holds the games' states as
words.
"""

from __future__ import annotations

from typing import Any

from .chance import WORD, Random
from .flow import DECISIONS, Flow
from .loops import ASK, Loops
from .rule import pasted, rule
from .state import OVER

# The modes of a step. `choices` holds actions in PLAY, actions or WAIT in SOME, and flags in RESTART. It is unused in
# AT_RANDOM, where the CPU's loop draws, and in REST, which plays the rest of a step.
PLAY, SOME, RESTART, AT_RANDOM, REST = range(5)
WAIT = ASK - 2  # no action in this step


def make_step(take: Any, result: Any, renew: Any, made: Any) -> Any:
    """Makes the step of game number g of the batch, which is game i in memory."""

    @made
    def begin_anew(memory: Any, i: int, g: int, start: Any, random: Random, games: int) -> None:
        """Restarts a row, with a stream that no other game of the batch uses."""
        renew(memory, i, g, start)
        random[1] = (random[1] + games) & WORD
        random[2] = 0
        random[DECISIONS] = 0

    @made
    def step(
        memory: Any, states: Any, i: int, g: int, start: Any, mode: int, choices: Any, again: bool,
        until_chance: bool, randoms: Any, to_act: Any, bits: Any, broken: Any, ended: Any, rows: Any,
    ) -> bool:  # fmt: skip
        """Plays the game's choice. A game that is over or frozen, or shall not restart, does not change.

        With `until_chance` it stops and returns True if chance is to act or the game is over: the rest of the step
        must then be played.
        """
        choice = ASK
        if mode != REST:
            ended[g] = False
            choice = choices[g]
            if mode == RESTART:
                if choice == 0:
                    return False
                begin_anew(memory, i, g, start, randoms[g], len(choices))
                broken[g] = 0
                choice = ASK
            elif to_act[g] < 0 or broken[g] != 0 or (mode == SOME and choice == WAIT):
                return False
            elif choice == ASK:
                choice = ASK - 1  # an illegal action too, but without the meaning of ASK
        while True:
            broken[g] = take(states[i], choice, randoms[g], bits[g], until_chance)
            if until_chance and states[i]["to_act"] < 0:
                return True
            if states[i]["to_act"] != OVER:
                break
            result(states[i], randoms[g][DECISIONS], rows[g])
            ended[g] = True
            if not again or randoms[g][DECISIONS] == 0:  # a game without decisions would restart for ever
                break
            begin_anew(memory, i, g, start, randoms[g], len(choices))
            choice = ASK
        to_act[g] = states[i]["to_act"]
        return False

    return step


def make_stepping(flow: Flow, loops: Loops) -> tuple[Any, Any]:
    """Makes the loops of batches on the CPU: stepping and choosing at random."""
    choose = flow.choose

    @rule
    def renew(states: Any, i: int, g: int, start: Any) -> None:
        states[i] = start[g % len(start)]

    step = make_step(flow.take, loops.result, renew, pasted)

    @rule
    def step_games(
        first: int, last: int, states: Any, start: Any, mode: int, choices: Any, again: bool, seats: Any, policies: Any,
        randoms: Any, to_act: Any, bits: Any, broken: Any, ended: Any, rows: Any,
    ) -> None:  # fmt: skip
        for g in range(first, last):
            ended[g] = False
            while True:  # one call of `step` in the code, since it is large and inlined
                if mode == AT_RANDOM:
                    if to_act[g] < 0 or broken[g] != 0 or ended[g] or not seats[g][to_act[g]]:
                        break
                    choices[g] = choose(bits[g], policies[g])
                step(
                    states, states, g, g, start, mode, choices, again, False,
                    randoms, to_act, bits, broken, ended, rows,
                )  # fmt: skip
                if mode != AT_RANDOM:
                    break

    @rule
    def choose_games(first: int, last: int, bits: Any, randoms: Any, actions: Any) -> None:
        for g in range(first, last):
            actions[g] = choose(bits[g], randoms[g])

    return step_games, choose_games


def make_observing(hide: Any, observe: Any) -> Any:
    """Makes the loop of batches on the CPU that writes observations."""

    @rule
    def observe_games(first: int, last: int, states: Any, scratch: Any, seats: Any, rows: Any) -> None:
        for g in range(first, last):
            scratch[0] = states[g]
            hide(scratch[0], seats[g])
            observe(scratch[0], seats[g], rows[g])

    return observe_games
