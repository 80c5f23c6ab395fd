"""`Game`: what there is to know about a game before it starts, and its first position."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import ludotheque.games  # noqa: F401 (imported later, it would take the place of the function)
from ludotheque.contract.lazy import lazy
from ludotheque.contract.options import Option, Value
from ludotheque.contract.reading import Problems, collecting, shown, whole, with_names
from ludotheque.core.boxes import OwnBox, checked, corrected, differing, own_box
from ludotheque.core.guests import broken_games, playable
from ludotheque.core.imagining import imagine
from ludotheque.core.notebook import show_game
from ludotheque.core.position import Position
from ludotheque.core.words import words
from ludotheque.errors import BadBox, BadPosition, BadRecord, Error, PositionProblem, UnknownName
from ludotheque.kernel.chance import stream
from ludotheque.kernel.edition import Edition, box_hash, edition
from ludotheque.kernel.loops import ASK
from ludotheque.kernel.rule import COMPILED, INTERPRETED, read_box
from ludotheque.kernel.state import StateBase

SEED_BITS = 1024
OWN_GAMES = 24  # games with corrected boxes that are kept
CITED = re.compile(r"\(([^()]*)\)")  # what a sentence cites


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


def game_here(name: str, version: int, box: str, own: Any = None) -> Game:
    """The game that something was played with; raises BadRecord if its rules or its box are not installed."""
    try:
        game = game_with(name, own)
    except UnknownName:
        raise BadRecord(f"the game {name} is not installed.") from None
    except BadBox as problem:
        raise BadRecord(f"its corrected box cannot be used: {problem}") from None
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
    return corrected(name, corrections)


@functools.lru_cache(OWN_GAMES)
def _own_game(name: str, text: str) -> Game:
    own = checked(name, json.loads(text))
    return Game(name, corrected(name, own["tables"]), own["name"]) if own["tables"] else game_of(name)


def game_with(name: str, own: Any) -> Game:
    """A game with a corrected box (`core/boxes.py`), or with ours (None); raises BadBox and UnknownName."""
    ours = game_of(name)
    return ours if own is None else _own_game(name, json.dumps(own, sort_keys=True))


def game_in(d: Mapping[str, Any]) -> Game:
    """The game that a position or a record is of, with its corrected box if it carries one."""
    name = d.get("game")
    if not isinstance(name, str):
        raise UnknownName(f"There is no game {shown(name)}: choose {', '.join(games())}.")
    return game_with(name, d.get("own_box"))


class Game:
    """One of the games, with one box."""

    def __init__(self, name: str, box: dict[str, Any] | None = None, box_name: str = "") -> None:
        self.name = name
        self._box = box
        self._box_name = box_name
        self._about = self.edition.module("about")
        self.version: int = self._about.VERSION
        self.seats: tuple[int, ...] = self._about.SEATS
        self.options: dict[str, Option] = {option.name: option for option in self._about.OPTIONS}
        self.action_count: int = self.edition.module("actions").ACTIONS

    def __repr__(self) -> str:
        return f"<Game {self.name}, box {self.box_hash}>"

    def _repr_html_(self) -> str:
        return show_game(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.box_hash) == (other.name, other.box_hash)

    def __hash__(self) -> int:
        return hash((self.name, self.box_hash))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.name, self._box, self._box_name)

    @lazy
    def edition(self) -> Edition:
        """The interpreted rules."""
        return edition(self.name, INTERPRETED, self._box)

    @lazy
    def compiled(self) -> Edition:
        """The rules compiled for the CPU (the first call ever takes a while)."""
        return edition(self.name, COMPILED, self._box)

    @lazy
    def box_hash(self) -> str:
        """A short name of the box data; records carry it."""
        return box_hash(self.edition.box)

    @lazy
    def own_box(self) -> OwnBox | None:
        """The name and the differing entries of another box than ours; positions and records carry it."""
        tables = {} if self._box is None else differing(self.name, self.edition.box)
        return own_box(self._box_name, tables) if tables else None

    def boxed(self, d: dict[str, Any]) -> dict[str, Any]:
        """A position or a view with the corrected box that it is played with, if there is one."""
        return d if self.own_box is None else d | {"own_box": self.own_box}

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
        state = self.state_of(d)
        return Position.dealt(self, state, self.generator(seed), origin=state.copy())

    def problems(self, d: Mapping[str, Any], language: str = "en") -> list[PositionProblem]:
        """Everything that is wrong with a position, by field; nothing if `position` would read it.

        A value that cannot be read at all is told first, with all others of its kind: what does not fit together is
        known once everything is read.
        """
        return self._told(self._read(d)[1], language)

    def state_of(self, d: Mapping[str, Any], view: bool = False) -> StateBase:
        """The state of a position, or of a view with its blanks; raises BadPosition with all that is wrong."""
        state, found = self._read(d, view)
        if state is None or found:
            problems = self._told(found, "en")
            raise BadPosition(*problems[0], problems[1:])
        return state

    def unchecked_state(self, d: Mapping[str, Any]) -> tuple[StateBase | None, list[str]]:
        """The state of a position that may be impossible, or None and the fields that cannot be read."""
        state, found = self._read(d)
        unread = [problem.field for problem in found] if found.unread else []
        return None if unread else state, unread

    def _read(self, d: Mapping[str, Any], view: bool = False) -> tuple[StateBase | None, Problems]:
        """The state as far as it can be read, and all that is wrong."""
        state = None
        read = self.edition.module("position").read_view if view else self.edition.module("position").read
        with collecting() as found:
            if isinstance(d, Mapping) and "own_box" in d:
                d = self._unboxed(d)
            state = self.blank(d)
            read(state, d)
            if not (found or view) and self.edition.loops.forced(state) != ASK:
                raise BadPosition("phase", "this decision leaves no choice, so it is never asked.")
        return state, found

    def _unboxed(self, d: Mapping[str, Any]) -> Mapping[str, Any]:
        """A position without its corrected box, which must be that of this game."""
        try:
            same = game_in(d) == self
        except Error as problem:
            raise BadPosition("own_box", str(problem)) from None
        if not same:
            raise BadPosition("own_box", "it is not the box of this game.")
        return {key: value for key, value in d.items() if key != "own_box"}

    def _told(self, found: Iterable[BadPosition], language: str) -> list[PositionProblem]:
        """Problems with the names of the pieces and the rule that each sentence cites."""
        told = []
        names = {tool.piece: tool.name for _, tools in self.edition.module("editor").PALETTE for tool in tools}
        for field, sentence, _ in dict.fromkeys(problem.problems[0] for problem in found):
            cited = [rule for text in CITED.findall(sentence) for rule in text.split(", ") if rule in self.rules()]
            spoken = words(self.name, language).translated(with_names(sentence, names))
            told.append(PositionProblem(field, spoken, cited[0] if cited else None))
        return list(dict.fromkeys(told))

    def imagine(self, view: Mapping[str, Any], seed: int | None = None) -> Position:
        """A position that the viewer cannot tell from the real one, given any view (`Position.view`).

        What the viewer may not know is drawn, and further chance is dealt, from the seed. Without one the world is
        another one every time, and stops at every chance event.
        """
        return imagine(self, view, seed)

    def blank(self, d: Mapping[str, Any]) -> StateBase:
        """A state as `begin` makes it, for the players and options of a position or a view."""
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
        return state

    def title(self, language: str = "en") -> str:
        """The name of the game as people say it."""
        return str(words(self.name, language).find("title"))

    def subtitle(self, language: str = "en") -> str:
        """Another name that the game is known by, or ""."""
        return str(words(self.name, language).get("subtitle", ""))

    @lazy
    def _rules(self) -> tuple[str, ...]:
        return tuple(f"{self._about.PREFIX}{number}" for number in self._about.RULES)

    def rules(self) -> tuple[str, ...]:
        """The numbers of all rules."""
        return self._rules

    def rule(self, number: str, language: str = "en") -> str:
        """A rule as one sentence."""
        if number not in self.rules():
            raise UnknownName(
                f"{self.title()} has no rule {shown(number)}: they are {self.rules()[0]} to {self.rules()[-1]}."
            )
        return str(words(self.name, language).find(f"rules.{number}"))
