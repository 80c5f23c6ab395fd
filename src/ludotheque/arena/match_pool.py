"""`MatchPool`: processes that play the fixtures of a contest, one on every core.

If a bot hangs or ends its process, the process is replaced and the greedy bot takes the seat, in that game only. A bot
that holds the interpreter's lock, for example in one long call of C, cannot be interrupted from inside. So every
process has a heartbeat, and a process without one is killed.
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
PATIENCE = 5.0  # seconds to wait for a terminated process
PULSE = 0.2  # seconds between two heartbeats
STALLED = 3.0  # a process is killed after this many seconds without a heartbeat, beyond the time of its bots
IDLE, NOBODY = -2, -1  # values of `thinking` if no seat thinks: there is no game, or no bot is being asked

Task = tuple[Fixture, dict[int, str]]
"""A game, and the seats that the greedy bot takes, with the reasons."""


class MatchProcess:
    """One process and the game that it plays."""

    def __init__(self, contest: Contest, searching: bool) -> None:
        # Spawned: a forked process would inherit threads and locks that it cannot use.
        context = multiprocessing.get_context("spawn")
        self._contest = contest
        # Without locks: a process that dies with a lock would leave it locked.
        self.thinking: Any = context.Value("i", IDLE, lock=False)
        self.beat: Any = context.Value("d", 0.0, lock=False)  # the time of the last heartbeat; 0: none yet
        self.line, theirs = context.Pipe()
        told = (contest, searching, theirs, self.thinking, self.beat)
        self.process: Any = context.Process(target=work, args=told, daemon=True)
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None
        self.dead: dict[int, str] = {}
        self.hosted = False  # whether a plugged-in bot has ever played here

    def give(self, fixture: Fixture, dead: dict[int, str]) -> None:
        """Starts a game."""
        self.fixture, self.dead = fixture, dead
        self.hosted = self.hosted or bool(self.guests())
        with contextlib.suppress(OSError):  # the process has ended; reading from the pipe will show it
            self.line.send((fixture, dead))

    def guests(self) -> list[int]:
        """The seats of plugged-in bots that have not been replaced."""
        seats = self.fixture.seats if self.fixture else ()
        return [seat for seat, name in enumerate(seats) if is_guest(name) and seat not in self.dead]

    def seconds(self, seat: int) -> float:
        """The time limit of a bot for a decision."""
        assert self.fixture is not None
        _, limit, _ = parts(self.fixture.seats[seat], self._contest.seconds)
        return SECONDS if limit is None else limit

    def stalled(self) -> bool:
        """Whether a bot holds the interpreter's lock for much longer than its time limit."""
        patience = max(map(self.seconds, self.guests()), default=math.inf) + STALLED
        return 0 < float(self.beat.value) < time.monotonic() - patience

    def suspects(self) -> list[int]:
        """The seats of bots that may have ended the process: the one that was thinking, else all plugged-in bots."""
        seat, guests = int(self.thinking.value), self.guests()
        return [] if seat == IDLE else [seat] if seat in guests else guests

    def end(self) -> None:
        """Ends the process at once."""
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
        contest.start()  # raises for impossible settings
        self._searching = False  # whether a search must be compiled before the first game
        for name in sorted(set(bots)):
            player(name, seconds=contest.seconds)  # raises for an unknown name
            known, _, changes = parts(name)
            if known in levels():
                self._searching |= level_of(contest.game, known).changed(changes).iterations != 0

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Result]:
        """The results as they come, in any order. Closing the iterator drops the games in progress."""
        if self._ray is not None:
            yield from (result for _, result in spread(self._ray, functools.partial(play, self._contest), fixtures))
            return
        waiting = deque[Task]((fixture, {}) for fixture in fixtures)
        processes: list[MatchProcess] = []
        try:
            # The first process compiles the search if needed; the others then load it from the cache.
            if waiting:
                processes.append(self._started())
            more = min(self._cores, len(waiting)) - 1
            processes.extend(MatchProcess(self._contest, self._searching) for _ in range(more))
            while waiting or any(process.fixture for process in processes):
                for process in processes:
                    if waiting and process.fixture is None:
                        process.give(*waiting.popleft())
                for line in wait([process.line for process in processes if process.fixture], PULSE):
                    process = next(process for process in processes if process.line is line)
                    yield from self._received(process, processes, waiting)
                for process in [process for process in processes if process.stalled()]:
                    self._replay(process, waiting, hangs=True)
                    self._replace(process, processes)
        finally:
            for process in processes:
                process.end()

    def _started(self) -> MatchProcess:
        """A process that is ready to play."""
        process = MatchProcess(self._contest, self._searching)
        try:
            process.line.recv()
        except EOFError:
            raise Error("A process of the contest has ended before its first game.") from None
        return process

    def _received(self, process: MatchProcess, processes: list[MatchProcess], waiting: deque[Task]) -> Iterator[Result]:
        """Handles what a process sent: it is ready, has played a game, or has ended."""
        try:
            message = process.line.recv()
        except (EOFError, ConnectionError):
            self._replay(process, waiting, hangs=False)
            self._replace(process, processes)
            return
        if message == READY:
            return
        result, hangs = message
        process.fixture = None
        if hangs:
            self._replace(process, processes)
        yield result

    def _replay(self, process: MatchProcess, waiting: deque[Task], *, hangs: bool) -> None:
        """Queues the game of a lost process again, with the greedy bot for the suspects."""
        fixture, suspects = process.fixture, process.suspects()
        assert fixture is not None
        if not suspects and not process.hosted:
            raise Error(f"The process that played game {fixture.number} has ended by itself.")
        blamed = {}
        for seat in suspects:
            name = fixture.seats[seat]
            blamed[seat] = overdue(name, process.seconds(seat)) if hangs else f"The bot {name} has ended its process."
            log.warning("%s The greedy bot plays in its place.", blamed[seat])
        waiting.appendleft((fixture, process.dead | blamed))

    def _replace(self, process: MatchProcess, processes: list[MatchProcess]) -> None:
        process.end()
        processes[processes.index(process)] = self._started()


def work(contest: Contest, searching: bool, line: Connection, thinking: Any, beat: Any) -> None:
    """The main function of a process: plays games until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes of a terminal; the parent handles it
    with contextlib.suppress(OSError):
        os.dup2(STDERR, STDOUT)  # a bot's prints must not mix with our output
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
            hangs = threading.active_count() > ours  # a bot that exceeded its time may still be thinking
            line.send((result, hangs))
    except (EOFError, OSError):
        return


def keep_beating(beat: Any) -> None:
    """Updates the heartbeat for as long as this process gets the interpreter's lock."""
    while True:
        beat.value = time.monotonic()
        time.sleep(PULSE)


def warm(contest: Contest) -> None:
    """Compiles the search, or loads it from the cache, before any clock runs."""
    position, random = contest.start(), stream(0)
    while position.to_act == -1:
        position = position.play(position.game.edition.loops.draw(position.state(), random))
    sight = Sight.of(position)
    with borrowed(position.game, contest.players) as engine:
        tuning = level_of(contest.game, STRONGEST).tuning
        engine.search(sight.imagine(0).state(), sight.seat, tuning, iterations=1)
