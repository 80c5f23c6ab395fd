"""Posts: what people have posted and not got an answer to, so that a storm can aim at it and say what it hit."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench.visitors import Lost


@dataclass(eq=False)
class Post:
    """A post that waits for its answer."""

    address: str
    kill: int = 0  # the number of the last kill at that address since it was posted; 0: there was none


class Posts:
    """The posts of all people in a storm."""

    def __init__(self) -> None:
        self._waiting: set[Post] = set()
        self._kills = 0
        self._hits: set[int] = set()  # the numbers of kills that left a post without an answer
        self._answers = 0
        self._changed = asyncio.Event()

    @property
    def hits(self) -> int:
        """The number of kills that left at least one post without an answer."""
        return len(self._hits)

    @contextmanager
    def waiting(self, address: str) -> Iterator[None]:
        """While a post waits for its answer."""
        post = Post(address)
        self._waiting.add(post)
        self._changed.set()
        try:
            yield
            self._answers += 1
        except Lost:
            self._hits |= {post.kill} - {0}
            raise
        finally:
            self._waiting.discard(post)
            self._changed.set()

    async def answers(self, number: int, patience: float) -> None:
        """Waits for so many more answers, but not for long."""
        enough = self._answers + number
        await self._until(lambda: self._answers >= enough, patience)

    async def aim(self, addresses: Collection[str], delays: Iterator[float], patience: float) -> None:
        """Waits until a post has waited at one of these addresses for some time, but not for long."""

        def waits() -> bool:
            return any(post.address in addresses for post in self._waiting)

        end = time.monotonic() + patience
        while time.monotonic() < end:
            await self._until(waits, end - time.monotonic())
            await asyncio.sleep(next(delays))
            if waits():
                return

    async def _until(self, happened: Callable[[], bool], patience: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not happened():
                    self._changed.clear()
                    await self._changed.wait()

    def strike(self, addresses: Collection[str]) -> None:
        """Notes a kill at these addresses."""
        self._kills += 1
        for post in self._waiting:
            if post.address in addresses:
                post.kill = self._kills
