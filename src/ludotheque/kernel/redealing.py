"""Redealing in batches: every row becomes a world that one of its seats cannot tell from the old one."""

from __future__ import annotations

from typing import Any

from .rule import rule

LEAVE = -2  # instead of a seat: the row stays as it is


def make_redealing(redeal: Any, why_not: Any, made: Any = rule) -> Any:
    """Makes the function that redeals a state and writes the legal actions of the seat to act, for both devices."""

    @made
    def redeal_one(s: Any, seat: int, random: Any, bits: Any, actions: int) -> None:
        redeal(s, seat, random)
        for word in range(len(bits)):
            legal = 0
            for bit in range(min(32, actions - 32 * word)):
                if why_not(s, 32 * word + bit) == 0:
                    legal |= 1 << bit
            bits[word] = legal

    return redeal_one


def make_redealing_games(redeal: Any, why_not: Any) -> Any:
    """Makes the loop of batches on the CPU."""
    redeal_one = make_redealing(redeal, why_not)

    @rule
    def redeal_games(first: int, last: int, states: Any, seats: Any, randoms: Any, bits: Any, actions: int) -> None:
        for g in range(first, last):
            if seats[g] != LEAVE:
                redeal_one(states[g], seats[g], randoms[g], bits[g], actions)

    return redeal_games
