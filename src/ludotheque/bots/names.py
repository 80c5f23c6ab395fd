"""Players by name.

    greedy, random          the simple players
    child ... master        the levels of the searching player
    package.module:Class    a bot of somebody else's (docs/bots.md)

Behind a level or a bot `@0.5` limits its thinking to half a second a decision, and behind a level
`?cutoff=20&noise=0` changes numbers of its `players.toml`: for matches between variants of it.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.bots.greedy import GreedyPlayer
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.limits import check_seconds
from ludotheque.bots.player import Player
from ludotheque.bots.plugged import PluggedPlayer
from ludotheque.bots.random_player import RandomPlayer
from ludotheque.bots.searcher import SearchPlayer
from ludotheque.contract.reading import shown
from ludotheque.errors import Error, UnknownName

_SIMPLE: dict[str, Callable[[int], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def players() -> tuple[str, ...]:
    """The names of all our players: two simple ones, and the levels of the searching one."""
    return (*_SIMPLE, *LEVELS)


def levels() -> tuple[str, ...]:
    """The names of the levels of the searching player, from the weakest to the strongest."""
    return LEVELS


def is_guest(name: str) -> bool:
    """Whether the name is that of a bot of somebody else's."""
    return ":" in name


def player(name: str, seed: int = 0, seconds: float | None = None) -> Player:
    """A new player of this name, thinking no longer than so many seconds a decision.

    With the same seed it makes the same choices, unless time limits it.
    """
    if not isinstance(name, str):
        raise UnknownName(f"A player is known by its name, not by {shown(name)}.")
    if seconds is not None:
        check_seconds("A player", seconds)
    known, seconds, changes = parts(name, seconds)
    if known in LEVELS:
        return SearchPlayer(seed, known, seconds=seconds, changes=changes)
    if changes:
        raise Error(f"Only a level can be changed, not {known!r}.")
    if known in _SIMPLE:
        return _SIMPLE[known](seed)
    if is_guest(known):
        return PluggedPlayer(known, seed, seconds)
    raise UnknownName(
        f"There is no player {shown(name)}: choose {', '.join(players())}, or a bot as package.module:Class."
    )


def parts(name: str, seconds: float | None = None) -> tuple[str, float | None, dict[str, float]]:
    """The name itself, the seconds behind it if they are fewer than those given, and the changed numbers."""
    named, _, changed = name.partition("?")
    known, at, limit = named.partition("@")
    try:
        changes = {key: float(value) for key, _, value in (text.partition("=") for text in changed.split("&") if text)}
        own = float(limit) if at else None
    except ValueError:
        raise Error(f"A player is named as master, master@0.5 or master?cutoff=20, not as {shown(name)}.") from None
    if own is not None:
        check_seconds("A player", own)
    limits = [limit for limit in (own, seconds) if limit is not None]
    return known, min(limits, default=None), changes
