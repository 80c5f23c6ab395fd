"""Seeds of tables: committed to before a visitor adds luck, so that neither side can choose the draws.

`core/fair.py` derives draws from a seed, and `docs/fairness.md` describes the whole method. A browser
first asks for a pledge: a number used once, and the SHA-256 of the seed that belongs to it. Then it
picks its own luck, a random text, and sends both to make a table. The seed follows from the number
and the server's secret, so unused pledges need no storage. The id of the table follows from them too
and exists once, so no seed is used for a second game. A database that has lost the table would forget
that: so a pledge counts for a few minutes, and only on the database that it was made on.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from typing import NamedTuple

from ludotheque.core.fair import SEED_DIGITS, commitment
from ludotheque.web.tables.refusal import Refusal

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # letters and digits that look alike are left out
PLEDGE = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")


LIFE = 600  # seconds for which a pledge counts; a browser asks for one when it sends the form
SKEW = 60  # seconds that the clocks of two servers may differ


class Pledger:
    """Makes pledges and keeps them, for one secret and one database."""

    def __init__(self, secret: str, database: str, now: Callable[[], float]) -> None:
        self._key = f"{secret}/{database}".encode()
        self._now = now

    def new(self) -> str:
        """The text that a browser gets before it adds its luck: NUMBER.COMMITMENT. The number begins with the time."""
        number = f"{int(self._now()):08x}{secrets.token_hex(12)}"
        return f"{number}.{commitment(self._derived('seed', number).hex())}"

    def kept(self, text: str) -> Pledge | None:
        """The pledge that a browser sends back, if any; refused if it is old or was made elsewhere."""
        if not text:
            return None
        found = PLEDGE.fullmatch(text)
        if found is None:
            raise Refusal(422, "bad_form")
        seed = self._derived("seed", found[1]).hex()
        age = self._now() - int(found[1][:8], 16)
        if commitment(seed) != found[2] or not -SKEW <= age <= LIFE:
            raise Refusal(409, "pledge_old")
        return Pledge(new_id(self._derived("table", found[1])), seed)

    def _derived(self, purpose: str, number: str) -> bytes:
        return hmac.digest(self._key, f"pledge/{purpose}/{number}".encode(), "sha256")


class Pledge(NamedTuple):
    """The id of a future table, and the seed that was committed to for it."""

    id: str
    seed: str


def new_seed() -> str:
    """A random seed in hexadecimal digits."""
    return secrets.token_hex(SEED_DIGITS // 2)


def is_id(text: str) -> bool:
    """Whether a text can be the id of a table."""
    return [len(part) for part in text.split("-")] == [4, 4, 4] and set(text) <= {*LETTERS, "-"}


def new_id(entropy: bytes | None = None) -> str:
    """The id of a table: twelve random letters, 59 bits."""
    number = int.from_bytes(entropy or secrets.token_bytes(32), "big")
    letters = [LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(12)]
    return "-".join("".join(letters[n : n + 4]) for n in (0, 4, 8))


def bot_seed(seed: str, ply: int, seat: int) -> int:
    """The seed of a bot's decision: in the same game it always decides the same way."""
    digest = hmac.digest(bytes.fromhex(seed), f"bot/{ply}/{seat}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
