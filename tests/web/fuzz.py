"""A fuzzer that goes deep: people do valid deeds one after another, and between them requests with one thing wrong.

    python -m tests.web.fuzz --requests 1000000 --processes 4

A request with one thing wrong must be refused in a sentence, and must change nothing; a valid one must be accepted.
Several tables are played at once, so that their decisions share commits.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette

import ludotheque
from ludotheque.web.tables.state import RUNNING, TableState
from tests.web.asgi import RawResponse, ask
from tests.web.junk import RawRequest
from tests.web.site import Site, served, settings

SEATS = 3
AT_ONCE = 16  # tables that are played at the same time
DEEDS = 400  # valid deeds at a table before another one takes its place
DRAWN = 0.05  # the probability that a deed is posted as a page with scripts does, which gets the drawn table back
NO_NUMBERS = ("", "-1", "1.5", "x", "9" * 12, "\x00", "٣", "null")

FormFields = dict[str, object]
Fault = Callable[["Deep", TableState, str, FormFields], "tuple[FuzzVisitor, FormFields]"]


class FuzzVisitor:
    """A visitor who posts forms."""

    def __init__(self, app: Starlette, secret: str, name: str) -> None:
        self._app = app
        cookie = f"visitor={URLSafeSerializer(secret, salt='visitor').dumps(name)}".encode()
        self._headers = [(b"cookie", cookie), (b"content-type", b"application/x-www-form-urlencoded")]

    async def post(self, path: str, fields: FormFields, drawn: bool = False) -> RawResponse:
        """Posts a form."""
        body = urlencode(fields).encode()
        headers = [*self._headers, (b"content-length", str(len(body)).encode())]
        headers += [(b"hx-request", b"true")] if drawn else []
        return await ask(self._app, RawRequest("POST", path, headers=headers, chunks=[body]))


class Deep:
    """People at a table, their valid deeds, and faults in them."""

    def __init__(self, site: Site, luck: random.Random) -> None:
        self.site, self.luck, self.table = site, luck, ""
        secret, names = site.services.settings.secret, [f"{luck.getrandbits(60):x}" for _ in range(SEATS + 1)]
        *self.people, self.stranger = (FuzzVisitor(site.app, secret, name) for name in names)

    async def open(self, game: str) -> None:
        """Makes the table, and everybody sits down."""
        form: FormFields = {"seats": SEATS, "seat-0": "me", "seat-1": "friend", "seat-2": "friend"}
        made = await self.people[0].post(f"/new/{game}", form)
        assert made.status == 303, made
        self.table = made.headers[b"location"].decode().rpartition("/")[2]
        for seat in range(1, SEATS):
            await self._do(self.people[seat], "sit", {"seat": seat, "name": f"P{seat}"})
        await self._do(self.people[0], "start", {})

    async def walk(self, seen: Counter[str], deeds: int, requests: int) -> None:
        """Does valid deeds with a wrong one before each, until the game is over, long enough or enough was asked."""
        for _ in range(deeds):
            state = self.site.table(self.table)
            if state.status != RUNNING or seen.total() >= requests:
                return
            verb, seat, fields = self._deed(state)
            await self._refused(state, verb, seat, fields, seen)
            await self._do(self.people[seat], verb, fields)
            seen[f"{verb} done"] += 1

    async def _do(self, person: FuzzVisitor, verb: str, fields: FormFields) -> None:
        drawn = self.luck.random() < DRAWN
        answer = await person.post(f"/t/{self.table}/{verb}", fields, drawn)
        assert answer.status == (200 if drawn else 303), (verb, fields, answer)

    def _deed(self, state: TableState) -> tuple[str, int, FormFields]:
        """A valid deed: mostly a decision, sometimes a step back, a wish for one or a changed answer."""
        luck, asked, asking = self.luck, state.asked(), state.undo_asked or {"done": True}
        if "done" not in asking and "refused" not in asking and luck.random() < 0.7:
            must_agree = state.agreeing(asking["back"]) - set(asking["agreed"])
            seat = luck.choice([each.seat for each in state.seats if each.visitor in must_agree])
            return "agree", seat, {"version": state.version, "yes": luck.randrange(2)}
        seat = luck.choice([each for each in asked if each not in state.seals] or list(asked))
        if luck.random() < 0.1:
            seat = luck.choice(list(asked))  # perhaps it changes its sealed answer
        fields: FormFields = {"seat": seat, "version": state.version}
        if luck.random() < 0.15 and (state.history.own_steps(seat) or seat in state.seals):
            return "undo", seat, fields
        if luck.random() < 0.03 and seat not in state.seals and state.history.last_decision(seat) is not None:
            return "undo", seat, fields  # the others must agree
        return "play", seat, fields | {"action": luck.choice(asked[seat].legal())}

    async def _refused(self, state: TableState, verb: str, seat: int, fields: FormFields, seen: Counter[str]) -> None:
        """Sends the deed with one thing wrong: nothing changes."""
        unknown = {"play": (), "undo": ("action",), "agree": ("action", "seat")}[verb]  # the deed has none of these
        name = self.luck.choice([name for name in FAULTS if name not in unknown])
        person, wrong = FAULTS[name](self, state, verb, {"seat": seat} | fields)
        answer = await person.post(f"/t/{self.table}/{verb}", wrong, drawn=True)
        assert 400 <= answer.status < 500, (name, verb, wrong, answer)
        assert b"Traceback" not in answer.body
        assert self.site.table(self.table) == state, (name, verb, wrong)
        seen[f"{verb} with a wrong {name} {answer.status}"] += 1


def wrong_version(deep: Deep, state: TableState, verb: str, fields: FormFields) -> tuple[FuzzVisitor, FormFields]:
    """A version before the last move, or one that is to come."""
    versions = [state.move_version - 1, state.version + 1, 0, *NO_NUMBERS]
    return deep.people[int(str(fields["seat"]))], fields | {"version": deep.luck.choice(versions)}


def wrong_person(deep: Deep, state: TableState, verb: str, fields: FormFields) -> tuple[FuzzVisitor, FormFields]:
    """Another player, or somebody who does not sit there."""
    others = [deep.people[n] for n in range(SEATS) if n != fields["seat"] and verb != "agree"]  # all may agree
    return deep.luck.choice([*others, deep.stranger]), fields


def wrong_seat(deep: Deep, state: TableState, verb: str, fields: FormFields) -> tuple[FuzzVisitor, FormFields]:
    """A seat of another player, or none."""
    seats = [*(n for n in range(SEATS) if n != fields["seat"]), SEATS, *NO_NUMBERS]
    return deep.people[int(str(fields["seat"]))], fields | {"seat": deep.luck.choice(seats)}


def wrong_action(deep: Deep, state: TableState, verb: str, fields: FormFields) -> tuple[FuzzVisitor, FormFields]:
    """An action that the rules forbid, or none."""
    seat = int(str(fields["seat"]))
    position = state.asked()[seat]
    forbidden = [action for action in range(position.game.action_count) if action not in position.legal()]
    return deep.people[seat], fields | {"action": deep.luck.choice([*forbidden[:40], 10**6, *NO_NUMBERS])}


def missing_field(deep: Deep, state: TableState, verb: str, fields: FormFields) -> tuple[FuzzVisitor, FormFields]:
    """A form without one of its fields; an answer to a wish needs its version alone."""
    gone = "version" if verb == "agree" else deep.luck.choice(list(fields))
    return deep.people[int(str(fields["seat"]))], {name: value for name, value in fields.items() if name != gone}


FAULTS: dict[str, Fault] = {
    "version": wrong_version,
    "person": wrong_person,
    "seat": wrong_seat,
    "action": wrong_action,
    "field": missing_field,
}


def fuzz(site: Site, requests: int, seed: int, deeds: int = DEEDS) -> Counter[str]:
    """Walks at one table after the other until so many requests were made; returns what they were."""
    luck, seen = random.Random(seed), Counter[str]()

    async def walk_on(luck: random.Random) -> None:
        while seen.total() < requests:
            deep = Deep(site, luck)
            await deep.open(luck.choice(ludotheque.games()))
            await deep.walk(seen, deeds, requests)

    async def walk_at_once() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(walk_on(random.Random(luck.random())))

    site.run(walk_at_once)
    return seen


def fuzz_alone(requests: int, seed: int) -> Counter[str]:
    """As `fuzz`, with a server of its own."""
    with tempfile.TemporaryDirectory() as folder, served(settings(Path(folder), tick=3600)) as site:
        return fuzz(site, requests, seed)


def main() -> None:
    """Reads the command line, runs and prints."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first process; the next have the following ones")
    parser.add_argument("--processes", type=int, default=1, help="that share the requests")
    given = parser.parse_args()
    begun, seeds = time.monotonic(), range(given.seed, given.seed + given.processes)
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        found = pool.map(partial(fuzz_alone, -(-given.requests // given.processes)), seeds)
        seen = sum(found, Counter[str]())
    for what, count in sorted(seen.items()):
        print(f"{count:9,}  {what}")
    print(f"{seen.total():9,}  in {time.monotonic() - begun:.0f} seconds")


if __name__ == "__main__":
    main()
