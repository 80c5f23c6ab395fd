"""A game one step at a time, for batches on the CPU and on the GPU; made for each edition's rules.

The loops of `loops.py` are nested: a decision, forced actions, chance. Here every one of these is a step of its own.
So the threads of a GPU run the same code although their games differ, and each rule is compiled once. The games are
the same as those of `loops.py`.

A generator has a fourth number here: the decisions taken so far.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.contract.position_fields import AnyState

from .chance import WORD, Random, random_below
from .loops import ASK, NOTHING, Loops
from .rule import pasted, rule
from .state import CHANCE, OVER

DECISIONS = 3  # the index of the decisions in a generator
GENERATOR = 4  # numbers in a generator
WIDEST = 63  # the most action ids that a phase spans: they are the bits of one number
BITS = 32  # bits of a word of a mask
UNKNOWN = -1  # the total weight of all outcomes, if the rules do not tell it

Bits = Any
"""A row of words; bit 0 of the first word is action 0."""


class Flow(NamedTuple):
    """The steps of one edition."""

    move: Any
    kind: Any
    kinds: int  # kinds of steps in a phase
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
    """The position of set bit number n, counted from 0 and from the lowest."""
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
    """Whether the mask contains this action."""
    if action < 0 or action >= BITS * len(bits):
        return False
    return (bits[action // BITS] >> (action % BITS)) & 1 == 1  # type: ignore[no-any-return]


def make_flow(rules: ModuleType, loops: Loops, count_bits: Any = count_bits, nth_bit: Any = nth_bit) -> Flow:
    """Makes the steps for these rules; for a GPU, with its own instructions for bits."""
    first_action, last_action, always_asked = rules.first_action, rules.last_action, rules.always_asked
    forbids, outcome_count, weight = rules.forbids, rules.outcome_count, rules.weight
    whole_weight = getattr(rules, "whole_weight", not_counted)
    why_not = loops.why_not
    act, happen, go_on = finest(rules)
    kinds = 1 if go_on is nothing_follows else 2

    @rule
    def look(s: AnyState) -> int:
        """The legal actions of the seat to act as bits; bit 0 is the first action of the phase."""
        mask = 0
        first, phase = first_action(s), s.phase
        for i in range(last_action(s) + 1 - first):
            if forbids(s, phase, first + i) == 0:
                mask |= 1 << i
        return mask

    @rule
    def draw(s: AnyState, random: Random) -> int:
        """The outcome that `Loops.draw` draws, with one call of `weight` in the code."""
        outcomes = outcome_count(s)
        total, outcome = 0, 0
        # If the rules do not tell the total, the first round adds the weights up and the second finds the outcome.
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
    def pick(s: AnyState, random: Random) -> int:
        """A random legal action, or the forced one."""
        mask = look(s)
        n = count_bits(mask)
        if n == 0:
            return NOTHING
        if n > 1 or always_asked(s):
            random[DECISIONS] += 1
            return first_action(s) + nth_bit(mask, random_below(random, n))  # type: ignore[no-any-return]
        return first_action(s) + nth_bit(mask, 0)  # type: ignore[no-any-return]

    @rule
    def move(s: AnyState, random: Random) -> None:
        """Plays one step of a random game that is not over: chance, a decision, or an automatic step."""
        if s.to_act == CHANCE:
            happen(s, draw(s, random))
        elif s.to_act >= 0:
            act(s, pick(s, random))
        else:
            go_on(s)

    @rule
    def kind(s: AnyState) -> int:
        """The kind of the next step: by phase, and whether it is automatic. One kind runs the same rules."""
        return kinds * s.phase + (s.to_act < OVER)  # type: ignore[no-any-return]

    @pasted
    def settle(s: AnyState, choice: int, random: Random, bits: Bits, until_chance: bool) -> None:
        """Plays a choice (ASK: none) and all that follows until a seat (or chance) acts; writes the legal actions."""
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
    def take(s: AnyState, action: int, random: Random, bits: Bits, until_chance: bool) -> int:
        """Plays an action (ASK: none) and all that follows; returns 0. For an illegal action, returns its rule."""
        if action != ASK:
            if not holds_bit(bits, action):
                return why_not(s, action)  # type: ignore[no-any-return]
            random[DECISIONS] += 1
        settle(s, action, random, bits, until_chance)
        return 0

    @rule
    def choose(bits: Bits, random: Random) -> int:
        """A random action of a mask; NOTHING if the mask is empty."""
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
def not_counted(s: AnyState) -> int:
    """The default of `whole_weight`, for rules that do not tell it."""
    return UNKNOWN


@rule
def nothing_follows(s: AnyState) -> None:
    """The default of `take_step`, for rules without automatic steps."""


def finest(rules: ModuleType) -> tuple[Any, Any, Any]:
    """The rules for a decision, an outcome and an automatic step; `act` and `happen` if rules have no single steps."""
    if hasattr(rules, "take_step"):
        return rules.decide, rules.befall, rules.take_step
    return rules.act, rules.happen, nothing_follows
