"""Plugged-in bots: any class with a method `choose` that takes a view, the legal actions and a clock.

docs/bots.md is the manual. A plugged-in bot thinks in a thread of its own. If it crashes, exceeds its time or chooses
an illegal action, the greedy bot takes over.
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

SECONDS = 2.0  # the default time a decision
GRACE = 0.5  # seconds that a bot has to answer after its time is up


class Clock:
    """The time of one decision."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, negative after the end."""
        return self._end - time.monotonic()


class Bot(Protocol):
    """The protocol of a plugged-in bot. One is made for every game and seat, with a `seed` if its class takes one."""

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """Returns one of the legal actions. The view (`Position.view`) holds all that the seat may know."""
        ...


class PluggedPlayer:
    """Plays as a plugged-in bot does; after a failure of the bot, as the greedy bot for the rest of the game."""

    def __init__(self, name: str, seed: int, seconds: float | None = None) -> None:
        self._name, self._seconds = name, SECONDS if seconds is None else seconds
        self._make = bot_maker(name, seed)
        self._bot: Bot | None = None
        self._instead = GreedyPlayer(seed)
        self.failures: list[str] = []

    def choose(self, sight: Sight) -> int:
        """The bot's choice, or the greedy bot's after a failure."""
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
        # A daemon thread: a bot that never answers must not keep the program from ending.
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
        """The bot's choice, or a description of its failure. All of the bot's code runs here, within its time."""
        try:
            if self._bot is None:
                self._bot = self._make()
            answer = self._bot.choose(view, legal, clock)
            choice = whole(answer)
            if choice is None or choice not in allowed:
                return f"has chosen {shown(answer)}, which is not legal"
            return int.__index__(choice)  # a plain int, even from a subclass
        except BaseException as problem:  # also SystemExit: a bot must not end the program
            return f"has crashed ({told(problem)})"


def overdue(name: str, seconds: float) -> str:
    """The sentence for a bot that exceeded its time."""
    return f"The bot {name} has not decided within {seconds:g} seconds."


def told(problem: BaseException) -> str:
    """A bot's exception in a few words, even if its text cannot be read."""
    try:
        return f"{type(problem).__name__}: {shown(str(problem))}"
    except BaseException:
        return type(problem).__name__


def guest_seed(seed: int) -> int:
    """The seed for a plugged-in bot. The seat's own seed, and so the deal, cannot be computed from it."""
    return int.from_bytes(hashlib.blake2b(f"bot {seed}".encode(), digest_size=4).digest())


def bot_maker(name: str, seed: int) -> Callable[[], Bot]:
    """Makes bots of the class "package.module:Class", which may also lie in the current folder."""
    module, _, wanted = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        # A module may print while it is loaded; that must not mix with our output.
        with contextlib.redirect_stdout(sys.stderr):
            made = getattr(importlib.import_module(module), wanted, None)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # also SystemExit: the module may be a script
        raise UnknownName(f"The bot {shown(name)} cannot be loaded ({told(problem)}).") from None
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise UnknownName(
            f"The bot {shown(name)} must be a class with a method `choose`, such as package.module:Class."
        )
    return lambda: made(seed=guest_seed(seed)) if _takes_seed(made) else made()


def _takes_seed(made: type) -> bool:
    try:
        return "seed" in inspect.signature(made).parameters
    except (TypeError, ValueError):  # a class that was not written in Python
        return False
