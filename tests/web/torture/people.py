"""People who play whatever happens to the servers, and remember what they sent and what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from contextlib import aclosing
from dataclasses import dataclass

from bench.visitors import HttpResponse, Lost, Parts, SeenTable, Visitor
from tests.web.torture.posts import Posts

AGAIN = 0.1  # seconds before a retry
PATIENCE = 2.0  # seconds without an event after which a player loads the page
FICKLE = 0.5  # the probability that a player changes a sealed answer
CURIOUS = 0.8  # the probability that a player loads the page after a decision
HASTY = 0.15  # the probability that a player takes a step back and decides again
SORRY = 0.04  # the probability that a player asks to take an earlier decision back
KIND = 0.7  # the probability that a player agrees to that
NOTHING = SeenTable(0, False, None, ())
ANSWER_WANTED = b'/agree"'  # on the page of a player who is asked to agree
PostedNumbers = dict[str, int]


@dataclass(eq=False)
class SentDecision:
    """A decision that a player sent and that was not refused."""

    ply: int  # choices made when it was decided
    action: int
    acknowledged: bool = False
    version: int = 0  # the table's version on which it was decided
    undone: bool = False  # it was taken back
    doubts: int = 0  # requests to take it back that were not answered
    unanswered: tuple[str, float] | None = None  # the server that gave no answer, and when its connection was lost

    @property
    def sure(self) -> bool:
        """Whether it must be stored."""
        return self.acknowledged and not self.undone and not self.doubts


class RemotePlayer:
    """A player at one table: follows its events, and decides when asked."""

    def __init__(self, addresses: list[str], seat: int, luck: random.Random, posts: Posts | None = None) -> None:
        self._addresses, self.seat, self._luck, self._posts = addresses, seat, luck, posts or Posts()
        self.visitor = Visitor(luck.choice(addresses), luck.choice(("en", "fr", "nl")))
        self.sent: list[SentDecision] = []  # without what was refused
        self.event: tuple[int, Parts] = (0, {})  # the last that came, with what the table then showed
        self.streams = 0  # how often the stream had to be opened
        self.undone = 0  # how often this player took something back, or agreed to it
        self.wish: int | None = None  # the ply to which the player asked to go back at last
        self.others: list[RemotePlayer] = []  # at the same table
        self.doing = "sits down"  # for a storm in which a table stands still
        self._address = ""  # the server that was asked last
        self._arrived = asyncio.Event()

    @property
    def far(self) -> tuple[int, int]:
        """How far the game is for this player; it changes with every new version and every decision."""
        return self.event[0], len(self.sent) + self.undone

    @property
    def last(self) -> SentDecision | None:
        """The last decision that was not taken back."""
        return next((sent for sent in reversed(self.sent) if not sent.undone), None)

    def anywhere(self, doing: str = "asks") -> Visitor:
        """This person, at any of the servers."""
        self._address = self._luck.choice(self._addresses)
        self.doing = f"{doing} at {self._address}"
        self.visitor.move_to(self._address)
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
            try:
                doubt = bool(part) and await self._do_something(table, seen, part)
                part = b"" if doubt else await self._next(seen.version)
                part = part or await self.page(table)
            except Lost:
                part = b""
                await asyncio.sleep(AGAIN)

    async def _do_something(self, table: str, seen: SeenTable, part: bytes) -> bool:
        """Does what the player feels like doing; True if the player cannot know the table now."""
        last = self.last if self.last is not None and self.last.sure else None
        if ANSWER_WANTED in part:
            await self._agree(table, seen)
        elif last is not None and self._wants_back(seen, last):
            await self._take_back(table, seen, last)
        elif last is not None and self._is_sorry(seen, last):
            await self._ask_to_take_back(table, seen, last)
        else:
            return self._wants_to_decide(seen) and await self._decide(table, seen)
        return True

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
        last = self.last
        if last is not None and last.sure and last.ply == seen.ply:
            assert seen.sealed == last.action, (
                f"the sealed answer of seat {self.seat} is lost: {seen}, {self.sent[-3:]}"
            )

    async def _post(self, table: str, verb: str, fields: PostedNumbers) -> HttpResponse:
        """Posts to any of the servers; raises Lost if there is no answer, or none of the database."""
        visitor = self.anywhere(f"posts {verb} {fields}")
        with self._posts.waiting(self._address):
            answer = await visitor.post(f"/t/{table}/{verb}", fields)
        if answer.status == 503:
            raise Lost("the database is away")
        assert answer.status in (303, 409, 422), answer  # 409: the table has changed; 422: it is not allowed
        return answer

    async def _decide(self, table: str, seen: SeenTable) -> bool:
        """Makes a decision; True if the player wants to see the table then, or cannot know it."""
        sent = SentDecision(seen.ply, self._luck.choice(seen.actions), version=seen.version)
        self.sent.append(sent)
        fields: PostedNumbers = {"seat": self.seat, "version": seen.version, "action": sent.action}
        try:
            answer = await self._post(table, "play", fields)
        except Lost:
            sent.unanswered = self._address, time.monotonic()
            raise
        if answer.status == 303:
            sent.acknowledged = True
            return self._luck.random() < CURIOUS
        self.sent.remove(sent)
        return True

    async def _take_back(self, table: str, seen: SeenTable, last: SentDecision) -> None:
        """Takes the last step back, if that is free, or a sealed answer.

        It must not touch what other people have decided or sealed.
        """
        back = {} if seen.sealed is not None else {"back": last.ply}
        await self._undo(table, "undo", {"seat": self.seat, "version": seen.version} | back, [self], last.ply)

    async def _ask_to_take_back(self, table: str, seen: SeenTable, last: SentDecision) -> None:
        """Asks the others to take the player's last decision back."""
        self.wish = last.ply
        await self._post(table, "undo", {"seat": self.seat, "version": seen.version})

    async def _agree(self, table: str, seen: SeenTable) -> None:
        """Answers another player's wish."""
        wish = next(other.wish for other in self.others if other.wish is not None)
        fields: PostedNumbers = {"version": seen.version}
        if self._luck.random() < KIND:
            await self._undo(table, "agree", fields | {"yes": 1}, [self, *self.others], wish)
        else:
            await self._post(table, "agree", fields | {"yes": 0})

    async def _undo(self, table: str, verb: str, fields: PostedNumbers, people: list[RemotePlayer], back: int) -> None:
        """Posts what takes the decisions of these people back, as far as they were made on a version up to this one.

        The server accepts it only if nothing has moved since that version, and refuses later what was decided on it.
        """

        def gone() -> list[SentDecision]:
            sent = [each for person in people for each in person.sent]
            return [each for each in sent if each.ply >= back and each.version <= fields["version"]]

        doubted = gone()
        for each in doubted:
            each.doubts += 1
        try:
            answer = await self._post(table, verb, fields)
        except Lost:
            for each in gone():
                each.doubts += each not in doubted
            raise
        for each in doubted:
            each.doubts -= 1
        if answer.status == 303:
            self.undone += 1
            for each in gone():
                each.undone = True

    def _wants_back(self, seen: SeenTable, last: SentDecision) -> bool:
        """Whether to take the last step back, if nothing has happened since, or a sealed answer."""
        fresh = seen.ply == last.ply + 1 and bool(seen.actions)
        return (fresh or seen.sealed == last.action) and self._luck.random() < HASTY

    def _is_sorry(self, seen: SeenTable, last: SentDecision) -> bool:
        """Whether to ask the others to take the last decision back, after which others have decided."""
        return seen.ply > last.ply + 1 and seen.sealed is None and self._luck.random() < SORRY

    def _wants_to_decide(self, seen: SeenTable) -> bool:
        """Whether to decide: a player sometimes changes a sealed answer, once."""
        if not seen.actions or seen.sealed is None:
            return bool(seen.actions)
        before = sum(sent.ply == seen.ply and not sent.undone for sent in self.sent)
        return before == 1 and self._luck.random() < FICKLE
