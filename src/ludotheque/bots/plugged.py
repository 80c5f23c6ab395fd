"""Bots of somebody else's: a class with one method, given a view, the legal actions and a clock.

docs/bots.md is the manual. Such a bot is a guest: it thinks in a thread of its own, and when it
crashes, overruns its time or chooses what is not legal, the greedy player plays on for it.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import importlib
import inspect
import logging
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Waited
from typing import Any, Protocol

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.sight import Sight
from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error, UnknownName

log = logging.getLogger("ludotheque.bots")

SECONDS = 2.0  # for a decision, if nobody says otherwise
GRACE = 0.5  # seconds beyond its time that a bot is given to answer


class Clock:
    """The time of one decision."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left; negative when the time is up."""
        return self._end - time.monotonic()


class Bot(Protocol):
    """What somebody else's class must have. One is made for every game and seat, without arguments
    or, if it takes one of that name, with a `seed`."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """One of the legal actions, ascending, given all that the seat may know (`Position.view`)."""
        ...


class PluggedPlayer:
    """Plays as a bot of somebody else's; as the greedy player for the rest of the game once the bot has failed."""

    def __init__(self, name: str, seed: int, seconds: float | None = None) -> None:
        self._name, self._seconds = name, SECONDS if seconds is None else seconds
        self._make = bot_maker(name, seed)
        self._bot: Bot | None = None
        self._instead = GreedyPlayer(seed)
        self.failures: list[str] = []

    def choose(self, sight: Sight) -> int:
        """What the bot chooses, or what the greedy player chooses instead."""
        if not self.failures:
            try:
                return self._ask(sight)
            except Error as problem:
                self.failures.append(str(problem))
                log.warning("%s The greedy player plays on in its place.", problem)
        return self._instead.choose(sight)

    def _ask(self, sight: Sight) -> int:
        answer: Future[int | str] = Future()
        clock = Clock(self._seconds)
        view, legal = copy.deepcopy(sight.view), list(sight.legal)
        # A daemon: a bot that never answers must not keep the program from ending.
        threading.Thread(
            target=lambda: answer.set_result(self._answer(view, legal, sight.legal, clock)), daemon=True
        ).start()
        try:
            found = answer.result(self._seconds + GRACE)
        except Waited:
            raise Error(overdue(self._name, self._seconds)) from None
        if isinstance(found, str):
            raise Error(f"The bot {self._name} {found}.")
        return found

    def _answer(self, view: dict[str, Any], legal: list[int], allowed: tuple[int, ...], clock: Clock) -> int | str:
        """What the bot chooses, or how it fails. Whatever is its own is touched here, where its time runs."""
        try:
            if self._bot is None:
                self._bot = self._make()
            answer = self._bot.choose(view, legal, clock)
            choice = whole(answer)
            if choice is None or choice not in allowed:
                return f"has chosen {shown(answer)}, which is not legal"
            return int.__index__(choice)  # of whatever class, a plain number from here on
        except BaseException as problem:  # also SystemExit: a guest does not end the program
            return f"has crashed ({told(problem)})"


def overdue(name: str, seconds: float) -> str:
    """The sentence for a bot that was given up."""
    return f"The bot {name} has not decided within {seconds:g} seconds."


def told(problem: BaseException) -> str:
    """An exception of somebody else's in a few words, even one that cannot say what it is."""
    try:
        return f"{type(problem).__name__}: {shown(str(problem))}"
    except BaseException:
        return type(problem).__name__


def guest_seed(seed: int) -> int:
    """The seed that a bot gets: the one of its seat cannot be found from it, nor so the cards of the deal."""
    return int.from_bytes(hashlib.blake2b(f"bot {seed}".encode(), digest_size=4).digest())


def bot_maker(name: str, seed: int) -> Callable[[], Bot]:
    """Makes bots of the class named "package.module:Class", found from the current folder too."""
    module, _, wanted = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        # What a module prints when it is loaded is no answer of ours.
        with contextlib.redirect_stdout(sys.stderr):
            made = getattr(importlib.import_module(module), wanted, None)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # also SystemExit, of a script that was meant to be run
        raise UnknownName(f"The bot {shown(name)} cannot be loaded ({told(problem)}).") from None
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise UnknownName(
            f"The bot {shown(name)} must be a class with a method `choose`, such as package.module:Class."
        )
    return lambda: made(seed=guest_seed(seed)) if _takes_seed(made) else made()


def _takes_seed(made: type) -> bool:
    try:
        return "seed" in inspect.signature(made).parameters
    except (TypeError, ValueError):  # of a class that was not written in Python
        return False
