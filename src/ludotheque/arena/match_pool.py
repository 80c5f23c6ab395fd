"""The crew: processes that play the fixtures of a contest, one on every core.

A bot that hangs or ends its process spoils only its own game: its process is replaced, and the
greedy player takes its seat. A bot that does not give the interpreter back, such as in one long
call of C, cannot be given up from inside: every process has a pulse, and one without is ended.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from ludotheque.arena.cluster import spread
from ludotheque.arena.match import Contest, Result, play
from ludotheque.arena.plan import Fixture
from ludotheque.bots import Sight, levels
from ludotheque.bots.engine import borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.names import is_guest, parts, player
from ludotheque.bots.plugged import SECONDS, overdue
from ludotheque.errors import Error
from ludotheque.kernel.chance import stream

log = logging.getLogger("ludotheque.arena")

READY = "ready"
STDOUT, STDERR = 1, 2
PATIENCE = 5.0  # seconds in which a process that is told to end does
PULSE = 0.2  # seconds between two beats of a process
STALLED = 3.0  # seconds without a beat, beyond the time of its bots, after which a process is ended
IDLE, NOBODY = -2, -1  # who thinks, if no seat does: no game is played, or one in which nobody is asked just now

Task = tuple[Fixture, dict[int, str]]
"""A game, and why the greedy player sits in some of its seats."""


class Mate:
    """One process and the game that it plays."""

    def __init__(self, contest: Contest, searching: bool) -> None:
        # Spawned: a copy of this process would share threads and locks that it cannot use.
        context = multiprocessing.get_context("spawn")
        self._contest = contest
        # Without locks: a process that ends while it holds one would leave it locked.
        self.thinking: Any = context.Value("i", IDLE, lock=False)
        self.beat: Any = context.Value("d", 0.0, lock=False)  # when it last was; 0: it has not begun
        self.line, theirs = context.Pipe()
        told = (contest, searching, theirs, self.thinking, self.beat)
        self.process: Any = context.Process(target=work, args=told, daemon=True)
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None
        self.dead: dict[int, str] = {}
        self.hosted = False  # whether a bot of somebody else's has ever played here

    def give(self, fixture: Fixture, dead: dict[int, str]) -> None:
        """Lets it play a game."""
        self.fixture, self.dead = fixture, dead
        self.hosted = self.hosted or bool(self.guests())
        with contextlib.suppress(OSError):  # it has ended meanwhile, as its line will tell
            self.line.send((fixture, dead))

    def guests(self) -> list[int]:
        """The seats of bots of somebody else's that are still to be reckoned with."""
        seats = self.fixture.seats if self.fixture else ()
        return [seat for seat, name in enumerate(seats) if is_guest(name) and seat not in self.dead]

    def seconds(self, seat: int) -> float:
        """The time of a bot for a decision."""
        assert self.fixture is not None
        _, limit, _ = parts(self.fixture.seats[seat], self._contest.seconds)
        return SECONDS if limit is None else limit

    def stalled(self) -> bool:
        """Whether a bot keeps the interpreter from everybody else for much longer than its time."""
        patience = max(map(self.seconds, self.guests()), default=math.inf) + STALLED
        return 0 < float(self.beat.value) < time.monotonic() - patience

    def suspects(self) -> list[int]:
        """Who may have spoiled the game: the bot that was thinking, or all of them if it was none of them."""
        seat, guests = int(self.thinking.value), self.guests()
        return [] if seat == IDLE else [seat] if seat in guests else guests

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()


class MatchPool:
    """Plays the games of a contest on several cores, or on a Ray cluster."""

    def __init__(self, contest: Contest, bots: Iterable[str], cores: int | None = None, ray: str | None = None) -> None:
        self._contest, self._ray = contest, ray
        self._cores = os.cpu_count() or 1 if cores is None else cores
        if self._cores < 1:
            raise Error(f"A contest needs at least one core, not {cores}.")
        contest.start()  # raises if the game cannot be played like this
        self._searching = False
        for name in sorted(set(bots)):
            player(name, seconds=contest.seconds)  # raises for a name that nobody has
            known, _, changes = parts(name)
            if known in levels():
                self._searching = True
                level_of(contest.game, known).changed(changes)

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Result]:
        """The results as they come, in any order; what is under way is dropped when nobody wants more."""
        if self._ray is not None:
            yield from (result for _, result in spread(self._ray, functools.partial(play, self._contest), fixtures))
            return
        waiting = deque[Task]((fixture, {}) for fixture in fixtures)
        mates: list[Mate] = []
        try:
            # The first one compiles what is not compiled yet; the others then only load it.
            if waiting:
                mates.append(self._hired())
            more = min(self._cores, len(waiting)) - 1
            mates.extend(Mate(self._contest, self._searching) for _ in range(more))
            while waiting or any(mate.fixture for mate in mates):
                for mate in mates:
                    if waiting and mate.fixture is None:
                        mate.give(*waiting.popleft())
                for line in wait([mate.line for mate in mates if mate.fixture], PULSE):
                    mate = next(mate for mate in mates if mate.line is line)
                    yield from self._heard(mate, mates, waiting)
                for mate in [mate for mate in mates if mate.stalled()]:
                    self._replay(mate, waiting, hangs=True)
                    self._replace(mate, mates)
        finally:
            for mate in mates:
                mate.end()

    def _hired(self) -> Mate:
        """A process that is ready to play."""
        mate = Mate(self._contest, self._searching)
        try:
            mate.line.recv()
        except EOFError:
            raise Error("A process of the contest has ended before its first game.") from None
        return mate

    def _heard(self, mate: Mate, mates: list[Mate], waiting: deque[Task]) -> Iterator[Result]:
        """What a process has to say: it is ready, has played a game, or is no more."""
        try:
            told = mate.line.recv()
        except (EOFError, ConnectionError):
            self._replay(mate, waiting, hangs=False)
            self._replace(mate, mates)
            return
        if told == READY:
            return
        result, hangs = told
        mate.fixture = None
        if hangs:
            self._replace(mate, mates)
        yield result

    def _replay(self, mate: Mate, waiting: deque[Task], *, hangs: bool) -> None:
        """Has the game of a lost process played again, with the greedy player for whoever may have spoiled it."""
        fixture, suspects = mate.fixture, mate.suspects()
        assert fixture is not None
        if not suspects and not mate.hosted:
            raise Error(f"The process that played game {fixture.number} has ended by itself.")
        blamed = {}
        for seat in suspects:
            name = fixture.seats[seat]
            blamed[seat] = overdue(name, mate.seconds(seat)) if hangs else f"The bot {name} has ended its process."
            log.warning("%s The greedy player plays in its place.", blamed[seat])
        waiting.appendleft((fixture, mate.dead | blamed))

    def _replace(self, mate: Mate, mates: list[Mate]) -> None:
        mate.end()
        mates[mates.index(mate)] = self._hired()


def work(contest: Contest, searching: bool, line: Connection, thinking: Any, beat: Any) -> None:
    """What a process of the crew does: plays what it is given until nobody gives it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of a terminal; the first one decides
    with contextlib.suppress(OSError):
        os.dup2(STDERR, STDOUT)  # what a bot prints is no answer of ours
    threading.Thread(target=keep_beating, args=(beat,), daemon=True).start()
    ours = threading.active_count()

    def asked(seat: int) -> None:
        thinking.value = seat

    try:
        if searching:
            warm(contest)
        line.send(READY)
        while True:
            fixture, dead = line.recv()
            asked(NOBODY)
            result = play(contest, fixture, asked, dead)
            asked(IDLE)
            hangs = threading.active_count() > ours  # a bot that was given up may still be thinking
            line.send((result, hangs))
    except (EOFError, OSError):
        return


def keep_beating(beat: Any) -> None:
    """Shows again and again that this process gets the interpreter."""
    while True:
        beat.value = time.monotonic()
        time.sleep(PULSE)


def warm(contest: Contest) -> None:
    """Compiles the search, or loads it, before any clock runs."""
    position, random = contest.start(), stream(0)
    while position.to_act == -1:
        position = position.play(position.game.edition.loops.draw(position.state(), random))
    sight = Sight.of(position)
    tuning = level_of(contest.game, STRONGEST).tuning
    with borrowed(position.game.compiled, contest.players) as engine:
        engine.search(sight.imagine(0).state(), sight.seat, tuning, iterations=1)
