"""A game one step at a time, for batches on the CPU and on the GPU; made around each edition's rules.

The loops of `play.py` nest: a decision, what is forced, what chance deals. Here all of that is
one step after the other, so that a GPU whose threads are in different games runs the same code
in all of them, and each rule is compiled into it once. The games are the very same.

A generator here has a fourth number, the decisions that were taken.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from .chance import WORD, Random, random_below
from .loops import ASK, NOTHING, Loops, State
from .rule import pasted, rule
from .state import CHANCE, OVER

DECISIONS = 3  # where a generator counts them
GENERATOR = 4  # numbers
WIDEST = 63  # a phase asks for no more action ids in a row: they are the bits of one number
BITS = 32  # of a word of a mask
UNKNOWN = -1  # the weights of all outcomes together, of rules that do not say

Bits = Any
"""A row of words: bit 0 of the first one is action 0."""


class Flow(NamedTuple):
    """The steps, for one edition."""

    move: Any
    kind: Any
    kinds: int  # of a phase
    take: Any
    choose: Any


@rule
def count_bits(mask: int) -> int:
    """How many bits are set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@rule
def nth_bit(mask: int, n: int) -> int:
    """The place of a set bit, counted from 0 and from the lowest."""
    for _ in range(n):
        mask &= mask - 1
    place = 0
    width = BITS
    while width:
        if mask & ((1 << width) - 1) == 0:
            mask >>= width
            place += width
        width >>= 1
    return place


@rule
def write_bits(first: int, mask: int, bits: Bits) -> None:
    """Writes a mask whose lowest bit is the action `first`."""
    for word in range(len(bits)):
        shift = first - BITS * word
        if 0 <= shift < BITS:
            bits[word] = (mask << shift) & WORD
        elif -WIDEST <= shift < 0:
            bits[word] = (mask >> -shift) & WORD
        else:
            bits[word] = 0


@rule
def holds_bit(bits: Bits, action: int) -> bool:
    """Whether the mask has this action."""
    if action < 0 or action >= BITS * len(bits):
        return False
    return (bits[action // BITS] >> (action % BITS)) & 1 == 1  # type: ignore[no-any-return]


def make_flow(rules: ModuleType, loops: Loops, count_bits: Any = count_bits, nth_bit: Any = nth_bit) -> Flow:
    """Makes the steps for these rules; a GPU has instructions of its own for bits."""
    first_action, last_action, always_asked = rules.first_action, rules.last_action, rules.always_asked
    forbids, outcome_count, weight = rules.forbids, rules.outcome_count, rules.weight
    whole_weight = getattr(rules, "whole_weight", not_counted)
    why_not = loops.why_not
    act, happen, go_on = finest(rules)
    kinds = 1 if go_on is nothing_follows else 2

    @rule
    def look(s: State) -> int:
        """The legal actions of a seat to act, a bit each from the first action of the phase on."""
        mask = 0
        first, phase = first_action(s), s.phase
        for i in range(last_action(s) + 1 - first):
            if forbids(s, phase, first + i) == 0:
                mask |= 1 << i
        return mask

    @rule
    def draw(s: State, random: Random) -> int:
        """The outcome that `play.draw` draws, with the weights in one place of the code."""
        outcomes = outcome_count(s)
        total, outcome = 0, 0
        # Where the rules do not know it, a first round adds all weights up; the next one finds the outcome.
        whole = whole_weight(s)
        target = random_below(random, whole) if whole != UNKNOWN else WORD
        while True:
            total += weight(s, outcome)
            if total > target:
                return outcome
            outcome += 1
            if outcome == outcomes:
                if target != WORD:
                    return outcomes  # type: ignore[no-any-return]
                target = random_below(random, total)
                total, outcome = 0, 0

    @rule
    def pick(s: State, random: Random) -> int:
        """A random legal action, or the one that is forced."""
        mask = look(s)
        n = count_bits(mask)
        if n == 0:
            return NOTHING
        if n > 1 or always_asked(s):
            random[DECISIONS] += 1
            return first_action(s) + nth_bit(mask, random_below(random, n))  # type: ignore[no-any-return]
        return first_action(s) + nth_bit(mask, 0)  # type: ignore[no-any-return]

    @rule
    def move(s: State, random: Random) -> None:
        """One step of a random game that is not over: chance, a decision, or what follows by itself."""
        if s.to_act == CHANCE:
            happen(s, draw(s, random))
        elif s.to_act >= 0:
            act(s, pick(s, random))
        else:
            go_on(s)

    @rule
    def kind(s: State) -> int:
        """Games of the same kind take their next step in the same rules: by phase, and whether anybody is asked."""
        return kinds * s.phase + (s.to_act < OVER)  # type: ignore[no-any-return]

    @pasted
    def settle(s: State, choice: int, random: Random, bits: Bits, until_chance: bool) -> None:
        """Plays a choice (ASK: none) and all that follows until a seat (or chance) is to act; writes what is legal."""
        mask = 0
        while True:
            if choice == ASK:
                if s.to_act == CHANCE:
                    if until_chance:
                        break
                    choice = draw(s, random)
                elif s.to_act >= 0:
                    mask = look(s)
                    if mask & (mask - 1) or always_asked(s):
                        break
                    choice = first_action(s) + nth_bit(mask, 0) if mask else NOTHING
                elif s.to_act == OVER:
                    break
            if s.to_act == CHANCE:
                happen(s, choice)
            elif s.to_act >= 0:
                act(s, choice)
            else:
                go_on(s)
            choice = ASK
        write_bits(first_action(s), mask if s.to_act >= 0 else 0, bits)

    @pasted
    def take(s: State, action: int, random: Random, bits: Bits, until_chance: bool) -> int:
        """Plays an action (ASK: none) and all that follows; 0, or the rule that forbids it: then nothing is played."""
        if action != ASK:
            if not holds_bit(bits, action):
                return why_not(s, action)  # type: ignore[no-any-return]
            random[DECISIONS] += 1
        settle(s, action, random, bits, until_chance)
        return 0

    @rule
    def choose(bits: Bits, random: Random) -> int:
        """A random action of a mask; NOTHING of an empty one."""
        total = 0
        for word in range(len(bits)):
            total += count_bits(bits[word] & WORD)
        if total == 0:
            return NOTHING
        left = random_below(random, total)
        for word in range(len(bits)):
            here = count_bits(bits[word] & WORD)
            if left < here:
                return BITS * word + nth_bit(bits[word] & WORD, left)  # type: ignore[no-any-return]
            left -= here
        return NOTHING

    return Flow(move, kind, kinds, take, choose)


@rule
def not_counted(s: State) -> int:
    """In a game whose rules do not know the weights of all outcomes together."""
    return UNKNOWN


@rule
def nothing_follows(s: State) -> None:
    """In a game whose choices do all that follows from them."""


def finest(rules: ModuleType) -> tuple[Any, Any, Any]:
    """Deciding, befalling and going on by a step; where the rules do not tell them apart, the whole of it."""
    if hasattr(rules, "take_step"):
        return rules.decide, rules.befall, rules.take_step
    return rules.act, rules.happen, nothing_follows
