"""Checks every draw of a finished game. Written from `docs/fairness.md` alone; shares no code with the server.

python examples/verify_draws.py RECORD [FINGERPRINT]

FINGERPRINT is the beginning of the commitment, as noted before the game: at least 32 digits.
"""

import hashlib
import hmac
import json
import sys
from typing import Any


def drawn(seed: bytes, luck: str, number: int, weights: list[tuple[int, int]]) -> int:
    """Returns the outcome of a draw."""
    total = sum(weight for _, weight in weights)
    attempt = 0
    while True:
        message = f"{luck}/{number}/{attempt}".encode("ascii")
        r = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if r < 2**256 // total * total:
            break
        attempt += 1
    x = r % total
    for outcome, weight in weights:
        if x < weight:
            return outcome
        x -= weight
    raise AssertionError("x is below the sum of all weights")


def weights_of(text: str) -> list[tuple[int, int]]:
    """Reads the outcomes of a draw and their weights, by ascending id."""
    pairs = [entry.split(":") for entry in text.split()]
    return sorted((int(outcome), int(weight)) for outcome, weight in pairs)


def verify(record: dict[str, Any], fingerprint: str = "") -> str:
    """Returns a sentence on what was checked; raises ValueError if a check fails."""
    said = record["draws"]
    if said["method"] != 1:
        raise ValueError(f"method {said['method']} is unknown")
    seed = bytes.fromhex(said["seed"])
    if len(seed) != 32 or hashlib.sha256(seed).hexdigest() != said["commitment"]:
        raise ValueError("the seed does not match the commitment")
    if fingerprint and len(fingerprint) < 32:
        raise ValueError("a fingerprint needs at least 32 digits: with fewer, another seed can have the same ones")
    if not said["commitment"].startswith(fingerprint):
        raise ValueError(f"this is not the fingerprint of the record: the commitment is {said['commitment']}")
    luck = "|".join(said["luck"])
    draws = [(n, int(token[1:])) for n, token in enumerate(record["plies"].split()) if token.startswith("*")]
    if len(draws) != len(said["weights"]):
        raise ValueError(f"there are {len(draws)} draws, but weights for {len(said['weights'])}")
    for (number, outcome), text in zip(draws, said["weights"], strict=True):
        fair = drawn(seed, luck, number, weights_of(text))
        if fair != outcome:
            raise ValueError(f"choice {number} has outcome {outcome}, but the seed gives {fair}")
    return f"{len(draws)} draws follow from the seed with the commitment {said['commitment']}"


def main() -> int:
    """Reads a record and prints whether its draws were fair."""
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(verify(json.load(file), "".join(sys.argv[2:])))
    except (OSError, KeyError, TypeError, AttributeError, ValueError) as problem:
        print(f"NOT FAIR, or not the record of a finished game: {problem}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
