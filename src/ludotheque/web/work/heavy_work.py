"""HeavyWork: what a visitor sends and the server must check or replay at length, off the threads of pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work.address_turns import AddressTurns

THREADS = 2  # one address takes up one of them; more would only share Python's lock
MOST_OF_ADDRESS = 16  # requests of one address that wait or run
MOST_WAITING = 200  # requests of all addresses

Done = TypeVar("Done")


class HeavyWork:
    """A few threads of their own; of each address one request runs at a time."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(THREADS)
        self._turns = AddressTurns(1)

    @property
    def waiting(self) -> int:
        """The number of requests that wait or run."""
        return self._turns.asked.total()

    async def run(self, address: str, work: Callable[..., Done], *args: object) -> Done:
        """Runs something in turn; refused if too many wait, in all or of this address."""
        if self._turns.asked[address] >= MOST_OF_ADDRESS or self.waiting >= MOST_WAITING:
            raise Refusal(503, "busy", headers={"Retry-After": "2"})
        async with self._turns.turn(address):
            return await run_sync(work, *args, limiter=self._threads)
