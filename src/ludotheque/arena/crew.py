"""The crew: processes that play the fixtures of a contest, one on every core.

A bot that hangs or ends its process spoils only its own game: its process is replaced, and the
greedy player takes its seat.
"""

from __future__ import annotations

import functools
import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from ludotheque.arena.match import Contest, Result, play
from ludotheque.arena.plan import Fixture
from ludotheque.bots import Sight, levels
from ludotheque.bots.engine import borrowed
from ludotheque.bots.levels import STRONGEST, level_of
from ludotheque.bots.names import parts, player
from ludotheque.cluster import spread
from ludotheque.errors import Error
from ludotheque.kernel.chance import stream

log = logging.getLogger("ludotheque.arena")

READY = "ready"
PATIENCE = 5.0  # seconds in which a process that is told to end does


class Mate:
    """One process and the game that it plays."""

    def __init__(self, contest: Contest, searching: bool) -> None:
        # Spawned: a copy of this process would share threads and locks that it cannot use.
        context = multiprocessing.get_context("spawn")
        self.thinking: Any = context.Value("i", -1)
        self.line, theirs = context.Pipe()
        self.process: Any = context.Process(target=work, args=(contest, searching, theirs, self.thinking), daemon=True)
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def give(self, fixture: Fixture, dead: dict[int, str]) -> None:
        """Lets it play a game."""
        self.fixture = fixture
        self.line.send((fixture, dead))

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)


class Crew:
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
        waiting = deque((fixture, dict[int, str]()) for fixture in fixtures)
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
                for line in wait([mate.line for mate in mates if mate.fixture]):
                    mate = next(mate for mate in mates if mate.line is line)
                    yield from self._heard(mate, mates, waiting)
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

    def _heard(self, mate: Mate, mates: list[Mate], waiting: deque[tuple[Fixture, dict[int, str]]]) -> Iterator[Result]:
        """What a process has to say: it is ready, has played a game, or is no more."""
        assert mate.fixture is not None
        try:
            told = mate.line.recv()
        except (EOFError, ConnectionError):
            waiting.appendleft((mate.fixture, self._buried(mate)))
            mate.end()
            mates[mates.index(mate)] = self._hired()
            return
        if told == READY:
            return
        result, hangs = told
        mate.fixture = None
        if hangs:
            mate.end()
            mates[mates.index(mate)] = self._hired()
        yield result

    def _buried(self, mate: Mate) -> dict[int, str]:
        """Who has ended the process: the seat that was thinking."""
        seat, fixture = int(mate.thinking.value), mate.fixture
        assert fixture is not None
        if seat < 0 or ":" not in fixture.seats[seat]:
            raise Error(f"The process that played game {fixture.number} has ended by itself.")
        sentence = f"The bot {fixture.seats[seat]} has ended its process."
        log.warning("%s The greedy player plays in its place.", sentence)
        return {seat: sentence}


def work(contest: Contest, searching: bool, line: Connection, thinking: Any) -> None:
    """What a process of the crew does: plays what it is given until nobody gives it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of a terminal; the first one decides

    def asked(seat: int) -> None:
        thinking.value = seat

    try:
        if searching:
            warm(contest)
        line.send(READY)
        while True:
            fixture, dead = line.recv()
            result = play(contest, fixture, asked, dead)
            hangs = threading.active_count() > 1  # a bot that was given up may still be thinking
            line.send((result, hangs))
    except (EOFError, OSError):
        return


def warm(contest: Contest) -> None:
    """Compiles the search, or loads it, before any clock runs."""
    position, random = contest.start(), stream(0)
    while position.to_act == -1:
        position = position.play(position.game.edition.play.draw(position.state(), random))
    sight = Sight.of(position)
    tuning = level_of(contest.game, STRONGEST).tuning
    with borrowed(position.game.compiled, contest.players) as engine:
        engine.search(sight.imagine(0).state(), sight.seat, tuning, iterations=1)
