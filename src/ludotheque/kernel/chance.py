"""The random generator of batches, bots and seeded games.

Philox 2x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"): word n of a stream is a
function of (key, stream, n) alone. One game is one stream, so results do not depend on how games are spread over
threads.

A generator is three numbers, [key, stream, words drawn so far]: a list, or a row of an array. States hold no
generator: chance is explicit in the rules, and the generator only picks outcomes.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence

from .rule import rule

Random = MutableSequence[int]

WORD = 0xFFFFFFFF
ROUNDS = 10
MULTIPLIER = 0xD256D193
KEY_STEP = 0x9E3779B9


@rule
def random_word(random: Random) -> int:
    """The next 32 random bits."""
    low, high, key = random[2] & WORD, random[1] & WORD, random[0] & WORD
    random[2] += 1
    for _ in range(ROUNDS):
        # Compiled, this wraps to 64 bits; both halves are still right.
        product = low * MULTIPLIER
        low = ((product >> 32) & WORD) ^ key ^ high
        high = product & WORD
        key = (key + KEY_STEP) & WORD
    return low


@rule
def random_below(random: Random, n: int) -> int:
    """A number in 0..n-1, for n far below 2**32: biased by less than n / 2**32."""
    return (random_word(random) * n) >> 32


def stream(seed: int) -> list[int]:
    """The generator of a single game with this seed, any whole number."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return [int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big"), 0]
