"""Bots by name.

    greedy, random          the simple bots
    policy                  the bare network
    child ... master        the levels of the search
    package.module:Class    a plugged-in bot (docs/bots.md)

A suffix `@0.5` limits a level or a plugged-in bot to half a second a decision. A suffix `?margin=0.5&iterations=100`
changes numbers of a level's `players.toml`, for matches between variants. `policy?noise=0.5` draws among close
preferences.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.limits import check_changes, check_seconds
from ludotheque.bots.plugged import PluggedPlayer
from ludotheque.bots.policy import PolicyPlayer
from ludotheque.bots.random_player import RandomPlayer
from ludotheque.bots.searcher import SearchPlayer
from ludotheque.bots.sight import Player
from ludotheque.contract.reading import shown
from ludotheque.errors import Error, UnknownName

POLICY = "policy"
_SIMPLE: dict[str, Callable[[int], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer, POLICY: PolicyPlayer}


def players() -> tuple[str, ...]:
    """The names of all built-in bots: the simple ones, the bare network, and the levels of the search."""
    return (*_SIMPLE, *LEVELS)


def levels() -> tuple[str, ...]:
    """The names of the levels of the search, from the weakest to the strongest."""
    return LEVELS


def is_guest(name: str) -> bool:
    """Whether the name is that of a plugged-in bot."""
    return ":" in name


def player(name: str, seed: int = 0, seconds: float | None = None) -> Player:
    """A new bot of this name, with a limit of seconds a decision.

    The same seed gives the same choices, unless the time limits them.
    """
    if not isinstance(name, str):
        raise UnknownName(f"A player is known by its name, not by {shown(name)}.")
    if seconds is not None:
        check_seconds("A player", seconds)
    known, seconds, changes = parts(name, seconds)
    if known in LEVELS:
        return SearchPlayer(seed, known, seconds=seconds, changes=changes)
    if known == POLICY and set(changes) <= {"noise"}:
        check_changes(changes)
        return PolicyPlayer(seed, changes.get("noise", 0.0))
    if changes:
        raise Error(f"Only a level can be changed, not {known!r}.")
    if known in _SIMPLE:
        return _SIMPLE[known](seed)
    if is_guest(known):
        return PluggedPlayer(known, seed, seconds)
    raise UnknownName(f"There is no bot {shown(name)}: choose {', '.join(players())}, or package.module:Class.")


def parts(name: str, seconds: float | None = None) -> tuple[str, float | None, dict[str, float]]:
    """A full name split into the name itself, the limit of seconds (the lower of both) and the changed numbers."""
    named, _, changed = name.partition("?")
    known, at, limit = named.partition("@")
    try:
        changes = {key: float(value) for key, _, value in (text.partition("=") for text in changed.split("&") if text)}
        own = float(limit) if at else None
    except ValueError:
        raise Error(f"A player is named as master, master@0.5 or master?margin=0.5, not as {shown(name)}.") from None
    if own is not None:
        check_seconds("A player", own)
    limits = [limit for limit in (own, seconds) if limit is not None]
    return known, min(limits, default=None), changes
