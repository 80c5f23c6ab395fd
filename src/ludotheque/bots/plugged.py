"""Plugged-in bots: any class with a method `choose` that takes a `Sight`, or its view, legal actions and clock.

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
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace
from typing import Any, Protocol, cast

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.sight import Clock, Player, Sight
from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error, UnknownName

log = logging.getLogger("ludotheque.bots")

SECONDS = 2.0  # the default time a decision
GRACE = 0.5  # seconds that a bot has to answer after its time is up


class Bot(Protocol):
    """The protocol of a plugged-in bot. One is made for every game and seat, with a `seed` if its class takes one.

    A bot whose `choose` takes one argument gets a `Sight` instead, as a `Player` does.
    """

    def choose(self, view: dict[str, Any], legal: list[int], clock: Clock) -> int:
        """Returns one of the legal actions. The view (`Position.view`) holds all that the seat may know."""
        ...


class PluggedPlayer:
    """Plays as a plugged-in bot does; after a failure of the bot, as the greedy bot for the rest of the game."""

    def __init__(self, name: str, seed: int, seconds: float | None = None) -> None:
        self._name, self._seconds = name, SECONDS if seconds is None else seconds
        self._make = bot_maker(name, seed)
        self._bot: Bot | Player | None = None
        # The worlds of a bot come from an imagined one: the real position is never within its reach.
        self._world_seed = guest_seed(seed)
        self._instead = GreedyPlayer(seed)
        self.failures: list[str] = []

    def choose(self, sight: Sight) -> int:
        """The bot's choice, or the greedy bot's after a failure."""
        if not self.failures:
            try:
                return self._ask(sight)
            except Error as problem:
                self.failures.append(str(problem))
                log.warning("%s The greedy bot plays on in its place.", problem)
        return self._instead.choose(sight)

    def _ask(self, sight: Sight) -> int:
        answer: Future[int | str] = Future()
        world = sight.imagine(self._world_seed)
        own = replace(
            sight,
            view=copy.deepcopy(sight.view),
            _redeal=lambda seed: world.redeal(sight.seat, seed),
            clock=Clock(self._seconds),
        )
        # A daemon thread: a bot that never answers must not keep the program from ending.
        threading.Thread(target=lambda: answer.set_result(self._answer(own, sight.legal)), daemon=True).start()
        while not answer.done():
            if (left := own.clock.left() + GRACE) <= 0:
                raise Error(overdue(self._name, self._seconds))
            wait([answer], left)
        found = answer.result()
        if isinstance(found, str):
            raise Error(f"The bot {self._name} {found}.")
        return found

    def _answer(self, sight: Sight, allowed: tuple[int, ...]) -> int | str:
        """The bot's choice, or a description of its failure. All of the bot's code runs here, within its time."""
        try:
            if self._bot is None:
                self._bot = self._make()
            if len(_parameters(type(self._bot).choose)) == 2:  # choose(self, sight)
                answer = cast(Player, self._bot).choose(sight)
            else:
                answer = cast(Bot, self._bot).choose(sight.view, list(sight.legal), sight.clock)
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
        return f"{type(problem).__name__}: {shown(str(problem), 200)}"
    except BaseException:
        return type(problem).__name__


def guest_seed(seed: int) -> int:
    """The seed for a plugged-in bot. The seat's own seed, and so the deal, cannot be computed from it."""
    return int.from_bytes(hashlib.blake2b(f"bot {seed}".encode(), digest_size=4).digest())


def bot_maker(name: str, seed: int) -> Callable[[], Bot | Player]:
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
    return lambda: made(seed=guest_seed(seed)) if "seed" in _parameters(made) else made()


def _parameters(called: Any) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(called).parameters)
    except (TypeError, ValueError):  # not written in Python
        return ()
