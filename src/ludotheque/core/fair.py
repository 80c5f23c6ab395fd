"""Fair draws: every outcome of chance follows from a seed that was committed to before.

`docs/fairness.md` describes the method so that anybody can check it without this program. In
short: the draw at ply n (from 0, decisions and outcomes counted alike) reads HMAC-SHA256(seed,
"LUCK/n/0") as a big-endian number r of 256 bits, where LUCK is what the players added. The outcomes
get the smallest whole numbers in the ratio of their probabilities as weights, W in all. An r that
is not below the largest multiple of W up to 2**256 is thrown away, and "LUCK/n/1" is read, and so
on; r modulo W falls on an outcome, in the order of their ids.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import gcd
from typing import TYPE_CHECKING, Any

from ludotheque.errors import BadRecord

if TYPE_CHECKING:
    from ludotheque.core.position import Position

METHOD = 1
RANGE = 2**256
SEED_DIGITS = 64
LONGEST_LUCK = 64
BETWEEN = "|"  # what stands between the luck of two seats; never a part of one


@dataclass(frozen=True)
class Draws:
    """What proves the draws of a finished game."""

    commitment: str  # SHA-256 of the seed, shown before the first draw
    seed: str
    luck: tuple[str, ...]  # what each seat added
    weights: tuple[str, ...] = field(repr=False)  # the weights of each draw in order: "id:weight id:weight ..."

    @classmethod
    def opened(cls, seed: str, luck: Sequence[str], positions: Sequence[Position]) -> Draws:
        """The proof of a game that went through these positions."""
        events = (position for position in positions if position.to_act == -1)
        return cls(commitment(seed), seed, tuple(luck), tuple(told(weights(event)) for event in events))

    def to_dict(self) -> dict[str, Any]:
        """The proof as a part of a record."""
        opened = {"commitment": self.commitment, "seed": self.seed, "luck": list(self.luck)}
        return {"method": METHOD} | opened | {"weights": list(self.weights)}

    def check(self, players: int, positions: Sequence[Position], plies: Sequence[int]) -> None:
        """Draws everything again; raises BadRecord at the first difference."""
        if not is_seed(self.seed) or commitment(self.seed) != self.commitment:
            raise BadRecord("The seed of this record is not the one that was committed to.")
        if len(self.luck) != players or not all(map(is_luck, self.luck)):
            raise BadRecord("The record does not say properly what each player added to the draws.")
        events = [ply for ply, choice in enumerate(plies) if choice < 0]
        if len(events) != len(self.weights):
            raise BadRecord(f"The record has {len(events)} draws but the weights of {len(self.weights)}.")
        for ply, said in zip(events, self.weights, strict=True):
            if told(weights(positions[ply])) != said:
                raise BadRecord(f"Ply {ply + 1} of the record was drawn with other weights than those of the rules.")
            if (fair := draw(positions[ply], self.seed, BETWEEN.join(self.luck), ply)) != -1 - plies[ply]:
                raise BadRecord(f"Ply {ply + 1} of the record is outcome {-1 - plies[ply]}, but {fair} was drawn.")


def commitment(seed: str) -> str:
    """What is shown of a seed before the game."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def is_seed(text: str) -> bool:
    """Whether a text is a seed: 64 hexadecimal digits."""
    return len(text) == SEED_DIGITS and all(c in "0123456789abcdef" for c in text)


def is_luck(text: str) -> bool:
    """Whether a seat may have added this: at most 64 letters and digits of ASCII."""
    return len(text) <= LONGEST_LUCK and (text == "" or (text.isascii() and text.isalnum()))


def clean_luck(text: str) -> str:
    """What a player adds to the draws: any short text without the signs that separate such texts."""
    return "".join(c for c in text if c.isascii() and c.isalnum())[:LONGEST_LUCK]


def weights(position: Position) -> dict[int, int]:
    """The outcomes of a chance event by id, with the smallest whole numbers in the ratio of their probabilities."""
    weights = position.weights()
    common = gcd(*weights.values())
    return {outcome: weight // common for outcome, weight in weights.items()}


def told(weights: Mapping[int, int]) -> str:
    """The weights of a draw as a record tells them."""
    return " ".join(f"{outcome}:{weight}" for outcome, weight in weights.items())


def draw(position: Position, seed: str, luck: str, ply: int) -> int:
    """The outcome of the chance event at this ply."""
    by_outcome = weights(position)
    point = number_below(sum(by_outcome.values()), seed, luck, ply)
    for outcome, weight in by_outcome.items():
        point -= weight
        if point < 0:
            return outcome
    raise AssertionError("the point lies below the sum of all weights")


def number_below(total: int, seed: str, luck: str, ply: int) -> int:
    """A number in 0..total-1, each exactly as likely."""
    for attempt in count():
        message = f"{luck}/{ply}/{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"), "big")
        if number < RANGE - RANGE % total:
            return number % total
    raise AssertionError("count never ends")
