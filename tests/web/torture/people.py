"""People who play whatever happens to the servers, and remember what they sent and what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
from contextlib import aclosing

from bench.visitors import Lost, Seen, Visitor

AGAIN = 0.1  # seconds until something is tried again that has failed
PATIENCE = 2.0  # seconds without an event after which somebody looks at a page
NOTHING = Seen(0, False, None, ())


class Player:
    """Somebody at one table: follows its events, and decides when asked."""

    def __init__(self, addresses: list[str], seat: int, luck: random.Random) -> None:
        self._addresses, self.seat, self._luck = addresses, seat, luck
        self.visitor = Visitor(luck.choice(addresses), luck.choice(("en", "fr", "nl")))
        self.sent: list[int] = []
        self.acknowledged: list[int] = []
        self.event: tuple[int, bytes] = (0, b"")  # the last that came
        self.streams = 0  # how often the stream had to be opened
        self._news = asyncio.Event()

    def anywhere(self) -> Visitor:
        """This person, at any of the servers."""
        self.visitor.move_to(self._luck.choice(self._addresses))
        return self.visitor

    async def follow(self, table: str) -> None:
        """Follows the events, and comes back whenever the stream is lost."""
        watching = Visitor(self._addresses[0])
        watching.cookies, watching.language = self.visitor.cookies, self.visitor.language
        while True:
            watching.move_to(self._luck.choice(self._addresses))
            self.streams += 1
            try:
                async with aclosing(watching.follow(f"/t/{table}/events", self.event[0])) as events:
                    async for event in events:
                        assert event[0] > self.event[0], "versions only grow"
                        self.event = event
                        self._news.set()
            except Lost:
                await asyncio.sleep(AGAIN)

    async def play(self, table: str) -> None:
        """Decides until the game is over: on what the events show, and after every doubt on a page."""
        part = b""
        while not (seen := Seen.of(part) if part else NOTHING).over:
            part = b""
            try:
                doubt = bool(seen.actions) and await self._decide(table, seen)
                part = b"" if doubt else await self._next(seen.version)
                part = part or await self.page(table)
            except Lost:
                await asyncio.sleep(AGAIN)

    async def _next(self, version: int) -> bytes:
        """The next event; nothing if none came for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.event[0] <= version:
                    self._news.clear()
                    await self._news.wait()
            return self.event[1]
        return b""

    async def page(self, table: str) -> bytes:
        """The table, as a page that wants to be sure gets it."""
        answer = await self.anywhere().get(f"/t/{table}/part")
        if answer.status != 200:
            raise Lost(f"status {answer.status}")
        return answer.body

    async def _decide(self, table: str, seen: Seen) -> bool:
        """Decides something; whether it is in doubt what the table looks like now."""
        action = self._luck.choice(seen.actions)
        self.sent.append(action)
        answer = await self.anywhere().post(
            f"/t/{table}/play", {"seat": self.seat, "version": seen.version, "action": action}
        )
        if answer.status == 303:
            self.acknowledged.append(action)
            return False
        if answer.status == 503:
            raise Lost("the database is away")
        assert answer.status in (409, 422), answer  # it was made already, or it is not allowed
        return True
