"""Games that are played by given actions: what one call of `Batch.step` does with each of them.

Everything is made twice from this source: for the CPU as a rule, and for the GPU as part of a
kernel, where `memory` is the games' memory word by word.
"""

from __future__ import annotations

from typing import Any

from .chance import WORD, Random
from .flow import DECISIONS, Flow
from .loops import ASK, Loops
from .rule import pasted, rule
from .state import OVER

# What `choices` holds: actions, actions or WAIT, whether the game is to begin anew, or nothing: the CPU's loop draws,
# or the rest of a step is played.
PLAY, SOME, RESTART, AT_RANDOM, REST = range(5)
WAIT = ASK - 2  # where nothing is played


def make_step(take: Any, result: Any, renew: Any, made: Any) -> Any:
    """Makes what a step does with the game i in memory, number g of the batch."""

    @made
    def begin_anew(memory: Any, i: int, g: int, start: Any, random: Random, games: int) -> None:
        """The next game of a row draws from a stream that no other game of the batch draws from."""
        renew(memory, i, g, start)
        random[1] = (random[1] + games) & WORD
        random[2] = 0
        random[DECISIONS] = 0

    @made
    def step(
        memory: Any, states: Any, i: int, g: int, start: Any, mode: int, choices: Any, again: bool,
        until_chance: bool, randoms: Any, to_act: Any, bits: Any, broken: Any, ended: Any, rows: Any,
    ) -> bool:  # fmt: skip
        """Plays the game's choice; a game that is over or frozen, or is not to restart, stays as it is.

        With `until_chance` it stops where chance is to act or the game is over, and is true there: the
        rest of the step is then to be played.
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
                choice = ASK - 1  # no action of anybody's, and not what ASK stands for here
        while True:
            broken[g] = take(states[i], choice, randoms[g], bits[g], until_chance)
            if until_chance and states[i]["to_act"] < 0:
                return True
            if states[i]["to_act"] != OVER:
                break
            result(states[i], randoms[g][DECISIONS], rows[g])
            ended[g] = True
            if not again or randoms[g][DECISIONS] == 0:  # a game without a decision would begin anew for ever
                break
            begin_anew(memory, i, g, start, randoms[g], len(choices))
            choice = ASK
        to_act[g] = states[i]["to_act"]
        return False

    return step


def make_stepping(flow: Flow, loops: Loops) -> tuple[Any, Any]:
    """Makes the loops of batches on the CPU: stepping, and choosing at random."""
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
            while True:  # `step` stands here once, since it is big
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
