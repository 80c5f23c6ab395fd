"""Seeds of tables: promised before anybody adds luck, so that neither side can choose the draws.

How draws follow from a seed stands in `core/fair.py`, the whole method in `docs/fairness.md`. A
browser first asks for a pledge: a number used once, and the SHA-256 of the seed that belongs to it.
Only then it thinks of its own luck and sends both to make a table. The seed follows from the number
and the server's secret, so nothing is stored for pledges that nobody uses; so does the id of the
table, which exists once: no seed is ever used for a second game.
"""

from __future__ import annotations

import hmac
import re
import secrets
from typing import NamedTuple

from ludotheque.core.fair import BETWEEN, SEED_DIGITS, clean_luck, commitment, draw
from ludotheque.web.tables.refusal import Refusal

__all__ = ["Pledge", "bot_seed", "clean_luck", "commitment", "draw", "joined", "kept_pledge", "new_pledge", "new_seed"]

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
PLEDGE = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")


class Pledge(NamedTuple):
    """A table to come: its id, and the seed that was promised for it."""

    id: str
    seed: str


def new_seed() -> str:
    """A seed that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(SEED_DIGITS // 2)


def new_id(entropy: bytes | None = None) -> str:
    """The id of a table, which nobody can guess: twelve letters, 59 bits."""
    number = int.from_bytes(entropy or secrets.token_bytes(32), "big")
    letters = [LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(12)]
    return "-".join("".join(letters[n : n + 4]) for n in (0, 4, 8))


def new_pledge(secret: str) -> str:
    """What a browser is given before it adds its luck: NUMBER.COMMITMENT."""
    number = secrets.token_hex(16)
    return f"{number}.{commitment(_derived(secret, 'seed', number).hex())}"


def kept_pledge(secret: str, text: str) -> Pledge | None:
    """The pledge that is made use of, if any; refused if it is none of ours."""
    if not text:
        return None
    found = PLEDGE.fullmatch(text)
    if found is None:
        raise Refusal(422, "bad_form")
    seed = _derived(secret, "seed", found[1]).hex()
    if commitment(seed) != found[2]:
        raise Refusal(409, "pledge_old")
    return Pledge(new_id(_derived(secret, "table", found[1])), seed)


def _derived(secret: str, purpose: str, number: str) -> bytes:
    return hmac.digest(secret.encode(), f"pledge/{purpose}/{number}".encode(), "sha256")


def joined(lucks: list[str]) -> str:
    """What all seats of a table added."""
    return BETWEEN.join(lucks)


def bot_seed(seed: str, ply: int, seat: int) -> int:
    """The seed of a bot's decision: the same table makes it decide the same way again."""
    digest = hmac.digest(bytes.fromhex(seed), f"bot/{ply}/{seat}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
