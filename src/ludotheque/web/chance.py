"""Fair chance: every draw follows from a seed that is committed to before the start.

The table's seed is 32 secret bytes; their SHA-256 is shown from the beginning, and the seed
itself when the game is over. The draw at ply n (counted from 0, decisions and outcomes alike) is
made from the bytes HMAC-SHA256(seed, "LUCK/n/0"), read as a big-endian number r of 256 bits; LUCK
is what the players added when they sat down, so that the server alone cannot have chosen the seed
to suit anybody. Let the weights be the smallest whole numbers in the ratio of the probabilities,
and W their sum: r is taken if it is below the largest multiple of W that 2**256 holds, else the
bytes of "LUCK/n/1" are tried, and so on; r modulo W then falls on an outcome, in the order of their
ids.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from itertools import count
from math import lcm

from ludotheque.core.position import Position

SEED_BYTES = 32
RANGE = 2**256


def new_seed() -> str:
    """A seed that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is shown of a seed before the game."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def draw(position: Position, seed: str, luck: str, ply: int) -> int:
    """The outcome of the chance event at this ply."""
    outcomes = position.outcomes()
    common = lcm(*(probability.denominator for probability in outcomes.values()))
    point = number_below(common, seed, luck, ply)
    for outcome, probability in outcomes.items():
        point -= probability.numerator * (common // probability.denominator)
        if point < 0:
            return outcome
    raise AssertionError("the probabilities of all outcomes sum to one")


def number_below(total: int, seed: str, luck: str, ply: int) -> int:
    """A number in 0..total-1, each exactly as likely."""
    for attempt in count():
        message = f"{luck}/{ply}/{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"), "big")
        if number < RANGE - RANGE % total:
            return number % total
    raise AssertionError("count never ends")


def bot_seed(seed: str, ply: int, seat: int) -> int:
    """The seed of a bot's decision: the same table makes it decide the same way again."""
    digest = hmac.digest(bytes.fromhex(seed), f"bot/{ply}/{seat}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
