"""`Game`: what there is to know about a game before it starts, and its first position."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import ludotheque.games  # noqa: F401 (imported later, it would take the place of the function)
from ludotheque.contract.options import Option, Value
from ludotheque.contract.reading import respelt, shown, whole
from ludotheque.core.guests import broken_games, playable
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.errors import BadBox, BadPosition, BadRecord, Error, UnknownName
from ludotheque.kernel.chance import stream
from ludotheque.kernel.edition import Edition, box_hash, default_box, edition, raw_box
from ludotheque.kernel.loops import ASK
from ludotheque.kernel.rule import COMPILED, INTERPRETED, read_box, settled

SEED_BITS = 1024


def games() -> tuple[str, ...]:
    """The names of all games: ours, and those of other packages."""
    return playable()


def load(name: str, box: str | Path | None = None) -> Game:
    """Loads a game, with our box or with the corrected data of a file."""
    if name not in games():
        if isinstance(name, str) and name in broken_games():
            raise Error(broken_games()[name])
        raise UnknownName(f"There is no game {shown(name)}: choose {', '.join(games())}.")
    if not isinstance(box, str | Path | None):
        raise BadBox("box", f"it must be the path of a file, not {shown(box)}.")
    return Game(name, None if box is None else corrected_box(name, Path(box)))


@functools.cache
def game_of(name: str) -> Game:
    """A game with our box, loaded once."""
    return load(name)


def game_here(name: str, version: int, box: str) -> Game:
    """The game that something was played with; raises BadRecord if its rules or its box are not installed."""
    try:
        game = game_of(name)
    except UnknownName:
        raise BadRecord(f"the game {name} is not installed.") from None
    if game.version != version:
        raise BadRecord(f"it needs version {version} of the rules of {name}; version {game.version} is installed.")
    if game.box_hash != box:
        raise BadRecord(f"it needs another box of {name} ({box}; {game.box_hash} is installed).")
    return game


def corrected_box(name: str, path: Path) -> dict[str, Any]:
    """Our box with the tables of the file in place of ours; raises BadBox if they do not fit."""
    try:
        corrections = read_box(path)
    except (OSError, ValueError) as problem:
        raise BadBox(str(path), f"the file cannot be read ({problem}).") from None
    box, ours = raw_box(name), default_box(name)
    for section, entries in corrections.items():
        if not isinstance(entries, dict) or section not in box:
            raise BadBox(section, f"the box of {name} has no such table.")
        for key, value in entries.items():
            if key not in box[section]:
                raise BadBox(f"{section}.{key}", f"the box of {name} has no such entry.")
            named = isinstance(value, str) and value == box[section][key]
            if not named and not _same_kind(value, ours[section][key]):
                raise BadBox(f"{section}.{key}", f"it must look like {ours[section][key]}.")
        renamed = box[section].get("renamed")
        known = {key: respelt(value, *renamed) for key, value in entries.items()} if renamed else entries
        box[section] = box[section] | known | ({"renamed": renamed} if renamed else {})
    box = settled(box)
    edition(name).module("box").check_box(box)
    return box


def _same_kind(value: Any, ours: Any) -> bool:
    if isinstance(ours, list) and ours:
        return isinstance(value, list) and all(_same_kind(item, ours[0]) for item in value)
    if isinstance(ours, dict):
        return isinstance(value, dict) and all(_same_kind(item, ours.get(k)) for k, item in value.items())
    return type(value) is type(ours)


class Game:
    """One of the games, with one box."""

    def __init__(self, name: str, box: dict[str, Any] | None = None) -> None:
        self.name = name
        self._box = box
        self._about = self.edition.module("about")
        self.version: int = self._about.VERSION
        self.seats: tuple[int, ...] = self._about.SEATS
        self.options: dict[str, Option] = {option.name: option for option in self._about.OPTIONS}
        self.action_count: int = self.edition.module("actions").ACTIONS

    def __repr__(self) -> str:
        return f"<Game {self.name}, box {self.box_hash}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.box_hash) == (other.name, other.box_hash)

    def __hash__(self) -> int:
        return hash((self.name, self.box_hash))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.name, self._box)

    @cached_property
    def edition(self) -> Edition:
        """The interpreted rules."""
        return edition(self.name, INTERPRETED, self._box)

    @cached_property
    def compiled(self) -> Edition:
        """The rules compiled for the CPU (the first call ever takes a while)."""
        return edition(self.name, COMPILED, self._box)

    @cached_property
    def box_hash(self) -> str:
        """A short name of the box data; records carry it."""
        return box_hash(self.edition.box)

    @property
    def about(self) -> ModuleType:
        """Designers, minutes, lines of the score sheet: the game's `about.py`."""
        return self._about

    def start(self, players: int, seed: int | None = None, **options: Value) -> Position:
        """The first position: dealt from the seed, or at its first chance event without one."""
        codes = self.option_codes(players, options)
        state = self.edition.state()
        self.edition.rules.begin(state, int(players), codes)
        return Position.dealt(self, state, self.generator(seed))

    def generator(self, seed: int | None) -> tuple[int, ...] | None:
        """The random generator of a seed."""
        if seed is None:
            return None
        number = whole(seed)
        if number is None or number.bit_length() > SEED_BITS:
            raise Error(f"A seed must be a whole number of at most {SEED_BITS} bits, not {shown(seed)}.")
        return tuple(stream(number))

    def option_codes(self, players: int, options: Mapping[str, Value]) -> list[int]:
        """The options as the rules want them; raises if the players cannot agree on them."""
        if whole(players) not in self.seats:
            raise Error(f"{self.title()} is for {self.seats[0]} to {self.seats[-1]} players, not {shown(players)}.")
        for name in options:
            if name not in self.options:
                raise UnknownName(f"{self.title()} has no option {name!r}: choose {', '.join(self.options)}.")
        codes = []
        for option in self.options.values():
            value = options.get(option.name, option.default)
            code = option.code(value, players)
            if code is None:
                allowed = ", ".join(repr(v) for v in option.allowed(players))
                raise Error(f"The option {option.name} cannot be {shown(value)}: choose {allowed}.")
            codes.append(code)
        return codes

    def position(self, d: Mapping[str, Any], seed: int | None = None) -> Position:
        """The position that a dict in the game's position format describes."""
        if not isinstance(d, Mapping):
            raise BadPosition("position", "it must be a JSON object.")
        for key, expected in (("game", self.name), ("version", self.version)):
            if d.get(key) != expected or type(d.get(key)) is not type(expected):
                raise BadPosition(key, f"it must be {expected!r}, not {shown(d.get(key))}.")
        options = d.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition("options", "it must be an object.")
        try:
            codes = self.option_codes(d.get("players", 0), options)
        except Error as problem:
            players = d.get("players")
            known = whole(players) in self.seats
            raise BadPosition("options" if known else "players", str(problem)) from None
        state = self.edition.state()
        self.edition.rules.begin(state, d["players"], codes)
        self.edition.module("position").read(state, d)
        if self.edition.loops.forced(state) != ASK:
            raise BadPosition("phase", "this decision leaves no choice, so it is never asked.")
        return Position.dealt(self, state, self.generator(seed), origin=state.copy())

    def title(self, language: str = "en") -> str:
        """The name of the game as people say it."""
        return str(words(self.name, language).find("title"))

    def subtitle(self, language: str = "en") -> str:
        """Another name that the game is known by, or ""."""
        return str(words(self.name, language).get("subtitle", ""))

    def rules(self) -> tuple[str, ...]:
        """The numbers of all rules."""
        return tuple(f"{self._about.PREFIX}{number}" for number in self._about.RULES)

    def rule(self, number: str, language: str = "en") -> str:
        """A rule as one sentence."""
        if number not in self.rules():
            raise UnknownName(
                f"{self.title()} has no rule {shown(number)}: they are {self.rules()[0]} to {self.rules()[-1]}."
            )
        return str(words(self.name, language).find(f"rules.{number}"))
