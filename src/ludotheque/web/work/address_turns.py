"""AddressTurns: of each address a few requests run at a time; its others wait, and hold up no other address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class AddressTurns:
    """The requests of addresses that wait or run."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self.asked: Counter[str] = Counter()  # requests by address
        self._turns: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Waits for a turn of the address."""
        if not self.asked[address]:
            self._turns[address] = asyncio.Semaphore(self._at_once)
        self.asked[address] += 1
        try:
            async with self._turns[address]:
                yield
        finally:
            self.asked[address] -= 1
            if not self.asked[address]:
                del self.asked[address], self._turns[address]
