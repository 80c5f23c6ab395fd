"""People who play whatever happens to the servers, and remember what they sent and what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
from contextlib import aclosing
from dataclasses import dataclass

from bench.visitors import Lost, Parts, SeenTable, Visitor

AGAIN = 0.1  # seconds before a retry
PATIENCE = 2.0  # seconds without an event after which a player loads the page
FICKLE = 0.3  # the probability that a player changes a sealed answer
HASTY = 0.15  # the probability that a player takes a step back and decides again
NOTHING = SeenTable(0, False, None, ())


@dataclass
class SentDecision:
    """A decision that a player sent and that was not refused."""

    ply: int  # choices made when it was decided
    action: int
    acknowledged: bool = False
    perhaps_undone: bool = False  # it was asked to be taken back, and there was no answer; or by another player's undo


class RemotePlayer:
    """A player at one table: follows its events, and decides when asked."""

    def __init__(self, addresses: list[str], seat: int, luck: random.Random) -> None:
        self._addresses, self.seat, self._luck = addresses, seat, luck
        self.visitor = Visitor(luck.choice(addresses), luck.choice(("en", "fr", "nl")))
        self.sent: list[SentDecision] = []  # without what was refused
        self.event: tuple[int, Parts] = (0, {})  # the last that came, with what the table then showed
        self.streams = 0  # how often the stream had to be opened
        self.undone = 0  # decisions that were taken back
        self.others: list[RemotePlayer] = []  # at the same table
        self.doing = "sits down"  # for a storm in which a table stands still
        self._arrived = asyncio.Event()

    @property
    def far(self) -> tuple[int, int]:
        """How far the game is for this player; it changes with every new version and every decision."""
        return self.event[0], len(self.sent) + self.undone

    def anywhere(self, doing: str = "asks") -> Visitor:
        """This person, at any of the servers."""
        address = self._luck.choice(self._addresses)
        self.doing = f"{doing} at {address}"
        self.visitor.move_to(address)
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
                        # A player who changes a sealed answer gets the same version again.
                        assert event[0] >= self.event[0], "versions never go back"
                        self.event = event
                        self._arrived.set()
            except Lost:
                await asyncio.sleep(AGAIN)

    async def play(self, table: str) -> None:
        """Decides until the game is over: on what the events show, and after every doubt on a page."""
        part = b""
        while not (seen := SeenTable.of(part) if part else NOTHING).over:
            part = b""
            try:
                if self._wants_back(seen):
                    doubt = await self._take_back(table, seen)
                else:
                    doubt = self._wants_to_decide(seen) and await self._decide(table, seen)
                part = b"" if doubt else await self._next(seen.version)
                part = part or await self.page(table)
            except Lost:
                await asyncio.sleep(AGAIN)

    async def _next(self, version: int) -> bytes:
        """The next event; nothing if none came for a while."""
        self.doing = f"waits for an event after version {version}"
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.event[0] <= version:
                    self._arrived.clear()
                    await self._arrived.wait()
            return b"".join(self.event[1].values())
        return b""

    async def page(self, table: str) -> bytes:
        """The table, as a page that wants to be sure gets it."""
        answer = await self.anywhere("asks for the page").get(f"/t/{table}/part")
        if answer.status != 200:
            raise Lost(f"status {answer.status}")
        self._still_sealed(SeenTable.of(answer.body))
        return answer.body

    def _still_sealed(self, seen: SeenTable) -> None:
        """What was acknowledged is on every later page: played, or sealed as it was sent."""
        last = self.sent[-1] if self.sent else None
        if last is not None and last.acknowledged and not last.perhaps_undone and last.ply == seen.ply:
            assert seen.sealed == last.action, f"the sealed answer of seat {self.seat} is lost: {seen}"

    async def _decide(self, table: str, seen: SeenTable) -> bool:
        """Makes a decision; True if the player cannot know the table now."""
        sent = SentDecision(seen.ply, self._luck.choice(seen.actions))
        self.sent.append(sent)
        fields = {"seat": self.seat, "version": seen.version, "action": sent.action}
        answer = await self.anywhere(f"decides {fields}").post(f"/t/{table}/play", fields)
        if answer.status == 303:
            sent.acknowledged = True
            return False
        if answer.status == 503:
            raise Lost("the database is away")
        assert answer.status in (409, 422), answer  # it was made already, or it is not allowed
        self.sent.pop()
        return True

    async def _take_back(self, table: str, seen: SeenTable) -> bool:
        """Takes the last step back, if that is free; True, since the player must look at the table again."""
        last = self.sent[-1]
        fields = {"seat": self.seat, "version": seen.version, "back": last.ply}
        last.perhaps_undone = True
        try:
            answer = await self.anywhere(f"takes back {fields}").post(f"/t/{table}/undo", fields)
            if answer.status == 503:
                raise Lost("the database is away")
        except Lost:
            self._doubt_answers_after(last.ply)
            raise
        if answer.status == 303:
            self.sent.pop()
            self.undone += 1
            self._doubt_answers_after(last.ply)
        else:
            assert answer.status == 409, answer
            last.perhaps_undone = False
        return True

    def _doubt_answers_after(self, ply: int) -> None:
        """What others had sealed when this player took a step back goes with it: the question is not asked any more."""
        for sent in (sent for other in self.others for sent in other.sent if sent.ply > ply):
            sent.perhaps_undone = True

    def _wants_back(self, seen: SeenTable) -> bool:
        """Whether to take the last step back: it was acknowledged, and nothing has happened since."""
        last = self.sent[-1] if self.sent else None
        fresh = (
            last is not None
            and last.acknowledged
            and not last.perhaps_undone
            and seen.ply == last.ply + 1
            and bool(seen.actions)
        )
        return fresh and self._luck.random() < HASTY

    def _wants_to_decide(self, seen: SeenTable) -> bool:
        """Whether to decide: a player sometimes changes a sealed answer, once."""
        if not seen.actions or seen.sealed is None:
            return bool(seen.actions)
        before = sum(sent.ply == seen.ply for sent in self.sent)
        return before == 1 and self._luck.random() < FICKLE
