"""Random games of every kind, shared by the law tests."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import ludotheque
from ludotheque import Game, Position
from ludotheque.contract.options import Value
from ludotheque.contract.scene import Choices
from ludotheque.kernel.places import own_places
from ludotheque.kernel.state import CHANCE

Json = dict[str, Any]

OURS = tuple(own_places())
"""Our own games. `ludotheque.games()` lists the small games of the tests, too (`conftest.py`)."""


class GameKind(NamedTuple):
    """One way to set up a game."""

    game: str
    players: int
    options: dict[str, Value]

    def __str__(self) -> str:
        chosen = "-".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.players}-{chosen}"


def kinds() -> list[GameKind]:
    """Every game with every number of players and every combination of options."""
    return list(_kinds(ludotheque.games()))


@functools.cache
def _kinds(names: tuple[str, ...]) -> list[GameKind]:
    found = []
    for name in names:
        game = ludotheque.load(name)
        for players in game.seats:
            values = [option.allowed(players) for option in game.options.values()]
            found += [
                GameKind(name, players, dict(zip(game.options, chosen, strict=True)))
                for chosen in itertools.product(*values)
            ]
    return found


def few_kinds() -> list[GameKind]:
    """Every game and number of players, with two combinations of options each."""
    grouped = itertools.groupby(kinds(), key=lambda kind: (kind.game, kind.players))
    return [kind for _, group in grouped for kind in _first_and_last(list(group))]


def _first_and_last(group: list[GameKind]) -> list[GameKind]:
    return [group[0], group[-1]] if len(group) > 1 else group


def start(kind: GameKind) -> Position:
    options: dict[str, Any] = kind.options
    return ludotheque.load(kind.game).start(kind.players, **options)


def random_choice(position: Position, chooser: random.Random) -> int:
    """A legal action, or an outcome by its probability."""
    outcomes = position.outcomes()
    if outcomes:
        return chooser.choices(list(outcomes), [float(p) for p in outcomes.values()])[0]
    return chooser.choice(position.legal())


def random_game(kind: GameKind, seed: int) -> Iterator[tuple[Position, int | None]]:
    """Every position of a random game with the choice made in it; None at the end."""
    chooser = random.Random(f"{kind} {seed}")
    position = start(kind)
    while position.to_act is not None:
        choice = random_choice(position, chooser)
        yield position, choice
        position = position.play(choice)
    yield position, None


def all_games() -> list[Game]:
    return [ludotheque.load(name) for name in ludotheque.games()]


def unsaid(choices: Choices, label: str) -> Choices:
    """The same choices, all with one label."""
    return Choices(tuple(choices), choices.legal, lambda _: label, lambda action: choices[action].rule)


def of_every_phase(game: str, count: int) -> Iterator[Position]:
    """Positions of every phase in which somebody is asked, so many with the fewest and with the most players."""
    found: Counter[tuple[int, str]] = Counter()
    ours = [kind for kind in few_kinds() if kind.game == game]
    for seed, kind in itertools.product(range(3), (ours[0], ours[-1])):
        for position, _ in random_game(kind, seed):
            key = kind.players, position.phase
            if position.to_act not in (None, CHANCE) and found[key] < count:
                found[key] += 1
                yield position
